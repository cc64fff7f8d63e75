"""What other servers have stored in the same PostgreSQL database, heard through LISTEN and NOTIFY."""

import time
from threading import Event, Thread
from typing import TYPE_CHECKING

from aliquot.web.store.database import Database
from aliquot.web.store.writer import CHANNEL

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

_AGAIN = 0.5
"""Seconds before a lost connection is tried again."""


class Listening:
    """A connection of its own that waits for news, in a thread of its own."""

    def __init__(self, database: Database, lobby: "Lobby") -> None:
        """Begins to listen."""
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._hall, self._is_stopping = lobby, Event()
        self._thread = Thread(target=self._listen, name="listening", daemon=True)
        self._thread.start()

    def close(self) -> None:
        """Stops listening."""
        self._is_stopping.set()
        self._thread.join(3)

    def _listen(self) -> None:
        import psycopg

        while not self._is_stopping.is_set():
            try:
                with psycopg.connect(self._url, autocommit=True, connect_timeout=5) as connection:
                    connection.execute(f"LISTEN {CHANNEL}")
                    # What was said while nobody listened is looked up.
                    self._tell(list(self._hall.by_key))
                    while not self._is_stopping.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            origin, _, told = notice.payload.partition(" ")
                            if origin != self._hall.origin:
                                self._tell([int(item.partition(":")[0]) for item in told.split()])
            except psycopg.Error:
                time.sleep(_AGAIN)

    def _tell(self, keys: list[int]) -> None:
        def catch_up() -> None:
            for key in keys:
                if (table := self._hall.by_key.get(key)) is not None:
                    self._hall.spawn(table.catch_up())

        self._hall.loop.call_soon_threadsafe(catch_up)
