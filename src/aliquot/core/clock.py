"""Clocks: so much time for each seat, and a little more after every move."""

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
    """How much time each player has: seconds for the game, and seconds added after each move."""

    seconds: float
    increment: float = 0

    @classmethod
    def parse(cls, text: str) -> "TimeControl":
        """Reads `60+2`, or `60` for no increment; a second has up to three decimals.

        Raises:
            InvalidParameter: It is neither.
        """
        written = _CONTROL.fullmatch(text)
        if written is None or not float(written[1]):
            raise InvalidParameter(
                f"A clock is seconds for each player and seconds added per move, as in 60+2, not {quote(text)}."
            )
        return cls(_seconds(written[1]), _seconds(written[2] or "0"))

    def __str__(self) -> str:
        """The control as it is typed."""
        return f"{_plain(self.seconds)}+{_plain(self.increment)}"


def _seconds(text: str) -> float:
    """A number of seconds, whole where it can be."""
    return float(text) if "." in text else int(text)


def _plain(seconds: float) -> str:
    return f"{seconds:.3f}".rstrip("0").rstrip(".")


class Clock:
    """Two clocks of which at most one runs."""

    def __init__(
        self,
        control: TimeControl,
        remaining: tuple[timedelta, timedelta] | None = None,
        now: Callable[[], float] = time.monotonic,
    ) -> None:
        """Sets the clocks.

        Args:
            control: What the players agreed on.
            remaining: What is left of a game that is resumed.
            now: Where the time comes from, in seconds.
        """
        full = timedelta(seconds=control.seconds)
        self.control = control
        self._left = dict(zip((1, 2), remaining or (full, full), strict=True))
        self._now = now
        self._running: tuple[Seat, float] | None = None

    def remaining(self, seat: Seat) -> timedelta:
        """The time a seat has left, never less than none."""
        left = self._left[seat]
        if self._running is not None and self._running[0] == seat:
            left -= timedelta(seconds=self._now() - self._running[1])
        return max(left, timedelta())

    def start(self, seat: Seat) -> None:
        """Starts a seat's clock, stopping the other."""
        self.stop()
        self._running = (seat, self._now())

    def stop(self) -> None:
        """Stops whatever runs."""
        if self._running is not None:
            seat = self._running[0]
            self._left[seat] = self.remaining(seat)
            self._running = None

    def moved(self, seat: Seat) -> None:
        """Stops a seat's clock after its move and adds the increment."""
        self.stop()
        self._left[seat] += timedelta(seconds=self.control.increment)
