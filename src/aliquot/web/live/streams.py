"""Events for clients without WebSockets: long polling and server-sent events."""

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable
from typing import Annotated

from fastapi import APIRouter, Header, Query, Response
from fastapi.responses import StreamingResponse

from aliquot.reports.live import Events
from aliquot.web.limits import OUTBOX_BYTES, OUTBOX_MESSAGES, POLL_SECONDS
from aliquot.web.live.api import REFUSALS, By, InLobby, InRoom, send
from aliquot.web.live.protocol import encode
from aliquot.web.live.room import Broadcast

router = APIRouter(prefix="/api", responses=REFUSALS)
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="The number of the last event you know.")]


class Outbox:
    """The messages that wait for one slow reader. A reader who lets too many wait is dropped."""

    __slots__ = ("_drop", "_messages", "_size", "_waiter", "is_closed")

    def __init__(self, drop: Callable[[], object] = lambda: None) -> None:
        """Open an empty outbox.

        Args:
            drop: Called once, when too much waits.
        """
        self._messages: deque[Broadcast] = deque()
        self._size = 0
        self._waiter: asyncio.Future[None] | None = None
        self._drop = drop
        self.is_closed = False

    def push(self, message: Broadcast) -> None:
        """Add a message. Never waits."""
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
        """Discard what waits and accept nothing more."""
        self.is_closed = True
        self._messages.clear()
        self._wake()

    def _wake(self) -> None:
        if self._waiter is not None and not self._waiter.done():
            self._waiter.set_result(None)

    def take(self) -> Broadcast | None:
        """Return the next message, if there is one."""
        if not self._messages:
            return None
        message = self._messages.popleft()
        self._size -= len(message.data)
        return message

    async def get(self) -> Broadcast | None:
        """Wait for the next message; return None when the outbox is closed."""
        while True:
            if (message := self.take()) is not None:
                return message
            if self.is_closed:
                return None
            self._waiter = asyncio.get_running_loop().create_future()
            await self._waiter


@router.get("/matches/{match_id}/events", response_model=Events)
async def events(
    room: InRoom,
    credentials: By,
    since: Since = 0,
    wait: Annotated[float, Query(ge=0, le=POLL_SECONDS, description="Seconds to wait for an event.")] = 0,
) -> Response:
    """Return the events after a number, and the position after the last; wait for one if asked to."""
    if credentials.seats(room):
        await room.resume()
    if wait and room.number <= since:
        outbox = Outbox()
        room.subscribe(outbox)
        try:
            async with asyncio.timeout(wait):
                await outbox.get()
        except TimeoutError:
            pass
        finally:
            room.subscribers.discard(outbox)
    async with room.lock:
        await room.refresh()
        return send(room.events_message(since))


@router.get("/matches/{match_id}/stream", response_class=StreamingResponse)
async def stream(
    room: InRoom,
    credentials: By,
    lobby: InLobby,
    since: Since | None = None,
    last_event_id: Annotated[str | None, Header(max_length=12)] = None,
) -> StreamingResponse:
    """Send the state and then every event, as server-sent events. The id of each is its number."""
    seats = credentials.seats(room)
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        since = int(last_event_id)
    outbox = Outbox()
    async with room.lock:
        await room.refresh()
        if seats:
            room.resume_locked()
        room.subscribe(outbox)
        first = _format(room.number, encode(room.state_message(seats, since)))
    connection = EventStream(outbox)
    lobby.connections.add(connection)

    async def write() -> AsyncIterator[bytes]:
        try:
            yield first
            while (data := await connection.next()) is not None:
                yield data
        finally:
            lobby.connections.discard(connection)
            room.subscribers.discard(outbox)

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(write(), media_type="text/event-stream", headers=headers)


def _format(number: int, data: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (number, data)


class EventStream:
    """One open stream of server-sent events."""

    def __init__(self, outbox: Outbox) -> None:
        """Send what comes into an outbox."""
        self._outbox = outbox

    async def next(self) -> bytes | None:
        """Wait for the next event; a comment keeps the connection open when there is none for a while."""
        try:
            async with asyncio.timeout(POLL_SECONDS):
                message = await self._outbox.get()
        except TimeoutError:
            return b": still here\n\n"
        return None if message is None else _format(message.number, message.data)

    def is_alive(self) -> bool:
        """Return True: the comments show whether the client is there."""
        return True

    async def stop(self) -> None:
        """End the stream; browsers connect again by themselves."""
        self._outbox.close()
