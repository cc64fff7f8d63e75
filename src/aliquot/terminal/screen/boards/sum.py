"""The board of a sum: the numbers side by side, each with its own moves."""

from textual.app import ComposeResult
from textual.containers import HorizontalScroll, Vertical
from textual.widgets import Static

from aliquot.core import view
from aliquot.core.view import NumbersView
from aliquot.terminal.screen.board_state import BoardState, Study
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.grid import Grid
from aliquot.terminal.screen.boards.number import Figure, Keys, show_keys

_NARROWEST, _WIDEST = 26, 44
"""How many columns a number has: room for the longest divisor and its letter, and no more than looks well."""


class Heap(Vertical):
    """One of the numbers."""

    DEFAULT_CSS = """
    Heap { padding: 0 1; border: round $panel; border-title-color: $faint; }
    Heap:focus-within { border: round $primary; border-title-color: $primary; }
    Heap .heap--rest { color: $faint; margin: 1 0 0 0; height: auto; }
    Heap Grid { margin: 1 0 0 0; }
    """

    def __init__(self, rule: str) -> None:
        """Keeps a place for a number, under the name of its duel where the numbers follow different ones."""
        super().__init__()
        self.border_title = rule or None

    def compose(self) -> ComposeResult:
        """The number, its keys, and what is said where there are none."""
        yield Figure()
        yield Grid()
        yield Static("", classes="heap--rest")

    def show(self, heap: view.Heap, study: Study | None) -> None:
        """Shows a number."""
        grid, rest = self.query_one(Grid), self.query_one(".heap--rest", Static)
        self.query_one(Figure).show(heap.number)
        show_keys(grid, Keys(heap.options, study))
        grid.display = bool(heap.options)
        rest.display = not grid.display
        rest.update("the same as before: choose there" if heap.twin and heap.divisors else "nothing to do here")


class SumBoard(Board):
    """Several numbers, as many side by side as fit, the others a scroll away."""

    DEFAULT_CSS = """
    SumBoard HorizontalScroll { height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        """A place for each number."""
        shown = self.state.view if self.state is not None else None
        if isinstance(shown, NumbersView):
            with HorizontalScroll(can_focus=False):
                for heap in shown.heaps:
                    yield Heap("" if shown.is_uniform else heap.rule)

    def on_resize(self) -> None:
        """Shares the room out."""
        heaps = self.query(Heap)
        for heap in heaps:
            heap.styles.width = min(max(self.size.width // len(heaps), _NARROWEST), _WIDEST)

    def show(self, state: BoardState) -> None:
        """Shows another moment."""
        if isinstance(state.view, NumbersView):
            for place, heap in zip(self.query(Heap), state.view.heaps, strict=True):
                place.show(heap, state.study)
