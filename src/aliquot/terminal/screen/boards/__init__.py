"""The boards: one for a number, one for several, one for the pool."""

from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.sum import Sum
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.number import NumberBoard
from aliquot.terminal.screen.boards.pool import PoolBoard
from aliquot.terminal.screen.boards.sum import SumBoard
from aliquot.terminal.screen.scene import Scene


def board_of(scene: Scene) -> Board:
    """The board a scene is shown on."""
    kind = SumBoard if isinstance(scene.game, Sum) else PoolBoard if isinstance(scene.game, PoolDuel) else NumberBoard
    board = kind()
    board.set_reactive(Board.scene, scene)
    return board
