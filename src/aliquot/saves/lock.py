"""Locks: a game is played in one place at a time, and progress is changed by one program at a time."""

import os
import re
import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.saves.files import SaveError, reason, show

if TYPE_CHECKING:
    from filelock import BaseFileLock

_MOMENT = 0.1
"""Seconds that are waited for a lock, in case its holder is just letting go."""
_NAME = re.compile(r"\.(.+)\.lock")


class Lock:
    """Holds a file for this program, until it is released or the program ends, however it ends."""

    def __init__(self, path: Path, *, wait: float = _MOMENT) -> None:
        """Takes the lock of a file.

        Args:
            path: The file; the lock lies beside it.
            wait: Seconds to wait for another program that holds it.

        Raises:
            SaveError: Another program holds it, or there can be no lock.
        """
        with warnings.catch_warnings():
            # It says so where the system has no locks; then whether the holder lives is looked up instead.
            warnings.simplefilter("ignore")
            from filelock import FileLock, Timeout

        self._path = path.with_name(f".{path.name}.lock")
        self._held: BaseFileLock | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(str(self._path), thread_local=False)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                lock.acquire(timeout=wait, poll_interval=0.005)
            self._held = lock
        except Timeout:
            raise SaveError(f"{show(path)} is being played in another window.") from None
        except OSError as error:
            raise SaveError(f"{show(self._path)} cannot be locked: {reason(error)}.") from None

    def release(self) -> None:
        """Lets go."""
        if self._held is not None:
            # Removed while it is still held, so that nobody else's is; where that cannot be, it is done afterwards.
            with suppress(OSError):
                os.unlink(self._path)
            self._held.release()
            self._held = None


def sweep(name: str, folder: Path) -> None:
    """Removes a lock that a killed program left behind; one that is held stays."""
    if found := _NAME.fullmatch(name):
        with suppress(SaveError):
            Lock(folder / found[1], wait=0).release()
