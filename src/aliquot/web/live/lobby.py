"""The lobby: every live game, found by its id or taken up from the database, and what they all share."""

import asyncio
import json
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from aliquot.core.outcome import SEATS, Seat
from aliquot.web.errors import NotAllowed, NotFound, StoreFailed
from aliquot.web.limits import (
    FORGOTTEN_DAYS,
    GAMES_BURST,
    GAMES_PER_MINUTE,
    LIVE_GAMES,
    NEWCOMERS_BURST,
    NEWCOMERS_PER_SECOND,
    QUIET_SECONDS,
)
from aliquot.web.live.room import Conflict, Room
from aliquot.web.live.settings import MatchSettings
from aliquot.web.live.tokens import hashed, new_id, new_token, seat_token
from aliquot.web.server.metrics import Metrics
from aliquot.web.server.ratelimit import Buckets
from aliquot.web.server.workers import Workers
from aliquot.web.store.database import Database
from aliquot.web.store.reader import Reader, StoredMatch, StoredSeat
from aliquot.web.store.writer import Write, Writer

_DAY = 86_400


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Lasting(Protocol):
    """A connection that stays open until it is told that the server stops."""

    def is_alive(self) -> bool:
        """Asks the client for a sign of life; False if it gave none since it was last asked."""
        ...

    async def stop(self) -> None:
        """Tells the client, and closes."""
        ...


class Lobby:
    """Finds rooms and keeps them as long as they are wanted."""

    def __init__(self, database: Database, now: Callable[[], int] = _milliseconds) -> None:
        """Opens the lobby. Call it where an event loop runs.

        Args:
            database: Where the games are.
            now: The time, in milliseconds.
        """
        self.loop = asyncio.get_running_loop()
        self.now = now
        self.database = database
        self.origin = new_id()
        """What this server is called among those that share the database."""
        self.writer, self.reader, self.workers = Writer(database, self.origin), Reader(database), Workers()
        self.metrics = Metrics(self)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.by_key: dict[int, Room] = {}
        self.connections: set[Lasting] = set()
        """Sockets and streams that are open."""
        self.new_games = Buckets(GAMES_PER_MINUTE / 60, GAMES_BURST)
        self.newcomers = Buckets(NEWCOMERS_PER_SECOND, NEWCOMERS_BURST)
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Does something beside everything else."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def room(self, name: str) -> Room:
        """The game of that id.

        Raises:
            NotFound: There is none.
            StoreFailed: It cannot be read just now.
        """
        if (found := self.rooms.get(name)) is not None:
            self.rooms.move_to_end(name)
            return found
        if (loading := self._loading.get(name)) is None:
            loading = self._loading[name] = asyncio.ensure_future(self._load(name))
            loading.add_done_callback(lambda _: self._loading.pop(name, None))
        return await asyncio.shield(loading)

    async def _load(self, name: str) -> Room:
        stored = await self.reader.match(name)
        if stored is None:
            raise NotFound("There is no such game, or it was left unfinished and has been removed.")
        return self._seat(Room(stored, self))

    def _seat(self, room: Room) -> Room:
        self.rooms[room.id] = self.by_key[room.key] = room
        if len(self.rooms) > LIVE_GAMES:
            for name, old in list(self.rooms.items())[:100]:
                if not old.followers and not old.lock.locked() and old is not room:
                    old.close()
                    del self.rooms[name], self.by_key[old.key]
        return room

    async def create(self, settings: MatchSettings, seats: dict[int, StoredSeat], name: str | None = None) -> str:
        """Stores a new game and returns its id.

        Raises:
            StoreFailed: It could not be stored.
        """
        name = name or new_id()
        settings = replace(settings, origin=settings.origin or name)
        rows = [
            {"seat": seat, "token": holder.token, "visitor": holder.visitor, "name": holder.name}
            for seat, holder in sorted(seats.items())
        ]
        created = self.now()
        write = Write(match={"id": name, "settings": settings.as_json(), "created": created}, seats=rows)
        if not await self.writer.store(write):
            raise StoreFailed("The game could not be set up; try again.")
        self.metrics.created.inc()
        facts = json.loads(settings.as_json())
        room = self._seat(Room(StoredMatch(write.key, name, created, facts, dict(seats), []), self))
        if room.session.outcome is None and not room.session.awaits_person:
            room.drive()
        return name

    async def keep(self, settings: MatchSettings, bodies: list[dict[str, Any]], began: datetime | None) -> str:
        """Stores a game that was played elsewhere and is over; returns its id. Nobody has its seats, or ever will.

        Raises:
            StoreFailed: It could not be stored.
        """
        name, now = new_id(), self.now()
        write = Write(
            match={
                "id": name,
                "settings": replace(settings, origin=name).as_json(),
                "created": now if began is None else round(began.timestamp() * 1000),
            },
            seats=[
                {"seat": seat, "token": hashed(new_token()), "visitor": hashed(new_token()), "name": called}
                for seat, called in zip(SEATS, settings.names, strict=True)
            ],
            past=[
                {"number": number, "at": now, "message_id": "", "body": json.dumps(body)}
                for number, body in enumerate(bodies, 1)
            ],
            ends=True,
        )
        if not await self.writer.store(write):
            raise StoreFailed("The game could not be kept; try again.")
        self.metrics.created.inc()
        return name

    async def join(self, room: Room, visitor: str, name: str) -> tuple[Seat, ...]:
        """Gives a visitor the free seat; returns the seats they have. Of many who ask at once one gets it.

        Raises:
            NotAllowed: There is no free seat.
            StoreFailed: It could not be stored.
        """
        async with room.lock:
            for _ in SEATS:
                await room.refresh()
                if mine := room.seats_of(visitor=hashed(visitor)):
                    return mine
                free = next((seat for seat in SEATS if not room.is_taken(seat)), None)
                if free is None:
                    break
                token = seat_token(visitor, room.settings.origin)
                row = {"seat": free, "token": hashed(token), "visitor": hashed(visitor), "name": name}
                try:
                    await room.join(free, row)
                except Conflict:
                    continue
                return (free,)
        raise NotAllowed("Both seats of this game are taken; you can watch it.")

    async def sweep(self) -> None:
        """Removes games that nobody has touched for long, once an hour."""
        while True:
            try:
                gone = await self.reader.forget(self.now() - FORGOTTEN_DAYS * _DAY * 1000)
                self.metrics.forgotten.inc(gone)
            except StoreFailed:
                gone = 0
            await asyncio.sleep(1 if gone else 3600)

    async def look_after(self) -> None:
        """Asks every connection for a sign of life now and then, so that those that are dead do not stay for ever."""
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            for place, connection in enumerate(tuple(self.connections), 1):
                connection.is_alive()
                if place % 100 == 0:
                    await asyncio.sleep(0)

    async def close(self) -> None:
        """Stores what is under way and lets go of everything."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            room.close()
        self.workers.close()
        await asyncio.to_thread(self.writer.close)
        self.reader.close()
        self.database.close()
