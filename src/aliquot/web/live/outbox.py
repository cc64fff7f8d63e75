"""What waits to be sent to one reader. Whoever does not read is dropped before it costs anything."""

import asyncio
from collections import deque
from collections.abc import Callable

from aliquot.web.limits import OUTBOX_BYTES, OUTBOX_MESSAGES
from aliquot.web.live.room import Message


class Outbox:
    """Messages for one reader, in order."""

    __slots__ = ("_drop", "_messages", "_size", "_waiter", "is_closed")

    def __init__(self, drop: Callable[[], object]) -> None:
        """Holds nothing yet.

        Args:
            drop: Called, once, when too much waits.
        """
        self._messages: deque[Message] = deque()
        self._size = 0
        self._waiter: asyncio.Future[None] | None = None
        self._drop = drop
        self.is_closed = False

    def push(self, message: Message) -> None:
        """Takes a message, to be sent when it can be. Never waits."""
        if self.is_closed:
            return
        self._messages.append(message)
        self._size += len(message.data)
        if len(self._messages) > OUTBOX_MESSAGES or (self._size > OUTBOX_BYTES and len(self._messages) > 1):
            self.close()
            self._drop()
            return
        self._wake()

    def close(self) -> None:
        """Takes no more; what waits is forgotten."""
        self.is_closed = True
        self._messages.clear()
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def take(self) -> Message | None:
        """The next message, if there is one."""
        if not self._messages:
            return None
        message = self._messages.popleft()
        self._size -= len(message.data)
        return message

    async def get(self) -> Message | None:
        """The next message, when there is one; None when there will be none."""
        while True:
            if (message := self.take()) is not None:
                return message
            if self.is_closed:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter
