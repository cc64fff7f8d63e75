"""Notifications between servers that share a PostgreSQL database (LISTEN and NOTIFY).

A server that opens a match asks the others whether they have it in memory too, and those that do answer. From then on
they notify each other of every event, until one of them closes the match. So no event is announced of a match that one
server has alone. After a connection was lost, a server asks about all of its matches.
"""

import logging
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import Any

from aliquot.web.store.connections import CONNECT
from aliquot.web.store.database import Database
from aliquot.web.store.writer import CHANNEL, News, read_notification

log = logging.getLogger("aliquot.web")

_RETRY_SECONDS = 0.5
"""Time before connecting again after an error."""
_MEASURE_SECONDS = 60.0
"""Time between two measurements of the database's clock."""
_PRESENCE_LOCK = 4_161_498
"""The advisory lock that every server holds (shared) while it is connected."""
_NOW = "SELECT extract(epoch FROM clock_timestamp())"


class Listener:
    """A thread that waits for notifications of other servers."""

    def __init__(
        self,
        database: Database,
        origin: str,
        hear: Callable[[str, list[News]], object],
        connected: Callable[[int], object],
    ) -> None:
        """Connect, and start the thread, which connects again and again if the database cannot be reached.

        Args:
            database: The PostgreSQL database.
            origin: This server's name in notifications; its own are skipped.
            hear: Called in a thread with another server's name and its news.
            connected: Called in a thread with the time since which there has always been a server, for each new
                connection. Notifications may have been missed before.
        """
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._clock, self._origin = database.clock, origin
        self._hear, self._connected, self._stopped = hear, connected, Event()
        self._connection: Any = None
        try:
            # Nobody is served before that, if it can be done now.
            self._connection = self._connect()
        except Exception as error:
            _report(error)
        self._thread = Thread(target=self._run, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self._stopped.set()
        self._thread.join(1)

    def _connect(self) -> Any:
        import psycopg

        connection = psycopg.connect(self._url, autocommit=True, **CONNECT)
        try:
            self._measure(connection)
            era = _enter_era(connection)
            connection.execute(f"LISTEN {CHANNEL}")
        except BaseException:
            connection.close()
            raise
        self._connected(era)
        return connection

    def _run(self) -> None:
        while not self._stopped.is_set():
            try:
                self._connection = self._connection or self._connect()
                self._listen(self._connection)
            except Exception as error:  # Whatever happens, the thread goes on.
                if not self._stopped.is_set():
                    _report(error)
                    self._stopped.wait(_RETRY_SECONDS)
            with suppress(Exception):
                self._connection.close()
            self._connection = None

    def _measure(self, connection: Any) -> None:
        self._clock.measure(lambda: connection.execute(_NOW).fetchone()[0])
        self._measured = time.monotonic()

    def _listen(self, connection: Any) -> None:
        while not self._stopped.is_set():
            if time.monotonic() - self._measured > _MEASURE_SECONDS:
                self._measure(connection)
            for notice in connection.notifies(timeout=0.5):
                origin, news = read_notification(notice.payload)
                if origin != self._origin and news:
                    self._hear(origin, news)


def _report(error: Exception) -> None:
    log.error({"error": f"The connection to the other servers is lost ({type(error).__name__})."})


def _enter_era(connection: Any) -> int:
    """Take part in the present era, or begin one if there is no other server; return when it began."""
    lock = (_PRESENCE_LOCK,)
    is_first = connection.execute("SELECT pg_try_advisory_lock(%s)", lock).fetchone()[0]
    if is_first:
        with connection.transaction():
            connection.execute("DELETE FROM eras")
            connection.execute("INSERT INTO eras SELECT extract(epoch FROM clock_timestamp()) * 1000")
    connection.execute("SELECT pg_advisory_lock_shared(%s)", lock)
    if is_first:
        connection.execute("SELECT pg_advisory_unlock(%s)", lock)
    return int(connection.execute("SELECT max(began) FROM eras").fetchone()[0])
