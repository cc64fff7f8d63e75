"""Chess clocks: a time for each seat, and an increment after every move."""

import re
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import timedelta

from aliquot.core.errors import InvalidParameter
from aliquot.core.outcome import Seat
from aliquot.core.text import quote

_CONTROL = re.compile(r"([0-9]{1,6}(?:\.[0-9]{1,3})?)(?:\+([0-9]{1,6}(?:\.[0-9]{1,3})?))?", re.ASCII)


@dataclass(frozen=True, slots=True)
class TimeControl:
    """The time each player has: seconds for the match, and seconds added after each move."""

    seconds: float
    increment: float = 0

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Read `60+2`, or `60` for no increment; seconds have up to three decimals.

        Raises:
            InvalidParameter: The text is neither.
        """
        parts = _CONTROL.fullmatch(text)
        if parts is None or not float(parts[1]):
            raise InvalidParameter(
                f"A clock is seconds for each player and seconds added per move, as in 60+2, not {quote(text)}."
            )
        return cls(_seconds(parts[1]), _seconds(parts[2] or "0"))

    def __str__(self) -> str:
        """The text that `parse` reads."""
        return f"{_format(self.seconds)}+{_format(self.increment)}"


def _seconds(text: str) -> float:
    """Read a number of seconds, as an int where it is whole."""
    return float(text) if "." in text else int(text)


def _format(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


class Clock:
    """Two clocks, of which at most one runs."""

    def __init__(
        self,
        control: TimeControl,
        remaining: tuple[timedelta, timedelta] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Set the clocks.

        Args:
            control: The time for each player.
            remaining: The time each seat has left, if a match is resumed.
            now: Returns the current time in seconds.
        """
        full = timedelta(seconds=control.seconds)
        self.control = control
        self._remaining = dict(zip((1, 2), remaining or (full, full), strict=True))
        self._now = now
        self._running: tuple[Seat, float] | None = None

    def remaining(self, seat: Seat) -> timedelta:
        """The time a seat has left, never negative."""
        remaining = self._remaining[seat]
        if self._running is not None and self._running[0] == seat:
            remaining -= timedelta(seconds=self._now() - self._running[1])
        return max(remaining, timedelta())

    def start(self, seat: Seat, elapsed: timedelta = timedelta()) -> None:
        """Start a seat's clock and stop the other.

        Args:
            seat: The seat.
            elapsed: The time for which the clock has been running already.
        """
        self.stop()
        self._running = (seat, self._now() - elapsed.total_seconds())

    def stop(self) -> None:
        """Stop the clock that runs, if one does."""
        if self._running is not None:
            seat = self._running[0]
            self._remaining[seat] = self.remaining(seat)
            self._running = None

    def end_turn(self, seat: Seat) -> None:
        """Stop a seat's clock after its move and adds the increment."""
        self.stop()
        self._remaining[seat] += timedelta(seconds=self.control.increment)
