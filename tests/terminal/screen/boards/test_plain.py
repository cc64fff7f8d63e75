"""The plain board: a game of somebody else's, of which nothing is known but its view, played as any other."""

import sys
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

import pytest

from aliquot.core.errors import InvalidMove, InvalidPosition
from aliquot.core.game import Penalty
from aliquot.core.outcome import Seat, other
from aliquot.games import create
from aliquot.games.rulebook import RuleBook
from aliquot.play.setup import Setup
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.grid import Grid
from aliquot.terminal.screen.boards.plain import PlainBoard
from aliquot.terminal.screen.scene import Scene

from ..conftest import Drive, Driver, saved
from ..host import played, shown, staged


@dataclass(frozen=True, slots=True)
class Pile:
    """So many matches, and whose turn it is."""

    count: int
    to_move: Seat = 1


@dataclass(frozen=True, slots=True, repr=False)
class Matches(RuleBook[Pile, int]):
    """Take one, two or three matches; whoever takes the last one wins."""

    slug = "matches"
    title = "Matches"
    tagline = "Take one, two or three."
    penalty: ClassVar[Penalty] = "retry"
    parameter = "start"
    example = "5"
    bounds = "a number from 1 to 99"
    count: int

    @classmethod
    def from_value(cls, value: object) -> "Matches":
        return cls(int(str(value)))

    @property
    def value(self) -> str:
        return str(self.count)

    @property
    def options(self) -> tuple[str, ...]:
        return (f"start={self.count}",)

    @property
    def max_length(self) -> int:
        return self.count

    def start(self) -> Pile:
        return Pile(self.count)

    def seat(self, p: Pile) -> Seat:
        return p.to_move

    def legal_moves(self, p: Pile) -> Sequence[int]:
        return range(1, min(3, p.count) + 1)

    def is_legal(self, p: Pile, move: int) -> bool:
        return type(move) is int and 1 <= move <= min(3, p.count)

    def is_over(self, p: Pile) -> bool:
        return p.count == 0

    def child(self, p: Pile, move: int) -> Pile:
        return Pile(p.count - move, other(p.to_move))

    def objection(self, p: Pile, move: Any) -> str:
        return "Take one, two or three."

    def key(self, p: Pile) -> Hashable:
        return p.count

    def text(self, p: Pile) -> str:
        return str(p.count)

    def position(self, text: str) -> Pile:
        if not text.isdecimal():
            raise InvalidPosition(f"{text!r} is no number of matches.")
        return Pile(int(text))

    def spell(self, p: Pile, move: int) -> str:
        return f"-{move}"

    def parse(self, p: Pile, text: str) -> int:
        if not text.lstrip("-").isdecimal():
            raise InvalidMove(f"{text!r} is no number.")
        return int(text.lstrip("-"))


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offers the game as if its package were installed."""
    monkeypatch.setattr(sys.modules["aliquot.games"], "_others", lambda: ({"matches": Matches}, ()))


@staged
async def test_a_view_of_no_known_kind_gets_the_plain_board() -> None:
    match = played("matches(start=7)")
    board = board_of(Scene.of(match, is_open=True))
    assert isinstance(board, PlainBoard)
    async with shown(board) as stage:
        assert [cell.label for cell in board.query_one(Grid).cells] == ["-1", "-2", "-3"]
        assert "7" in stage.lines[1].split()
        match.play(3)
        board.scene = Scene.of(match, is_open=True)
        await stage.settle()
        assert "4" in stage.lines[1].split()


def test_somebody_elses_game_is_set_up_and_played_like_any_other(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("Take one, two or three.")
        await screen.click("Matches")
        await screen.sees("Against")
        await screen.press("left", "left", "left", "left", "left")  # From a computer to a person.
        await screen.press("enter")
        await screen.sees("Player 1: choose a move.")
        await screen.sees("Enter plays -1, which leaves 4")
        await screen.press("s")
        await screen.sees("1 W")
        await screen.press("enter")
        await screen.sees("Player 2: choose a move.")
        await screen.type("3")
        await screen.sees("Player 1: choose a move.")
        await screen.press("enter")
        await screen.sees("There is no move left: Player 2 cannot move. Player 1 wins!")
        await screen.press("v")
        await screen.sees("Matches: review")

    drive(script)
    (record,) = saved()
    assert (record.game, [move.text for move in record.moves]) == ("matches(start=5)", ["-1", "-3", "-1"])


def test_a_computer_plays_it_too(drive: Drive) -> None:
    async def script(screen: Driver) -> None:
        await screen.sees("to look back at it")

    drive(script, AliquotApp(Setup(create("matches(start=9)"), ("perfect", "random"), ("One", "Two"))))
    assert saved()[0].outcome is not None
    assert saved()[0].outcome.winner == 1  # type: ignore[union-attr]
