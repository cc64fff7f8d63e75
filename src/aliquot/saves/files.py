"""Safe reading, writing and locking of files.

Only regular files are read: opening a pipe or a device may block. A file is written completely under another name and
then moved into place, so that a kill at any moment leaves the old file or the new one, never half of either.
"""

import os
import re
import stat
import sys
import time
import warnings
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING

from aliquot.core.errors import AliquotError
from aliquot.core.text import quote_path

if TYPE_CHECKING:
    from filelock import BaseFileLock

_LEFTOVER_AGE = 3600
"""Seconds after which a file that was never moved into place is the leftover of a killed program."""
_TEMPORARY = re.compile(r"\..+\.[0-9a-f]{8}")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?")
_TRIES = 20
"""Attempts to replace a file on Windows, where that fails while another program has it open."""
_LOCK_WAIT = 0.1
"""Seconds to wait for a lock, in case its holder is just releasing it."""
_LOCK_NAME = re.compile(r"\.(.+)\.lock")

if sys.platform == "win32":
    _READING = os.O_RDONLY | os.O_BINARY | os.O_NOINHERIT
else:
    # Never blocks, and never becomes the controlling terminal.
    _READING = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class SaveError(AliquotError):
    """A file cannot be read, written or found; the message names it."""


class FileLocked(SaveError):
    """Another program has locked a file."""


def read_bytes(path: Path, limit: int, what: str = "a file") -> bytes:
    """Read a regular file, up to one byte more than the limit: enough to refuse a file that is too large.

    Args:
        path: The file.
        limit: The most bytes it may have.
        what: A noun for what the file should be, for the error message.

    Raises:
        FileNotFoundError: There is no such file.
        SaveError: It is not a regular file, or cannot be read.
    """
    try:
        # Checked before it is opened, since opening a device may have an effect, and again afterwards, since another
        # file may be there by then.
        _check_regular(os.stat(path).st_mode, path, what)
        descriptor = os.open(path, _READING)
        with os.fdopen(descriptor, "rb") as file:
            _check_regular(os.fstat(descriptor).st_mode, path, what)
            return file.read(limit + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SaveError(f"{quote_path(path)} cannot be read: {error_reason(error)}.") from None
    except ValueError:
        raise SaveError(f"{quote_path(path)} is not a valid file name.") from None


def _check_regular(mode: int, path: Path, what: str) -> None:
    if stat.S_ISDIR(mode):
        raise SaveError(f"{quote_path(path)} is a folder, not {what}.")
    if not stat.S_ISREG(mode):
        raise SaveError(f"{quote_path(path)} is not a regular file.")


def error_reason(error: OSError) -> str:
    """Return the system's own words for an error."""
    return error.strerror or type(error).__name__


def write_file(path: Path, text: str) -> None:
    """Write a text file, all of it or nothing, and make it survive a power cut.

    Raises:
        SaveError: It cannot be written; the old file is unchanged.
    """
    if is_reserved(path.name):
        raise SaveError(f"{quote_path(path)} cannot be written: Windows reserves that name.")
    temporary = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with temporary.open("xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        replace_file(temporary, path)
        sync_folder(path.parent)
    except OSError as error:
        with suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise SaveError(f"{quote_path(path)} cannot be written: {error_reason(error)}.") from None


def replace_file(source: Path, target: Path) -> None:
    """Move a file over another one. On Windows, wait a moment for a program that has the target open.

    Raises:
        OSError: It cannot be moved.
    """
    for remaining in reversed(range(_TRIES if sys.platform == "win32" else 1)):
        try:
            source.replace(target)
        except PermissionError:
            if not remaining:
                raise
            time.sleep(0.05)
        else:
            return


def is_reserved(name: str) -> bool:
    """Return whether a file name means a device on this system.

    >>> is_reserved("game.duel")
    False
    """
    return sys.platform == "win32" and bool(_RESERVED.fullmatch(name))


def sync_folder(folder: Path) -> None:
    """Make a move survive a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def is_leftover(name: str, changed: float) -> bool:
    """Return whether a file is the leftover of a program that was killed before it could move it into place.

    Args:
        name: The file's name.
        changed: The time of its last change, in seconds since 1970.
    """
    return bool(_TEMPORARY.fullmatch(name)) and time.time() - changed > _LEFTOVER_AGE


def remove_leftovers(folder: Path) -> None:
    """Remove the leftovers of killed programs from a folder, as far as possible."""
    with suppress(OSError), os.scandir(folder) as files:
        for file in files:
            with suppress(OSError):
                if is_leftover(file.name, file.stat(follow_symlinks=False).st_mtime):
                    os.unlink(file.path)


class Lock:
    """A lock on a file, held until it is released or the program ends, however it ends."""

    def __init__(self, path: Path, *, wait: float = _LOCK_WAIT) -> None:
        """Acquire the lock of a file.

        Args:
            path: The file; the lock is a file beside it.
            wait: Seconds to wait for another program that holds it.

        Raises:
            FileLocked: Another program holds it.
            SaveError: The lock cannot be created.
        """
        with warnings.catch_warnings():
            # filelock warns where the system has no locks and then checks whether the holder is alive.
            warnings.simplefilter("ignore")
            from filelock import FileLock, Timeout

        self._path = path.with_name(f".{path.name}.lock")
        self._lock: BaseFileLock | None = None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            lock = FileLock(str(self._path), thread_local=False)
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                lock.acquire(timeout=wait, poll_interval=0.005)
            self._lock = lock
        except Timeout:
            raise FileLocked(f"{quote_path(path)} is being played in another window.") from None
        except OSError as error:
            raise SaveError(f"{quote_path(self._path)} cannot be locked: {error_reason(error)}.") from None

    def release(self) -> None:
        """Release the lock."""
        if self._lock is not None:
            # Removed while it is still held, so that another program's lock is never removed. Where that is not
            # possible, filelock removes it afterwards.
            with suppress(OSError):
                os.unlink(self._path)
            self._lock.release()
            self._lock = None


def remove_stale_lock(name: str, folder: Path) -> None:
    """Remove a lock file that a killed program left behind; a lock that is held stays."""
    if match := _LOCK_NAME.fullmatch(name):
        with suppress(SaveError):
            Lock(folder / match[1], wait=0).release()
