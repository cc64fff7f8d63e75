"""Writing to the database: writes that arrive together share a transaction and are acknowledged when it is on disk.

A thread does it. While it waits for the disk, the writes for the next transaction collect; that makes durable moves
cheap under load.
"""

import logging
import queue
import re
import time
from asyncio import AbstractEventLoop, Future, TimerHandle, get_running_loop
from collections import deque
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Thread
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from sqlalchemy import Connection, Table, delete, exists, func, insert, select, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from aliquot.web.errors import StoreFailed
from aliquot.web.limits import CLASS_HOURS, DATABASE_SECONDS, FORGOTTEN_DAYS
from aliquot.web.store.connections import SILENT
from aliquot.web.store.database import Database, first_line
from aliquot.web.store.schema import (
    class_events,
    class_matches,
    classes,
    daily_tries,
    events,
    matches,
    resumptions,
    running_days,
    seats,
    visitors,
)
from aliquot.web.store.wal import FilesChanged

log = logging.getLogger("aliquot.web")

_WATCH_SECONDS = 1.0
"""Seconds between two looks at the files of a SQLite database when nothing is written."""
_DAY = 86_400_000
"""Milliseconds in a day."""
_HOUR = 3_600_000
"""Milliseconds in an hour."""
_FORGOTTEN_AT_ONCE = 100
"""Matches deleted in one transaction: few, because moves wait for it."""
_CLASSES_AT_ONCE = 5
"""Classes deleted in one transaction, each with up to some hundred matches."""
_MOST = 1_000
"""Writes in one transaction."""
_NOTIFICATION = 7_900
"""Bytes in one notification; PostgreSQL takes 8,000."""
_NEWS = re.compile(r"[?+!@<>-][0-9a-f]{1,16}")
CHANNEL = "aliquot"
"""The channel of PostgreSQL's notifications to the other servers."""


class News(NamedTuple):
    """Something that a server tells the others that share its database."""

    kind: Literal["?", "+", "-", "!", "@", ">", "<"]
    """`?` asks who else has a match in memory; `+` says that this server has it, and that something may have happened
    in it; `-` says that this server has it no longer; `!` says that something has happened in a class; `@` asks who is
    there; `>` and `<` say that a pupil is connected to this server or no longer."""
    key: int
    """The key of the match or the class; with `>` and `<`, 65,536 times that of the class plus the pupil's number."""


@dataclass(slots=True)
class Write:
    """Rows that are stored together or not at all."""

    event: dict[str, Any] | None = None
    """A row of `events`. It may be of another match than the new one, the one before it."""
    match: dict[str, Any] | None = None
    """A row of `matches`, for a new match."""
    seats: Sequence[dict[str, Any]] = ()
    """Rows of `seats`, without the key of the match."""
    past: Sequence[dict[str, Any]] = ()
    """Earlier events of a new match, rows of `events` without the key."""
    ends: bool = False
    """True if this event ends the match."""
    visitor: dict[str, Any] | None = None
    """A row of `visitors`, for a new or changed name."""
    solution: tuple[int, int] | None = None
    """The number of a duel of the day that was solved, and at which try."""
    classroom: dict[str, Any] | None = None
    """A row of `classes`, for a new class."""
    class_events: Sequence[dict[str, Any]] = ()
    """Rows of `class_events`; those of a new class without its key."""
    class_code: str = ""
    """The code of the class that a new match is played in."""
    delete_class: str = ""
    """The code of a class to delete, with its matches."""
    key: int = 0
    """The key of the match or the class; set when a new one is stored."""
    news: Sequence[News] = ()
    """Notifications to the other servers."""
    resumption: dict[str, Any] | None = None
    """A row of `resumptions`, with the start of the era as `since`."""
    resumed: int = 0
    """The time at which the clock started again; set with `resumption`."""
    forget: int = 0
    """The time at which to delete unfinished matches that are forgotten."""
    deleted: Sequence[int] = ()
    """The keys of the matches deleted; set when they are."""
    deleted_classes: tuple[str, ...] = ()
    """The codes of the classes deleted; set when they are."""


Pending: TypeAlias = tuple[Write, Future[bool]]
"""A write, and the future that gets its result."""


class Writer:
    """Stores writes in the order of their arrival, many in one transaction."""

    def __init__(self, database: Database, origin: str = "") -> None:
        """Start the thread.

        Args:
            database: The open database.
            origin: The name of this server in notifications.
        """
        self._engine, self._watch, self._origin = database.write_engine, database.watch, origin
        self._is_file = database.file is not None
        self._insert = insert(events).compile(dialect=self._engine.dialect)
        self._collected: list[Pending] = []
        """Writes since the event loop's last iteration."""
        self._queue: queue.SimpleQueue[list[Pending] | None] = queue.SimpleQueue()
        self._breaker = database.breaker
        self._waiting: deque[tuple[float, list[Pending]]] = deque()
        """Writes that were handed over, with their time limits."""
        self._timer: TimerHandle | None = None
        self._loop: AbstractEventLoop | None = None
        self._held: Connection | None = None
        self._change = ""
        """What is wrong with the files of the database."""
        self._last_keys: dict[str, int] = {}
        """The last key given to a row of `matches` and of `classes`, in a file."""
        self.transactions = 0
        """The number of transactions so far."""
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def store(self, write: Write) -> bool:
        """Store rows and return when they are on disk; return False if another write was first.

        Raises:
            StoreFailed: They were not stored, or it is unknown whether they were.
        """
        self._breaker.check()
        self._loop = loop = get_running_loop()
        done: Future[bool] = loop.create_future()
        if not self._collected:
            loop.call_soon(self._hand_over)
        self._collected.append((write, done))
        return await done

    async def forget(self, now: int) -> Write:
        """Delete some of the unfinished matches that nobody has touched for `FORGOTTEN_DAYS`, and classes.

        Days count only if a server ran on them, so that a clock that jumps ahead deletes nothing. Classes are deleted
        `CLASS_HOURS` after the last event in them or in one of their matches.

        Args:
            now: The time in milliseconds.

        Returns:
            The write, with the matches and the classes that were deleted.

        Raises:
            StoreFailed: None were deleted.
        """
        write = Write(forget=now)
        await self.store(write)
        return write

    async def delete_class(self, code: str) -> Sequence[int]:
        """Delete a class and its matches now, and return the keys of the matches.

        Raises:
            StoreFailed: It was not deleted.
        """
        write = Write(delete_class=code)
        await self.store(write)
        return write.deleted

    def _hand_over(self) -> None:
        """Pass the collected writes to the thread; waking it costs more than storing a move."""
        collected, self._collected = self._collected, []
        if collected:
            self._queue.put(collected)
            self._waiting.append((time.monotonic() + DATABASE_SECONDS, collected))
            if self._timer is None and self._loop is not None:
                self._timer = self._loop.call_later(1, self._check_waiting)

    def _check_waiting(self) -> None:
        """Give up on writes at their time limit, and look again in a moment if others wait."""
        self._timer = None
        while self._waiting:
            deadline, batch = self._waiting[0]
            late = [done for _, done in batch if not done.done()]
            if late and time.monotonic() < deadline:
                break
            self._waiting.popleft()
            for done in late:
                done.set_exception(StoreFailed(SILENT))
                self._breaker.trip()
        if self._waiting and self._loop is not None:
            self._timer = self._loop.call_later(1, self._check_waiting)

    def close(self) -> None:
        """Store what is pending and stop the thread."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (batch := self._next()) is not None:
            ending = False
            while len(batch) < _MOST:
                try:
                    more = self._queue.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ending = True
                    break
                batch += more
            results = self._store([write for write, _ in batch])
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(self._resolve, [done for _, done in batch], results)
            if ending:
                break
        if self._held is not None:
            self._held.close()

    def _resolve(self, futures: list[Future[bool]], results: list[bool | StoreFailed]) -> None:
        for done, result in zip(futures, results, strict=True):
            if isinstance(result, StoreFailed):
                if not done.done():
                    done.set_exception(StoreFailed(str(result)))
                continue
            self._breaker.reset()
            if not done.done():
                done.set_result(result)

    def _next(self) -> list[Pending] | None:
        """Wait for writes, and look at the files meanwhile."""
        if self._watch is None:
            return self._queue.get()
        while True:
            try:
                return self._queue.get(timeout=_WATCH_SECONDS)
            except queue.Empty:
                try:
                    self._check_files()
                except FilesChanged as change:
                    self._report(change)

    def _check_files(self) -> None:
        """Check the files of a SQLite database.

        Raises:
            FilesChanged: Something is wrong with them.
        """
        if self._watch is not None:
            self._watch.check()
            if self._change:
                self._change = ""
                log.error({"error": "The files of the database are in their places again."})

    def _report(self, change: FilesChanged) -> None:
        """Log once what has happened to the files, and copy the log into the database while SQLite can read it."""
        if str(change) == self._change:
            return
        self._change = str(change)
        advice = "No moves are accepted until it is put back or the server is restarted."
        log.error({"error": f"{change}. {advice}"})
        if change.is_log_whole:
            with suppress(SQLAlchemyError), self._connected() as connection:
                connection.exec_driver_sql("PRAGMA wal_checkpoint(FULL)")
                connection.rollback()  # The connection is held, and the next transaction begins on it.

    def _store(self, writes: list[Write]) -> list[bool | StoreFailed]:
        """Store writes in one transaction and return the result of each."""
        try:
            self._transact(writes)
        except IntegrityError:
            # Somebody was first with one of them; stored one by one, it shows which.
            return [False] if len(writes) == 1 else [result for write in writes for result in self._store([write])]
        except FilesChanged as change:
            self._report(change)
        except SQLAlchemyError as error:
            # Players need not know where the database is; the driver's message names its file, host or role.
            log.error({"error": f"The database cannot be written: {first_line(error)}."})
        else:
            return [True] * len(writes)
        return [StoreFailed("The game could not be saved, so nothing has changed. Try again later.")] * len(writes)

    def _transact(self, writes: list[Write]) -> None:
        self.transactions += 1
        with self._connected() as connection, connection.begin():
            for write in writes:
                if write.match is not None:
                    write.key = self._insert_row(connection, matches, write.match)
                if write.match is not None or write.seats or write.visitor is not None or write.solution:
                    _store_match(connection, write)
                if write.classroom is not None:
                    write.key = self._insert_row(connection, classes, write.classroom)
                if write.class_events:
                    _store_class(connection, write)
                if write.resumption is not None:
                    write.resumed = _resume(connection, **write.resumption)
            rows = [write.event for write in writes if write.event is not None]
            for write in writes:
                rows += [{**row, "match": write.key} for row in write.past]
            if rows:
                self._add(connection, rows)
            for write in writes:
                if write.forget:
                    write.deleted = _forget(connection, write.forget)
                    write.deleted_classes, of_classes = _forget_classes(connection, write.forget)
                    write.deleted += of_classes
                if write.delete_class:
                    write.deleted = _delete_classes(connection, [write.delete_class])
            ended = [write.key for write in writes if write.ends]
            if ended:
                connection.execute(update(matches).where(matches.c.key.in_(ended)).values(finished=1))
            if not self._is_file:
                self._notify(connection, [news for write in writes for news in write.news])
            self._check_files()
        self._check_files()

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Return a connection: for a file always the same one, for PostgreSQL one that the pool has checked."""
        if not self._is_file:
            with self._engine.connect() as connection:
                yield connection
            return
        if self._held is None:
            self._held = self._engine.connect()
        try:
            yield self._held
        except BaseException:
            held, self._held = self._held, None
            held.close()
            raise

    def _insert_row(self, connection: Connection, table: Table, row: dict[str, Any]) -> int:
        """Insert a match or a class and return its key, which no row has had while this program runs.

        By itself, SQLite gives the key of a deleted last row to the next one: what is still under way for the deleted
        match would be stored as if it had happened in the new one.
        """
        if self._is_file:
            last = self._last_keys.get(table.name, 0)
            newest = connection.execute(select(func.max(table.c.key))).scalar() or 0
            key = self._last_keys[table.name] = max(last, newest) + 1
            row = {**row, "key": key}
        return int(connection.execute(insert(table).values(row).returning(table.c.key)).scalar_one())

    def _add(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Insert events directly with the driver: there are thousands a second."""
        order = self._insert.positiontup
        values: Any = rows if order is None else [tuple([row[name] for name in order]) for row in rows]
        connection.exec_driver_sql(str(self._insert), values)

    def _notify(self, connection: Connection, news: Sequence[News]) -> None:
        """Notify the other servers, of what was said twice only once."""
        for payload in write_notifications(self._origin, tuple(dict.fromkeys(news))):
            connection.execute(text("SELECT pg_notify(:c, :t)"), {"c": CHANNEL, "t": payload})


def write_notifications(origin: str, news: Sequence[News]) -> list[str]:
    """Return the text of a notification from a server; two texts if it is too long for one."""
    if not news:
        return []
    payload = f"{origin} " + "".join([f"{kind}{key:x}" for kind, key in news])
    if len(payload) <= _NOTIFICATION:
        return [payload]
    half = len(news) // 2
    return write_notifications(origin, news[:half]) + write_notifications(origin, news[half:])


def read_notification(payload: str) -> tuple[str, list[News]]:
    """Return the server and the news of a notification; a text that is none has no news."""
    origin, _, text = payload.partition(" ")
    items = _NEWS.findall(text)
    if "".join(items) != text:
        return origin, []
    return origin, [News(cast("Any", item[0]), int(item[1:], 16)) for item in items]


def _store_match(connection: Connection, write: Write) -> None:
    """Store what goes with a match: its class and its seats; a visitor's name; a solution of the duel of the day."""
    if write.match is not None and write.class_code:
        connection.execute(insert(class_matches).values(match=write.key, code=write.class_code))
    if write.seats:
        connection.execute(insert(seats), [{**seat, "match": write.key} for seat in write.seats])
    if write.visitor is not None:
        changed = connection.execute(
            update(visitors).where(visitors.c.visitor == write.visitor["visitor"]).values(name=write.visitor["name"])
        )
        if not changed.rowcount:
            connection.execute(insert(visitors).values(write.visitor))
    if write.solution is not None:
        number, tries = write.solution
        own = daily_tries.c.number == number, daily_tries.c.tries == tries
        if not connection.execute(update(daily_tries).where(*own).values(solvers=daily_tries.c.solvers + 1)).rowcount:
            connection.execute(insert(daily_tries).values(number=number, tries=tries, solvers=1))


def _store_class(connection: Connection, write: Write) -> None:
    """Store what has happened in a class."""
    connection.execute(insert(class_events), [{"class": write.key, **row} for row in write.class_events])


def _resume(connection: Connection, *, match: int, number: int, at: int, since: int) -> int:
    """Record that a player is back, and return the time at which the first one was, since the era began."""
    own = (resumptions.c.match == match, resumptions.c.number == number)
    first = select(func.min(resumptions.c.at)).where(*own, resumptions.c.at >= since)
    if (earlier := connection.execute(first).scalar()) is not None:
        return int(earlier)
    connection.execute(delete(resumptions).where(resumptions.c.match == match, resumptions.c.at < since))
    connection.execute(insert(resumptions).values(match=match, number=number, at=at))
    return at


def _forget(connection: Connection, now: int) -> list[int]:
    """Record that a server runs today, and delete the first matches that are due; return their keys."""
    today = now // _DAY
    if connection.execute(select(running_days.c.day).where(running_days.c.day == today)).first() is None:
        connection.execute(insert(running_days).values(day=today))
    recent = select(running_days.c.day).order_by(running_days.c.day.desc()).limit(FORGOTTEN_DAYS)
    days = [row.day for row in connection.execute(recent)]
    if len(days) < FORGOTTEN_DAYS:
        return []
    connection.execute(delete(running_days).where(running_days.c.day < days[-1]))
    before = min(now - FORGOTTEN_DAYS * _DAY, days[-1] * _DAY)
    is_touched = exists().where(events.c.match == matches.c.key, events.c.at >= before)
    due = select(matches.c.key).where(matches.c.finished == 0, matches.c.created < before, ~is_touched)
    keys = [row.key for row in connection.execute(due.limit(_FORGOTTEN_AT_ONCE))]
    _delete_matches(connection, keys)
    return keys


def _delete_matches(connection: Connection, keys: list[int]) -> None:
    """Delete matches by their keys."""
    for column in (events.c.match, seats.c.match, resumptions.c.match, matches.c.key):
        connection.execute(delete(column.table).where(column.in_(keys)))


def _forget_classes(connection: Connection, now: int) -> tuple[tuple[str, ...], list[int]]:
    """Delete the first classes in which nothing has happened for `CLASS_HOURS`.

    Returns:
        Their codes, and the keys of their matches.
    """
    before = now - CLASS_HOURS * _HOUR
    is_touched = exists().where(class_events.c["class"] == classes.c.key, class_events.c.at >= before)
    is_played = exists().where(
        class_matches.c.code == classes.c.code, events.c.match == class_matches.c.match, events.c.at >= before
    )
    due = select(classes.c.code).where(classes.c.created < before, ~is_touched, ~is_played)
    codes = [row.code for row in connection.execute(due.limit(_CLASSES_AT_ONCE))]
    return tuple(codes), _delete_classes(connection, codes)


def _delete_classes(connection: Connection, codes: list[str]) -> list[int]:
    """Delete classes with everything in them; return the keys of their matches, which are deleted too."""
    keys = [row.match for row in connection.execute(select(class_matches).where(class_matches.c.code.in_(codes)))]
    connection.execute(delete(class_matches).where(class_matches.c.code.in_(codes)))
    _delete_matches(connection, keys)
    own = select(classes.c.key).where(classes.c.code.in_(codes))
    connection.execute(delete(class_events).where(class_events.c["class"].in_(own)))
    connection.execute(delete(classes).where(classes.c.code.in_(codes)))
    return keys
