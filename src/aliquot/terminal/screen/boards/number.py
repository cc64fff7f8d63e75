"""Boards of numbers: one number with its lattice or number line, or several side by side."""

from textual.app import ComposeResult
from textual.containers import HorizontalScroll, Vertical
from textual.content import Content
from textual.reactive import reactive
from textual.widget import Widget
from textual.widgets import Digits, Static

from aliquot.arithmetic import factorise, product
from aliquot.core.view import Heap, NumbersView
from aliquot.reports.study import Study
from aliquot.terminal.screen.board_state import BoardState
from aliquot.terminal.screen.boards.board import Board, MoveCells, show_moves
from aliquot.terminal.screen.boards.grid import Grid, MoveChosen
from aliquot.terminal.screen.boards.lattice import Lattice


class NumberLine(Widget):
    """A number line; what was visited stands on it, and what can be reached below it."""

    DEFAULT_CSS = """
    NumberLine { height: 3; width: 1fr; }
    """

    path: reactive[tuple[int, ...]] = reactive(())
    """The numbers visited, the first the largest."""
    ahead: reactive[tuple[int, ...]] = reactive(())
    """The numbers that can be reached now."""

    def render(self) -> Content:
        """Three lines: the numbers, the line, the ways on."""
        width = self.size.width
        if not self.path or width < 8:
            return Content("")
        top, *_, current = (*self.path, self.path[-1])

        def place(number: int) -> int:
            return number * (width - 2) // top

        labels, line, below = [" "] * width, ["─"] * width, [" "] * width
        for number in self.ahead:
            below[place(number)] = "▴"
        for number in self.path:
            line[place(number)] = "○"
        line[place(current)] = "●"
        for number in (current, top, *reversed(self.path)):
            text = str(number)
            at = min(max(0, place(number) - len(text) // 2), width - len(text))
            if at >= 0 and not "".join(labels[max(0, at - 1) : at + len(text) + 1]).strip():
                labels[at : at + len(text)] = text
        visited = place(current)
        return Content.assemble(
            ("".join(labels) + "\n", "$faint"),
            ("".join(line[:visited]), "$secondary"),
            ("".join(line[visited : visited + 1]), "bold $accent"),
            ("".join(line[visited + 1 :]) + "\n", "$accent"),
            ("".join(below), "bold $foreground"),
        )


_DIGIT = 3
"""How wide a large digit is."""


def factors(number: int) -> Content:
    """A number's factorisation as a line."""
    if number == 1:
        return Content("1 has no proper divisor")
    parts = factorise(number)
    if sum(exponent for _, exponent in parts) == 1:
        return Content("a prime")
    return Content(f"=\N{NO-BREAK SPACE}{product(parts)}")


class LargeNumber(Vertical):
    """A number, as large as it fits, and its factorisation."""

    DEFAULT_CSS = """
    LargeNumber { height: auto; width: 1fr; }
    LargeNumber Digits { width: auto; color: $accent; }
    LargeNumber .figure--small { color: $accent; text-style: bold; display: none; }
    LargeNumber .figure--factors { color: $faint; }
    LargeNumber.-small Digits { display: none; }
    LargeNumber.-small .figure--small { display: block; }
    """

    def compose(self) -> ComposeResult:
        """The number in both sizes, of which one is shown."""
        yield Digits("")
        yield Static("", classes="figure--small")
        yield Static("", classes="figure--factors")

    def show(self, number: int, *, conceals: bool = False) -> None:
        """Shows a number, and what it is made of unless that is to be found out."""
        self._number = number
        self.query_one(Digits).update(str(number))
        self.query_one(".figure--small", Static).update(str(number))
        self.query_one(".figure--factors", Static).update(Content("") if conceals else factors(number))
        self._fit()

    _number = 1

    def on_resize(self) -> None:
        """Fits the number to the room."""
        self._fit()

    def _fit(self) -> None:
        self.set_class(len(str(self._number)) * _DIGIT > max(1, self.size.width), "-small")


class NumberBoard(Board):
    """One number and what can be done to it."""

    DEFAULT_CSS = """
    NumberBoard { layout: horizontal; }
    NumberBoard > #keys { width: 2fr; max-width: 52; margin: 0 2 0 0; }
    NumberBoard > #picture { width: 3fr; }
    NumberBoard Grid { margin: 1 0 0 0; }
    """

    def compose(self) -> ComposeResult:
        """The number and its keys; the lattice; and where numbers are subtracted, how far down they have come."""
        with Vertical(id="keys"):
            yield LargeNumber()
            yield Grid(id="grid")
        with Vertical(id="picture"):
            yield Lattice()
            yield NumberLine()

    def show(self, state: BoardState) -> None:
        """Shows another moment."""
        heap = self._heap(state)
        if heap is None:
            return
        divides = heap.sign == "/"
        self.query_one(LargeNumber).show(heap.number, conceals=state.conceals)
        show_moves(self.query_one(Grid), MoveCells(heap.options, state.study, leads=divides))
        lattice, descent = self.query_one(Lattice), self.query_one(NumberLine)
        # Whether there is anything to divide by is told by the keys and by the lattice, too.
        self.query_one(Grid).display = lattice.display = state.is_open or not state.conceals
        walked = tuple(numbers[0] for numbers in state.path)
        lattice.marks = self._marks(heap, state.study)
        # What anything but a division leaves need not divide the start, so there the lattice is the number's own.
        lattice.path = walked if divides else (heap.number,)
        descent.display = not divides
        descent.path = walked
        descent.ahead = () if divides else tuple(option.value for option in heap.options if option.value is not None)

    def _heap(self, state: BoardState | None) -> Heap | None:
        return state.view.heaps[0] if state is not None and isinstance(state.view, NumbersView) else None

    def _marks(self, heap: Heap, study: Study | None) -> dict[int, str]:
        if study is None:
            return {}
        letters = {move: "W" if study.wins_by(move) else "L" for move in heap.divisors}
        return {heap.number // move: letter for move, letter in letters.items()} if heap.sign == "/" else letters

    def on_lattice_clicked(self, event: Lattice.Clicked) -> None:
        """A click on a number means going there, or, where nothing is divided, choosing it."""
        event.stop()
        heap = self._heap(self.state)
        if heap is not None and heap.number % event.number == 0:
            move = heap.number // event.number if heap.sign == "/" else event.number
            if 1 < move < heap.number:
                self.post_message(MoveChosen(move))


_NARROWEST, _WIDEST = 26, 44
"""How many columns a number has: room for the longest divisor and its letter, and no more than looks well."""


class HeapPanel(Vertical):
    """One of the numbers."""

    DEFAULT_CSS = """
    HeapPanel { padding: 0 1; border: round $panel; border-title-color: $faint; }
    HeapPanel:focus-within { border: round $primary; border-title-color: $primary; }
    HeapPanel .heap--rest { color: $faint; margin: 1 0 0 0; height: auto; }
    HeapPanel Grid { margin: 1 0 0 0; }
    """

    def __init__(self, rule: str) -> None:
        """Keeps a place for a number, under the name of its duel where the numbers follow different ones."""
        super().__init__()
        self.border_title = rule or None

    def compose(self) -> ComposeResult:
        """The number, its keys, and what is said where there are none."""
        yield LargeNumber()
        yield Grid()
        yield Static("", classes="heap--rest")

    def show(self, heap: Heap, study: Study | None) -> None:
        """Shows a number."""
        grid, rest = self.query_one(Grid), self.query_one(".heap--rest", Static)
        self.query_one(LargeNumber).show(heap.number)
        show_moves(grid, MoveCells(heap.options, study))
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
                    yield HeapPanel("" if shown.is_uniform else heap.rule)

    def on_resize(self) -> None:
        """Shares the room out."""
        heaps = self.query(HeapPanel)
        for heap in heaps:
            heap.styles.width = min(max(self.size.width // len(heaps), _NARROWEST), _WIDEST)

    def show(self, state: BoardState) -> None:
        """Shows another moment."""
        if isinstance(state.view, NumbersView):
            for place, heap in zip(self.query(HeapPanel), state.view.heaps, strict=True):
                place.show(heap, state.study)
