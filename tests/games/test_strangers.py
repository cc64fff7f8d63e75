"""Rule books of other packages, as the registry finds them."""

from collections.abc import Iterator
from typing import Any

import pytest

from aliquot.core.errors import InvalidParameter, UnknownGame
from aliquot.games import book_of, books, create, find, problems
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.positions import locate
from aliquot.games.rulebook import RuleBook, Rules
from aliquot.games.sum import Sum
from tests.plugins import plugins


class Odd(DividersDuel):
    """A stranger's duel, with a sign of its own."""

    __slots__ = ()
    slug, title, sign, parameter = "odd-duel", "Odd Duel", ":", "height"


class Ring(PoolDuel):
    """A stranger's pool, whose parameter has another name."""

    __slots__ = ()
    slug, title, parameter = "ring", "Ring", "circle"


class Thief(DividersDuel):
    __slots__ = ()


class Nameless(RuleBook[Any, Any]):
    __slots__ = ()


BOOKS = {"ring": Ring, "odd": Odd, "thief": Thief, "nameless": Nameless, "seven": 7}


@pytest.fixture
def installed() -> Iterator[None]:
    """A machine on which other packages name these as games."""
    with plugins(games={**BOOKS, "broken": None}):
        yield


def test_a_strangers_book_is_found_listed_and_set_up(installed: None) -> None:
    assert list(books())[-1] == "odd-duel"
    assert find("odd-duel") is find("odd") is book_of("odd-duel(height=12)") is Odd
    game = create("odd-duel", height=12)
    assert game.id == "odd-duel(height=12)"
    assert create(game.id) == game
    assert locate("odd-duel(height=12)", "6")[1].number == 6
    assert locate("ring", "2-50/12")[1].last == 12


def test_what_cannot_be_offered_is_named_and_left_out(installed: None) -> None:
    told = problems()
    assert len(told) == 4
    for name, why in (
        ("thief", "is taken"),
        ("nameless", "it has no"),
        ("seven", "is not a class"),
        ("broken", "Import"),
    ):
        assert any(f"The game '{name}' of another package cannot be offered: " in line and why in line for line in told)
    assert find("dividers-duel") is DividersDuel


@pytest.mark.parametrize(
    ("word", "game"),
    [
        ("pool", "divisor-duel-pool(pool=2-50)"),
        ("subtract", "divisor-duel-subtract(start=16)"),
        ("juniper", "divisor-duel-pool(pool=1-100,opening=even)"),
        ("conquer", "divide-and-conquer(start=100)"),
    ],
)
def test_a_word_that_only_one_name_has_is_enough(word: str, game: str) -> None:
    assert create(word).id == game


def test_a_word_that_several_names_have_is_asked_about() -> None:
    with pytest.raises(
        UnknownGame, match=r"^'divisor-duel' may be divisor-duel-subtract or divisor-duel-pool; say which"
    ):
        find("divisor-duel")


@pytest.mark.parametrize(
    ("members", "why"),
    [
        ((Odd(60), SubtractionDuel(16)), "Odd Duel cannot be mixed with other duels: only / and - can be told apart"),
    ],
)
def test_numbers_whose_moves_would_be_written_alike_are_not_mixed(members: tuple[Any, ...], why: str) -> None:
    with pytest.raises(InvalidParameter, match=why):
        Sum(members)


def test_a_game_that_says_nothing_of_its_looks_is_plain() -> None:
    game = create("dividers-duel", start=12)
    view = Rules.view(game, game.start())  # type: ignore[arg-type]
    assert (view.kind, view.left, view.asks, view.stuck) == ("plain", "12", "choose a move", "")
    assert [option.leaves for option in view.options] == ["6", "4", "3", "2"]
