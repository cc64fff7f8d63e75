"""Waiting for the database no longer than a time limit, and the time by its clock."""

import os
import socket
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Lock, Thread
from typing import Any

from sqlalchemy import Engine, event
from sqlalchemy.exc import DisconnectionError

from aliquot.web.errors import StoreFailed
from aliquot.web.limits import DATABASE_SECONDS

CONNECT: dict[str, Any] = {
    "connect_timeout": DATABASE_SECONDS,
    # The system notices a dead network in time even if nothing is being sent.
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""How to connect."""
_CHECK_SECONDS = 0.5
"""Seconds between two looks at the connections in use."""
_IDLE_SECONDS = 0.1
"""Seconds after which a connection is tested before it is used again; no database restarts faster."""
_OPEN_SECONDS = 1.0
"""Seconds for which everyone is refused after the database has not answered."""
SILENT = "The database does not answer at the moment. Try again later."
"""The message of StoreFailed if the database hangs. What was asked for may have been stored or not."""
_SAMPLES = 3
"""Measurements of the database's time, of which the quickest counts."""


class DatabaseClock:
    """The time by the clock of PostgreSQL, for all servers that share it.

    Two servers agree to within the round trip of their measurements. Between measurements the time runs evenly,
    whatever happens to the clocks of the servers.
    """

    def __init__(self) -> None:
        """Go by the local clock until the first measurement."""
        self._offset = time.time() - time.monotonic()

    def now(self) -> int:
        """Return the time in milliseconds."""
        return int((time.monotonic() + self._offset) * 1000)

    def measure(self, ask: Callable[[], float]) -> None:
        """Set the clock; `ask` returns the database's time in seconds."""
        samples = []
        for _ in range(_SAMPLES):
            start = time.monotonic()
            theirs = float(ask())
            end = time.monotonic()
            samples.append((end - start, theirs - (start + end) / 2))
        self._offset = min(samples)[1]


class CircuitBreaker:
    """The memory of a database that does not answer: while it is open, everyone is refused at once.

    Without it, those who wait for the same match would wait for the database one after the other.
    """

    def __init__(self) -> None:
        """Begin closed: the database answers."""
        self._open_until = 0.0

    def check(self) -> None:
        """Refuse to ask the database if it has just not answered.

        Raises:
            StoreFailed: It has not.
        """
        if self._open_until and time.monotonic() < self._open_until:
            raise StoreFailed(SILENT)

    def trip(self) -> None:
        """Open it, since the database has not answered in time."""
        self._open_until = time.monotonic() + _OPEN_SECONDS

    def reset(self) -> None:
        """Close it, since the database has answered."""
        self._open_until = 0.0


class Deadlines:
    """A thread that cuts connections which have been in use for too long, so that whoever waits for them gets an error.

    A database may hang without closing its connections: its machine is overloaded, its disk is stuck, or the network
    between is gone. Nothing else would wake the thread that waits for its answer.
    """

    def __init__(self, *engines: Engine) -> None:
        """Watch over the connections of some engines."""
        self._lock = Lock()
        self._in_use: dict[int, tuple[Any, float]] = {}
        self._thread: Thread | None = None
        self._is_closed = False
        for engine in engines:
            event.listen(engine, "checkout", self._begin)
            event.listen(engine, "checkin", self._end)

    def start(self) -> None:
        """Start the thread."""
        self._thread = Thread(target=self._watch, name="deadlines", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self._is_closed = True

    def _begin(self, connection: Any, record: Any, _: object) -> None:
        """Note that a connection is in use; test one that was idle for a while."""
        with self._lock:
            self._in_use[id(connection)] = connection, time.monotonic() + DATABASE_SECONDS
        if time.monotonic() - record.info.get("used", 0.0) > _IDLE_SECONDS:
            try:
                connection.execute("SELECT 1")
            except Exception as error:  # Whatever the driver raises: the pool then opens another one.
                self._forget(connection)
                raise DisconnectionError(str(error)) from None

    def _end(self, connection: Any, record: Any) -> None:
        record.info["used"] = time.monotonic()
        self._forget(connection)

    def _forget(self, connection: Any) -> None:
        with self._lock:
            self._in_use.pop(id(connection), None)

    def _watch(self) -> None:
        while not self._is_closed:
            time.sleep(_CHECK_SECONDS)
            with self._lock:
                now = time.monotonic()
                late = [key for key, (_, deadline) in self._in_use.items() if deadline < now]
                for key in late:
                    _cut(self._in_use.pop(key)[0])


def _cut(connection: Any) -> None:
    """Shut a connection down; the thread that uses it gets an error, and closes it."""
    with suppress(Exception), socket.socket(fileno=os.dup(connection.fileno())) as duplicate:
        duplicate.shutdown(socket.SHUT_RDWR)
