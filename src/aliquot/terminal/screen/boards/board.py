"""What every board is: a widget that is given a state and tells what is chosen on it."""

from typing import Any

from textual.containers import Container
from textual.reactive import reactive

from aliquot.terminal.screen.base import is_leaving
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards.grid import CHOOSABLE, Grid


class Board(Container):
    """Shows a state. It decides nothing: whether a move is legal is the game's affair."""

    DEFAULT_CSS = """
    Board { height: 1fr; width: 1fr; padding: 1 1 0 1; }
    """

    state: reactive[BoardState | None] = reactive(None, always_update=True)
    """What to show."""

    def on_mount(self) -> None:
        """Shows what was given before there was anything to show it with."""
        if self.state is not None and not is_leaving(self):
            self.show(self.state)

    def watch_state(self, state: BoardState | None) -> None:
        """Shows another moment."""
        if state is not None and self.is_mounted and not is_leaving(self):
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
