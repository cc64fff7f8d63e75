"""The panel that shows the study of the position, or that the oracle is still analysing it."""

from collections.abc import Iterator
from contextlib import contextmanager

from textual.widgets import Static

ANALYSING = "Analysing… You can keep playing."
_DELAY = 0.3
"""Seconds before the panel says that the oracle is analysing."""


class Analysis(Static):
    """A few lines below the board, visible only while there is text."""

    DEFAULT_CSS = """
    Analysis { height: auto; max-height: 6; padding: 0 1; background: $panel 40%; display: none; }
    """

    def __init__(self) -> None:
        """Start empty."""
        super().__init__(markup=False)
        self._text = ""

    def tell(self, text: str) -> None:
        """Show a text; an empty one hides the panel."""
        self._text = text
        self._put(text)

    def _put(self, text: str) -> None:
        self.display = bool(text)
        if text:
            self.update(text)

    @contextmanager
    def analysing(self) -> Iterator[None]:
        """Say after a short delay that the oracle is analysing; at the end show the text from before."""
        timer = self.set_timer(_DELAY, lambda: self._put(ANALYSING))
        try:
            yield
        finally:
            timer.stop()
            self._put(self._text)
