"""The board of one number: the number large, its divisors as keys, and the lattice it is walking down."""

from textual.app import ComposeResult
from textual.containers import Vertical
from textual.content import Content
from textual.widgets import Digits, Static

from aliquot.arithmetic import factorise, product
from aliquot.core.view import Heap, NumbersView, Options
from aliquot.terminal.screen.board_state import BoardState, Study
from aliquot.terminal.screen.boards.board import Board
from aliquot.terminal.screen.boards.descent import Descent
from aliquot.terminal.screen.boards.grid import Cell, Cells, Chosen, Grid, Tone
from aliquot.terminal.screen.boards.lattice import Lattice

_DIGIT = 3
"""How wide a large digit is."""


class Keys(Cells):
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
        wins = option.move in self._study.winning
        label = f"{option.label}→{option.value}" if self._leads and option.value is not None else option.label
        return Cell(option.move, f"{label} {'W' if wins else 'L'}", Tone.WIN if wins else Tone.LOSS)


def show_keys(grid: Grid, keys: Keys) -> None:
    """Puts keys into a grid; the cursor stays where it is only if they are the keys of the same moves."""
    if not isinstance(grid.cells, Keys) or keys.options.moves != grid.cells.options.moves:
        grid.set_reactive(Grid.cursor, 0)
    grid.airy = True
    grid.cells = keys


def factors(number: int) -> Content:
    """A number's factorisation as a line."""
    if number == 1:
        return Content("1 has no proper divisor")
    parts = factorise(number)
    if sum(exponent for _, exponent in parts) == 1:
        return Content("a prime")
    return Content(f"=\N{NO-BREAK SPACE}{product(parts)}")


class Figure(Vertical):
    """A number, as large as it fits, and its factorisation."""

    DEFAULT_CSS = """
    Figure { height: auto; width: 1fr; }
    Figure Digits { width: auto; color: $accent; }
    Figure .figure--small { color: $accent; text-style: bold; display: none; }
    Figure .figure--factors { color: $faint; }
    Figure.-small Digits { display: none; }
    Figure.-small .figure--small { display: block; }
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
            yield Figure()
            yield Grid(id="grid")
        with Vertical(id="picture"):
            yield Lattice()
            yield Descent()

    def show(self, state: BoardState) -> None:
        """Shows another moment."""
        heap = self._heap(state)
        if heap is None:
            return
        divides = heap.sign == "/"
        self.query_one(Figure).show(heap.number, conceals=state.conceals)
        show_keys(self.query_one(Grid), Keys(heap.options, state.study, leads=divides))
        lattice, descent = self.query_one(Lattice), self.query_one(Descent)
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
        letters = {move: "W" if move in study.winning else "L" for move in heap.divisors}
        return {heap.number // move: letter for move, letter in letters.items()} if heap.sign == "/" else letters

    def on_lattice_clicked(self, event: Lattice.Clicked) -> None:
        """A click on a number means going there, or, where nothing is divided, choosing it."""
        event.stop()
        heap = self._heap(self.state)
        if heap is not None and heap.number % event.number == 0:
            move = heap.number // event.number if heap.sign == "/" else event.number
            if 1 < move < heap.number:
                self.post_message(Chosen(move))
