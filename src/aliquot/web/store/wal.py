"""The write-ahead log beside a SQLite database, which holds the latest moves until SQLite copies them into the file.

SQLite trusts these files: it drops everything after the first bad frame without a word, and goes on writing to a log
that nobody will find again. So the log is checked before SQLite opens it, and the files are checked around each commit.
The formats are those of https://sqlite.org/walformat.html.
"""

import os
import struct
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO, NamedTuple

from aliquot.core.text import quote_path
from aliquot.web.errors import StoreRefused

_MAGIC, _VERSION = 0x377F0682, 3_007_000
_LOG_HEADER, _FRAME_HEADER = struct.Struct(">4I8s2I"), struct.Struct(">2I8s2I")
_INDEX_HEADER = struct.Struct("=3IBBH2I2I8s2I")
_BACKFILL = struct.Struct("=I")
_INDEX_BYTES = 2 * _INDEX_HEADER.size + _BACKFILL.size


class FilesChanged(Exception):
    """Somebody moved, removed, replaced or emptied a file of the open database; the message names it."""

    def __init__(self, sentence: str, *, is_log_whole: bool = True) -> None:
        """Hold the sentence, and whether the log that SQLite has open is complete."""
        super().__init__(sentence)
        self.is_log_whole = is_log_whole


class Index(NamedTuple):
    """The head of the -shm file: what SQLite has committed to the log. It is written after the log is on disk."""

    page: int
    frames: int
    """Frames up to the last commit."""
    checksum: bytes
    """The checksum of the last of them, as in its header."""
    salts: bytes
    """Two random numbers, new each time the log starts again; every frame repeats them."""
    copied: int
    """Frames that are in the database already."""


@dataclass(frozen=True, slots=True)
class Log:
    """The -wal file as SQLite would read it."""

    salts: bytes = b""
    """Empty if the header is not valid."""
    frames: int = 0
    """Frames up to the last commit before the first bad frame."""
    is_damaged: bool = False
    """True if more was committed after the first bad frame than a power cut can explain."""


def wal_file(database: Path) -> Path:
    """Return the path of a database's log."""
    return database.with_name(f"{database.name}-wal")


def shm_file(database: Path) -> Path:
    """Return the path of the index of a database's log."""
    return database.with_name(f"{database.name}-shm")


def check_journals(database: Path) -> None:
    """Check the journals that a killed server left, before SQLite opens them.

    A torn end, as a power cut leaves it, is good: nothing in it was acknowledged.

    Raises:
        StoreRefused: A journal is damaged or missing; nothing was changed.
    """
    path = wal_file(database)
    rollback = database.with_name(f"{database.name}-journal")
    try:
        with suppress(FileNotFoundError), rollback.open("rb") as file:
            if file.read(1) not in (b"", b"\0"):
                raise StoreRefused(
                    f"{quote_path(rollback)} is not ours: this server writes no such journal. Move it away."
                )
        log, index = read_log(path), _read_index(shm_file(database))
    except OSError as error:
        raise StoreRefused(f"{quote_path(Path(error.filename))} cannot be read: {error.strerror}.") from None
    if index is not None and index.frames and (log is None or log.salts in (index.salts, b"")):
        frames = 0 if log is None else log.frames
        is_good = frames >= index.frames or (not frames and index.copied >= index.frames)
    else:
        is_good = log is None or not log.is_damaged
    if not is_good:
        raise StoreRefused(
            f"{quote_path(path)} is {'missing' if log is None else 'damaged'}, and the latest moves with it. "
            f"Restore it, or delete it and {quote_path(shm_file(database))} to start without them."
        )


def read_log(path: Path) -> Log | None:
    """Read a log and check every frame; return None if there is no such file."""
    try:
        with path.open("rb") as file:
            head = file.read(_LOG_HEADER.size)
            if len(head) < _LOG_HEADER.size:
                return Log()
            magic, version, page, _, salts, *checksum = _LOG_HEADER.unpack(head)
            order = ">" if magic & 1 else "<"
            if magic & ~1 != _MAGIC or version != _VERSION or _checksum(order, head[:24], (0, 0)) != tuple(checksum):
                # The header is on disk before the first frame, so without it there is nothing but damage.
                return Log(is_damaged=bool(file.read(1)))
            return _read_frames(file, order, page, salts, (checksum[0], checksum[1]))
    except FileNotFoundError:
        return None


def _read_frames(file: BinaryIO, order: str, page: int, salts: bytes, checksum: tuple[int, int]) -> Log:
    """Count the frames up to the last good commit, and look for others after the first bad frame.

    Each commit is on disk before the next one is begun. So a power cut spoils at most the frames of one transaction,
    the last: anything after its commit shows that the bad frame was on disk once.
    """
    committed = 0
    is_good, is_past_commit = True, False
    for number, (header, data) in enumerate(_frames(file, page), 1):
        place, size, frame_salts, *stored = _FRAME_HEADER.unpack(header)
        if frame_salts != salts:
            is_good = False
            continue
        if is_past_commit:
            return Log(salts, committed, is_damaged=True)
        if is_good:
            checksum = _checksum(order, header[:8] + data, checksum)
            is_good = bool(place) and checksum == tuple(stored)
        if size and is_good:
            committed = number
        elif size:
            is_past_commit = True
    return Log(salts, committed)


def _frames(file: BinaryIO, page: int) -> Iterator[tuple[bytes, bytes]]:
    while len(header := file.read(_FRAME_HEADER.size)) == _FRAME_HEADER.size and len(data := file.read(page)) == page:
        yield header, data


def _checksum(order: str, data: bytes, start: tuple[int, int]) -> tuple[int, int]:
    """Return SQLite's checksum of bytes, continued from another one."""
    one, two = start
    words = iter(struct.unpack(f"{order}{len(data) // 4}I", data))
    for word, following in zip(words, words, strict=True):
        one = (one + word + two) & 0xFFFFFFFF
        two = (two + following + one) & 0xFFFFFFFF
    return one, two


def _read_index(path: Path) -> Index | None:
    try:
        with path.open("rb") as file:
            return _parse_index(file.read(_INDEX_BYTES))
    except FileNotFoundError:
        return None


def _parse_index(data: bytes) -> Index | None:
    """Return the index at the head of a -shm file; None if it is not valid. SQLite writes the second copy first."""
    size = _INDEX_HEADER.size
    if len(data) == _INDEX_BYTES:
        for copy in (data[size : 2 * size], data[:size]):
            version, _, _, is_set, _, page, frames, _, one, two, salts, *checksum = _INDEX_HEADER.unpack(copy)
            if version == _VERSION and is_set and _checksum("=", copy[:40], (0, 0)) == tuple(checksum):
                (copied,) = _BACKFILL.unpack_from(data, 2 * size)
                return Index(65_536 if page == 1 else page, frames, struct.pack(">2I", one, two), salts, copied)
    return None


class Watch:
    """A watch over the files of an open database."""

    def __init__(self, database: Path) -> None:
        """Remember the files as they are. SQLite must have them open."""
        paths = self._paths = tuple(map(str, (database, wal_file(database), shm_file(database))))
        # Closing the -shm file gives up SQLite's locks on it, so both stay open until SQLite has closed them.
        self._wal, self._shm = (os.open(path, os.O_RDONLY) for path in paths[1:])
        self._identities = [_identity(path) for path in paths]
        self._data, self._index = b"", Index(0, 0, b"", b"", 0)
        """The head of the -shm file at the last check, as bytes and as read."""

    def close(self) -> None:
        """Stop watching."""
        os.close(self._wal)
        os.close(self._shm)

    def check(self) -> None:
        """Check that every file is in its place, and that the log holds every commit.

        Raises:
            FilesChanged: One is not.
        """
        is_log_whole = self.is_log_whole()
        for path, identity in zip(self._paths, self._identities, strict=True):
            if _identity(path) != identity:
                raise FilesChanged(
                    f"{quote_path(Path(path))} was moved, removed or replaced", is_log_whole=is_log_whole
                )
        if not is_log_whole:
            raise FilesChanged(f"{quote_path(Path(self._paths[1]))} was emptied or overwritten", is_log_whole=False)

    def is_log_whole(self) -> bool:
        """Return whether the log holds the last frame of its last commit, and still that of the check before."""
        if (data := _read_at(self._shm, _INDEX_BYTES, 0)) != self._data:
            index, before = _parse_index(data), self._index
            if index is None or (index.salts == before.salts and not self._holds(before)):
                return False
            self._data, self._index = data, index
        return self._holds(self._index)

    def _holds(self, index: Index) -> bool:
        if not index.frames:
            return True
        size = _FRAME_HEADER.size + index.page
        frame = _read_at(self._wal, size, _LOG_HEADER.size + (index.frames - 1) * size)
        return len(frame) == size and frame[8 : _FRAME_HEADER.size] == index.salts + index.checksum


def _read_at(descriptor: int, size: int, offset: int) -> bytes:
    """Return up to so many bytes of an open file, from an offset on."""
    if sys.platform == "win32":  # It has no pread; no two threads read there at once.
        os.lseek(descriptor, offset, os.SEEK_SET)
        return os.read(descriptor, size)
    return os.pread(descriptor, size, offset)


def _identity(path: str) -> tuple[int, int]:
    """Return the device and the number of the file at a path; zeros if there is none."""
    try:
        status = os.stat(path)
    except FileNotFoundError:
        return 0, 0
    return status.st_dev, status.st_ino
