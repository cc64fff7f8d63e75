"""Widgets that several screens use: cards, selectors and the bar of keys."""

from collections.abc import Iterator, Sequence
from typing import Any, ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.geometry import Offset
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from aliquot.catalogue import Choice


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


def move_focus(screen: Screen[Any], selector: str, across: int, down: int) -> None:
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


class Selector(Widget, can_focus=True):
    """Shows a value between two arrows, or as a slider where the values are levels."""

    DEFAULT_CSS = """
    Selector { height: 1; width: 1fr; }
    Selector:focus { background: $primary 30%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
    ]

    class Changed(Message):
        """The selector has been turned."""

        def __init__(self, selector: "Selector") -> None:
            """Names the selector."""
            super().__init__()
            self.selector = selector

    place: reactive[int] = reactive(0, init=False)
    """Which of the values it shows."""

    def __init__(self, what: str, settings: Sequence[Choice], value: str = "", *, slider: bool = False) -> None:
        """Sets the selector.

        Args:
            what: The name of what it sets.
            settings: What it can show.
            value: What it shows at first; the first one unless given.
            slider: Whether to show it as a slider.
        """
        super().__init__(id=what)
        self.settings, self._slides = settings, slider
        values = [setting.value for setting in settings]
        self.set_reactive(Selector.place, values.index(value) if value in values else 0)

    @property
    def value(self) -> str:
        """What it shows."""
        return self.settings[self.place].value

    @property
    def label(self) -> str:
        """What that is called."""
        return self.settings[self.place].label

    @property
    def _pointer(self) -> tuple[str, str]:
        """What shows, without any colour, that the arrows turn this one."""
        return ("▶ " if self.has_focus else "  ", "bold $primary")

    def render(self) -> Content:
        """The value and what it means."""
        setting, style = self.settings[self.place], "bold $primary" if self.has_focus else "bold"
        if self._slides:
            track = "─".join("●" if place == self.place else "○" for place in range(len(self.settings)))
            return Content.assemble(
                self._pointer, (track, style), "  ", (f"{setting.label:<10}", style), (f" {setting.line}", "$faint")
            )
        left = "◂" if self.place else " "
        right = "▸" if self.place < len(self.settings) - 1 else " "
        return Content.assemble(
            self._pointer,
            (f"{left} ", "$primary"),
            (setting.label, style),
            (f" {right}", "$primary"),
            (f"  {setting.line}", "$faint"),
        )

    def watch_place(self) -> None:
        """Tells that it has been turned."""
        self.post_message(self.Changed(self))

    def action_turn(self, by: int) -> None:
        """Turns it, as far as it goes."""
        self.place = min(max(self.place + by, 0), len(self.settings) - 1)

    def on_click(self, event: events.Click) -> None:
        """A click on the track sets the slider; one elsewhere turns the selector on, and around at its end."""
        x = event.x - len(self._pointer[0])
        if self._slides and 0 <= x < 2 * len(self.settings):
            self.place = x // 2
        else:
            self.place = (self.place + (-1 if x <= 0 and self.place else 1)) % len(self.settings)


class KeyBar(Widget, can_focus=False):
    """Names the keys; a click on one presses it. One widget, drawn anew at once when the keys change."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; width: 100%; background: $surface; text-wrap: nowrap; }
    """
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        """Follows what can be done."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def on_unmount(self) -> None:
        """Follows no longer."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def _follow(self, screen: Screen[object]) -> None:
        self.refresh()

    def _keys(self) -> Iterator[tuple[Binding, str]]:
        """What is offered, each action once, and how it is written."""
        seen = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.description and active.enabled and binding.action not in seen:
                seen.add(binding.action)
                yield binding, self.app.get_key_display(binding)

    def render(self) -> Content:
        """The keys and what they do, as many as fit whole."""
        shown = Content("")
        for binding, key in self._keys():
            piece = Content.assemble((f" {key} ", "bold $accent"), f"{binding.description} ")
            if shown.cell_length + piece.cell_length > self.size.width:
                break
            shown = Content.assemble(shown, piece)
        return shown

    def on_click(self, event: events.Click) -> None:
        """Presses the key that was clicked on."""
        end = 0
        for binding, key in self._keys():
            end += len(f" {key} {binding.description} ")
            if event.x < end <= self.size.width:
                self.app.simulate_key(binding.key)
                return
