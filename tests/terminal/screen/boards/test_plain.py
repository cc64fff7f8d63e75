"""The plain board: a game of somebody else's, of which nothing is known but its view, played as any other."""

import pytest

from aliquot.games import create, registry
from aliquot.play.setup import Setup
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import PlainBoard
from aliquot.terminal.screen.boards.grid import Grid
from tests.games.matches import Matches

from ..conftest import Drive, Driver, saved
from ..host import played, shown, staged


@pytest.fixture(autouse=True)
def installed(monkeypatch: pytest.MonkeyPatch) -> None:
    """Offers the game as if its package were installed."""
    monkeypatch.setattr(registry, "_other_books", lambda: ({"matches": Matches}, ()))


@staged
async def test_a_view_of_no_known_kind_gets_the_plain_board() -> None:
    match = played("matches(start=7)")
    board = board_of(BoardState.of(match, is_open=True))
    assert isinstance(board, PlainBoard)
    async with shown(board) as stage:
        assert [cell.label for cell in board.query_one(Grid).cells] == ["-1", "-2", "-3"]
        assert "7" in stage.lines[1].split()
        match.play(3)
        board.state = BoardState.of(match, is_open=True)
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
        await screen.sees("Review this game")

    drive(script, AliquotApp(Setup(create("matches(start=9)"), ("perfect", "random"), ("One", "Two"))))
    assert saved()[0].outcome is not None
    assert saved()[0].outcome.winner == 1  # type: ignore[union-attr]
