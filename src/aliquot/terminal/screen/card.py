"""Cards to choose from, and the way from one to the next with the arrows."""

from typing import Any

from textual.content import Content
from textual.message import Message
from textual.screen import Screen
from textual.widget import Widget


class Card(Widget, can_focus=True):
    """Something to open: its name and a line about it."""

    DEFAULT_CSS = """
    Card { height: auto; padding: 0 1; border-left: wide $panel; min-height: 3; }
    Card:focus { border-left: wide $primary; background: $surface; }
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
        return Content.assemble(key, (self._title, style), "\n", (self._line, "$faint"))

    def on_click(self) -> None:
        """A click opens it."""
        self.post_message(self.Opened(self.value))

    def key_enter(self) -> None:
        """Enter opens it."""
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
            places[0].focus()
        return
    x, y = here.region.x, here.region.y

    def distance(widget: Widget) -> tuple[int, int]:
        dx, dy = abs(widget.region.x - x), abs(widget.region.y - y)
        return (dx // 8, dy) if down else (dy, dx)

    ahead = [w for w in places if (w.region.y - y) * down > 0 or (w.region.x - x) * across > 0]
    if ahead:
        min(ahead, key=distance).focus()
