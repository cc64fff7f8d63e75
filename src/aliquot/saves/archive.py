"""The archive: a folder of record files, each with an id of its own.

A file is written whole beside its place and then moved there, so that a kill at any moment leaves the
old one or the new one and never half of either. A file that cannot be read is reported and left alone.
"""

import os
import secrets
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from aliquot.core.errors import AliquotError
from aliquot.core.notation import LARGEST_TEXT, read, write
from aliquot.core.numerals import quote
from aliquot.core.record import Record, RecordError
from aliquot.games import slug_of

SUFFIX = ".duel"
_ID_BYTES = 3


class SaveError(AliquotError):
    """A file that cannot be read, written or found; the message names it."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A file in the archive, and the record in it or what is wrong with it."""

    path: Path
    record: Record | None
    problem: str = ""

    @property
    def id(self) -> str:
        """The last part of the file's name."""
        return self.path.stem.rpartition("-")[2]


def load(path: Path) -> Record:
    """Reads a record from a file.

    Raises:
        SaveError: The file cannot be read, or is no record.
    """
    try:
        if path.is_dir():
            raise SaveError(f"{quote(str(path))} is a folder, not a record.")
        with path.open("rb") as file:
            # One byte more than is allowed: enough to refuse what is too large without reading it.
            return read(file.read(LARGEST_TEXT + 1))
    except OSError as error:
        raise SaveError(f"{quote(str(path))} cannot be read: {error.strerror}.") from None
    except RecordError as error:
        raise SaveError(f"{path.name} is not a record that can be read: {error}") from None


def store(path: Path, text: str) -> None:
    """Puts a text in a file, all of it or none.

    Raises:
        SaveError: It cannot be written; the old file is as it was.
    """
    beside = path.with_name(f".{path.name}.{secrets.token_hex(4)}")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with beside.open("xb") as file:
            file.write(text.encode())
            file.flush()
            os.fsync(file.fileno())
        beside.replace(path)
        _settle(path.parent)
    except OSError as error:
        with suppress(OSError):
            beside.unlink(missing_ok=True)
        raise SaveError(f"{quote(str(path))} cannot be written: {error.strerror}.") from None


def _settle(folder: Path) -> None:
    """Makes the move itself survive a power cut, where the system can."""
    with suppress(OSError):
        descriptor = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(descriptor)
        finally:
            os.close(descriptor)


class Archive:
    """A folder of records."""

    def __init__(self, folder: Path | None = None) -> None:
        """Opens the archive in a folder, by default the user's own."""
        if folder is None:
            from platformdirs import user_data_path

            folder = user_data_path("aliquot", appauthor=False) / "games"
        self.folder = folder

    def new_path(self, record: Record) -> Path:
        """A name no other file has: the day, the game and an id."""
        day = f"{record.date:%Y-%m-%d}-" if record.date else ""
        slug = slug_of(record.game)
        while True:
            path = self.folder / f"{day}{slug}-{secrets.token_hex(_ID_BYTES)}{SUFFIX}"
            if not path.exists():
                return path

    def save(self, path: Path, record: Record) -> None:
        """Keeps a record.

        Raises:
            SaveError: It cannot be written.
        """
        store(path, write(record))

    def entries(self) -> Iterator[Entry]:
        """Every file, the newest game first; a damaged one comes with what is wrong with it."""
        try:
            paths = [path for path in self.folder.iterdir() if path.suffix == SUFFIX and not path.name.startswith(".")]
        except OSError:
            return
        found = []
        for path in paths:
            try:
                found.append(Entry(path, load(path)))
            except SaveError as error:
                found.append(Entry(path, None, str(error)))
        yield from sorted(found, key=_age, reverse=True)

    def find(self, beginning: str) -> Path:
        """The file whose id begins like this.

        Raises:
            SaveError: There is none, or more than one.
        """
        try:
            paths = sorted(path for path in self.folder.iterdir() if path.suffix == SUFFIX and path.name[0] != ".")
        except OSError:
            paths = []
        near = [path for path in paths if Entry(path, None).id.startswith(beginning)]
        if beginning and len(near) == 1:
            return near[0]
        if beginning and near:
            raise SaveError(f"{len(near)} games have an id that begins with {quote(beginning)}; give more of it.")
        raise SaveError(f"No saved game has the id {quote(beginning)}; 'aliquot history' lists them.")


def _age(entry: Entry) -> tuple[str, float, str]:
    date = entry.record.date if entry.record is not None else None
    with suppress(OSError):
        return (f"{date:%Y%m%d%H%M%S}" if date else "", entry.path.stat().st_mtime, entry.path.name)
    return ("", 0.0, entry.path.name)
