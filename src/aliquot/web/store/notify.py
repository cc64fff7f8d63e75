"""Notifications between servers that share a PostgreSQL database (LISTEN and NOTIFY)."""

import time
from threading import Event, Thread
from typing import TYPE_CHECKING

from aliquot.web.store.database import Database
from aliquot.web.store.writer import CHANNEL

if TYPE_CHECKING:
    from aliquot.web.live.lobby import Lobby

_RETRY_SECONDS = 0.5
"""Time before connecting again after an error."""


class Listener:
    """A thread that waits for notifications and has the affected rooms read what other servers stored."""

    def __init__(self, database: Database, lobby: "Lobby") -> None:
        """Start the thread."""
        self._url = database.url.set(drivername="postgresql").render_as_string(hide_password=False)
        self._lobby, self._stopped = lobby, Event()
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
                    self._update(list(self._lobby.by_key))
                    while not self._stopped.is_set():
                        for notice in connection.notifies(timeout=0.5):
                            origin, _, items = notice.payload.partition(" ")
                            if origin != self._lobby.origin:
                                self._update([int(item.partition(":")[0]) for item in items.split()])
            except psycopg.Error:
                time.sleep(_RETRY_SECONDS)

    def _update(self, keys: list[int]) -> None:
        def catch_up() -> None:
            for key in keys:
                if (room := self._lobby.by_key.get(key)) is not None:
                    self._lobby.spawn(room.catch_up())

        self._lobby.loop.call_soon_threadsafe(catch_up)
