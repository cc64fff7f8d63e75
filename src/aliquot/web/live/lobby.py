"""The lobby: every room, found by the id of its match or loaded from the database, and what the rooms share."""

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable, Coroutine
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from aliquot.core.outcome import SEATS
from aliquot.play.journal import Entry
from aliquot.web.errors import NotFound, StoreFailed
from aliquot.web.limits import (
    FORGOTTEN_DAYS,
    GAMES_BURST,
    GAMES_PER_MINUTE,
    LIVE_GAMES,
    NEWCOMERS_BURST,
    NEWCOMERS_PER_SECOND,
    QUIET_SECONDS,
)
from aliquot.web.live.auth import hash_token, new_id, new_token
from aliquot.web.live.protocol import encode
from aliquot.web.live.room import Room
from aliquot.web.live.settings import MatchSettings
from aliquot.web.server.metrics import Metrics
from aliquot.web.server.ratelimit import Buckets
from aliquot.web.server.workers import Workers
from aliquot.web.store.database import Database
from aliquot.web.store.reader import Reader, StoredMatch, StoredSeat
from aliquot.web.store.writer import Write, Writer

_DAY = 86_400


def _milliseconds() -> int:
    return time.time_ns() // 1_000_000


class Connection(Protocol):
    """A socket or a stream that stays open until the server stops."""

    def is_alive(self) -> bool:
        """Ask the client for a sign of life; return False if it gave none since it was last asked."""
        ...

    async def stop(self) -> None:
        """Tell the client, and close."""
        ...


class Lobby:
    """All rooms, and everything they share: the database, the workers, the metrics, the limits."""

    def __init__(self, database: Database, now: Callable[[], int] = _milliseconds) -> None:
        """Open the lobby. Call it in a running event loop.

        Args:
            database: The database of matches.
            now: Returns the time in milliseconds.
        """
        self.loop = asyncio.get_running_loop()
        self.now = now
        self.database = database
        self.origin = new_id()
        """The name of this server among those that share the database."""
        self.writer, self.reader, self.workers = Writer(database, self.origin), Reader(database), Workers()
        self.metrics = Metrics(lambda: len(self.rooms), lambda: self.writer.transactions, lambda: self.workers.waiting)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.by_key: dict[int, Room] = {}
        self.connections: set[Connection] = set()
        """The open sockets and streams."""
        self.match_buckets = Buckets(GAMES_PER_MINUTE / 60, GAMES_BURST)
        self.newcomer_buckets = Buckets(NEWCOMERS_PER_SECOND, NEWCOMERS_BURST)
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        """Run a coroutine in the background."""
        task = self.loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def room(self, match_id: str) -> Room:
        """Return the room of a match.

        Raises:
            NotFound: There is no such match.
            StoreFailed: It cannot be read just now.
        """
        if (room := self.rooms.get(match_id)) is not None:
            self.rooms.move_to_end(match_id)
            return room
        if (loading := self._loading.get(match_id)) is None:
            loading = self._loading[match_id] = asyncio.ensure_future(self._load(match_id))
            loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return await asyncio.shield(loading)

    async def _load(self, match_id: str) -> Room:
        stored = await self.reader.match(match_id)
        if stored is None:
            raise NotFound("This game does not exist. Unfinished games are deleted after 30 days without a move.")
        return self._add(Room(self, stored, MatchSettings.from_json(stored.settings)))

    def _add(self, room: Room) -> Room:
        self.rooms[room.id] = self.by_key[room.key] = room
        if len(self.rooms) > LIVE_GAMES:
            for match_id, old in list(self.rooms.items())[:100]:
                if not old.subscribers and not old.lock.locked() and old is not room:
                    old.close()
                    del self.rooms[match_id], self.by_key[old.key]
        return room

    async def create(self, settings: MatchSettings, seats: dict[int, StoredSeat], match_id: str | None = None) -> str:
        """Store a new match and return its id.

        Raises:
            StoreFailed: It could not be stored.
        """
        match_id = match_id or new_id()
        settings = replace(settings, origin=settings.origin or match_id)
        rows = [
            {"seat": seat, "token": holder.token, "visitor": holder.visitor, "name": holder.name}
            for seat, holder in sorted(seats.items())
        ]
        text, created = settings.to_json(), self.now()
        write = Write(match={"id": match_id, "settings": text, "created": created}, seats=rows)
        if not await self.writer.store(write):
            raise StoreFailed("The game could not be created. Try again.")
        self.metrics.created.inc()
        room = self._add(Room(self, StoredMatch(write.key, match_id, created, text, dict(seats), []), settings))
        room.start_computer()
        return match_id

    async def add_finished(self, settings: MatchSettings, entries: list[Entry], began: datetime | None) -> str:
        """Store a finished match from elsewhere, without players in its seats, and return its id.

        Raises:
            StoreFailed: It could not be stored.
        """
        match_id, now = new_id(), self.now()
        write = Write(
            match={
                "id": match_id,
                "settings": replace(settings, origin=match_id).to_json(),
                "created": now if began is None else round(began.timestamp() * 1000),
            },
            seats=[
                {"seat": seat, "token": hash_token(new_token()), "visitor": hash_token(new_token()), "name": name}
                for seat, name in zip(SEATS, settings.names, strict=True)
            ],
            past=[
                {"number": number, "at": now, "message_id": "", "body": encode(entry).decode()}
                for number, entry in enumerate(entries, 1)
            ],
            ends=True,
        )
        if not await self.writer.store(write):
            raise StoreFailed("The game could not be saved. Try again.")
        self.metrics.created.inc()
        return match_id

    async def sweep(self) -> None:
        """Remove unfinished matches without recent events, once an hour."""
        while True:
            try:
                removed = await self.reader.forget(self.now() - FORGOTTEN_DAYS * _DAY * 1000)
                self.metrics.forgotten.inc(removed)
            except StoreFailed:
                removed = 0
            await asyncio.sleep(1 if removed else 3600)

    async def ping_connections(self) -> None:
        """Ask every connection for a sign of life now and then, so that dead ones are dropped."""
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            for count, connection in enumerate(tuple(self.connections), 1):
                connection.is_alive()
                if count % 100 == 0:
                    await asyncio.sleep(0)

    def catch_up(self, keys: list[int]) -> None:
        """Have the rooms of some matches read what other servers stored. Safe to call from another thread."""

        def start() -> None:
            for key in keys:
                if (room := self.by_key.get(key)) is not None:
                    self.spawn(room.catch_up())

        self.loop.call_soon_threadsafe(start)

    async def close(self) -> None:
        """Store what is under way and close everything."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            room.close()
        self.workers.close()
        await asyncio.to_thread(self.writer.close)
        self.reader.close()
        self.database.close()
