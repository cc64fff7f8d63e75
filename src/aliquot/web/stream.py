"""The same events where WebSockets do not get through: all after a number, by long polling or as server-sent events."""

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any

from fastapi import APIRouter, Header, Query
from fastapi.responses import StreamingResponse

from aliquot.web import board
from aliquot.web.errors import TooMuch
from aliquot.web.limits import EVENTS_AT_ONCE, POLL_SECONDS, SOCKETS_PER_GAME
from aliquot.web.messages import Events
from aliquot.web.outbox import Outbox
from aliquot.web.rest import REFUSALS, AtTable, By, InHall
from aliquot.web.table import Table

router = APIRouter(prefix="/api", responses=REFUSALS)
Since = Annotated[int, Query(ge=0, le=2**31 - 1, description="The number of the last event you know.")]


@router.get("/games/{name}/events")
async def events(
    table: AtTable,
    asker: By,
    since: Since = 0,
    wait: Annotated[float, Query(ge=0, le=POLL_SECONDS, description="Seconds to wait for one, if there is none.")] = 0,
) -> Events:
    """What happened after a number, and how the last of it left the board; waits for it if asked to."""
    if asker.seats(table):
        await table.attend()
    if wait and table.number <= since:
        outbox = _follow(table)
        try:
            async with asyncio.timeout(wait):
                await outbox.get()
        except TimeoutError:
            pass
        finally:
            table.followers.discard(outbox)
    async with table.lock:
        await table.refresh()
        found = [board.past(event) for event in table.events[since:][:EVENTS_AT_ONCE]]
        if found and found[-1]["number"] == table.number:
            found[-1] |= board.standing(table)
        return Events(game=table.id, last=table.number, events=found)


def _follow(table: Table) -> Outbox:
    if len(table.followers) >= SOCKETS_PER_GAME:
        raise TooMuch("Too many people follow this game already.")
    outbox = Outbox(lambda: None)
    table.followers.add(outbox)
    return outbox


@router.get("/games/{name}/stream", response_class=StreamingResponse)
async def stream(
    table: AtTable,
    asker: By,
    hall: InHall,
    since: Since | None = None,
    last_event_id: Annotated[str | None, Header(max_length=12)] = None,
) -> StreamingResponse:
    """Everything that happens, as server-sent events: the state first, then each event under its number."""
    seats = asker.seats(table)
    if last_event_id is not None and last_event_id.isascii() and last_event_id.isdigit():
        since = int(last_event_id)
    outbox = _follow(table)
    async with table.lock:
        await table.refresh()
        if seats:
            table.attend_now()
        told: dict[str, Any] = {**board.state(table), "you": list(seats)}
        if since is not None:
            told["events"] = [board.past(event) for event in table.events[since:][:EVENTS_AT_ONCE]]
        first = _written(table.number, board.encode(told))
    reading = _Reading(outbox, table)
    hall.connections.add(reading)

    async def write() -> AsyncIterator[bytes]:
        try:
            yield first
            while True:
                data = await reading.next()
                if data is None:
                    return
                yield data
        finally:
            hall.connections.discard(reading)
            table.followers.discard(outbox)

    headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
    return StreamingResponse(write(), media_type="text/event-stream", headers=headers)


def _written(number: int, data: bytes) -> bytes:
    return b"id: %d\ndata: %b\n\n" % (number, data)


class _Reading:
    """One open stream."""

    def __init__(self, outbox: Outbox, table: Table) -> None:
        self._outbox, self._table = outbox, table

    async def next(self) -> bytes | None:
        """What to write next; a comment when nothing has happened for a while, so that the line stays open."""
        try:
            async with asyncio.timeout(POLL_SECONDS):
                data = await self._outbox.get()
        except TimeoutError:
            return b": still here\n\n"
        return None if data is None else _written(self._table.number, data)

    def is_alive(self) -> bool:
        """What is written every now and then shows whether anybody is there."""
        return True

    async def stop(self) -> None:
        """Ends the stream; a browser connects again by itself."""
        self._outbox.close()
