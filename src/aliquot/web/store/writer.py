"""The one place that writes. Everything that waits goes to disk in one transaction, and only then is anybody told.

A thread of its own does it, since a disk makes wait. While it waits for one transaction the next one gathers; under
load that is what makes durable moves cheap.
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
from aliquot.web.store.database import Database
from aliquot.web.store.schema import events, matches, seats, visitors

_MOST = 1_000
"""With so many writes a transaction takes no more."""
_NOTIFIED = 200
"""How many games one notification names; PostgreSQL takes 8,000 bytes."""
CHANNEL = "aliquot"
"""Where PostgreSQL tells the other servers what has happened."""


@dataclass(slots=True)
class Write:
    """Rows that are stored together or not at all."""

    event: dict[str, Any] | None = None
    """What happened in a game, the row of `events`."""
    match: dict[str, Any] | None = None
    """A new game; its event and its seats are then given without its key, which is not known yet."""
    seats: Sequence[dict[str, Any]] = ()
    past: Sequence[dict[str, Any]] = ()
    """What had happened in a new game before it came here, the rows of `events` without its key."""
    ends: bool = False
    """Whether the game of the event is over with it."""
    visitor: dict[str, Any] | None = None
    """What a visitor is called from now on."""
    key: int = 0
    """The key of the game, once it is stored."""


Waiting: TypeAlias = tuple[Write, Future[bool]]
"""A write, and whom to tell when it is stored."""


class Writer:
    """Stores writes in the order they come, many at a time."""

    def __init__(self, database: Database, origin: str = "") -> None:
        """Starts the thread.

        Args:
            database: Where.
            origin: What this server is called in what it tells the others.
        """
        self._engine, self._file, self._origin = database.writing, database.file, origin
        self._inode = self._identity()
        self._insert = insert(events).compile(dialect=self._engine.dialect)
        self._gathered: list[Waiting] = []
        """What has come since the loop last went round."""
        self._waiting: queue.SimpleQueue[list[Waiting] | None] = queue.SimpleQueue()
        self._loop: AbstractEventLoop | None = None
        self._held: Connection | None = None
        self.transactions = 0
        """How many there were."""
        self._thread = Thread(target=self._work, name="writer", daemon=True)
        self._thread.start()

    async def store(self, write: Write) -> bool:
        """Stores rows; returns when they are on disk. False if somebody else was first.

        Raises:
            StoreFailed: They could not be stored, or it is not known whether they were.
        """
        self._loop = loop = get_running_loop()
        done: Future[bool] = loop.create_future()
        if not self._gathered:
            loop.call_soon(self._hand_over)
        self._gathered.append((write, done))
        return await done

    def _hand_over(self) -> None:
        """Gives the thread what has gathered: to wake it costs more than to store a move."""
        gathered, self._gathered = self._gathered, []
        if gathered:
            self._waiting.put(gathered)

    def close(self) -> None:
        """Stores what waits and ends."""
        self._hand_over()
        self._waiting.put(None)
        self._thread.join()

    def _work(self) -> None:
        while (batch := self._waiting.get()) is not None:
            ending = False
            while len(batch) < _MOST:
                try:
                    more = self._waiting.get_nowait()
                except queue.Empty:
                    break
                if more is None:
                    ending = True
                    break
                batch += more
            results = self._store([write for write, _ in batch])
            if self._loop is not None and not self._loop.is_closed():
                self._loop.call_soon_threadsafe(_tell, [done for _, done in batch], results)
            if ending:
                break
        if self._held is not None:
            self._held.close()

    def _store(self, writes: list[Write]) -> list[bool | StoreFailed]:
        """What became of each write."""
        try:
            self._transact(writes)
        except IntegrityError:
            # Somebody was first with one of them; one by one it shows with which.
            return [False] if len(writes) == 1 else [result for write in writes for result in self._store([write])]
        except (SQLAlchemyError, OSError) as error:
            failed = StoreFailed(f"The game cannot be stored just now, so nothing was changed: {_why(error)}.")
            return [failed] * len(writes)
        return [True] * len(writes)

    def _transact(self, writes: list[Write]) -> None:
        self.transactions += 1
        with self._connected() as connection, connection.begin():
            for write in writes:
                if write.match is not None or write.seats or write.visitor is not None:
                    _set_up(connection, write)
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
        """A connection: with a file always the same one, with a server one that was looked at whether it is alive."""
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
        """Adds events, past everything SQLAlchemy does for each row: there are thousands a second of them."""
        order = self._insert.positiontup
        given: Any = rows if order is None else [tuple([row[name] for name in order]) for row in rows]
        connection.exec_driver_sql(str(self._insert), given)

    def _notify(self, connection: Connection, rows: Sequence[dict[str, Any]]) -> None:
        for first in range(0, len(rows), _NOTIFIED):
            told = " ".join(f"{row['match']}:{row['number']}" for row in rows[first : first + _NOTIFIED])
            connection.execute(text("SELECT pg_notify(:c, :t)"), {"c": CHANNEL, "t": f"{self._origin} {told}"})

    def _identity(self) -> tuple[int, int]:
        """Which file lies where the database should be."""
        if self._file is None:
            return 0, 0
        found = os.stat(self._file)
        return found.st_dev, found.st_ino


def _set_up(connection: Connection, write: Write) -> None:
    """Stores what is stored once a game: the game itself, a seat, a name."""
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


def _tell(waiting: list[Future[bool]], results: list[bool | StoreFailed]) -> None:
    for done, result in zip(waiting, results, strict=True):
        if done.cancelled():
            continue
        if isinstance(result, StoreFailed):
            done.set_exception(StoreFailed(str(result)))
        else:
            done.set_result(result)


def _why(error: BaseException) -> str:
    """What a driver says, in a few words."""
    said = str(getattr(error, "orig", None) or error).strip().splitlines()
    return (said[0] if said else type(error).__name__).rstrip(".")
