"""What is shown where there is no room for anything else."""

from textual.app import ComposeResult
from textual.content import Content
from textual.geometry import Size
from textual.screen import ModalScreen
from textual.widgets import Static

ENOUGH = Size(64, 20)
"""The smallest terminal everything fits in."""


class TooSmall(ModalScreen[None]):
    """Asks for a larger terminal; whatever was going on waits below."""

    DEFAULT_CSS = """
    TooSmall { align: center middle; background: $background; }
    TooSmall Static { width: auto; max-width: 100%; height: auto; text-align: center; }
    """

    def compose(self) -> ComposeResult:
        """The request."""
        yield Static()

    def on_resize(self) -> None:
        """Says what there is and what is needed."""
        size = self.app.size
        self.query_one(Static).update(
            Content.from_markup(
                "[bold $accent]A little more room, please.[/]\n$now here, $need needed.",
                now=f"{size.width}×{size.height}",
                need=f"{ENOUGH.width}×{ENOUGH.height}",
            )
        )
