"""The lobby: every room, found by the id of its match or loaded from the database, and what the rooms share."""

import asyncio
import logging
import re
from collections import OrderedDict
from collections.abc import Coroutine, Iterable
from contextlib import suppress
from dataclasses import replace
from datetime import datetime
from typing import Any, Protocol

from aliquot.core.outcome import SEATS
from aliquot.web.errors import MatchDamaged, NotFound, StoreFailed
from aliquot.web.limits import (
    ADDRESS_GAMES_BURST,
    ADDRESS_GAMES_PER_MINUTE,
    GAMES_BURST,
    GAMES_PER_MINUTE,
    IDLE_SECONDS,
    LIVE_BYTES,
    NEWCOMERS_BURST,
    NEWCOMERS_PER_MINUTE,
    QUIET_SECONDS,
    RELEASE_SECONDS,
)
from aliquot.web.live.auth import hash_token, new_id, new_token
from aliquot.web.live.classes import Classes
from aliquot.web.live.live_positions import LivePositions
from aliquot.web.live.messages import ViewCache
from aliquot.web.live.room import Room
from aliquot.web.live.settings import MatchDraft, MatchSettings
from aliquot.web.server.metrics import Metrics
from aliquot.web.server.ratelimit import Buckets
from aliquot.web.server.slices import Slices
from aliquot.web.server.workers import Workers
from aliquot.web.store.database import Database
from aliquot.web.store.notify import Listener
from aliquot.web.store.reader import Reader, StoredMatch, StoredSeat
from aliquot.web.store.writer import News, Write, Writer

_ROOM_BYTES, _EVENT_BYTES, _EARLIER_BYTES = 6_500, 750, 200
"""Bytes of a room without events, of each event, and of each move made before the match began: measured."""
log = logging.getLogger("aliquot.web")

_ID = re.compile(r"[A-Za-z0-9_-]{1,24}")
"""The form of a match's id. A database refuses some other texts with an error."""


def _settings(stored: StoredMatch) -> MatchSettings:
    try:
        return MatchSettings.from_json(stored.settings)
    except ValueError:
        raise MatchDamaged("This game is damaged: its settings cannot be read.") from None


def _size(room: Room) -> int:
    """Estimate the bytes that a room takes in memory."""
    earlier = _EARLIER_BYTES * len(room.settings.moves)
    return _ROOM_BYTES + _EVENT_BYTES * room.number + earlier + room.messages.size


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

    no_match = "This game does not exist. Unfinished games are deleted after 30 days without a move."
    """What is said of a match that is not stored."""

    def __init__(self, database: Database) -> None:
        """Open the lobby. Call it in a running event loop."""
        self.loop = asyncio.get_running_loop()
        self.now = database.now
        self.era = self.now()
        """The time since which there has always been a server: clocks of turns that began before stand still."""
        self.database = database
        self.origin = new_id()
        """The name of this server among those that share the database."""
        self.writer, self.reader, self.workers = self._open_services()
        self.metrics = Metrics(lambda: len(self.rooms), lambda: self.writer.transactions, self.workers)
        self.rooms: OrderedDict[str, Room] = OrderedDict()
        self.by_key: dict[int, Room] = {}
        self.views = ViewCache()
        self.connections: set[Connection] = set()
        """The open sockets and streams."""
        self.match_buckets = Buckets(GAMES_PER_MINUTE / 60, GAMES_BURST)
        self.newcomer_buckets = Buckets(NEWCOMERS_PER_MINUTE / 60, NEWCOMERS_BURST)
        self.address_buckets = Buckets(ADDRESS_GAMES_PER_MINUTE / 60, ADDRESS_GAMES_BURST)
        self.classes = Classes(self)
        self.live_positions = LivePositions(self)
        self._loading: dict[str, asyncio.Future[Room]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()

    @property
    def is_shared(self) -> bool:
        """True if other servers may share the database."""
        return self.database.is_postgresql

    def _open_services(self) -> tuple[Writer, Reader, Workers]:
        """Return what stores, reads and calculates for the rooms."""
        return Writer(self.database, self.origin), Reader(self.database), Workers()

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
            room.used = self.loop.time()
            return room
        if not _ID.fullmatch(match_id):
            raise NotFound(self.no_match)
        loading = self._loading.get(match_id) or self._start_loading(match_id, self._load(match_id))
        return await asyncio.shield(loading)

    def _start_loading(self, match_id: str, work: Coroutine[Any, Any, Room]) -> asyncio.Future[Room]:
        """Load a room in the background; whoever asks for it meanwhile gets the same one."""
        loading = self._loading[match_id] = asyncio.ensure_future(work)
        loading.add_done_callback(lambda _: self._loading.pop(match_id, None))
        return loading

    async def _load(self, match_id: str) -> Room:
        try:
            stored = await self.reader.match(match_id)
            if stored is None:
                raise NotFound(self.no_match)
            room = await self._open(stored, _settings(stored))
            self.announce([News("?", room.key)])
            return room
        except MatchDamaged as damage:
            log.error({"error": str(damage), "match": match_id})
            raise

    async def _open(self, stored: StoredMatch, settings: MatchSettings) -> Room:
        """Replay a match; what other servers store meanwhile is read after that."""
        room = self.by_key[stored.key] = Room(self, stored, settings)
        try:
            await room.load(stored)
        except BaseException:
            self._remove(room)
            raise
        if self.by_key.get(stored.key) is not room:
            raise NotFound(self.no_match)  # It was deleted meanwhile.
        room.used = self.loop.time()  # A long match takes a while, and somebody waits for it.
        self.rooms[room.id] = room
        return room

    async def release_rooms(self) -> None:
        """Let go of the rooms that nobody needs, every few seconds."""
        while True:
            await asyncio.sleep(RELEASE_SECONDS)
            await self.release_idle_rooms()

    async def release_idle_rooms(self) -> None:
        """Let go of finished matches that nobody follows, of those left long ago, and of others if memory is short."""
        self.classes.release()
        slices, size, before = Slices(), 0, self.loop.time()
        idle: list[Room] = []
        # Those that nobody has asked for longest come first.
        for room in tuple(self.rooms.values()):
            await slices.pause()
            seconds = before - room.used
            if room.subscribers or room.is_busy or seconds < RELEASE_SECONDS:
                size += _size(room)
            elif room.session.outcome is not None or seconds > IDLE_SECONDS:
                self.announce(self._remove(room))
            else:
                size += _size(room)
                idle.append(room)
        for room in idle:
            if size <= LIVE_BYTES:
                break
            await slices.pause()
            if not (room.subscribers or room.is_busy or room.used > before - RELEASE_SECONDS):
                size -= _size(room)
                self.announce(self._remove(room))

    async def create(self, settings: MatchSettings, seats: dict[int, StoredSeat], match_id: str | None = None) -> str:
        """Store a new match and return its id.

        Raises:
            StoreFailed: It could not be stored.
        """
        match_id = match_id or new_id()
        new = MatchDraft(match_id, replace(settings, origin=settings.origin or match_id), seats, self.now())
        write = new.write()
        if not await self.writer.store(write):
            raise StoreFailed("The game could not be created. Try again.")
        await self.open(new, write.key)
        return new.id

    async def open(self, new: MatchDraft, key: int) -> None:
        """Open the room of a match that was just stored, unless somebody who knew its id was faster."""
        self.metrics.created.inc()
        if (room := self.rooms.get(new.id)) is None:
            loading = self._loading.get(new.id)
            if loading is None:
                loading = self._start_loading(new.id, self._open(new.stored(key), new.settings))
            room = await asyncio.shield(loading)
        room.start_computer()

    async def add_finished(self, settings: MatchSettings, events: list[str], began: datetime | None) -> str:
        """Store a finished match from elsewhere, without players in its seats, and return its id.

        Args:
            settings: Its settings.
            events: The JSON of its events.
            began: When it began, if that is known.

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
                {"number": number, "at": now, "message_id": "", "body": event} for number, event in enumerate(events, 1)
            ],
            ends=True,
        )
        if not await self.writer.store(write):
            raise StoreFailed("The game could not be saved. Try again.")
        self.metrics.created.inc()
        return match_id

    async def sweep(self) -> None:
        """Remove unfinished matches without recent events and classes that are over, once an hour."""
        while True:
            is_done = True
            with suppress(StoreFailed):
                write = await self.writer.forget(self.now())
                self.metrics.forgotten.inc(len(write.deleted))
                self.drop(write.deleted)
                self.classes.forget(write.deleted_classes)
                is_done = not (write.deleted or write.deleted_classes)
            await asyncio.sleep(3600 if is_done else 1)

    def drop(self, keys: Iterable[int]) -> None:
        """Close the rooms of matches that were deleted, and the connections to them."""
        for key in keys:
            if (room := self.by_key.get(key)) is not None:
                for subscriber in tuple(room.subscribers):
                    room.subscribers.discard(subscriber)
                    subscriber.dismiss("This game has been deleted.")
                self.announce(self._remove(room))

    async def ping_connections(self) -> None:
        """Ask every connection for a sign of life now and then, so that dead ones are dropped."""
        while True:
            await asyncio.sleep(QUIET_SECONDS)
            for count, connection in enumerate(tuple(self.connections), 1):
                connection.is_alive()
                if count % 100 == 0:
                    await asyncio.sleep(0)

    # --- other servers ----------------------------------------------------------------------------------

    def listen(self) -> Listener:
        """Start to listen to the other servers that share the database."""
        return Listener(
            self.database,
            self.origin,
            lambda origin, news: self.loop.call_soon_threadsafe(self._hear, origin, news),
            lambda era: self.loop.call_soon_threadsafe(self._connected, era),
        )

    def announce(self, news: list[News]) -> None:
        """Tell the other servers something, soon; if the database fails, when it works again."""
        if self.is_shared and news:
            self.spawn(self._announce(news))

    async def _announce(self, news: list[News]) -> None:
        while True:
            with suppress(StoreFailed):
                await self.writer.store(Write(news=news))
                return
            await asyncio.sleep(1)

    def _hear(self, origin: str, news: list[News]) -> None:
        """Have rooms read what another server has stored, and answer it."""
        answers = []
        for kind, key in news:
            if kind in "!@<>":
                self.classes.hear(origin, kind, key)
                continue
            room = self.by_key.get(key)
            if room is None:
                continue
            if kind == "-":
                room.others.discard(origin)
            elif room.is_idle:
                # The other server has its players, and this one reads it again if it is needed.
                answers += self._remove(room)
            else:
                if kind == "?" or origin not in room.others:
                    answers.append(News("+", key))
                room.others.add(origin)
                room.catch_up()
        self.announce(answers)

    def _remove(self, room: Room) -> list[News]:
        """Close a room; return the news for the servers that know of it."""
        room.close()
        self.views.discard(room.messages)
        if self.by_key.get(room.key) is not room:
            return []  # It was removed before, and may have been loaded again since.
        del self.by_key[room.key]
        self.rooms.pop(room.id, None)  # It is not there while it is loaded.
        return [News("-", room.key)] if room.others else []

    def _connected(self, era: int) -> None:
        """Have every room read what it has missed, with a new connection to the other servers.

        If the era is new, there was no server or none could reach the database: clocks that run are stopped.
        """
        is_new, self.era = era != self.era, era
        self.announce([News("?", key) for key in self.by_key])
        self.classes.catch_up()
        # Rooms that are being loaded are among them: what they have read may be older than the outage.
        for room in self.by_key.values():
            room.needs_refresh |= is_new and room.settings.clock is not None
            room.catch_up()

    async def close(self) -> None:
        """Store what is under way and close everything."""
        for task in tuple(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        for room in self.rooms.values():
            room.close()
        await self.workers.close()
        await asyncio.to_thread(self.writer.close)
        self.reader.close()
        self.database.close()
