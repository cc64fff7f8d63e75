"""Notifications between servers that share a PostgreSQL database (LISTEN and NOTIFY)."""

import time
from collections.abc import Callable, Iterable
from threading import Event, Thread

from aliquot.web.store.database import Database
from aliquot.web.store.writer import CHANNEL

_RETRY_SECONDS = 0.5
"""Time before connecting again after an error."""


class Listener:
    """A thread that waits for notifications of other servers."""

    def __init__(
        self, database: Database, origin: str, live: Callable[[], Iterable[int]], update: Callable[[list[int]], object]
    ) -> None:
        """Start the thread.

        Args:
            database: The PostgreSQL database.
            origin: This server's name in notifications; its own are skipped.
            live: Returns the keys of the matches in memory.
            update: Called in this thread with the keys of matches that other servers may have changed.
        """
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._origin, self._live, self._update, self._stopped = origin, live, update, Event()
        self._thread = Thread(target=self._listen, name="listener", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stop the thread."""
        self._stopped.set()
        self._thread.join(3)

    def _listen(self) -> None:
        import psycopg

        while not self._stopped.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    # Notifications may have been missed while there was no connection.
                    self._update(list(self._live()))
                    while not self._stopped.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            origin, _, items = notice.payload.partition(" ")
                            if origin != self._origin:
                                self._update([int(item.partition(":")[0]) for item in items.split()])
            except psycopg.Error:
                time.sleep(_RETRY_SECONDS)
