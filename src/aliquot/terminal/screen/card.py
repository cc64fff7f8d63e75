"""Cards to choose from, and the way from one to the next with the arrows."""

from typing import Any

from textual import events
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget


class Card(Widget, can_focus=True):
    """Something to open: its name and a line about it."""

    DEFAULT_CSS = """
    Card { height: auto; padding: 0 1; border-left: wide $panel; min-height: 3; }
    Card:focus { border-left: wide $primary; background: $primary 30%; }
    Card:hover { background: $surface; }
    """

    class Opened(Message):
        """Somebody wants to open this."""

        def __init__(self, value: Any) -> None:
            """Says what the card stands for."""
            super().__init__()
            self.value = value

    def __init__(self, title: str, line: str, value: Any, key: str = "") -> None:
        """Writes the card.

        Args:
            title: Its name.
            line: What it is.
            value: What it stands for.
            key: A key that opens it too.
        """
        super().__init__()
        self.value = value
        self._title, self._line, self._key = title, line, key

    def render(self) -> Content:
        """The name and the line."""
        style = "bold $primary" if self.has_focus else "bold"
        key = (f"{self._key} ", "$faint") if self._key else ""
        pointer = (" ◀" if self.has_focus else "", "bold $primary")
        return Content.assemble(
            key, (self._title, style), pointer, "\n", (self._line, "" if self.has_focus else "$faint")
        )

    def on_click(self) -> None:
        """A click opens it."""
        self.post_message(self.Opened(self.value))

    def key_enter(self, event: events.Key) -> None:
        """Enter opens it, and means nothing to what is opened."""
        event.stop()
        self.post_message(self.Opened(self.value))


def step(screen: Screen[Any], selector: str, across: int, down: int) -> None:
    """Moves the focus to the nearest widget in a direction.

    Args:
        screen: Where.
        selector: Which widgets can have it.
        across: 1 to the right, -1 to the left, else 0.
        down: 1 down, -1 up, else 0.
    """
    here = screen.focused
    places = [widget for widget in screen.query(selector) if widget.display]
    if here is None or here not in places:
        if places:
            screen.set_focus(places[0])
        return
    x, y = _place(here)

    def distance(widget: Widget) -> tuple[int, int]:
        dx, dy = abs(_place(widget).x - x), abs(_place(widget).y - y)
        return (dx // 8, dy) if down else (dy, dx)

    ahead = [w for w in places if (_place(w).y - y) * down > 0 or (_place(w).x - x) * across > 0]
    if ahead:
        # At once, so that the next arrow starts from there, however quickly it follows.
        screen.set_focus(min(ahead, key=distance))


def _place(widget: Widget) -> Offset:
    """Where a widget stands, wherever what it stands in is scrolled to."""
    nodes = [node for node in widget.ancestors_with_self if isinstance(node, Widget) and not isinstance(node, Screen)]
    return sum((node.virtual_region.offset for node in nodes), Offset())
