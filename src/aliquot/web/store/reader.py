"""Reading from the database, in a few threads."""

import asyncio
import json
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from sqlalchemy import Connection, delete, exists, func, select, true
from sqlalchemy.exc import SQLAlchemyError

from aliquot.reports.live import MatchSummary
from aliquot.web.errors import StoreFailed
from aliquot.web.store.database import Database
from aliquot.web.store.schema import events, matches, seats, visitors

T = TypeVar("T")

_MANY, _COUNT_SECONDS = 100_000, 60.0
"""With more matches than that, a count is reused for so many seconds."""


@dataclass(frozen=True, slots=True)
class StoredSeat:
    """A player: the hashes of the seat's token and of the visitor's cookie, and a name."""

    token: str
    visitor: str
    name: str


class StoredEvent(NamedTuple):
    """One thing that happened in a match."""

    number: int
    message_id: str
    body: dict[str, Any]


@dataclass(frozen=True, slots=True)
class StoredMatch:
    """A match as the database has it."""

    key: int
    id: str
    created: int
    settings: str
    """As JSON."""
    seats: dict[int, StoredSeat]
    events: list[StoredEvent]


class Reader:
    """Reads in threads, so that the event loop never waits for the database."""

    def __init__(self, database: Database) -> None:
        """Start with no threads; they are started when needed."""
        self._engine = database.read_engine
        self._pool = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._counted, self._counted_until = (0, 0), 0.0

    async def _run(self, work: Callable[[Connection], T]) -> T:
        def ask() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, ask)
        except SQLAlchemyError:
            raise StoreFailed("The database cannot be read at the moment. Try again later.") from None

    def close(self) -> None:
        """Stop the threads."""
        self._pool.shutdown()

    async def match(self, match_id: str) -> StoredMatch | None:
        """Return the match of an id with its seats and events; None if there is none."""
        return await self._run(lambda connection: _match(connection, matches.c.id == match_id))

    async def events(self, key: int, after: int) -> list[StoredEvent]:
        """Return the events of a match after a number."""
        return await self._run(lambda connection: _events(connection, key, after))

    async def seats(self, key: int) -> dict[int, StoredSeat]:
        """Return the players of a match by seat."""
        return await self._run(lambda connection: _seats(connection, key))

    async def name(self, visitor: str) -> str:
        """Return the name of a visitor; an empty text if they have not chosen one."""
        return await self._run(
            lambda connection: (
                connection.execute(select(visitors.c.name).where(visitors.c.visitor == visitor)).scalar() or ""
            )
        )

    async def matches_of(self, visitor: str, most: int) -> list[MatchSummary]:
        """Return the matches in which a visitor has a seat, the latest first."""

        def ask(connection: Connection) -> list[MatchSummary]:
            mine = select(seats.c.match).where(seats.c.visitor == visitor).distinct()
            rows = connection.execute(
                select(matches).where(matches.c.key.in_(mine)).order_by(matches.c.key.desc()).limit(most)
            )
            return [_summary(row) for row in rows]

        return await self._run(ask)

    async def check(self) -> None:
        """Check that the database can be read.

        Raises:
            StoreFailed: It cannot be read.
        """
        await self._run(lambda connection: connection.execute(select(matches.c.key).limit(1)).first())

    async def count(self) -> tuple[int, int]:
        """Return how many matches are unfinished and how many there are; up to a minute old if there are very many."""

        def ask(connection: Connection) -> tuple[int, int]:
            if (now := time.monotonic()) >= self._counted_until:
                unfinished, stored = (
                    int(connection.execute(select(func.count()).select_from(matches).where(which)).scalar_one())
                    for which in (matches.c.finished == 0, true())
                )
                self._counted = unfinished, stored
                self._counted_until = now + (_COUNT_SECONDS if stored > _MANY else 0)
            return self._counted

        return await self._run(ask)

    async def forget(self, before: int) -> int:
        """Delete unfinished matches without an event since a time, at most 1,000; return how many."""

        def work() -> int:
            with self._engine.begin() as connection:
                recent = exists().where(events.c.match == matches.c.key, events.c.at >= before)
                old = select(matches.c.key).where(matches.c.finished == 0, matches.c.created < before, ~recent)
                keys = [row.key for row in connection.execute(old.limit(1_000))]
                for table, column in ((events, events.c.match), (seats, seats.c.match), (matches, matches.c.key)):
                    connection.execute(delete(table).where(column.in_(keys)))
                return len(keys)

        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        except SQLAlchemyError:
            raise StoreFailed("Old games cannot be removed at the moment.") from None


def _match(connection: Connection, which: Any) -> StoredMatch | None:
    row = connection.execute(select(matches).where(which)).one_or_none()
    if row is None:
        return None
    return StoredMatch(
        row.key, row.id, row.created, row.settings, _seats(connection, row.key), _events(connection, row.key, 0)
    )


def _summary(row: Any) -> MatchSummary:
    """Return a match as an item of a list."""
    settings = json.loads(row.settings)
    game, mode = settings["game"], settings["mode"]
    return {"id": row.id, "game": game, "mode": mode, "created": row.created, "finished": bool(row.finished)}


def _seats(connection: Connection, key: int) -> dict[int, StoredSeat]:
    rows = connection.execute(select(seats).where(seats.c.match == key))
    return {row.seat: StoredSeat(row.token, row.visitor, row.name) for row in rows}


def _events(connection: Connection, key: int, after: int) -> list[StoredEvent]:
    query = select(events.c.number, events.c.message_id, events.c.body).where(events.c.match == key)
    rows = connection.execute(query.where(events.c.number > after).order_by(events.c.number))
    return [StoredEvent(row.number, row.message_id, json.loads(row.body)) for row in rows]
