"""How far something is that takes a while: one line on standard error, only on a terminal, gone when it is done."""

import sys
import time
from types import TracebackType
from typing import Self

_PATIENCE = 0.5
"""Nobody is told about what takes no longer than this, in seconds."""
_PACE = 0.1
"""How many seconds pass between two counts."""


class Counting:
    """Tells how many of how many are done, while it is entered."""

    def __init__(self, what: str) -> None:
        """Names what is being done."""
        self._what = what
        self._shown = ""
        self._next = time.monotonic() + _PATIENCE

    def __call__(self, done: int, total: int) -> None:
        """Says how far it is, unless that was said just now or nobody is looking."""
        now = time.monotonic()
        if now >= self._next and sys.stderr.isatty():
            self._next = now + _PACE
            self._show(f"{self._what}: {done:,} of {total:,}. Ctrl-C stops, and what is done is kept.")

    def _show(self, text: str) -> None:
        sys.stderr.write(f"\r{text.ljust(len(self._shown))}")
        sys.stderr.flush()
        self._shown = text

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Leaves the line empty for what comes next."""
        if self._shown:
            self._show("")
            sys.stderr.write("\r")
            sys.stderr.flush()
