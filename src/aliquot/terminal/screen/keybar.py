"""The foot of every screen: the keys that do something now, in one line."""

from collections.abc import Iterator

from textual import events
from textual.binding import Binding
from textual.content import Content
from textual.screen import Screen
from textual.widget import Widget


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
