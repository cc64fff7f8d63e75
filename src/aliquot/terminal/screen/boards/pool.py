"""The board of a pool: legal picks are highlighted, numbers already picked are struck out."""

from string import ascii_letters
from typing import Any

from textual.app import ComposeResult

from aliquot.core.view import PoolView
from aliquot.reports.study import Study
from aliquot.terminal.screen.boards.board import Board, BoardState
from aliquot.terminal.screen.boards.grid import CHOOSABLE, EMPTY_CELL, HUES, Cell, CellKind, Grid, LazyCells
from aliquot.terminal.screen.match_widgets import SIGNS

_COLUMNS = (20, 10, 5, 2, 1)
"""Possible numbers of columns; with these, multiples are in the same column."""
_FEW = 120
"""A pool of at most so many numbers has at most ten columns."""
_WIDEST = 12
"""The most columns of text a cell takes."""


class PoolCells(LazyCells):
    """The cells of a pool, made on access: there may be a million."""

    def __init__(self, pool: PoolView, study: Study | None, columns: int, width: int = _WIDEST) -> None:
        """Make the cells of a pool.

        Args:
            pool: The pool.
            study: The verdict that gives partners and letters, if it is shown.
            columns: The cells in a row; blanks come first, so that every number is in its column.
            width: The width of a cell.
        """
        self._pool, self._study, self._width = pool, study, width
        self._blanks = (pool.low - 1) % columns
        pairs = study.pairs if study else ()
        self._partner = {
            number: (index, partner) for index, (a, b) in enumerate(pairs) for number, partner in ((a, b), (b, a))
        }

    def __len__(self) -> int:
        """Return the count of the numbers and of the blanks before them."""
        return self._blanks + self._pool.high - self._pool.low + 1

    def make(self, index: int) -> Cell:
        """Return the cell of a number, or a blank before the first."""
        number = self._pool.low + index - self._blanks
        return EMPTY_CELL if number < self._pool.low else self._cell(number)

    def index_of(self, number: int) -> int | None:
        """Return the index of a number, or None."""
        return number - self._pool.low + self._blanks if self._pool.low <= number <= self._pool.high else None

    def _cell(self, number: int) -> Cell:
        label, study = str(number), self._study
        if (taker := self._pool.taker(number)) is not None:
            turn, seat = taker
            kind = CellKind.CURRENT if number == self._pool.current else CellKind.ONE if seat == 1 else CellKind.TWO
            return Cell(number, label, kind, f"{SIGNS[seat]}{turn}")
        note, hue = self._note(number)
        if number not in self._pool.options.moves:
            return Cell(number, label, CellKind.UNAVAILABLE, note, hue)
        if study is None:
            return Cell(number, label, CellKind.MOVE, "•")
        wins = study.wins_by(number)
        return Cell(number, f"{label} {'W' if wins else 'L'}", CellKind.WIN if wins else CellKind.LOSS, note, hue)

    def _note(self, number: int) -> tuple[str, int | None]:
        """Return the letter a number shares with its partner, the partner if there is room, and their colour."""
        if number not in self._partner:
            return "", None
        index, partner = self._partner[number]
        letter = pair_letter(index)
        fits = len(letter) + 1 + len(str(self._pool.high)) <= self._width
        return f"{letter} {partner}" if fits else letter, index % HUES


def pair_letter(index: int) -> str:
    """Return the letter of a pair, counted from 0.

    >>> [pair_letter(index) for index in (0, 25, 26, 51, 52)]
    ['a', 'z', 'A', 'Z', 'aa']
    """
    letters = ascii_letters
    return letters[index] if index < len(letters) else pair_letter(index // len(letters) - 1) + letters[index % 52]


class PoolBoard(Board):
    """The numbers of a pool in columns, ten to a row if they fit."""

    def compose(self) -> ComposeResult:
        """Yield the grid."""
        yield Grid(id="grid")

    def on_resize(self) -> None:
        """Lay out the pool for the new size."""
        self.watch_state(self.state)

    def show(self, state: BoardState) -> None:
        """Show a state."""
        pool = state.view
        if not isinstance(pool, PoolView):
            return
        grid = self.query_one(Grid)
        room, needed = max(1, self.size.width - 3), len(str(pool.high)) + 2
        count = pool.high - pool.low + 1
        fitting = [columns for columns in _COLUMNS if columns * (needed + grid.gap) <= room]
        columns = next((n for n in fitting if n <= 10 or count > _FEW), 1)
        grid.set_reactive(Grid.columns, columns)
        grid.set_reactive(Grid.fixed_width, max(needed, min(_WIDEST, room // columns - grid.gap)))
        grid.set_reactive(
            Grid.cell_height, self._cell_height(-(-pool.high // columns) - (pool.low - 1) // columns, state)
        )
        grid.cells = PoolCells(pool, state.study, columns, grid.fixed_width)
        if grid.cells[grid.cursor].kind not in CHOOSABLE and (legal := pool.options.moves):
            # There is no legal pick near the cursor, so there are few, and they may be far away.
            self.highlight(min(legal, key=lambda number: abs(number - pool.low - grid.cursor)))

    def _cell_height(self, rows: int, state: BoardState) -> int:
        """Return the lines of a cell: as many as fit, or one if only then the whole pool is visible."""
        height = self.content_size.height
        for lines in (5, 4, 3):
            if rows * lines <= height + lines - 2:
                return lines
        return 1 if rows * 2 > height >= rows and state.study is None else 2

    def highlight(self, move: Any) -> None:
        """Move the cursor to a number."""
        grid = self.query_one(Grid)
        if isinstance(grid.cells, PoolCells) and (index := grid.cells.index_of(move)) is not None:
            grid.cursor = index
