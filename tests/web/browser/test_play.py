"""Whole games of every kind, by two people with browsers and one who watches."""

from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import pytest

from ..conftest import Served
from .conftest import Visit
from .people import DESKTOP, PHONE, Person
from .playing import Way, clicks, joins, plays_out, presses, sets_up, truth


@dataclass(frozen=True, slots=True)
class Kind:
    """A game, and what is agreed about it."""

    game: str
    settings: dict[str, Any] = field(default_factory=dict)
    swaps: bool = False


KINDS = {
    "divider": Kind("dividers-duel", {"start": "360"}),
    "conquer": Kind("divide-and-conquer", {"start": "100"}),
    "factor": Kind("factor-duel", {"start": "84"}),
    "subtraction": Kind("divisor-duel-subtract", {"start": "24"}),
    "pool": Kind("divisor-duel-pool", {"pool": "2-30"}),
    "sum": Kind("dividers-duel", {"start": "60,84,60"}),
    "mixed sum": Kind("sum(dividers-duel:60+divisor-duel-subtract:16)"),
    "misère": Kind("divisor-duel-subtract", {"start": "20", "variants": ["misere"]}),
    "pie": Kind("divisor-duel-pool", {"pool": "1-24", "variants": ["swap"]}, swaps=True),
    "juniper": Kind("juniper-green", {"pool": "1-20"}),
    "factors and multiples": Kind("factors-and-multiples"),
}


def sit_down(visit: Visit, kind: Kind, sizes: tuple[tuple[int, int], tuple[int, int]], url: str | None = None) -> Any:
    """Two people at a game, each before a screen of that size, and somebody who watches."""
    ada, emmy, watcher = visit(url, size=sizes[0]), visit(url, size=sizes[1]), visit(url)
    game = sets_up(ada, kind.game, name="Ada", **kind.settings)
    joins(emmy, game, "Emmy")
    for person in (ada, emmy, watcher):
        person.goes(f"/g/{game}")
    return ada, emmy, watcher, game


def to_the_end(visit: Visit, kind: Kind, sizes: Any, ways: tuple[Way, Way], url: str | None = None) -> None:
    ada, emmy, watcher, game = sit_down(visit, kind, sizes, url)
    state = plays_out(game, [(ada, ways[0]), (emmy, ways[1])], [watcher], swaps=kind.swaps)
    for person in (ada, emmy, watcher):
        is_told(person, state)


def is_told(person: Person, state: dict[str, Any]) -> None:
    """The winner is told that they win, the loser that they lose, anybody else who won; nothing can be chosen."""
    seats = truth(person, state["match"])["you"]
    outcome = state["outcome"]
    result = ("You win!" if outcome["winner"] in seats else "You lose.") if len(seats) == 1 else outcome["text"]
    sentence = person.page.locator(".side > .sentence", has_text=result)
    sentence.wait_for()
    assert sentence.inner_text().startswith(result)
    assert person.page.locator("aliquot-board [data-notation]").count() == 0


def test_a_game_is_played_by_two_and_watched(visit: Visit) -> None:
    to_the_end(visit, KINDS["divider"], (PHONE, DESKTOP), (clicks, presses))


@pytest.mark.deep
@pytest.mark.parametrize("sizes", [(PHONE, PHONE), (DESKTOP, DESKTOP), (PHONE, DESKTOP)], ids=["touch", "keys", "both"])
@pytest.mark.parametrize("kind", KINDS)
def test_every_kind_of_game_is_played_by_two_and_watched(visit: Visit, kind: str, sizes: Any) -> None:
    ways = tuple(clicks if size == PHONE else presses for size in sizes)
    to_the_end(visit, KINDS[kind], sizes, (ways[0], ways[1]))


@pytest.mark.deep
def test_a_game_by_somebody_else_is_played_on_the_plain_board(
    serve: Callable[..., Served], package: Path, visit: Visit
) -> None:
    served = serve(path=package)
    to_the_end(visit, Kind("multiplication-duel"), (PHONE, DESKTOP), (clicks, presses), served.url)
