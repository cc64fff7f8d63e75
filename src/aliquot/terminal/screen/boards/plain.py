"""The plain board: a position as text and its moves as keys, for games that look like nothing else here."""

from textual.app import ComposeResult
from textual.widgets import Static

from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.grid import Grid
from aliquot.terminal.screen.boards.number import Keys, show_keys


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
        show_keys(self.query_one(Grid), Keys(state.view.options, state.study))
