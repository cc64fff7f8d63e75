"""Board states, and the plain board of a game from another package."""

import pytest

from aliquot.core.view import PoolView
from aliquot.games import create, registry
from aliquot.play.setup import Setup
from aliquot.reports.study import Study
from aliquot.terminal.screen.app import AliquotApp
from aliquot.terminal.screen.boards import board_of
from aliquot.terminal.screen.boards.board import BoardState, PlainBoard
from aliquot.terminal.screen.boards.grid import Grid
from aliquot.terminal.screen.boards.number import NumberBoard, SumBoard
from aliquot.terminal.screen.boards.pool import PoolBoard
from tests.games.matches import Matches
from tests.sentences import played

from ..conftest import Drive, Driver, saved
from ..host import shown, staged


def test_a_board_state_is_the_match_after_so_many_turns() -> None:
    match = played("dividers-duel", "2", "3", "5")
    assert BoardState.of(match).path == ((60,), (30,), (10,), (2,))
    for upto, number in enumerate((60, 30, 10, 2)):
        state = BoardState.of(match, upto)
        assert (state.view.summary, state.path[-1], len(state.path)) == (str(number), (number,), upto + 1)
    assert BoardState.of(match, 99).path == BoardState.of(match).path


def test_what_is_known_is_handed_on() -> None:
    match = played("dividers-duel", "2")
    study = Study.of(match.game, match.position)
    state = BoardState.of(match, is_open=True, study=study)
    assert (state.is_open, state.study) == (True, study)
    assert (BoardState.of(match).is_open, BoardState.of(match).study) == (False, None)
    at = BoardState.at(match.game, [match.game.start()], is_open=True)
    assert (at.is_open, at.study) == (True, None)


def test_an_illegal_choice_that_lost_changes_nothing_on_the_board() -> None:
    match = played("dividers-duel", "2", "7", penalty="forfeit")
    state = BoardState.of(match)
    assert state.path == ((60,), (30,))
    assert state.view.summary == "30"


def takers(state: BoardState) -> dict[int, tuple[int, int] | None]:
    assert isinstance(state.view, PoolView)
    return {number: state.view.taker(number) for number in state.view.turns}


def test_in_a_pool_the_takers_are_numbered_by_turn_and_seat() -> None:
    state = BoardState.of(played("divisor-duel-pool", "12", "6", "18"))
    assert takers(state) == {12: (1, 1), 6: (2, 2), 18: (3, 1)}
    assert state.path == ()


def test_after_a_swap_the_first_pick_is_the_other_players() -> None:
    match = played("divisor-duel-pool(pool=2-50,swap)", "12", "swap", "6", "18")
    assert takers(BoardState.of(match)) == {12: (1, 2), 6: (2, 1), 18: (3, 2)}
    assert takers(BoardState.of(match, 1)) == {12: (1, 1)}, "before it is swapped it is not"


@pytest.mark.parametrize(
    ("name", "moves", "path"),
    [
        ("dividers-duel(start=60,swap)", ("2", "swap", "3"), ((60,), (30,), (10,))),
        ("divisor-duel-subtract(start=16,misere,swap)", ("8", "swap", "2"), ((16,), (8,), (6,))),
        ("dividers-duel(start=12+18,swap)", ("12/2", "swap", "18/3"), ((12, 18), (6, 18), (6, 6))),
    ],
)
def test_a_swap_is_no_step_on_the_board(name: str, moves: tuple[str, ...], path: tuple[tuple[int, ...], ...]) -> None:
    match = played(name, *moves)
    state = BoardState.of(match)
    assert state.path == path
    positions = [match.game.start(), *(turn.after for turn in match.turns)]
    assert BoardState.at(match.game, positions).path == state.path


def test_positions_without_a_match_make_a_board_state_too() -> None:
    game = create("divisor-duel-pool(pool=2-50,misere)")
    positions = [game.start()]
    for pick in (12, 6, 18):
        positions.append(game.play(positions[-1], pick))
    state = BoardState.at(game, positions)
    assert takers(state) == {12: (1, 1), 6: (2, 2), 18: (3, 1)}
    assert isinstance(state.view, PoolView)
    assert state.view.current == 18


@pytest.mark.parametrize(
    ("name", "board"),
    [
        ("dividers-duel", NumberBoard),
        ("divide-and-conquer", NumberBoard),
        ("factor-duel(start=60,misere)", NumberBoard),
        ("divisor-duel-subtract(start=16,misere,swap)", NumberBoard),
        ("divisor-duel-pool", PoolBoard),
        ("divisor-duel-pool(pool=2-20,misere,swap)", PoolBoard),
        ("dividers-duel(start=12+18)", SumBoard),
        ("sum(dividers-duel:12+divisor-duel-subtract:12,misere,swap)", SumBoard),
    ],
)
def test_every_variant_is_shown_on_the_board_of_the_game_inside(name: str, board: type) -> None:
    state = BoardState.of(played(name))
    assert type(board_of(state)) is board
    assert board_of(state).state is state


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
