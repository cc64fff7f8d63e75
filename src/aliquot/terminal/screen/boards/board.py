"""The state a board shows, the base class of boards, moves as cells, and the plain board for other views."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from textual.app import ComposeResult
from textual.containers import Container
from textual.reactive import reactive
from textual.widgets import Static

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.view import NumbersView, Options, View
from aliquot.reports.study import Study
from aliquot.terminal.screen.base import is_closing
from aliquot.terminal.screen.boards.grid import CHOOSABLE, Cell, CellKind, Grid, LazyCells


@dataclass(frozen=True, slots=True)
class BoardState:
    """A position with the way to it and, where it is shown, the study of it."""

    view: View
    path: tuple[tuple[int, ...], ...] = ()
    """The numbers from the start to now, in a game of numbers."""
    is_open: bool = False
    """Whether a person may choose a move now."""
    study: Study | None = None
    """The study, while it is shown."""
    conceals: bool = False
    """Whether the prime factors are hidden, because finding them is the exercise."""

    @classmethod
    def at(cls, game: AnyGame, positions: Sequence[Any], **options: Any) -> "BoardState":
        """Return the state at the last of some successive positions."""
        view = game.view(positions[-1])
        path: tuple[tuple[int, ...], ...] = ()
        if isinstance(view, NumbersView):
            views = (game.view(p) for p in positions)
            # Each once: a swap moves nothing on the board.
            path = tuple(n for n, _ in groupby(v.numbers for v in views if isinstance(v, NumbersView)))
        return cls(view, path, **options)

    @classmethod
    def of(cls, match: Match[Any, Any], upto: int | None = None, **options: Any) -> "BoardState":
        """Return the state after so many turns of a match, by default all of them."""
        turns = match.turns[:upto]
        return cls.at(match.game, [match.game.start(), *(t.after for t in turns if t.after is not None)], **options)


class Board(Container):
    """A widget that shows a state; it never decides whether a move is legal."""

    DEFAULT_CSS = """
    Board { height: 1fr; width: 1fr; padding: 1 1 0 1; }
    """

    state: reactive[BoardState | None] = reactive(None, always_update=True)
    """The state to show."""

    def on_mount(self) -> None:
        """Show the state that was set before the board was mounted."""
        if self.state is not None and not is_closing(self):
            self.show(self.state)

    def watch_state(self, state: BoardState | None) -> None:
        """Show a new state."""
        if state is not None and self.is_mounted and not is_closing(self):
            self.show(state)

    def show(self, state: BoardState) -> None:
        """Show a state; implemented by each kind of board."""
        raise NotImplementedError

    def highlight(self, move: Any) -> None:
        """Move the cursor to a move, if it is on the board."""
        for grid in self.query(Grid):
            if grid.highlight(move):
                grid.focus()
                return

    @property
    def highlighted(self) -> Any:
        """The move under the cursor of the grid that has the focus, or None."""
        cells = [grid.cells[grid.cursor] for grid in self._grids if grid.cells]
        return cells[0].move if cells and cells[0].kind in CHOOSABLE else None

    def choose(self) -> None:
        """Choose the move under the cursor of the grid that has the focus."""
        for grid in self._grids:
            grid.choose()

    @property
    def _grids(self) -> list[Grid]:
        """The grid that has the focus, or the first visible one."""
        grids = [grid for grid in self.query(Grid) if grid.display]
        return [grid for grid in grids if grid.has_focus] or grids[:1]


class MoveCells(LazyCells):
    """Moves as cells, made on access: a number may have a hundred thousand divisors."""

    def __init__(self, options: Options, study: Study | None = None, *, show_result: bool = False) -> None:
        """Make cells of moves.

        Args:
            options: The moves.
            study: The verdict that marks each move W or L, if it is shown.
            show_result: Whether to show the number each move leaves, as in 12→5.
        """
        self.options = options
        self._study, self._show_result = study, show_result

    def __len__(self) -> int:
        """Return the number of moves."""
        return len(self.options)

    def make(self, index: int) -> Cell:
        """Return the cell of a move, with its letter if there is a study."""
        option = self.options[index]
        if self._study is None:
            return Cell(option.move, option.label)
        wins = self._study.wins_by(option.move)
        label = f"{option.label}→{option.value}" if self._show_result and option.value is not None else option.label
        return Cell(option.move, f"{label} {'W' if wins else 'L'}", CellKind.WIN if wins else CellKind.LOSS)


def show_moves(grid: Grid, cells: MoveCells) -> None:
    """Put moves into a grid; the cursor goes to the first one, unless they are the same moves as before."""
    if not isinstance(grid.cells, MoveCells) or cells.options.moves != grid.cells.options.moves:
        grid.set_reactive(Grid.cursor, 0)
    grid.spaced = True
    grid.cells = cells


class PlainBoard(Board):
    """The position as text and its moves, for views without a board of their own."""

    DEFAULT_CSS = """
    PlainBoard { layout: vertical; }
    PlainBoard > #position { height: auto; max-height: 40%; color: $accent; text-style: bold; margin: 0 0 1 0; }
    """

    def compose(self) -> ComposeResult:
        """Yield the position and the moves below it."""
        yield Static("", id="position", markup=False)
        yield Grid(id="grid")

    def show(self, state: BoardState) -> None:
        """Show a state."""
        self.query_one("#position", Static).update(state.view.summary)
        show_moves(self.query_one(Grid), MoveCells(state.view.options, state.study))
