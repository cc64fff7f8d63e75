"""Reading from the database, in a few threads."""

import asyncio
import json
import logging
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

import msgspec
from sqlalchemy import Connection, func, select, true
from sqlalchemy.exc import SQLAlchemyError

from aliquot.reports.live import MatchSummary, PastEvent
from aliquot.web.errors import MatchDamaged, StoreFailed
from aliquot.web.limits import DATABASE_SECONDS
from aliquot.web.store.connections import SILENT
from aliquot.web.store.database import Database, first_line
from aliquot.web.store.schema import class_events, class_matches, classes, daily_tries, events, matches, seats, visitors

T = TypeVar("T")
log = logging.getLogger("aliquot.web")

_MANY, _COUNTED_PER_SECOND = 1_000, 10_000
"""With more matches than that, a count is reused: for a second for every so many, which take some milliseconds."""


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
    at: int
    """The time in milliseconds, by the clock of the database."""


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


@dataclass(frozen=True, slots=True)
class StoredClass:
    """A class as the database has it."""

    key: int
    code: str
    created: int
    teacher: str
    """The hash of the teacher's token."""
    visitor: str
    """The hash of the teacher's cookie."""
    events: list[StoredEvent]
    last_move: int
    """The time of the last event in one of its matches; 0 if there is none."""


class Reader:
    """Reads in threads, so that the event loop never waits for the database."""

    def __init__(self, database: Database) -> None:
        """Start with no threads; they are started when needed."""
        self._engine, self._breaker = database.read_engine, database.breaker
        self._pool = ThreadPoolExecutor(4, thread_name_prefix="reader")
        self._counted, self._counted_until = (0, 0), 0.0

    async def _run(self, work: Callable[[Connection], T]) -> T:
        def ask() -> T:
            with self._engine.connect() as connection:
                return work(connection)

        self._breaker.check()
        try:
            async with asyncio.timeout(DATABASE_SECONDS):
                result = await asyncio.get_running_loop().run_in_executor(self._pool, ask)
            self._breaker.reset()
            return result
        except TimeoutError:
            self._breaker.trip()
            raise StoreFailed(SILENT) from None
        except SQLAlchemyError as error:
            log.error({"error": f"The database cannot be read: {first_line(error)}."})
            raise StoreFailed("The database cannot be read at the moment. Try again later.") from None

    def close(self) -> None:
        """Stop the threads; one that waits for the database ends at its time limit."""
        self._pool.shutdown(wait=False, cancel_futures=True)

    async def match(self, match_id: str) -> StoredMatch | None:
        """Return the match of an id with its seats and events; None if there is none."""
        return await self._run(lambda connection: _match(connection, matches.c.id == match_id))

    async def events(self, key: int, after: int) -> list[StoredEvent]:
        """Return the events of a match after a number."""
        return await self._run(lambda connection: _events(connection, key, after))

    async def seats(self, key: int) -> dict[int, StoredSeat]:
        """Return the players of a match by seat."""
        return await self._run(lambda connection: _seats(connection, key))

    async def classroom(self, code: str) -> StoredClass | None:
        """Return the class of a code with its events; None if there is none."""
        return await self._run(lambda connection: _classroom(connection, code))

    async def class_events(self, key: int, after: int) -> list[StoredEvent]:
        """Return the events of a class after a number."""
        return await self._run(lambda connection: _class_events(connection, key, after))

    async def finished(self, match_ids: list[str]) -> list[str]:
        """Return those of some matches that are over."""
        over = select(matches.c.id).where(matches.c.id.in_(match_ids), matches.c.finished == 1)
        return await self._run(lambda connection: [row.id for row in connection.execute(over)])

    async def name(self, visitor: str) -> str:
        """Return the name of a visitor; an empty text if they have not chosen one."""
        return await self._run(
            lambda connection: (
                connection.execute(select(visitors.c.name).where(visitors.c.visitor == visitor)).scalar() or ""
            )
        )

    async def solvers(self, number: int) -> dict[int, int]:
        """Return how many people have solved a duel of the day, by the number of tries."""
        chosen = select(daily_tries.c.tries, daily_tries.c.solvers).where(daily_tries.c.number == number)
        return await self._run(lambda connection: {row.tries: row.solvers for row in connection.execute(chosen)})

    async def matches_of(self, visitor: str, most: int) -> list[MatchSummary]:
        """Return the matches in which a visitor has a seat, the latest first."""

        def ask(connection: Connection) -> list[MatchSummary]:
            mine = select(seats.c.match).where(seats.c.visitor == visitor).distinct()
            rows = connection.execute(
                select(matches).where(matches.c.key.in_(mine)).order_by(matches.c.key.desc()).limit(most)
            )
            return [summary for row in rows if (summary := _summary(row)) is not None]

        return await self._run(ask)

    async def check(self) -> None:
        """Check that the database can be read.

        Raises:
            StoreFailed: It cannot be read.
        """
        await self._run(lambda connection: connection.execute(select(matches.c.key).limit(1)).first())

    async def count(self) -> tuple[int, int]:
        """Return how many matches are unfinished and how many there are; some seconds old if there are very many."""

        def ask(connection: Connection) -> tuple[int, int]:
            if (now := time.monotonic()) >= self._counted_until:
                unfinished, stored = (
                    int(connection.execute(select(func.count()).select_from(matches).where(which)).scalar_one())
                    for which in (matches.c.finished == 0, true())
                )
                self._counted = unfinished, stored
                self._counted_until = now + (stored / _COUNTED_PER_SECOND if stored > _MANY else 0)
            return self._counted

        return await self._run(ask)


def _match(connection: Connection, which: Any) -> StoredMatch | None:
    row = connection.execute(select(matches).where(which)).one_or_none()
    if row is None:
        return None
    return StoredMatch(
        row.key, row.id, row.created, row.settings, _seats(connection, row.key), _events(connection, row.key, 0)
    )


def _summary(row: Any) -> MatchSummary | None:
    """Return a match as an item of a list; None if it is damaged."""
    try:
        settings = json.loads(row.settings)
        game, mode = settings["game"], settings["mode"]
    except (ValueError, KeyError, TypeError):
        return None
    return {"id": row.id, "game": game, "mode": mode, "created": row.created, "finished": bool(row.finished)}


def _seats(connection: Connection, key: int) -> dict[int, StoredSeat]:
    rows = connection.execute(select(seats).where(seats.c.match == key))
    return {row.seat: StoredSeat(row.token, row.visitor, row.name) for row in rows}


def _events(connection: Connection, key: int, after: int) -> list[StoredEvent]:
    query = select(events.c.number, events.c.message_id, events.c.body, events.c.at).where(events.c.match == key)
    rows = connection.execute(query.where(events.c.number > after).order_by(events.c.number))
    return [StoredEvent(row.number, row.message_id, _event_body(row), row.at) for row in rows]


def _classroom(connection: Connection, code: str) -> StoredClass | None:
    row = connection.execute(select(classes).where(classes.c.code == code)).one_or_none()
    if row is None:
        return None
    moved = select(func.max(events.c.at)).where(class_matches.c.code == code, events.c.match == class_matches.c.match)
    last_move = connection.execute(moved).scalar() or 0
    stored = _class_events(connection, row.key, 0)
    return StoredClass(row.key, row.code, row.created, row.teacher, row.visitor, stored, int(last_move))


def _class_events(connection: Connection, key: int, after: int) -> list[StoredEvent]:
    query = select(class_events).where(class_events.c["class"] == key, class_events.c.number > after)
    rows = connection.execute(query.order_by(class_events.c.number))
    return [StoredEvent(row.number, "", _body(row), row.at) for row in rows]


def _event_body(row: Any) -> dict[str, Any]:
    """Return the body of an event of a match; raise MatchDamaged if a field is missing or has another type."""
    body = _body(row)
    try:
        msgspec.convert({**body, "number": row.number, "id": row.message_id}, PastEvent)
    except (msgspec.ValidationError, TypeError):
        raise _damaged(row) from None
    return body


def _damaged(row: Any) -> MatchDamaged:
    return MatchDamaged(f"This game is damaged: event {row.number} cannot be read.")


def _body(row: Any) -> dict[str, Any]:
    try:
        body: dict[str, Any] = json.loads(row.body)
    except (ValueError, TypeError):
        raise _damaged(row) from None
    return body
