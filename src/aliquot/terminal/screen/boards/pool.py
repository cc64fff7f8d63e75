"""The board of the pool: every number in its place, what can be picked lit, what is taken struck out."""

from typing import Any

from textual.app import ComposeResult

from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.grid import CHOOSABLE, NOTHING, Cell, Cells, Grid, Tone
from aliquot.terminal.screen.players import SIGNS
from aliquot.terminal.screen.scene import Scene

_COLUMNS = (20, 10, 5, 2, 1)
"""How many numbers a row may have: so many that multiples stand below one another."""
_FEW = 120
"""A pool of at most so many numbers is set ten to the row."""
_WIDEST = 12


class PoolCells(Cells):
    """The cells of a pool, made when they are looked at: there may be a million."""

    def __init__(self, scene: Scene, game: PoolDuel, columns: int) -> None:
        """Looks at a scene.

        Args:
            scene: What is shown.
            game: The game, which knows its pool.
            columns: How many cells a row has; as many blanks come first as put every number in its column.
        """
        self._scene, self._game = scene, game
        self._blanks = (game.low - 1) % columns
        self._current = scene.position.picks[-1] if scene.position.picks else None
        pairs = scene.study.pairs if scene.study is not None else ()
        self._partner = {number: partner for a, b in pairs for number, partner in ((a, b), (b, a))}

    def __len__(self) -> int:
        """The numbers and the blanks before them."""
        return self._blanks + self._game.high - self._game.low + 1

    def make(self, place: int) -> Cell:
        """A number, or a blank before the first."""
        number = self._game.low + place - self._blanks
        return NOTHING if number < self._game.low else self._cell(number)

    def place_of(self, number: int) -> int | None:
        """Where a number stands."""
        return number - self._game.low + self._blanks if self._game.low <= number <= self._game.high else None

    def _cell(self, number: int) -> Cell:
        label, study = str(number), self._scene.study
        if number in self._scene.takers:
            turn, seat = self._scene.takers[number]
            tone = Tone.CURRENT if number == self._current else Tone.ONE if seat == 1 else Tone.TWO
            return Cell(number, label, tone, f"{SIGNS[seat]}{turn}")
        partner = f"–{self._partner[number]}" if number in self._partner else ""
        if not self._game.is_legal(self._scene.position, number):
            return Cell(number, label, Tone.QUIET, partner)
        if study is None:
            return Cell(number, label, Tone.KEY, "•")
        wins = number in study.winning
        return Cell(number, f"{label} {'W' if wins else 'L'}", Tone.WIN if wins else Tone.LOSS, partner)


class PoolBoard(Board):
    """The pool, ten numbers to the row where they fit."""

    def compose(self) -> ComposeResult:
        """The grid."""
        yield Grid(id="grid")

    def on_resize(self) -> None:
        """Lays the pool out anew."""
        self.watch_scene(self.scene)

    def show(self, scene: Scene) -> None:
        """Shows another moment."""
        if not isinstance(scene.game, PoolDuel):
            return
        grid, game = self.query_one(Grid), scene.game
        room, needed = max(1, self.size.width - 3), len(str(game.high)) + 2
        count = game.high - game.low + 1
        fitting = [columns for columns in _COLUMNS if columns * (needed + grid.gap) <= room]
        columns = next((n for n in fitting if n <= 10 or count > _FEW), 1)
        grid.set_reactive(Grid.columns, columns)
        grid.set_reactive(Grid.breadth, max(needed, min(_WIDEST, room // columns - grid.gap)))
        grid.set_reactive(Grid.depth, self._depth(-(-game.high // columns) - (game.low - 1) // columns, scene))
        grid.cells = PoolCells(scene, game, columns)
        if grid.cells[grid.cursor].tone not in CHOOSABLE and (legal := game.legal_moves(scene.position)):
            # Nothing near the cursor can be picked, so what can is few, and may be far away.
            self.point(min(legal, key=lambda number: abs(number - game.low - grid.cursor)))

    def _depth(self, rows: int, scene: Scene) -> int:
        """How many lines a number has: with air if there is room, alone if only so the whole pool is seen."""
        height = self.content_size.height
        if rows * 3 <= height + 1:
            return 3
        return 1 if rows * 2 > height >= rows and scene.study is None else 2

    def point(self, move: Any) -> None:
        """Moves the cursor to a number."""
        grid = self.query_one(Grid)
        if isinstance(grid.cells, PoolCells) and (place := grid.cells.place_of(move)) is not None:
            grid.cursor = place
