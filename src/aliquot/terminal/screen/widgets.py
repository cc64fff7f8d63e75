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
    """A title and a description; Enter or a click opens it."""

    DEFAULT_CSS = """
    Card { height: auto; padding: 0 1; border-left: wide $panel; min-height: 3; }
    Card:focus { border-left: wide $primary; background: $primary 30%; }
    Card:hover { background: $surface; }
    """

    class Opened(Message):
        """A card was opened."""

        def __init__(self, value: Any) -> None:
            """Set the value of the card."""
            super().__init__()
            self.value = value

    def __init__(self, title: str, description: str, value: Any, key: str = "") -> None:
        """Make a card.

        Args:
            title: The title.
            description: A line below it.
            value: The value of the `Opened` message.
            key: A key that also opens it.
        """
        super().__init__()
        self.value = value
        self._title, self._description, self._key = title, description, key

    def render(self) -> Content:
        """Return the title and the description."""
        style = "bold $primary" if self.has_focus else "bold"
        key = (f"{self._key} ", "$faint") if self._key else ""
        pointer = (" ◀" if self.has_focus else "", "bold $primary")
        return Content.assemble(
            key, (self._title, style), pointer, "\n", (self._description, "" if self.has_focus else "$faint")
        )

    def on_click(self) -> None:
        """Open the card."""
        self.post_message(self.Opened(self.value))

    def key_enter(self, event: events.Key) -> None:
        """Open the card; the opened screen does not get the key."""
        event.stop()
        self.post_message(self.Opened(self.value))


def move_focus(screen: Screen[Any], selector: str, across: int, down: int) -> None:
    """Move the focus to the nearest widget in a direction.

    Args:
        screen: The screen.
        selector: A query for the widgets that can have the focus.
        across: 1 to the right, -1 to the left, else 0.
        down: 1 down, -1 up, else 0.
    """
    focused = screen.focused
    widgets = [widget for widget in screen.query(selector) if widget.display]
    if focused is None or focused not in widgets:
        if widgets:
            screen.set_focus(widgets[0])
        return
    x, y = _offset(focused)

    def distance(widget: Widget) -> tuple[int, int]:
        dx, dy = abs(_offset(widget).x - x), abs(_offset(widget).y - y)
        return (dx // 8, dy) if down else (dy, dx)

    ahead = [w for w in widgets if (_offset(w).y - y) * down > 0 or (_offset(w).x - x) * across > 0]
    if ahead:
        # At once, so that a second arrow starts from there, however quickly it follows.
        screen.set_focus(min(ahead, key=distance))


def _offset(widget: Widget) -> Offset:
    """Return where a widget is, regardless of scrolling."""
    nodes = [node for node in widget.ancestors_with_self if isinstance(node, Widget) and not isinstance(node, Screen)]
    return sum((node.virtual_region.offset for node in nodes), Offset())


class Selector(Widget, can_focus=True):
    """One of several values, changed with the arrows or the mouse; shown between two arrows or as a slider."""

    DEFAULT_CSS = """
    Selector { height: 1; width: 1fr; }
    Selector:focus { background: $primary 30%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "step(-1)", show=False),
        Binding("right,space", "step(1)", show=False),
    ]

    class Changed(Message):
        """The value of a selector has changed."""

        def __init__(self, selector: "Selector") -> None:
            """Set the selector."""
            super().__init__()
            self.selector = selector

    index: reactive[int] = reactive(0, init=False)
    """The index of the current choice."""

    def __init__(self, name: str, choices: Sequence[Choice], value: str = "", *, slider: bool = False) -> None:
        """Make a selector.

        Args:
            name: Its id.
            choices: The values to choose from.
            value: The value at first; by default the first one.
            slider: Whether to show it as a slider.
        """
        super().__init__(id=name)
        self.choices, self._is_slider = choices, slider
        values = [choice.value for choice in choices]
        self.set_reactive(Selector.index, values.index(value) if value in values else 0)

    @property
    def value(self) -> str:
        """The current value."""
        return self.choices[self.index].value

    @property
    def label(self) -> str:
        """The label of the current value."""
        return self.choices[self.index].label

    @property
    def _pointer(self) -> tuple[str, str]:
        """The sign of the focus, for those who see no colours."""
        return ("▶ " if self.has_focus else "  ", "bold $primary")

    def render(self) -> Content:
        """Return the label and the description."""
        choice, style = self.choices[self.index], "bold $primary" if self.has_focus else "bold"
        if self._is_slider:
            track = "─".join("●" if index == self.index else "○" for index in range(len(self.choices)))
            return Content.assemble(
                self._pointer, (track, style), "  ", (f"{choice.label:<10}", style), (f" {choice.line}", "$faint")
            )
        left = "◂" if self.index else " "
        right = "▸" if self.index < len(self.choices) - 1 else " "
        return Content.assemble(
            self._pointer,
            (f"{left} ", "$primary"),
            (choice.label, style),
            (f" {right}", "$primary"),
            (f"  {choice.line}", "$faint"),
        )

    def watch_index(self) -> None:
        """Report the change."""
        self.post_message(self.Changed(self))

    def action_step(self, by: int) -> None:
        """Change to the next or the previous value, if there is one."""
        self.index = min(max(self.index + by, 0), len(self.choices) - 1)

    def on_click(self, event: events.Click) -> None:
        """Set the slider if its track was clicked; elsewhere change to the next value or back to the first."""
        x = event.x - len(self._pointer[0])
        if self._is_slider and 0 <= x < 2 * len(self.choices):
            self.index = x // 2
        else:
            self.index = (self.index + (-1 if x <= 0 and self.index else 1)) % len(self.choices)


class KeyBar(Widget, can_focus=False):
    """The keys that do something now, in one line; a click on one presses it."""

    DEFAULT_CSS = """
    KeyBar { dock: bottom; height: 1; width: 100%; background: $surface; text-wrap: nowrap; }
    """
    ALLOW_SELECT = False

    def on_mount(self) -> None:
        """Redraw whenever the available keys change."""
        self.screen.bindings_updated_signal.subscribe(self, self._follow)

    def on_unmount(self) -> None:
        """Stop listening for changes."""
        self.screen.bindings_updated_signal.unsubscribe(self)

    def _follow(self, screen: Screen[object]) -> None:
        self.refresh()

    def _keys(self) -> Iterator[tuple[Binding, str]]:
        """Yield the available bindings, each action once, with the names of their keys."""
        seen = set()
        for active in self.screen.active_bindings.values():
            binding = active.binding
            if binding.show and binding.description and active.enabled and binding.action not in seen:
                seen.add(binding.action)
                yield binding, self.app.get_key_display(binding)

    def render(self) -> Content:
        """Return as many keys and descriptions as fit."""
        line = Content("")
        for binding, key in self._keys():
            piece = Content.assemble((f" {key} ", "bold $accent"), f"{binding.description} ")
            if line.cell_length + piece.cell_length > self.size.width:
                break
            line = Content.assemble(line, piece)
        return line

    def on_click(self, event: events.Click) -> None:
        """Press the key that was clicked."""
        end = 0
        for binding, key in self._keys():
            end += len(f" {key} {binding.description} ")
            if event.x < end <= self.size.width:
                self.app.simulate_key(binding.key)
                return
