"""A scrolling grid of numbers to choose from; only the visible part is drawn, so it may be of any length."""

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
    """A move was chosen."""

    def __init__(self, move: Any) -> None:
        """Set the move."""
        super().__init__()
        self.move = move


class MoveHighlighted(Message):
    """The cursor is on a move."""

    def __init__(self, move: Any) -> None:
        """Set the move."""
        super().__init__()
        self.move = move


class CellKind(StrEnum):
    """The kind of a cell, which decides its style."""

    MOVE = "move"
    """A legal move."""
    WIN = "win"
    """A legal move that wins."""
    LOSS = "loss"
    """A legal move that loses."""
    UNAVAILABLE = "unavailable"
    """A number that is not a legal move now."""
    CURRENT = "current"
    """The number picked last."""
    ONE = "one"
    """A number picked by player 1."""
    TWO = "two"
    """A number picked by player 2."""
    BLANK = "blank"
    """An empty place."""


HUES = 6
"""The number of colours for notes."""
CHOOSABLE = {CellKind.MOVE, CellKind.WIN, CellKind.LOSS}
"""The kinds of legal moves."""


@dataclass(frozen=True, slots=True)
class Cell:
    """A number of the grid."""

    move: Any
    """The move it stands for."""
    label: str
    kind: CellKind = CellKind.MOVE
    note: str = ""
    """A text below the number."""
    hue: int | None = None
    """The index of the colour of the note, if it has its own."""


EMPTY_CELL = Cell(None, "", CellKind.BLANK)


class LazyCells(Sequence[Cell]):
    """Cells that are made on access: there may be a million."""

    @abstractmethod
    def make(self, index: int) -> Cell:
        """Return the cell at an index, from 0 to the length."""

    @overload
    def __getitem__(self, index: int) -> Cell: ...
    @overload
    def __getitem__(self, index: slice) -> list[Cell]: ...
    def __getitem__(self, index: int | slice) -> Cell | list[Cell]:
        """Return the cell at an index, or those of a slice."""
        if isinstance(index, slice):
            return [self.make(each) for each in range(*index.indices(len(self)))]
        return self.make(range(len(self))[index])


class Grid(ScrollView, can_focus=True):
    """Numbers in rows; arrows move the cursor, the mouse chooses."""

    COMPONENT_CLASSES: ClassVar[set[str]] = (
        {f"grid--{tone}" for tone in CellKind}
        | {"grid--cursor", "grid--noted"}
        | {f"grid--hue-{hue}" for hue in range(HUES)}
    )
    DEFAULT_CSS = """
    Grid {
        height: 1fr; width: 1fr; overflow-x: hidden; scrollbar-size-vertical: 1; scrollbar-gutter: stable;
        & > .grid--move { background: $panel; color: $foreground; text-style: bold; }
        & > .grid--win { background: $success 25%; color: $success; text-style: bold; }
        & > .grid--loss { background: $error 20%; color: $error; }
        & > .grid--unavailable { color: $ghost; }
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
    """The cells, row by row."""
    cursor: reactive[int] = reactive(0, init=False)
    """The index of the cell under the cursor."""
    gap: reactive[int] = reactive(1)
    """Empty columns between cells."""
    cell_height: reactive[int] = reactive(1, init=False)
    """The lines of a cell: the number, the note, and empty lines."""
    columns: reactive[int] = reactive(0, init=False)
    """The most cells in a row; 0 for as many as fit."""
    fixed_width: reactive[int] = reactive(0, init=False)
    """The width of a cell; 0 for the width of its widest number."""

    spaced = False
    """Whether rows are spaced out if there is room."""
    _widest = 1

    def watch_cells(self) -> None:
        """Keep the cursor on a legal move."""
        # Numbers ascend, so the widest label is at an end; labels such as 12→5 are widest in the middle.
        middle = len(self.cells) // 2
        indexes = {0, middle, max(0, middle - 1), len(self.cells) - 1} if self.cells else set()
        self._widest = max((len(self.cells[index].label) for index in indexes), default=1)
        if self.cells:
            cursor = min(self.cursor, len(self.cells) - 1)
            if self.cells[cursor].kind not in CHOOSABLE:
                cursor = self._nearest(cursor)
            self.set_reactive(Grid.cursor, cursor)
        self._measure()
        self._report_cursor()

    def watch_cursor(self) -> None:
        """Scroll to the cursor and report its move."""
        self._reveal()
        self.refresh()
        self._report_cursor()

    def _report_cursor(self) -> None:
        """Report the move under the cursor, if this grid has the focus."""
        if self.has_focus and self.cells and (cell := self.cells[self.cursor]).kind in CHOOSABLE:
            self.post_message(MoveHighlighted(cell.move))

    def watch_has_focus(self, has_focus: bool) -> None:
        """Report the move under the cursor."""
        super().watch_has_focus(has_focus)
        self._report_cursor()

    def watch_cell_height(self) -> None:
        """Compute the size again."""
        self._measure()

    watch_columns = watch_fixed_width = watch_cell_height

    def on_resize(self) -> None:
        """Compute the size again."""
        self._measure()

    @property
    def cell_width(self) -> int:
        """The width of a cell, without the gap."""
        if self.fixed_width:
            return self.fixed_width
        return min(self._widest + 2, max(4, self.scrollable_content_region.width - 1))

    @property
    def per_row(self) -> int:
        """The number of cells in a row."""
        room = self.scrollable_content_region.width
        fitting = max(1, (room + self.gap) // (self.cell_width + self.gap))
        return min(self.columns, fitting) if self.columns else fitting

    @property
    def rows(self) -> int:
        """The number of rows."""
        return -(-len(self.cells) // self.per_row)

    def _measure(self) -> None:
        if self.spaced:
            self.set_reactive(Grid.cell_height, 2 if self.rows * 2 <= self.size.height + 1 else 1)
        width = self.per_row * (self.cell_width + self.gap)
        unused = max(0, self.cell_height - (1 if self.spaced else 2))  # Empty lines below the last row.
        self.virtual_size = Size(min(width, self.size.width), max(0, self.rows * self.cell_height - unused))
        self.refresh()
        self._reveal()

    def _reveal(self) -> None:
        """Scroll to the cursor."""
        if self.cells and self.is_attached:
            top = self.cursor // self.per_row * self.cell_height
            self.scroll_to_region(Region(0, top, 1, self.cell_height), animate=False, force=True)

    def _nearest(self, index: int) -> int:
        """Return the nearest legal move, searched within 2,000 cells."""
        for distance in range(1, min(len(self.cells), 2_000)):
            for target in (index + distance, index - distance):
                if 0 <= target < len(self.cells) and self.cells[target].kind in CHOOSABLE:
                    return target
        return index

    def render_line(self, y: int) -> Strip:
        """Return a visible line."""
        y += self.scroll_offset.y
        row, line = divmod(y, self.cell_height)
        per_row, width = self.per_row, self.cell_width
        bare = self.rich_style
        segments = []
        for index in range(row * per_row, min((row + 1) * per_row, len(self.cells))):
            segments += self._draw(self.cells[index], line, width, index == self.cursor, bare)
            segments.append(Segment(" " * self.gap, bare))
        return Strip(segments).adjust_cell_length(self.scrollable_content_region.width, bare)

    def _draw(self, cell: Cell, line: int, width: int, at_cursor: bool, bare: Style) -> list[Segment]:
        """Return a line of a cell: the number, the note, or an empty line."""
        highlighted = at_cursor and self.has_focus and cell.kind is not CellKind.BLANK
        style = self.get_component_rich_style(f"grid--{cell.kind}")
        if cell.kind is CellKind.UNAVAILABLE and cell.note:
            # A note must be readable, even if the number is not legal.
            style = self.get_component_rich_style("grid--noted" if cell.hue is None else f"grid--hue-{cell.hue}")
        if line == 0:
            # Without a line for the note, its first character follows the number.
            label = cell.label + (cell.note[:1] if self.cell_height == 1 else "")
            if highlighted:
                framed = f"[{label}]" if len(label) + 2 <= width else label
                return [Segment(framed.center(width), self.get_component_rich_style("grid--cursor"))]
            before, after = label.center(width).split(label) if cell.label else ("", " " * width)
            # Only the number is struck out.
            plain, sign = style + Style(strike=False), label[len(cell.label) :]
            return [Segment(before, plain), Segment(cell.label, style), Segment(sign + after, plain)]
        if line == 1:
            faint = style + Style(strike=False, bold=False, bgcolor=bare.bgcolor)
            if cell.kind is CellKind.CURRENT:
                faint = bare
            elif cell.hue is not None:
                faint = self.get_component_rich_style(f"grid--hue-{cell.hue}")
            return [Segment(cell.note[:width].center(width), faint)]
        return [Segment(" " * width, bare)]

    def action_step(self, across: int, down: int) -> None:
        """Move the cursor to the next cell that is not blank."""
        target = self.cursor + across + down * self.per_row
        while 0 <= target < len(self.cells) and self.cells[target].kind is CellKind.BLANK:
            target += across + down * self.per_row
        if 0 <= target < len(self.cells):
            self.cursor = target

    def action_leap(self, pages: int) -> None:
        """Move the cursor by a page."""
        if self.cells:
            rows = max(1, self.size.height // self.cell_height)
            target = self.cursor + pages * rows * self.per_row
            self.cursor = min(max(target, self._first()), len(self.cells) - 1)

    def action_edge(self, end: int) -> None:
        """Move the cursor to the first or the last cell."""
        if self.cells:
            self.cursor = len(self.cells) - 1 if end else self._first()

    def _first(self) -> int:
        return next((index for index, cell in enumerate(self.cells) if cell.kind is not CellKind.BLANK), 0)

    def highlight(self, move: Any) -> bool:
        """Move the cursor to a move by binary search; return whether it is there."""
        cells = self.cells
        descends = bool(cells) and cells[0].move > cells[len(cells) - 1].move
        # Moves that subtract from one of several numbers are negative, so they descend.
        index = bisect_left(
            range(len(cells)), True, key=lambda at: cells[at].move <= move if descends else cells[at].move >= move
        )
        if index < len(self.cells) and self.cells[index].move == move:
            self.cursor = index
            return True
        return False

    def choose(self) -> None:
        """Choose the move under the cursor."""
        if self.cells and (cell := self.cells[self.cursor]).move is not None:
            self.post_message(MoveChosen(cell.move))

    def on_click(self, event: events.Click) -> None:
        """Choose the move that was clicked."""
        offset = event.get_content_offset(self)
        if offset is None:
            return
        column, within = divmod(offset.x, self.cell_width + self.gap)
        index = (offset.y + self.scroll_offset.y) // self.cell_height * self.per_row + column
        if within < self.cell_width and column < self.per_row and index < len(self.cells):
            if self.cells[index].kind in CHOOSABLE:
                self.cursor = index
                self.choose()
            elif self.cells[index].kind is not CellKind.BLANK:
                self.cursor = index
