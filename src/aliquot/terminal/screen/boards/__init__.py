"""Boards: one for a number, one for several, one for a pool, and a plain one for any other view."""

from aliquot.core.view import NumbersView, PoolView, View
from aliquot.terminal.screen.boards.board import Board, BoardState, PlainBoard
from aliquot.terminal.screen.boards.number import NumberBoard, SumBoard
from aliquot.terminal.screen.boards.pool import PoolBoard


def board_of(state: BoardState) -> Board:
    """Return the board for a state."""
    board = _kind_of(state.view)()
    board.set_reactive(Board.state, state)
    return board


def _kind_of(view: View) -> type[Board]:
    match view:
        case NumbersView(heaps=(_,)):
            return NumberBoard
        case NumbersView():
            return SumBoard
        case PoolView():
            return PoolBoard
    return PlainBoard
