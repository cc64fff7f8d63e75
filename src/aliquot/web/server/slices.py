"""Long work in the event loop, done in slices between which others are served."""

import asyncio
from collections import deque
from time import perf_counter
from weakref import WeakKeyDictionary

_SECONDS = 0.002
"""The length of a slice."""
_waiting: WeakKeyDictionary[asyncio.AbstractEventLoop, deque[asyncio.Future[None]]] = WeakKeyDictionary()
"""The pieces of work that wait for their next slice, by event loop."""


class Slices:
    """The slices of one piece of work: call `pause` after each small step.

    Of several pieces of work, one goes on in each iteration of the event loop, so that many do not delay others more.
    """

    __slots__ = ("_start",)

    def __init__(self) -> None:
        """Begin the first slice."""
        self._start = perf_counter()

    async def pause(self) -> None:
        """Let others be served if the slice is over, and begin the next."""
        if perf_counter() - self._start > _SECONDS:
            await _wait_for_turn()
            self._start = perf_counter()


async def _wait_for_turn() -> None:
    loop = asyncio.get_running_loop()
    waiting = _waiting.setdefault(loop, deque())
    turn: asyncio.Future[None] = loop.create_future()
    waiting.append(turn)
    if len(waiting) == 1:
        loop.call_soon(_give_turn, loop, waiting)
    await turn


def _give_turn(loop: asyncio.AbstractEventLoop, waiting: deque[asyncio.Future[None]]) -> None:
    """Let the piece of work go on that has waited longest."""
    turn = waiting.popleft()
    if not turn.done():
        turn.set_result(None)
    if waiting:
        loop.call_soon(_give_turn, loop, waiting)
