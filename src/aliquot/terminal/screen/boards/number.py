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
from aliquot.terminal.screen import texts
from aliquot.terminal.screen.boards.board import Board, BoardState, MoveCells, show_moves
from aliquot.terminal.screen.boards.grid import Grid, MoveChosen
from aliquot.terminal.screen.boards.lattice import Lattice


class NumberLine(Widget):
    """A number line with the visited numbers on it and the reachable ones below it."""

    DEFAULT_CSS = """
    NumberLine { height: 3; width: 1fr; }
    """

    path: reactive[tuple[int, ...]] = reactive(())
    """The visited numbers, from the largest."""
    reachable: reactive[tuple[int, ...]] = reactive(())
    """The numbers a move can reach now."""

    def render(self) -> Content:
        """Return three lines: the numbers, the line, the reachable numbers."""
        width = self.size.width
        if not self.path or width < 8:
            return Content("")
        top, *_, current = (*self.path, self.path[-1])

        def place(number: int) -> int:
            return number * (width - 2) // top

        labels, line, below = [" "] * width, ["─"] * width, [" "] * width
        for number in self.reachable:
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


_DIGIT_WIDTH = 3
"""The width of a large digit."""


def factors(number: int) -> Content:
    """Return the factorisation of a number as a line."""
    if number == 1:
        return Content(texts.NO_PROPER_DIVISOR)
    parts = factorise(number)
    if sum(exponent for _, exponent in parts) == 1:
        return Content(texts.PRIME)
    return Content(f"=\N{NO-BREAK SPACE}{product(parts)}")


class LargeNumber(Vertical):
    """A number in large digits, if they fit, and its factorisation."""

    DEFAULT_CSS = """
    LargeNumber { height: auto; width: 1fr; }
    LargeNumber Digits { width: auto; color: $accent; }
    LargeNumber .figure--small { color: $accent; text-style: bold; display: none; }
    LargeNumber .figure--factors { color: $faint; }
    LargeNumber.-small Digits { display: none; }
    LargeNumber.-small .figure--small { display: block; }
    """

    def compose(self) -> ComposeResult:
        """Yield the number in both sizes, one of them hidden."""
        yield Digits("")
        yield Static("", classes="figure--small")
        yield Static("", classes="figure--factors")

    def show(self, number: int, *, conceals: bool = False) -> None:
        """Show a number and, unless concealed, its factorisation."""
        self._number = number
        self.query_one(Digits).update(str(number))
        self.query_one(".figure--small", Static).update(str(number))
        self.query_one(".figure--factors", Static).update(Content("") if conceals else factors(number))
        self._fit()

    _number = 1

    def on_resize(self) -> None:
        """Choose the size of the digits."""
        self._fit()

    def _fit(self) -> None:
        self.set_class(len(str(self._number)) * _DIGIT_WIDTH > max(1, self.size.width), "-small")


class NumberBoard(Board):
    """One number, its moves, and the lattice or number line of the match."""

    DEFAULT_CSS = """
    NumberBoard { layout: horizontal; }
    NumberBoard > #keys { width: 2fr; max-width: 52; margin: 0 2 0 0; }
    NumberBoard > #picture { width: 3fr; }
    NumberBoard Grid { margin: 1 0 0 0; }
    """

    def compose(self) -> ComposeResult:
        """Yield the number and its moves, the lattice, and the number line for subtraction."""
        with Vertical(id="keys"):
            yield LargeNumber()
            yield Grid(id="grid")
        with Vertical(id="picture"):
            yield Lattice()
            yield NumberLine()

    def show(self, state: BoardState) -> None:
        """Show a state."""
        heap = self._heap(state)
        if heap is None:
            return
        divides = heap.sign == "/"
        self.query_one(LargeNumber).show(heap.number, conceals=state.conceals)
        show_moves(self.query_one(Grid), MoveCells(heap.options, state.study, show_result=divides))
        lattice, number_line = self.query_one(Lattice), self.query_one(NumberLine)
        # The moves and the lattice would give away whether the number is prime.
        self.query_one(Grid).display = lattice.display = state.is_open or not state.conceals
        path = tuple(numbers[0] for numbers in state.path)
        lattice.marks = self._marks(heap, state.study)
        # Subtraction may leave a number that does not divide the start: then the lattice is that of the number itself.
        lattice.path = path if divides else (heap.number,)
        number_line.display = not divides
        number_line.path = path
        number_line.reachable = (
            () if divides else tuple(option.value for option in heap.options if option.value is not None)
        )

    def _heap(self, state: BoardState | None) -> Heap | None:
        return state.view.heaps[0] if state is not None and isinstance(state.view, NumbersView) else None

    def _marks(self, heap: Heap, study: Study | None) -> dict[int, str]:
        if study is None:
            return {}
        letters = {move: "W" if study.wins_by(move) else "L" for move in heap.divisors}
        return {heap.number // move: letter for move, letter in letters.items()} if heap.sign == "/" else letters

    def on_lattice_clicked(self, event: Lattice.Clicked) -> None:
        """Play the move that leads to the clicked number or, for subtraction, the number itself."""
        event.stop()
        heap = self._heap(self.state)
        if heap is not None and heap.number % event.number == 0:
            move = heap.number // event.number if heap.sign == "/" else event.number
            if 1 < move < heap.number:
                self.post_message(MoveChosen(move))


_NARROWEST, _WIDEST = 26, 44
"""The least and the most columns for a number."""


class HeapPanel(Vertical):
    """One of several numbers and its moves."""

    DEFAULT_CSS = """
    HeapPanel { padding: 0 1; border: round $panel; border-title-color: $faint; }
    HeapPanel:focus-within { border: round $primary; border-title-color: $primary; }
    HeapPanel .heap--rest { color: $faint; margin: 1 0 0 0; height: auto; }
    HeapPanel Grid { margin: 1 0 0 0; }
    """

    def __init__(self, rule: str) -> None:
        """Make a panel, titled with the rule of the number if the numbers follow different rules."""
        super().__init__()
        self.border_title = rule or None

    def compose(self) -> ComposeResult:
        """Yield the number, its moves, and a text for a number without moves."""
        yield LargeNumber()
        yield Grid()
        yield Static("", classes="heap--rest")

    def show(self, heap: Heap, study: Study | None) -> None:
        """Show a number."""
        grid, rest = self.query_one(Grid), self.query_one(".heap--rest", Static)
        self.query_one(LargeNumber).show(heap.number)
        show_moves(grid, MoveCells(heap.options, study))
        grid.display = bool(heap.options)
        rest.display = not grid.display
        rest.update(texts.TWIN if heap.twin and heap.divisors else texts.NO_MOVES_HERE)


class SumBoard(Board):
    """Several numbers side by side, scrolling if there are many."""

    DEFAULT_CSS = """
    SumBoard HorizontalScroll { height: 1fr; }
    """

    def compose(self) -> ComposeResult:
        """Yield a panel for each number."""
        view = self.state.view if self.state is not None else None
        if isinstance(view, NumbersView):
            with HorizontalScroll(can_focus=False):
                for heap in view.heaps:
                    yield HeapPanel("" if view.is_uniform else heap.rule)

    def on_resize(self) -> None:
        """Share the width between the panels."""
        heaps = self.query(HeapPanel)
        for heap in heaps:
            heap.styles.width = min(max(self.size.width // len(heaps), _NARROWEST), _WIDEST)

    def show(self, state: BoardState) -> None:
        """Show a state."""
        if isinstance(state.view, NumbersView):
            for panel, heap in zip(self.query(HeapPanel), state.view.heaps, strict=True):
                panel.show(heap, state.study)
