"""Events for clients without WebSockets: long polling and server-sent events."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from typing import Annotated

from fastapi import APIRouter, Header, Query, Request, Response
from starlette.types import Receive, Scope, Send

from aliquot.reports.live import Events
from aliquot.web.errors import Abandoned
from aliquot.web.limits import EVENTS_AT_ONCE, OUTBOX_BYTES, OUTBOX_MESSAGES, POLL_SECONDS
from aliquot.web.live.api import REFUSALS, By, InLobby, InRoom, poll, send, unless_abandoned
from aliquot.web.live.lobby import Lobby
from aliquot.web.live.messages import Broadcast, Seats
from aliquot.web.live.protocol import encode
from aliquot.web.live.room import Room
from aliquot.web.server.http import ABORT

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

    def displace(self) -> None:
        """End the reader's request: another one has taken its place."""
        self.close()

    def dismiss(self, reason: str) -> None:
        """End the reader's request; the next one is told that there is no such match."""
        self.close()

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
    request: Request,
    lobby: InLobby,
    room: InRoom,
    credentials: By,
    since: Since = 0,
    wait: Annotated[float, Query(ge=0, le=POLL_SECONDS, description="Seconds to wait for an event.")] = 0,
) -> Response:
    """Return the events after a number, and the position after the last; wait for one if asked to."""
    if seats := credentials.seats(room):
        await room.resume()
    if wait and room.number <= since:
        outbox = Outbox()
        room.subscribe(outbox, seats)
        try:
            async with poll(lobby, wait):
                await unless_abandoned(request.receive, outbox.get())
        finally:
            room.subscribers.discard(outbox)
    async with room.lock:
        await room.refresh()
        return send(room.messages.events(since))


@router.get("/matches/{match_id}/stream", response_class=Response)
async def stream(
    request: Request,
    room: InRoom,
    credentials: By,
    lobby: InLobby,
    since: Since | None = None,
    last_event_id: Annotated[str | None, Header(max_length=12)] = None,
) -> Response:
    """Send the state, or the events after `Last-Event-ID`, and then every event, as server-sent events."""
    seats = credentials.seats(room)
    async with room.lock:
        await room.refresh()
        if seats:
            await room.resume_locked()
        missed = _missed(room, last_event_id)
        if missed is None:
            missed = [_format(room.number, encode(await room.messages.state(seats, since)))]
        return EventStream(lobby, room, seats, missed, request.scope.get("extensions", {}).get(ABORT))


def _missed(room: Room, last_event_id: str | None) -> list[bytes] | None:
    """Return the events after an id, each under its own; None if the client needs the state."""
    if last_event_id is None or not (last_event_id.isascii() and last_event_id.isdigit()):
        return None
    if not 0 <= room.number - int(last_event_id) <= EVENTS_AT_ONCE:
        return None
    return [_format(each.events[0]["number"], encode(each)) for each in room.messages.single_events(int(last_event_id))]


def _format(number: int, data: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (number, data)


class EventStream(Response):
    """One open stream of server-sent events."""

    media_type = "text/event-stream"

    def __init__(
        self, lobby: Lobby, room: Room, seats: Seats, first: list[bytes], abort: Callable[[], object] | None
    ) -> None:
        """Subscribe to a room.

        Args:
            lobby: The lobby.
            room: The room.
            seats: The seats of the client.
            first: The messages to begin with.
            abort: Ends the connection at once, whatever waits to be sent.

        Raises:
            TooManyRequests: Too many people are watching.
        """
        super().__init__(headers={"cache-control": "no-store", "x-accel-buffering": "no"})
        del self.headers["content-length"]
        self._lobby, self._room, self._abort = lobby, room, abort
        self._first = first
        self._outbox = Outbox(self._drop)
        room.subscribe(self._outbox, seats)
        lobby.connections.add(self)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Send every event until the client hangs up or the server stops."""
        try:
            with suppress(Abandoned):
                await unless_abandoned(receive, self._write(send))
        finally:
            self._lobby.connections.discard(self)
            self._room.subscribers.discard(self._outbox)

    async def _write(self, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": self.raw_headers})
        while self._first:
            await send({"type": "http.response.body", "body": self._first.pop(0), "more_body": True})
        while await self._write_next(send):
            pass

    async def _write_next(self, send: Send) -> bool:
        """Send the next event, and return False if that was the end. Only the connection holds it after that."""
        message = await self.next()
        await send({"type": "http.response.body", "body": message or b"", "more_body": message is not None})
        return message is not None

    async def next(self) -> bytes | None:
        """Wait for the next event; a comment keeps the connection open when there is none for a while."""
        try:
            async with asyncio.timeout(POLL_SECONDS):
                message = await self._outbox.get()
        except TimeoutError:
            return b": still here\n\n"
        return None if message is None else _format(message.number, message.data)

    def _drop(self) -> None:
        """Drop a client that reads too slowly."""
        self._lobby.metrics.dropped.inc()
        if self._abort is not None:
            self._abort()

    def is_alive(self) -> bool:
        """Return True: the comments show whether the client is there."""
        return True

    async def stop(self) -> None:
        """End the stream; browsers connect again by themselves."""
        self._outbox.close()
