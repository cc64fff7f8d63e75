"""Addresses of positions: what an address means, and that it means the same when it is followed."""

import re
from collections.abc import Hashable, Iterator, Sequence
from typing import Any, Self
from urllib.parse import parse_qs, unquote, urlsplit

import pytest

from aliquot.core.errors import AliquotError
from aliquot.core.outcome import Seat
from aliquot.games import create, flags
from aliquot.games.dividers_duel import DividersDuel
from aliquot.games.rulebook import RuleBook
from aliquot.oracle import solve
from aliquot.web.site.explore import PositionAddress, address_of, explore_position
from tests.plugins import plugins

STARTS = (
    PositionAddress("dividers-duel", "60"),
    PositionAddress("factor-duel", "60,84"),
    PositionAddress("divisor-duel-subtract", "16", variants=("misere",)),
    PositionAddress("divisor-duel-pool", "1-12", "even"),
    PositionAddress("juniper-green", "1-100/12,6"),
    PositionAddress("dividers-duel", "24", variants=("swap",)),
    PositionAddress("dividers-duel", "6,10", variants=("misere", "swap")),
    PositionAddress("divisor-duel-pool", "1-6", variants=("swap",)),
    PositionAddress("sum(dividers-duel:12+divisor-duel-subtract:8)"),
    PositionAddress("dividers-duel(start=30,misere,swap)"),
    PositionAddress("divide-and-conquer"),
)


def followed(path: str) -> PositionAddress:
    """The address that a server sees when somebody follows an address."""
    parts = urlsplit(path)
    query = {name: values[0] for name, values in parse_qs(parts.query).items()}
    _, _, name, *rest = unquote(parts.path).split("/", 3)
    return PositionAddress(
        name,
        "".join(rest) or query.get("position", ""),
        query.get("opening", ""),
        tuple(slug for slug in flags() if query.get(slug) == "1"),
        query.get("start", ""),
    )


@pytest.mark.parametrize("address", STARTS, ids=lambda address: address.path)
def test_every_position_that_can_be_reached_has_an_address_that_leads_back_to_it(address: PositionAddress) -> None:
    game, position = address.locate()
    waiting, seen = [position], set[object]()
    while waiting and len(seen) < 300:
        p = waiting.pop()
        if game.key(p) in seen:
            continue
        seen.add(game.key(p))
        for other in (address.at(game, p), address_of(game, p)):
            assert re.fullmatch(r"/explore/[!-~]+", other.path)
            found, at = followed(other.path).locate()
            assert (found.text(at), found.title) == (game.text(p), game.title)
            assert [found.spell(at, move) for move in found.legal_moves(at)] == [
                game.spell(p, move) for move in game.legal_moves(p)
            ]
        waiting += [game.child(p, move) for move in game.legal_moves(p)]
    assert len(seen) > 3


class Odd(DividersDuel):
    """A stranger's duel, with a sign and a parameter of its own."""

    __slots__ = ()
    slug, title, sign, parameter = "odd-duel", "Odd Duel", ":", "height"


class Steps(RuleBook[int, int]):
    """A stranger's game with a plain board: climb one step or two, and be the last."""

    __slots__ = ("height",)
    slug, title, tagline, penalty = "steps", "Steps", "Climb one step or two.", "retry"
    parameter, example, bounds = "height", "5", "a number of steps"

    def __init__(self, height: int) -> None:
        self.height = height

    @classmethod
    def from_value(cls, value: object) -> Self:
        return cls(int(str(value)))

    @property
    def value(self) -> str:
        return str(self.height)

    @property
    def max_length(self) -> int:
        return self.height

    def start(self) -> int:
        return 0

    def seat(self, p: int) -> Seat:
        return 1

    def legal_moves(self, p: int) -> Sequence[int]:
        return range(1, min(2, self.height - p) + 1)

    def is_legal(self, p: int, move: int) -> bool:
        return move in self.legal_moves(p)

    def is_over(self, p: int) -> bool:
        return p == self.height

    def child(self, p: int, move: int) -> int:
        return p + move

    def objection(self, p: int, move: Any) -> str:
        return f"Nobody climbs {move} steps."

    def key(self, p: int) -> Hashable:
        return p

    def text(self, p: int) -> str:
        return f"{p}/of/{self.height}"

    def position(self, text: str) -> int:
        return int(text.partition("/")[0])

    def spell(self, p: int, move: int) -> str:
        return f"+{move}"

    def parse(self, p: int, text: str) -> int:
        return int(text)


@pytest.fixture
def installed() -> Iterator[None]:
    """A machine on which another package names these as games."""
    with plugins(games={"odd": Odd, "steps": Steps}):
        yield


@pytest.mark.parametrize("name", ["odd-duel", "odd-duel(height=720)", "steps", "steps(height=9)"])
def test_the_games_of_strangers_are_walked_through_like_ours(installed: None, name: str) -> None:
    address = PositionAddress(name)
    while (page := explore_position(address)).moves:
        game, position = address.locate()
        winning = {game.spell(position, move) for move in solve(game, position).winning_moves}
        assert {move.text for move in page.moves if move.wins} == winning
        address = followed(page.moves[-1].href)
    assert page.is_over
    assert page.study.wins is False


def test_addresses_are_short() -> None:
    assert PositionAddress("dividers-duel", "60").path == "/explore/dividers-duel/60"
    assert PositionAddress("factor-duel", "60,84").path == "/explore/factor-duel/60,84"
    assert PositionAddress("juniper-green", "1-100/12,6").path == "/explore/juniper-green/1-100/12,6"
    game = create("divisor-duel-pool", pool="1-40", opening="even", misere=True)
    assert address_of(game, game.start()).path == "/explore/divisor-duel-pool/1-40?opening=even&misere=1"


def test_picks_alone_are_picks_from_the_pool_of_the_rule_book() -> None:
    game, position = PositionAddress("divisor-duel-pool", "12, 6").locate()
    assert game.text(position) == "2-50/12,6"
    game, position = PositionAddress("juniper-green", "12").locate()
    assert game.text(position) == "1-100/12"


@pytest.mark.parametrize("text", [".", "..", "a/../b", "//", "/x", "60/", "?", "#", "%2F", "<b>", "é"])
def test_texts_that_no_path_carries_survive_their_address(text: str) -> None:
    address = PositionAddress("dividers-duel", text)
    assert followed(address.path).position == text.removesuffix("/")


@pytest.mark.parametrize(
    "address",
    [
        PositionAddress("nonsense"),
        PositionAddress("x" * 301),
        PositionAddress("dividers-duel", "9" * 10_001),
        PositionAddress("dividers-duel", "60", start="60(swap"),
        PositionAddress("dividers-duel", "60", opening="even"),
        PositionAddress("divisor-duel-pool", "1-1001"),
        PositionAddress("dividers-duel", ",".join(["60"] * 9)),
        PositionAddress("dividers-duel", "61", start="60", variants=("swap",), opening="x"),
    ],
    ids=lambda address: address.name[:20] + address.position[:10],
)
def test_what_is_no_position_is_refused_in_a_sentence(address: PositionAddress) -> None:
    with pytest.raises(AliquotError) as refused:
        address.locate()
    assert str(refused.value).endswith((".", "?"))
    assert len(str(refused.value)) < 400
