"""The counsel: what the oracle says about the position, or that it is still thinking."""

from collections.abc import Iterator
from contextlib import contextmanager

from textual.widgets import Static

_MOMENT = 0.3
"""For how many seconds the oracle may think before that is mentioned."""


class Analysis(Static):
    """A few lines below the board, there only while there is something to say."""

    DEFAULT_CSS = """
    Analysis { height: auto; max-height: 6; padding: 0 1; background: $panel 40%; display: none; }
    """

    def __init__(self) -> None:
        """Says nothing yet."""
        super().__init__(markup=False)
        self._told = ""

    def tell(self, text: str) -> None:
        """Says something, or nothing."""
        self._told = text
        self._put(text)

    def _put(self, text: str) -> None:
        self.display = bool(text)
        if text:
            self.update(text)

    @contextmanager
    def thinking(self) -> Iterator[None]:
        """Says that the oracle is thinking, unless that takes but a moment, and then again what was said before."""
        words = "The oracle is thinking … Nobody need wait for it: play on, or leave with Esc."
        timer = self.set_timer(_MOMENT, lambda: self._put(words))
        try:
            yield
        finally:
            timer.stop()
            self._put(self._told)
