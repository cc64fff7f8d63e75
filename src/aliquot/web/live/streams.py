"""The same events where WebSockets do not get through: all after a number, by long polling or as server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from fastapi.responses import StreamingResponse

from aliquot.web.errors import TooManyRequests
from aliquot.web.limits import EVENTS_AT_ONCE, POLL_SECONDS, SOCKETS_PER_GAME
from aliquot.web.live import messages
from aliquot.web.live.api import REFUSALS, By, InLobby, InRoom
from aliquot.web.live.outbox import Outbox
from aliquot.web.live.protocol import Events
from aliquot.web.live.room import Room

router = APIRouter(prefix="/api", responses=REFUSALS)
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="The number of the last event you know.")]


@router.get("/matches/{match_id}/events")
async def events(
    room: InRoom,
    credentials: By,
    since: Since = 0,
    wait: Annotated[float, Query(ge=0, le=POLL_SECONDS, description="Seconds to wait for one, if there is none.")] = 0,
) -> Events:
    """What happened after a number, and how the last of it left the board; waits for it if asked to."""
    if credentials.seats(room):
        await room.attend()
    if wait and room.number <= since:
        outbox = _follow(room)
        try:
            async with asyncio.timeout(wait):
                await outbox.get()
        except TimeoutError:
            pass
        finally:
            room.followers.discard(outbox)
    async with room.lock:
        await room.refresh()
        found = [messages.past(event) for event in room.events[since:][:EVENTS_AT_ONCE]]
        if found and found[-1]["number"] == room.number:
            found[-1] |= messages.standing(room)
        return Events(match=room.id, last=room.number, events=found)


def _follow(room: Room) -> Outbox:
    if len(room.followers) >= SOCKETS_PER_GAME:
        raise TooManyRequests("Too many people follow this game already.")
    outbox = Outbox(lambda: None)
    room.followers.add(outbox)
    return outbox


@router.get("/matches/{match_id}/stream", response_class=StreamingResponse)
async def stream(
    room: InRoom,
    credentials: By,
    lobby: InLobby,
    since: Since | None = None,
    last_event_id: Annotated[str | None, Header(max_length=12)] = None,
) -> StreamingResponse:
    """Everything that happens, as server-sent events: the state first, then each event under its number."""
    seats = credentials.seats(room)
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        since = int(last_event_id)
    outbox = _follow(room)
    async with room.lock:
        await room.refresh()
        if seats:
            room.attend_now()
        told: dict[str, Any] = {**messages.state(room), "you": list(seats)}
        if since is not None:
            told["events"] = [messages.past(event) for event in room.events[since:][:EVENTS_AT_ONCE]]
        first = _written(room.number, messages.encode(told))
    reading = _Reading(outbox)
    lobby.connections.add(reading)

    async def write() -> AsyncIterator[bytes]:
        try:
            yield first
            while True:
                data = await reading.next()
                if data is None:
                    return
                yield data
        finally:
            lobby.connections.discard(reading)
            room.followers.discard(outbox)

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(write(), media_type="text/event-stream", headers=headers)


def _written(number: int, data: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (number, data)


class _Reading:
    """One open stream."""

    def __init__(self, outbox: Outbox) -> None:
        self._outbox = outbox

    async def next(self) -> bytes | None:
        """What to write next; a comment when nothing has happened for a while, so that the line stays open."""
        try:
            async with asyncio.timeout(POLL_SECONDS):
                message = await self._outbox.get()
        except TimeoutError:
            return b": still here\n\n"
        return None if message is None else _written(message.number, message.data)

    def is_alive(self) -> bool:
        """What is written every now and then shows whether anybody is there."""
        return True

    async def stop(self) -> None:
        """Ends the stream; a browser connects again by itself."""
        self._outbox.close()
