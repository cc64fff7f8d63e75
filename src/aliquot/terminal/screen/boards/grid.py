"""A grid of numbers to look at, point at and choose from, of any length: only what is seen is drawn."""

from abc import abstractmethod
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, ClassVar, overload

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Region, Size
from textual.message import Message
from textual.reactive import reactive
from textual.scroll_view import ScrollView
from textual.strip import Strip


class MoveChosen(Message):
    """Somebody has chosen a move."""

    def __init__(self, move: Any) -> None:
        """Names the move."""
        super().__init__()
        self.move = move


class MoveHighlighted(Message):
    """Somebody points at a move without choosing it yet."""

    def __init__(self, move: Any) -> None:
        """Names the move."""
        super().__init__()
        self.move = move


class CellKind(StrEnum):
    """How a cell is set."""

    KEY = "key"
    """It can be chosen."""
    WIN = "win"
    """It can be chosen, and wins."""
    LOSS = "loss"
    """It can be chosen, and loses."""
    QUIET = "quiet"
    """It is there, but cannot be chosen now."""
    CURRENT = "current"
    """Everything turns on it."""
    ONE = "one"
    """Player 1 has taken it."""
    TWO = "two"
    """Player 2 has taken it."""
    BLANK = "blank"
    """There is nothing."""


HUES = 6
"""How many colours notes can have."""
CHOOSABLE = {CellKind.KEY, CellKind.WIN, CellKind.LOSS}


@dataclass(frozen=True, slots=True)
class Cell:
    """One number of the grid."""

    move: Any
    """What choosing it means."""
    label: str
    tone: CellKind = CellKind.KEY
    note: str = ""
    """What stands below it."""
    hue: int | None = None
    """The colour of the note, one of so many, where it has one of its own."""


EMPTY_CELL = Cell(None, "", CellKind.BLANK)


class Cells(Sequence[Cell]):
    """Cells that are made when they are looked at: there may be a million."""

    @abstractmethod
    def make(self, place: int) -> Cell:
        """The cell at a place, from 0 to the length."""

    @overload
    def __getitem__(self, place: int) -> Cell: ...
    @overload
    def __getitem__(self, place: slice) -> list[Cell]: ...
    def __getitem__(self, place: int | slice) -> Cell | list[Cell]:
        """The cell at a place, or those at several."""
        if isinstance(place, slice):
            return [self.make(at) for at in range(*place.indices(len(self)))]
        return self.make(range(len(self))[place])


class Grid(ScrollView, can_focus=True):
    """Numbers in rows. Arrows move the cursor, Enter and the mouse choose."""

    COMPONENT_CLASSES: ClassVar[set[str]] = (
        {f"grid--{tone}" for tone in CellKind}
        | {"grid--cursor", "grid--noted"}
        | {f"grid--hue-{hue}" for hue in range(HUES)}
    )
    DEFAULT_CSS = """
    Grid {
        height: 1fr; width: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        & > .grid--key { background: $panel; color: $foreground; text-style: bold; }
        & > .grid--win { background: $success 25%; color: $success; text-style: bold; }
        & > .grid--loss { background: $error 20%; color: $error; }
        & > .grid--quiet { color: $ghost; }
        & > .grid--blank { color: $ghost; }
        & > .grid--current { background: $accent; color: $background; text-style: bold; }
        & > .grid--one { color: $one; text-style: strike; }
        & > .grid--two { color: $two; text-style: strike; }
        & > .grid--cursor { background: $primary; color: $background; text-style: bold; }
        & > .grid--noted { color: $foreground; }
        & > .grid--hue-0 { color: $hue-0; }
        & > .grid--hue-1 { color: $hue-1; }
        & > .grid--hue-2 { color: $hue-2; }
        & > .grid--hue-3 { color: $hue-3; }
        & > .grid--hue-4 { color: $hue-4; }
        & > .grid--hue-5 { color: $hue-5; }
    }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1,0)", show=False),
        Binding("right", "step(1,0)", show=False),
        Binding("up", "step(0,-1)", show=False),
        Binding("down", "step(0,1)", show=False),
        Binding("pageup", "leap(-1)", show=False),
        Binding("pagedown", "leap(1)", show=False),
        Binding("home", "edge(0)", show=False),
        Binding("end", "edge(1)", show=False),
    ]

    cells: reactive[Sequence[Cell]] = reactive((), always_update=True, init=False)
    """What stands in the grid, row by row."""
    cursor: reactive[int] = reactive(0, init=False)
    """Where the cursor is."""
    gap: reactive[int] = reactive(1)
    """Empty columns between cells."""
    depth: reactive[int] = reactive(1, init=False)
    """How many lines a cell has: one for the number, one for the note, and air."""
    columns: reactive[int] = reactive(0, init=False)
    """How many cells a row has; as many as fit unless given."""
    breadth: reactive[int] = reactive(0, init=False)
    """How wide a cell is; as its widest number needs unless given."""

    airy = False
    """Whether rows stand apart where there is room for it."""
    _widest = 1

    def watch_cells(self) -> None:
        """Keeps the cursor on the board, on something that can be chosen."""
        # Numbers ascend, so the first and the last tell how wide the widest is; of a number and what it leaves, those
        # in the middle.
        middle = len(self.cells) // 2
        places = {0, middle, max(0, middle - 1), len(self.cells) - 1} if self.cells else set()
        self._widest = max((len(self.cells[place].label) for place in places), default=1)
        if self.cells:
            cursor = min(self.cursor, len(self.cells) - 1)
            if self.cells[cursor].tone not in CHOOSABLE:
                cursor = self._nearest(cursor)
            self.set_reactive(Grid.cursor, cursor)
        self._measure()
        self._tell()

    def watch_cursor(self) -> None:
        """Shows where the cursor is."""
        self._reveal()
        self.refresh()
        self._tell()

    def _tell(self) -> None:
        """Tells what the cursor is on, if it can be chosen there; of several grids, only the one Enter means."""
        if self.has_focus and self.cells and (cell := self.cells[self.cursor]).tone in CHOOSABLE:
            self.post_message(MoveHighlighted(cell.move))

    def watch_has_focus(self, has_focus: bool) -> None:
        """Tells what the cursor is on."""
        super().watch_has_focus(has_focus)
        self._tell()

    def watch_depth(self) -> None:
        """Measures anew."""
        self._measure()

    watch_columns = watch_breadth = watch_depth

    def on_resize(self) -> None:
        """Measures anew."""
        self._measure()

    @property
    def cell_width(self) -> int:
        """How wide a cell is, without the gap."""
        if self.breadth:
            return self.breadth
        return min(self._widest + 2, max(4, self.scrollable_content_region.width - 1))

    @property
    def per_row(self) -> int:
        """How many cells stand in a row."""
        room = self.scrollable_content_region.width
        fitting = max(1, (room + self.gap) // (self.cell_width + self.gap))
        return min(self.columns, fitting) if self.columns else fitting

    @property
    def rows(self) -> int:
        """How many rows there are."""
        return -(-len(self.cells) // self.per_row)

    def _measure(self) -> None:
        if self.airy:
            self.set_reactive(Grid.depth, 2 if self.rows * 2 <= self.size.height + 1 else 1)
        width = self.per_row * (self.cell_width + self.gap)
        air = max(0, self.depth - (1 if self.airy else 2))  # Below the last row nobody misses it.
        self.virtual_size = Size(min(width, self.size.width), max(0, self.rows * self.depth - air))
        self.refresh()
        self._reveal()

    def _reveal(self) -> None:
        """Scrolls so far that the cursor is seen."""
        if self.cells and self.is_attached:
            top = self.cursor // self.per_row * self.depth
            self.scroll_to_region(Region(0, top, 1, self.depth), animate=False, force=True)

    def _nearest(self, place: int) -> int:
        """The nearest cell that can be chosen, looked for as far as a person would."""
        for distance in range(1, min(len(self.cells), 2_000)):
            for there in (place + distance, place - distance):
                if 0 <= there < len(self.cells) and self.cells[there].tone in CHOOSABLE:
                    return there
        return place

    def render_line(self, y: int) -> Strip:
        """One line of what is seen."""
        y += self.scroll_offset.y
        row, line = divmod(y, self.depth)
        per_row, width = self.per_row, self.cell_width
        bare = self.rich_style
        segments = []
        for place in range(row * per_row, min((row + 1) * per_row, len(self.cells))):
            segments += self._draw(self.cells[place], line, width, place == self.cursor, bare)
            segments.append(Segment(" " * self.gap, bare))
        return Strip(segments).adjust_cell_length(self.scrollable_content_region.width, bare)

    def _draw(self, cell: Cell, line: int, width: int, at_cursor: bool, bare: Style) -> list[Segment]:
        """One line of a cell: the number, the note, or air."""
        pointed = at_cursor and self.has_focus and cell.tone is not CellKind.BLANK
        style = self.get_component_rich_style(f"grid--{cell.tone}")
        if cell.tone is CellKind.QUIET and cell.note:
            # What is said about a number is to be read, even if it cannot be chosen now.
            style = self.get_component_rich_style("grid--noted" if cell.hue is None else f"grid--hue-{cell.hue}")
        if line == 0:
            # Where there is no line for the note, its sign stands beside the number.
            label = cell.label + (cell.note[:1] if self.depth == 1 else "")
            if pointed:
                framed = f"[{label}]" if len(label) + 2 <= width else label
                return [Segment(framed.center(width), self.get_component_rich_style("grid--cursor"))]
            before, after = label.center(width).split(label) if cell.label else ("", " " * width)
            # Struck out is the number, not what is around it.
            plain, sign = style + Style(strike=False), label[len(cell.label) :]
            return [Segment(before, plain), Segment(cell.label, style), Segment(sign + after, plain)]
        if line == 1:
            faint = style + Style(strike=False, bold=False, bgcolor=bare.bgcolor)
            if cell.tone is CellKind.CURRENT:
                faint = bare
            elif cell.hue is not None:
                faint = self.get_component_rich_style(f"grid--hue-{cell.hue}")
            return [Segment(cell.note[:width].center(width), faint)]
        return [Segment(" " * width, bare)]

    def action_step(self, across: int, down: int) -> None:
        """Moves the cursor to the next cell that is not blank."""
        there = self.cursor + across + down * self.per_row
        while 0 <= there < len(self.cells) and self.cells[there].tone is CellKind.BLANK:
            there += across + down * self.per_row
        if 0 <= there < len(self.cells):
            self.cursor = there

    def action_leap(self, pages: int) -> None:
        """Moves the cursor by as many rows as are seen."""
        if self.cells:
            rows = max(1, self.size.height // self.depth)
            there = self.cursor + pages * rows * self.per_row
            self.cursor = min(max(there, self._first()), len(self.cells) - 1)

    def action_edge(self, end: int) -> None:
        """Moves the cursor to the first cell or to the last."""
        if self.cells:
            self.cursor = len(self.cells) - 1 if end else self._first()

    def _first(self) -> int:
        return next((place for place, cell in enumerate(self.cells) if cell.tone is not CellKind.BLANK), 0)

    def point(self, move: Any) -> bool:
        """Moves the cursor to a move, and says whether it is there; long lists are looked through by halves."""
        cells = self.cells
        falls = bool(cells) and cells[0].move > cells[len(cells) - 1].move
        # True from the move on: what is subtracted from one number of several counts as negative, and descends.
        place = bisect_left(
            range(len(cells)), True, key=lambda at: cells[at].move <= move if falls else cells[at].move >= move
        )
        if place < len(self.cells) and self.cells[place].move == move:
            self.cursor = place
            return True
        return False

    def choose(self) -> None:
        """Chooses what the cursor is on."""
        if self.cells and (cell := self.cells[self.cursor]).move is not None:
            self.post_message(MoveChosen(cell.move))

    def on_click(self, event: events.Click) -> None:
        """Chooses what was clicked on."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        column, within = divmod(offset.x, self.cell_width + self.gap)
        place = (offset.y + self.scroll_offset.y) // self.depth * self.per_row + column
        if within < self.cell_width and column < self.per_row and place < len(self.cells):
            if self.cells[place].tone in CHOOSABLE:
                self.cursor = place
                self.choose()
            elif self.cells[place].tone is not CellKind.BLANK:
                self.cursor = place
