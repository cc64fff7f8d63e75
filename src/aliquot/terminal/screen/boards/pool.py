"""The board of the pool: every number in its place, what can be picked lit, what is taken struck out."""

from string import ascii_letters
from typing import Any

from textual.app import ComposeResult

from aliquot.core.view import PoolView
from aliquot.reports.study import Study
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.grid import CHOOSABLE, EMPTY_CELL, HUES, Cell, CellKind, Cells, Grid
from aliquot.terminal.screen.match_widgets import SIGNS

_COLUMNS = (20, 10, 5, 2, 1)
"""How many numbers a row may have: so many that multiples stand below one another."""
_FEW = 120
"""A pool of at most so many numbers is set ten to the row."""
_WIDEST = 12


class PoolCells(Cells):
    """The cells of a pool, made when they are looked at: there may be a million."""

    def __init__(self, pool: PoolView, study: Study | None, columns: int, breadth: int = _WIDEST) -> None:
        """Looks at a pool.

        Args:
            pool: What is shown.
            study: Where partners and letters come from, if the oracle has spoken.
            columns: How many cells a row has; as many blanks come first as put every number in its column.
            breadth: How wide a cell is.
        """
        self._pool, self._study, self._breadth = pool, study, breadth
        self._blanks = (pool.low - 1) % columns
        pairs = study.pairs if study else ()
        self._partner = {
            number: (place, partner) for place, (a, b) in enumerate(pairs) for number, partner in ((a, b), (b, a))
        }
        self._alone = frozenset(study.alone if study else ())

    def __len__(self) -> int:
        """The numbers and the blanks before them."""
        return self._blanks + self._pool.high - self._pool.low + 1

    def make(self, place: int) -> Cell:
        """A number, or a blank before the first."""
        number = self._pool.low + place - self._blanks
        return EMPTY_CELL if number < self._pool.low else self._cell(number)

    def place_of(self, number: int) -> int | None:
        """Where a number stands."""
        return number - self._pool.low + self._blanks if self._pool.low <= number <= self._pool.high else None

    def _cell(self, number: int) -> Cell:
        label, study = str(number), self._study
        if (taker := self._pool.taker(number)) is not None:
            turn, seat = taker
            tone = CellKind.CURRENT if number == self._pool.current else CellKind.ONE if seat == 1 else CellKind.TWO
            return Cell(number, label, tone, f"{SIGNS[seat]}{turn}")
        note, hue = self._note(number)
        if number not in self._pool.options.moves:
            return Cell(number, label, CellKind.QUIET, note, hue)
        if study is None:
            return Cell(number, label, CellKind.KEY, "•")
        wins = study.wins_by(number)
        return Cell(number, f"{label} {'W' if wins else 'L'}", CellKind.WIN if wins else CellKind.LOSS, note, hue)

    def _note(self, number: int) -> tuple[str, int | None]:
        """The letter a number shares with its partner, the partner's name where it fits, and their colour."""
        if number in self._alone:
            return next(word for word in ("alone", "∅") if len(word) <= self._breadth), None
        if number not in self._partner:
            return "", None
        place, partner = self._partner[number]
        letter = pair_letter(place)
        fits = len(letter) + 1 + len(str(self._pool.high)) <= self._breadth
        return f"{letter} {partner}" if fits else letter, place % HUES


def pair_letter(place: int) -> str:
    """What two partners have in common, counted from 0.

    >>> [pair_letter(place) for place in (0, 25, 26, 51, 52)]
    ['a', 'z', 'A', 'Z', 'aa']
    """
    letters = ascii_letters
    return letters[place] if place < len(letters) else pair_letter(place // len(letters) - 1) + letters[place % 52]


class PoolBoard(Board):
    """The pool, ten numbers to the row where they fit."""

    def compose(self) -> ComposeResult:
        """The grid."""
        yield Grid(id="grid")

    def on_resize(self) -> None:
        """Lays the pool out anew."""
        self.watch_state(self.state)

    def show(self, state: BoardState) -> None:
        """Shows another moment."""
        pool = state.view
        if not isinstance(pool, PoolView):
            return
        grid = self.query_one(Grid)
        room, needed = max(1, self.size.width - 3), len(str(pool.high)) + 2
        count = pool.high - pool.low + 1
        fitting = [columns for columns in _COLUMNS if columns * (needed + grid.gap) <= room]
        columns = next((n for n in fitting if n <= 10 or count > _FEW), 1)
        grid.set_reactive(Grid.columns, columns)
        grid.set_reactive(Grid.breadth, max(needed, min(_WIDEST, room // columns - grid.gap)))
        grid.set_reactive(Grid.depth, self._depth(-(-pool.high // columns) - (pool.low - 1) // columns, state))
        grid.cells = PoolCells(pool, state.study, columns, grid.breadth)
        if grid.cells[grid.cursor].tone not in CHOOSABLE and (legal := pool.options.moves):
            # Nothing near the cursor can be picked, so what can is few, and may be far away.
            self.point(min(legal, key=lambda number: abs(number - pool.low - grid.cursor)))

    def _depth(self, rows: int, state: BoardState) -> int:
        """How many lines a number has: with air if there is room, alone if only so the whole pool is seen."""
        height = self.content_size.height
        for depth in (5, 4, 3):
            if rows * depth <= height + depth - 2:
                return depth
        return 1 if rows * 2 > height >= rows and state.study is None else 2

    def point(self, move: Any) -> None:
        """Moves the cursor to a number."""
        grid = self.query_one(Grid)
        if isinstance(grid.cells, PoolCells) and (place := grid.cells.place_of(move)) is not None:
            grid.cursor = place
