"""The limits of a search: positions, time, and cancelling it from another thread."""

from collections.abc import Callable
from datetime import timedelta
from time import monotonic

from aliquot.core.errors import Unsolved


class Budget:
    """The number of positions each search may visit, and the time all searches may take together.

    The time runs from the creation of the budget, so that one budget covers all searches of one question. Any thread
    may cancel it; the search then raises `Unsolved`. Without a time the result depends on the position alone.
    """

    def __init__(
        self, positions: int | None = None, time: timedelta | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        """Set the limits.

        Args:
            positions: The most positions a search may visit; by default as many as that search usually may.
            time: The time limit; none by default.
            clock: Returns seconds, as `time.monotonic` does.
        """
        self.positions = positions
        self._clock = clock
        self._deadline = None if time is None else clock() + time.total_seconds()
        self._cancelled = False

    def most_positions(self, default: int) -> int:
        """The most positions a search may visit, given its own default."""
        return default if self.positions is None else self.positions

    def cancel(self) -> None:
        """Stop every search with this budget at its next check."""
        self._cancelled = True

    def check(self) -> None:
        """Return if the search may go on.

        Raises:
            Unsolved: The budget was cancelled, or the time is up.
        """
        if self._cancelled:
            raise Unsolved("The search was cancelled.", code="cancelled")
        if self._deadline is not None and self._clock() > self._deadline:
            raise Unsolved("The search ran out of time.", code="out-of-time")
