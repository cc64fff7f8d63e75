"""Files, read and written so that nothing in a folder can hurt and nothing is left half done.

Only regular files are ever read: to open a pipe or a device is to wait for it. A file is written whole beside its place
and then moved there, so that a kill at any moment leaves the old one or the new one and never half of either.
"""

import os
import re
import stat
import sys
import time
from contextlib import suppress
from pathlib import Path

from aliquot.core.errors import AliquotError
from aliquot.core.text import shorten

_LONGEST_NAME = 255
"""How many characters of a path are shown; few are longer."""
_ABANDONED = 3600
"""After how many seconds a file that was never moved to its place has been left behind by a program that was killed."""
_BESIDE = re.compile(r"\..+\.[0-9a-f]{8}")
_RESERVED = re.compile(r"(?i)(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\..*)?")
_TRIES = 20
"""How often a file that somebody is just looking at is moved to its place again, where that can fail."""

if sys.platform == "win32":
    _READING = os.O_RDONLY | os.O_BINARY | os.O_NOINHERIT
else:
    # Never waits, and never becomes the terminal that is typed at.
    _READING = os.O_RDONLY | os.O_NONBLOCK | os.O_NOCTTY | os.O_CLOEXEC


class SaveError(AliquotError):
    """A file that cannot be read, written or found; the message names it."""


def show(path: Path) -> str:
    """A path in a message: the whole of it, fit to be shown."""
    return f"'{shorten(str(path), _LONGEST_NAME)}'"


def read_bytes(path: Path, limit: int, what: str = "a file") -> bytes:
    """Reads a regular file, up to one byte more than is allowed: enough to refuse what is too large.

    Args:
        path: The file.
        limit: How many bytes it may have.
        what: What it should be, for the refusal.

    Raises:
        FileNotFoundError: There is none.
        SaveError: It is no regular file, or cannot be read.
    """
    try:
        # Looked at first, since to open a device may already do something; and again once it is open, since by then
        # another may be there.
        _demand_regular(os.stat(path).st_mode, path, what)
        descriptor = os.open(path, _READING)
        with os.fdopen(descriptor, "rb") as file:
            _demand_regular(os.fstat(descriptor).st_mode, path, what)
            return file.read(limit + 1)
    except FileNotFoundError:
        raise
    except OSError as error:
        raise SaveError(f"{show(path)} cannot be read: {reason(error)}.") from None
    except ValueError:
        raise SaveError(f"{show(path)} is no name of a file.") from None


def _demand_regular(mode: int, path: Path, what: str) -> None:
    if stat.S_ISDIR(mode):
        raise SaveError(f"{show(path)} is a folder, not {what}.")
    if not stat.S_ISREG(mode):
        raise SaveError(f"{show(path)} is not a regular file, so it is not opened.")


def reason(error: OSError) -> str:
    """Why the system refused, in its own words."""
    return error.strerror or type(error).__name__


def store(path: Path, text: str) -> None:
    """Puts a text in a file, all of it or none.

    Raises:
        SaveError: It cannot be written; the old file is as it was.
    """
    if is_reserved(path.name):
        raise SaveError(f"{show(path)} cannot be written: Windows keeps that name for itself.")
    beside = path.with_name(f".{path.name}.{os.urandom(4).hex()}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        move(beside, path)
        _settle(path.parent)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise SaveError(f"{show(path)} cannot be written: {reason(error)}.") from None


def move(beside: Path, path: Path) -> None:
    """Moves a file to its place, over what is there.

    Where an open file cannot be replaced, which is so on Windows, whoever has it open is given a moment.

    Raises:
        OSError: It cannot be moved.
    """
    for left in reversed(range(_TRIES if sys.platform == "win32" else 1)):
        try:
            beside.replace(path)
        except PermissionError:
            if not left:
                raise
            time.sleep(0.05)
        else:
            return


def is_reserved(name: str) -> bool:
    """Whether a name means a device on this system, whatever folder it is in.

    >>> is_reserved("game.duel")
    False
    """
    return sys.platform == "win32" and bool(_RESERVED.fullmatch(name))


def _settle(folder: Path) -> None:
    """Makes the move itself survive a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


def is_abandoned(name: str, changed: float) -> bool:
    """Whether a file was written beside its place by a program that was killed before it could move it there.

    Args:
        name: The file's name.
        changed: When it was changed last, in seconds since 1970.
    """
    return bool(_BESIDE.fullmatch(name)) and time.time() - changed > _ABANDONED


def sweep(folder: Path) -> None:
    """Removes what killed programs have left in a folder, where that can be done."""
    with suppress(OSError), os.scandir(folder) as found:
        for entry in found:
            with suppress(OSError):
                if is_abandoned(entry.name, entry.stat(follow_symlinks=False).st_mtime):
                    os.unlink(entry.path)
