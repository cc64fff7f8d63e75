"""Long work in the event loop, done in slices between which others are served."""

import asyncio
from time import perf_counter

_SECONDS = 0.002
"""The length of a slice."""


class Slices:
    """The slices of one piece of work: call `pause` after each small step."""

    __slots__ = ("_start",)

    def __init__(self) -> None:
        """Begin the first slice."""
        self._start = perf_counter()

    async def pause(self) -> None:
        """Let others be served if the slice is over, and begin the next."""
        if perf_counter() - self._start > _SECONDS:
            await asyncio.sleep(0)
            self._start = perf_counter()
