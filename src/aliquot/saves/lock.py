"""Locks: a game is played in one place at a time."""

import os
from contextlib import suppress
from pathlib import Path
from typing import IO

from aliquot.saves.archive import SaveError


class Lock:
    """Holds a game for this program, until it is released or the program ends, however it ends."""

    def __init__(self, path: Path) -> None:
        """Takes the lock of a record file.

        Raises:
            SaveError: Another program holds it.
        """
        self._path = path.with_name(f".{path.name}.lock")
        self._file: IO[bytes] | None = None
        try:
            import fcntl
        except ImportError:
            return
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            while self._file is None:
                file = self._path.open("ab")
                try:
                    fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
                    # Whoever held it before may have removed the file between our opening and locking it.
                    if self._path.exists() and os.path.samestat(os.fstat(file.fileno()), self._path.stat()):
                        self._file = file
                finally:
                    if self._file is None:
                        file.close()
        except BlockingIOError:
            raise SaveError(f"{path.name} is being played in another window.") from None
        except OSError as error:
            raise SaveError(f"{self._path.name} cannot be locked: {error.strerror}.") from None

    def release(self) -> None:
        """Lets the game go."""
        if self._file is not None:
            with suppress(OSError):
                os.unlink(self._path)
            self._file.close()
            self._file = None
