"""Writing to the database: writes that arrive together share a transaction and are acknowledged when it is on disk.

A thread does it. While it waits for the disk, the writes for the next transaction collect; that makes durable moves
cheap under load.
"""

import os
import queue
from asyncio import AbstractEventLoop, Future, get_running_loop
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Thread
from typing import Any, TypeAlias

from sqlalchemy import Connection, insert, text, update
from sqlalchemy.exc import IntegrityError, SQLAlchemyError

from aliquot.saves.files import quote_path
from aliquot.web.errors import StoreFailed
from aliquot.web.store.database import Database, first_line
from aliquot.web.store.schema import events, matches, seats, visitors

_MOST = 1_000
"""Writes in one transaction."""
_NOTIFIED = 200
"""Events in one notification; PostgreSQL takes 8,000 bytes."""
CHANNEL = "aliquot"
"""The channel of PostgreSQL's notifications to the other servers."""


@dataclass(slots=True)
class Write:
    """Rows that are stored together or not at all."""

    event: dict[str, Any] | None = None
    """A row of `events`."""
    match: dict[str, Any] | None = None
    """A row of `matches`, for a new match. Its event and seats then come without the key, which is not known yet."""
    seats: Sequence[dict[str, Any]] = ()
    """Rows of `seats`, without the key of the match."""
    past: Sequence[dict[str, Any]] = ()
    """Earlier events of a new match, rows of `events` without the key."""
    ends: bool = False
    """True if this event ends the match."""
    visitor: dict[str, Any] | None = None
    """A row of `visitors`, for a new or changed name."""
    key: int = 0
    """The key of the match; set when a new match is stored."""


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
        self._engine, self._file, self._origin = database.write_engine, database.file, origin
        self._inode = self._identity()
        self._insert = insert(events).compile(dialect=self._engine.dialect)
        self._collected: list[Pending] = []
        """Writes since the event loop's last iteration."""
        self._queue: queue.SimpleQueue[list[Pending] | None] = queue.SimpleQueue()
        self._loop: AbstractEventLoop | None = None
        self._held: Connection | None = None
        self.transactions = 0
        """The number of transactions so far."""
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def store(self, write: Write) -> bool:
        """Store rows and return when they are on disk; return False if another write was first.

        Raises:
            StoreFailed: They were not stored, or it is unknown whether they were.
        """
        self._loop = loop = get_running_loop()
        done: Future[bool] = loop.create_future()
        if not self._collected:
            loop.call_soon(self._hand_over)
        self._collected.append((write, done))
        return await done

    def _hand_over(self) -> None:
        """Pass the collected writes to the thread; waking it costs more than storing a move."""
        collected, self._collected = self._collected, []
        if collected:
            self._queue.put(collected)

    def close(self) -> None:
        """Store what is pending and stop the thread."""
        self._hand_over()
        self._queue.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (batch := self._queue.get()) is not None:
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
                self._loop.call_soon_threadsafe(_resolve, [done for _, done in batch], results)
            if ending:
                break
        if self._held is not None:
            self._held.close()

    def _store(self, writes: list[Write]) -> list[bool | StoreFailed]:
        """Store writes in one transaction and return the result of each."""
        try:
            self._transact(writes)
        except IntegrityError:
            # Somebody was first with one of them; stored one by one, it shows which.
            return [False] if len(writes) == 1 else [result for write in writes for result in self._store([write])]
        except (SQLAlchemyError, OSError) as error:
            failed = StoreFailed(f"The game could not be saved, so nothing has changed: {first_line(error)}.")
            return [failed] * len(writes)
        return [True] * len(writes)

    def _transact(self, writes: list[Write]) -> None:
        self.transactions += 1
        with self._connected() as connection, connection.begin():
            for write in writes:
                if write.match is not None or write.seats or write.visitor is not None:
                    _store_match(connection, write)
            rows = [write.event for write in writes if write.event is not None]
            for write in writes:
                rows += [{**row, "match": write.key} for row in write.past]
            if rows:
                self._add(connection, rows)
            ended = [write.key for write in writes if write.ends]
            if ended:
                connection.execute(update(matches).where(matches.c.key.in_(ended)).values(finished=1))
            if connection.dialect.name == "postgresql":
                self._notify(connection, rows)
            elif self._identity() != self._inode:
                raise OSError(f"{quote_path(self._file) if self._file else 'the file'} was removed or replaced")

    @contextmanager
    def _connected(self) -> Iterator[Connection]:
        """Return a connection: for a file always the same one, for PostgreSQL one that the pool has checked."""
        if self._file is None:
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

    def _add(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        """Insert events directly with the driver: there are thousands a second."""
        order = self._insert.positiontup
        values: Any = rows if order is None else [tuple([row[name] for name in order]) for row in rows]
        connection.exec_driver_sql(str(self._insert), values)

    def _notify(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        for first in range(0, len(rows), _NOTIFIED):
            items = " ".join(f"{row['match']}:{row['number']}" for row in rows[first : first + _NOTIFIED])
            connection.execute(text("SELECT pg_notify(:c, :t)"), {"c": CHANNEL, "t": f"{self._origin} {items}"})

    def _identity(self) -> tuple[int, int]:
        """Return the identity of the file at the database's path."""
        if self._file is None:
            return 0, 0
        status = os.stat(self._file)
        return status.st_dev, status.st_ino


def _store_match(connection: Connection, write: Write) -> None:
    """Store a match, its seats or a visitor's name."""
    if write.match is not None:
        write.key = int(connection.execute(insert(matches).values(write.match).returning(matches.c.key)).scalar_one())
        if write.event is not None:
            write.event["match"] = write.key
    if write.seats:
        connection.execute(insert(seats), [{**seat, "match": write.key} for seat in write.seats])
    if write.visitor is not None:
        changed = connection.execute(
            update(visitors).where(visitors.c.visitor == write.visitor["visitor"]).values(name=write.visitor["name"])
        )
        if not changed.rowcount:
            connection.execute(insert(visitors).values(write.visitor))


def _resolve(futures: list[Future[bool]], results: list[bool | StoreFailed]) -> None:
    for done, result in zip(futures, results, strict=True):
        if done.cancelled():
            continue
        if isinstance(result, StoreFailed):
            done.set_exception(StoreFailed(str(result)))
        else:
            done.set_result(result)
