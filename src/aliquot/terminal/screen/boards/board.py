"""The base class of boards, moves as cells of a grid, and the plain board for games without one of their own."""

from typing import Any

from textual.app import ComposeResult
from textual.containers import Container
from textual.reactive import reactive
from textual.widgets import Static

from aliquot.core.view import Options
from aliquot.reports.study import Study
from aliquot.terminal.screen.base import is_closing
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards.grid import CHOOSABLE, Cell, CellKind, Cells, Grid


class Board(Container):
    """Shows a state. It decides nothing: whether a move is legal is the game's affair."""

    DEFAULT_CSS = """
    Board { height: 1fr; width: 1fr; padding: 1 1 0 1; }
    """

    state: reactive[BoardState | None] = reactive(None, always_update=True)
    """What to show."""

    def on_mount(self) -> None:
        """Shows what was given before there was anything to show it with."""
        if self.state is not None and not is_closing(self):
            self.show(self.state)

    def watch_state(self, state: BoardState | None) -> None:
        """Shows another moment."""
        if state is not None and self.is_mounted and not is_closing(self):
            self.show(state)

    def show(self, state: BoardState) -> None:
        """Shows a state; each kind of board in its own way."""
        raise NotImplementedError

    def point(self, move: Any) -> None:
        """Moves the cursor to a move, if it is on the board."""
        for grid in self.query(Grid):
            if grid.point(move):
                grid.focus()
                return

    @property
    def pointed(self) -> Any:
        """The move the cursor is on, in the grid that has the focus; None if nothing can be chosen there."""
        cells = [grid.cells[grid.cursor] for grid in self._grids if grid.cells]
        return cells[0].move if cells and cells[0].tone in CHOOSABLE else None

    def choose(self) -> None:
        """Chooses what the cursor is on, in the grid that has the focus."""
        for grid in self._grids:
            grid.choose()

    @property
    def _grids(self) -> list[Grid]:
        """The grid that has the focus, or else the first that is shown."""
        grids = [grid for grid in self.query(Grid) if grid.display]
        return [grid for grid in grids if grid.has_focus] or grids[:1]


class MoveCells(Cells):
    """Moves as cells to choose from, made when they are looked at: a number may have a hundred thousand divisors."""

    def __init__(self, options: Options, study: Study | None = None, *, leads: bool = False) -> None:
        """Looks at moves.

        Args:
            options: What can be chosen.
            study: Where each gets its letter from, if the oracle has spoken.
            leads: Whether the letter stands behind the number that is left, as it does in a lattice beside the keys.
        """
        self.options = options
        self._study, self._leads = study, leads

    def __len__(self) -> int:
        """As many as there are moves."""
        return len(self.options)

    def make(self, place: int) -> Cell:
        """A move, with its letter if the oracle has spoken."""
        option = self.options[place]
        if self._study is None:
            return Cell(option.move, option.label)
        wins = self._study.wins_by(option.move)
        label = f"{option.label}→{option.value}" if self._leads and option.value is not None else option.label
        return Cell(option.move, f"{label} {'W' if wins else 'L'}", CellKind.WIN if wins else CellKind.LOSS)


def show_moves(grid: Grid, keys: MoveCells) -> None:
    """Puts keys into a grid; the cursor stays where it is only if they are the keys of the same moves."""
    if not isinstance(grid.cells, MoveCells) or keys.options.moves != grid.cells.options.moves:
        grid.set_reactive(Grid.cursor, 0)
    grid.airy = True
    grid.cells = keys


class PlainBoard(Board):
    """What lies there, and what can be done."""

    DEFAULT_CSS = """
    PlainBoard { layout: vertical; }
    PlainBoard > #position { height: auto; max-height: 40%; color: $accent; text-style: bold; margin: 0 0 1 0; }
    """

    def compose(self) -> ComposeResult:
        """The position, and the moves below it."""
        yield Static("", id="position", markup=False)
        yield Grid(id="grid")

    def show(self, state: BoardState) -> None:
        """Shows another moment."""
        self.query_one("#position", Static).update(state.view.left)
        show_moves(self.query_one(Grid), MoveCells(state.view.options, state.study))
