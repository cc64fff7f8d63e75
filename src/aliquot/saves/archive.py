"""The archive: a folder of record files, each with its own id. Damaged files are reported and left alone."""

import os
import re
import secrets
import stat
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import cached_property
from pathlib import Path
from typing import TypeAlias

from aliquot.core.notation import LARGEST_TEXT, read, write
from aliquot.core.player import HUMAN
from aliquot.core.record import Record, RecordError
from aliquot.core.text import quote, quote_path
from aliquot.games import slug_of
from aliquot.saves.files import SaveError, error_reason, is_leftover, read_bytes, remove_stale_lock, write_file
from aliquot.saves.index import IndexEntry, Stamp, Summary, file_stamp, is_stable, load_index, write_index

SUFFIX = ".duel"
_ID_BYTES = 3
_INDEX_EVERY = 1000
"""The index is written after this many files had to be read, so that a kill costs no more than these."""

ProgressCallback: TypeAlias = Callable[[int, int], object]
"""Called with the number of files that are done and the number of all files."""


@dataclass(frozen=True)
class Entry:
    """A file in the archive, with a summary of its record or with what is wrong with it."""

    path: Path
    summary: Summary | None
    problem: str = ""

    @property
    def id(self) -> str:
        """The last part of the file's name."""
        return self.path.stem.rpartition("-")[2]

    @cached_property
    def record(self) -> Record | None:
        """The record, read on first access; None if the file is damaged or gone."""
        if self.summary is not None:
            with suppress(SaveError):
                return load(self.path)
        return None


def load(path: Path) -> Record:
    """Read a record file.

    Raises:
        SaveError: The file cannot be read, or is not a record.
    """
    return parse_record(path, read_record_bytes(path))


def read_record_bytes(path: Path) -> bytes:
    """Read the bytes of a record file.

    Raises:
        SaveError: It cannot be read.
    """
    try:
        return read_bytes(path, LARGEST_TEXT, "a record")
    except FileNotFoundError as error:
        raise SaveError(f"{quote_path(path)} cannot be read: {error_reason(error)}.") from None


def parse_record(path: Path, data: bytes) -> Record:
    """Parse the bytes of a record file.

    Raises:
        SaveError: They are not a record; the message names the file.
    """
    try:
        return read(data)
    except RecordError as error:
        raise SaveError(f"{quote_path(path)} is not a valid record: {error}") from None


def save(path: Path, record: Record) -> None:
    """Write a record file, all of it or nothing.

    Raises:
        SaveError: It cannot be written.
    """
    write_file(path, write(record))


class Archive:
    """A folder of record files."""

    def __init__(self, folder: Path | None = None) -> None:
        """Open the archive in a folder, by default the user's own."""
        if folder is None:
            from platformdirs import user_data_path

            folder = user_data_path("aliquot", appauthor=False) / "games"
        self.folder = folder

    def new_path(self, record: Record) -> Path:
        """Return an unused file name made of the day, the game and an id."""
        day = f"{record.date:%Y-%m-%d}-" if record.date else ""
        slug = re.sub("[^a-z0-9-]", "", slug_of(record.game))[:40]
        while True:
            path = self.folder / f"{day}{slug}-{secrets.token_hex(_ID_BYTES)}{SUFFIX}"
            if not path.exists():
                return path

    def entries(self, *, accuracy: bool = False, progress: ProgressCallback | None = None) -> list[Entry]:
        """Return all files, the newest match first.

        Args:
            accuracy: Whether to review the finished matches that have not been reviewed yet; the index stores the
                results.
            progress: Called for each file that had to be read or reviewed.

        Raises:
            SaveError: The folder cannot be read.
        """
        index = self._scan(accuracy=accuracy, progress=progress)
        newest_first = sorted(index.items(), key=_age, reverse=True)
        return [Entry(self.folder / name, entry.summary, entry.problem) for name, entry in newest_first]

    def _scan(self, *, accuracy: bool, progress: ProgressCallback | None) -> dict[str, IndexEntry]:
        """Return an entry for each file, from the index where that is up to date and otherwise from the file."""
        stored, files, changes = load_index(self.folder), [*self._files()], 0
        index = {
            name: stored[name] for name, status in files if name in stored and stored[name].stamp == file_stamp(status)
        }
        try:
            for done, (name, status) in enumerate(files, 1):
                earlier = index.get(name)
                entry, record = (earlier, None) if earlier else self._read(name, file_stamp(status))
                index[name] = self._with_accuracy(name, entry, record) if accuracy else entry
                if index[name] is not earlier:
                    changes += 1
                    if progress is not None:
                        progress(done, len(files))
                    if changes % _INDEX_EVERY == 0:
                        self._write_index(index)
        finally:
            # Even after an interruption: next time there is less to do.
            self._write_index(index, stored)
        return index

    def _with_accuracy(self, name: str, entry: IndexEntry, record: Record | None) -> IndexEntry:
        """Review a finished match of a person that has not been reviewed yet."""
        from aliquot.saves.profile import accuracy_of, judge_choices

        summary = entry.summary
        if summary is not None and summary.accuracy is None and summary.outcome is not None and HUMAN in summary.kinds:
            with suppress(SaveError):
                choices = judge_choices(record or load(self.folder / name))
                return replace(entry, summary=replace(summary, accuracy=accuracy_of(choices), choices=choices))
        return entry

    def _read(self, name: str, stamp: Stamp) -> tuple[IndexEntry, Record | None]:
        try:
            record = load(self.folder / name)
        except SaveError as error:
            return IndexEntry(stamp, None, str(error)), None
        return IndexEntry(stamp, Summary.from_record(record)), record

    def _write_index(self, index: dict[str, IndexEntry], stored: dict[str, IndexEntry] | None = None) -> None:
        stable = {name: entry for name, entry in index.items() if is_stable(entry)}
        if stable != stored and (stable or stored):
            write_index(self.folder, stable)

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        """Yield the record files, and remove the leftovers of killed programs on the way.

        Raises:
            SaveError: The folder cannot be read.
        """
        try:
            with os.scandir(self.folder) as files:
                for file in files:
                    # A file that is gone by now, or a link to nothing, is skipped.
                    with suppress(FileNotFoundError):
                        if not file.name.startswith("."):
                            if file.name.endswith(SUFFIX):
                                yield file.name, file.stat()
                        elif file.name.endswith(f"{SUFFIX}.lock"):
                            remove_stale_lock(file.name, self.folder)
                        elif is_leftover(file.name, file.stat(follow_symlinks=False).st_mtime):
                            with suppress(OSError):
                                os.unlink(file.path)
        except FileNotFoundError:
            return
        except NotADirectoryError:
            raise SaveError(f"{quote_path(self.folder)} must be a folder, but it is a file.") from None
        except OSError as error:
            raise SaveError(f"{quote_path(self.folder)} cannot be read: {error_reason(error)}.") from None

    def find(self, prefix: str) -> Path:
        """Return the file whose id begins with a prefix.

        Raises:
            SaveError: There is none, or more than one.
        """
        paths = [self.folder / name for name, status in self._files() if not stat.S_ISDIR(status.st_mode)]
        matches = [path for path in sorted(paths) if Entry(path, None).id.startswith(prefix)]
        if prefix and len(matches) == 1:
            return matches[0]
        if prefix and matches:
            raise SaveError(f"{len(matches)} games have an id that begins with {quote(prefix)}; type more of the id.")
        raise SaveError(f"There is no saved game with the id {quote(prefix)}. List your games with 'aliquot history'.")


def _age(item: tuple[str, IndexEntry]) -> tuple[bool, datetime, int, str]:
    """Return a sort key by when a match began, which is never after its file was written, whatever its record says."""
    name, entry = item
    written = entry.stamp[0]
    date = entry.summary.date if entry.summary is not None else None
    if date is None:
        return False, datetime.min.replace(tzinfo=UTC), written, name
    with suppress(OverflowError, ValueError, OSError):
        now = datetime.now(UTC)
        date = min(date, now, datetime.fromtimestamp(written / 1e9, UTC))
    return True, date, written, name
