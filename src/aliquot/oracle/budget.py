"""What a search may cost, and the switch that stops it."""

from collections.abc import Callable
from datetime import timedelta
from time import monotonic

from aliquot.core.errors import Unsolved

POSITIONS = 50_000
"""How many positions a search looks at unless it is told otherwise."""


class Budget:
    """How many positions each search may look at, and how long a whole question may take.

    The time runs from the moment the budget is made, so that one budget covers everything a question leads to.
    Any thread may cancel it; whoever is searching then stops with `Unsolved`. Without a time the answer depends on
    the position alone.
    """

    def __init__(
        self, positions: int = POSITIONS, time: timedelta | None = None, clock: Callable[[], float] = monotonic
    ) -> None:
        """Sets the limits.

        Args:
            positions: How many positions a search may look at.
            time: How long it all may take, by default as long as it takes.
            clock: Seconds from any moment on.
        """
        self.positions = positions
        self._clock = clock
        self._deadline = None if time is None else clock() + time.total_seconds()
        self._cancelled = False

    def cancel(self) -> None:
        """Stops whoever searches on this budget, as soon as they look."""
        self._cancelled = True

    def check(self) -> None:
        """Says whether to go on, by returning.

        Raises:
            Unsolved: It was cancelled, or the time is up.
        """
        if self._cancelled:
            raise Unsolved("The search was cancelled.")
        if self._deadline is not None and self._clock() > self._deadline:
            raise Unsolved("The search ran out of time.")
