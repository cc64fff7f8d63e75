"""A dial: one of several values, turned with the arrows or the mouse."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.reactive import reactive
from textual.widget import Widget


@dataclass(frozen=True, slots=True)
class Setting:
    """One value a dial can have."""

    value: str
    label: str
    """What it is called."""
    line: str = ""
    """What it means."""


class Dial(Widget, can_focus=True):
    """Shows a value between two arrows, or as a slider where the values are levels."""

    DEFAULT_CSS = """
    Dial { height: 1; width: 1fr; }
    Dial:focus { background: $primary 30%; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", show=False),
        Binding("right,space", "turn(1)", show=False),
    ]

    class Changed(Message):
        """The dial has been turned."""

        def __init__(self, dial: "Dial") -> None:
            """Names the dial."""
            super().__init__()
            self.dial = dial

    place: reactive[int] = reactive(0, init=False)
    """Which of the values it shows."""

    def __init__(self, what: str, settings: Sequence[Setting], value: str = "", *, slides: bool = False) -> None:
        """Sets the dial.

        Args:
            what: The name of what it sets.
            settings: What it can show.
            value: What it shows at first; the first one unless given.
            slides: Whether to show it as a slider.
        """
        super().__init__(id=what)
        self.settings, self._slides = settings, slides
        values = [setting.value for setting in settings]
        self.set_reactive(Dial.place, values.index(value) if value in values else 0)

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
        """A click on the track sets the slider; one elsewhere turns the dial on, and around at its end."""
        x = event.x - len(self._pointer[0])
        if self._slides and 0 <= x < 2 * len(self.settings):
            self.place = x // 2
        else:
            self.place = (self.place + (-1 if x <= 0 and self.place else 1)) % len(self.settings)
