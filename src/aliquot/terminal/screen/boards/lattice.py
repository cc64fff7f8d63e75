"""The divisor lattice on the screen, drawn anew for whatever room there is."""

from collections.abc import Mapping
from typing import ClassVar

from rich.segment import Segment
from rich.style import Style
from textual import events
from textual.message import Message
from textual.reactive import reactive
from textual.strip import Strip
from textual.widget import Widget

from aliquot.terminal.screen.boards.canvas import Drawing, Ink, Piece
from aliquot.terminal.screen.boards.hasse import draw


class Lattice(Widget):
    """Shows the divisors of a start, the numbers visited, and what can still be reached."""

    COMPONENT_CLASSES: ClassVar[set[str]] = {f"lattice--{ink}" for ink in Ink} | {"lattice--win", "lattice--loss"}
    DEFAULT_CSS = """
    Lattice {
        height: 1fr; width: 1fr;
        & > .lattice--node { color: $ghost; }
        & > .lattice--edge { color: $ghost 60%; }
        & > .lattice--reachable { color: $foreground; text-style: bold; }
        & > .lattice--lit-edge { color: $secondary; }
        & > .lattice--path { color: $accent; }
        & > .lattice--path-edge { color: $accent; }
        & > .lattice--current { color: $background; background: $accent; text-style: bold; }
        & > .lattice--note { color: $faint; }
        & > .lattice--win { color: $success; text-style: bold; }
        & > .lattice--loss { color: $error; }
    }
    """

    class Clicked(Message):
        """A number of the lattice was clicked on."""

        def __init__(self, number: int) -> None:
            """Names the number."""
            super().__init__()
            self.number = number

    path: reactive[tuple[int, ...]] = reactive((1,))
    """The numbers visited, from the start, whose divisors are drawn, to the current one."""
    marks: reactive[Mapping[int, str]] = reactive(dict)
    """Letters to stand beside numbers."""

    _drawing: Drawing | None = None
    _drawn: object = None

    def _draw(self) -> Drawing:
        wanted = (self.path, self.marks, self.size)
        if self._drawing is None or self._drawn != wanted:
            self._drawing = draw(self.path[0], self.path, self.size.width, self.size.height, self.marks)
            self._drawn = wanted
        return self._drawing

    def render_line(self, y: int) -> Strip:
        """One line of the drawing, which stands in the middle of its room."""
        drawing, bare, width = self._draw(), self.rich_style, self.size.width
        y -= self._top
        if not 0 <= y < len(drawing.lines):
            return Strip.blank(width, bare)
        segments = [Segment(piece.text, self._style(piece)) for piece in drawing.lines[y]]
        return Strip(segments).adjust_cell_length(width, bare)

    def _style(self, piece: Piece) -> Style:
        if piece.ink is Ink.BLANK:
            return self.rich_style
        what = piece.ink if piece.ink is not Ink.MARK else "win" if piece.text == "W" else "loss"
        return self.get_component_rich_style(f"lattice--{what}")

    @property
    def _top(self) -> int:
        return max(0, (self.size.height - len(self._draw().lines)) // 2)

    def on_click(self, event: events.Click) -> None:
        """Tells which number was clicked on."""
        offset = event.get_content_offset(self)
        if offset is not None and (number := self._draw().at(offset.x, offset.y - self._top)) is not None:
            self.post_message(self.Clicked(number))
