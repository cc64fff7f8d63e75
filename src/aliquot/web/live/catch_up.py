"""Reading what other servers have stored: the same for a match and a class."""

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any

from aliquot.web.errors import StoreFailed

RETRY_SECONDS = 1.0
"""Seconds before the database is tried again."""


class CatchUp:
    """Reads news one reading at a time, and again if more came meanwhile or the database failed."""

    __slots__ = ("_is_behind", "_lock", "_spawn", "is_running")

    def __init__(self, spawn: Callable[[Coroutine[Any, Any, None]], object], lock: asyncio.Lock) -> None:
        """Have nothing to read yet.

        Args:
            spawn: Starts a task.
            lock: Held while news is read.
        """
        self._spawn, self._lock = spawn, lock
        self._is_behind = False
        self.is_running = False
        """True while there is something to read."""

    def start(self, read: Callable[[], Awaitable[None]]) -> None:
        """Read the news, soon.

        Args:
            read: Reads the news; may raise `StoreFailed`. It is not held any longer: it belongs to the owner of this
                object, and the two would keep each other in memory.
        """
        self._is_behind = True
        if not self.is_running:
            self.is_running = True
            self._spawn(self._run(read))

    async def _run(self, read: Callable[[], Awaitable[None]]) -> None:
        try:
            while self._is_behind:
                self._is_behind = False
                try:
                    async with self._lock:
                        await read()
                except StoreFailed:
                    self._is_behind = True
                    await asyncio.sleep(RETRY_SECONDS)
        finally:
            self.is_running = False
