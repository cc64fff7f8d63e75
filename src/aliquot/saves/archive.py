"""The archive: a folder of record files, each with an id of its own. What cannot be read is reported and left alone."""

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
from aliquot.core.text import quote
from aliquot.games import slug_of
from aliquot.saves.files import SaveError as SaveError
from aliquot.saves.files import is_abandoned, read_bytes, reason, show
from aliquot.saves.files import store as store
from aliquot.saves.index import Known, Summary, is_settled, load_index, stamp, store_index

SUFFIX = ".duel"
_ID_BYTES = 3
_KEPT_AFTER = 1000
"""After how many files that had to be read the index is written, so that a kill costs no more than these."""

Progress: TypeAlias = Callable[[int, int], object]
_Judge: TypeAlias = Callable[[str, Known, Record | None], Known]


@dataclass(frozen=True)
class Entry:
    """A file in the archive, and a summary of the record in it or what is wrong with it."""

    path: Path
    summary: Summary | None
    problem: str = ""

    @property
    def id(self) -> str:
        """The last part of the file's name."""
        return self.path.stem.rpartition("-")[2]

    @cached_property
    def record(self) -> Record | None:
        """The record itself, read when it is asked for; None if there is none, or none any more."""
        if self.summary is not None:
            with suppress(SaveError):
                return load(self.path)
        return None


def load(path: Path) -> Record:
    """Reads a record from a file.

    Raises:
        SaveError: The file cannot be read, or is no record.
    """
    return interpret(path, fetch(path))


def fetch(path: Path) -> bytes:
    """What a record file holds.

    Raises:
        SaveError: It cannot be read.
    """
    try:
        return read_bytes(path, LARGEST_TEXT, "a record")
    except FileNotFoundError as error:
        raise SaveError(f"{show(path)} cannot be read: {reason(error)}.") from None


def interpret(path: Path, data: bytes) -> Record:
    """The record that a file holds.

    Raises:
        SaveError: It is none.
    """
    try:
        return read(data)
    except RecordError as error:
        raise SaveError(f"{show(path)} is not a record that can be read: {error}") from None


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
        slug = re.sub("[^a-z0-9-]", "", slug_of(record.game))[:40]
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
        """Every file, the newest game first; a damaged one comes with what is wrong with it.

        Raises:
            SaveError: The folder cannot be looked into, or is none.
        """
        yield from self._sorted(self._look())

    def reviewed(self, progress: Progress | None = None) -> Iterator[Entry]:
        """Every file like `entries`, with how well was played in each finished game. What is found is kept.

        Args:
            progress: Told how many files have been gone through, and how many there are.

        Raises:
            SaveError: The folder cannot be looked into, or is none.
        """
        yield from self._sorted(self._look(self._judge, progress))

    def _judge(self, name: str, known: Known, record: Record | None) -> Known:
        """Adds how well was played, if that is wanted and not known yet."""
        from aliquot.saves.profile import accuracy

        summary = known.summary
        if summary is not None and _wants_review(summary):
            with suppress(SaveError):
                found = accuracy(record or load(self.folder / name))
                return replace(known, summary=replace(summary, accuracy=found))
        return known

    def _look(self, judge: _Judge | None = None, progress: Progress | None = None) -> dict[str, Known]:
        """What is in each file, from the index where that is right and otherwise from the file."""
        known, files, news = load_index(self.folder), [*self._files()], 0
        games = {name: known[name] for name, status in files if name in known and known[name].stamp == stamp(status)}
        try:
            for done, (name, status) in enumerate(files, 1):
                earlier = games.get(name)
                game, record = (earlier, None) if earlier else self._read(name, stamp(status))
                games[name] = judge(name, game, record) if judge is not None else game
                if games[name] is not earlier:
                    news += 1
                    if progress is not None:
                        progress(done, len(files))
                    if news % _KEPT_AFTER == 0:
                        self._remember(games)
        finally:
            # Even if somebody has lost patience: next time there is less to do.
            self._remember(games, known)
        return games

    def _read(self, name: str, found: tuple[int, int, int]) -> tuple[Known, Record | None]:
        try:
            record = load(self.folder / name)
        except SaveError as error:
            return Known(found, None, str(error)), None
        return Known(found, Summary.of(record)), record

    def _remember(self, games: dict[str, Known], known: dict[str, Known] | None = None) -> None:
        lasting = {name: game for name, game in games.items() if is_settled(game)}
        if lasting != known and (lasting or known):
            store_index(self.folder, lasting)

    def _files(self) -> Iterator[tuple[str, os.stat_result]]:
        """The record files; on the way, what killed programs have left behind is removed.

        Raises:
            SaveError: The folder cannot be looked into, or is none.
        """
        try:
            with os.scandir(self.folder) as found:
                for entry in found:
                    # What has gone since, or is a link to nothing, is not there.
                    with suppress(FileNotFoundError):
                        if not entry.name.startswith("."):
                            if entry.name.endswith(SUFFIX):
                                yield entry.name, entry.stat()
                        elif entry.name.endswith(f"{SUFFIX}.lock"):
                            _sweep_lock(entry.name, self.folder)
                        elif is_abandoned(entry.name, entry.stat(follow_symlinks=False).st_mtime):
                            with suppress(OSError):
                                os.unlink(entry.path)
        except FileNotFoundError:
            return
        except NotADirectoryError:
            raise SaveError(f"{show(self.folder)} is a file; the folder of the games should be there.") from None
        except OSError as error:
            raise SaveError(f"{show(self.folder)} cannot be read: {reason(error)}.") from None

    def _sorted(self, games: dict[str, Known]) -> list[Entry]:
        order = sorted(games.items(), key=_age, reverse=True)
        return [Entry(self.folder / name, known.summary, known.problem) for name, known in order]

    def find(self, beginning: str) -> Path:
        """The file whose id begins like this.

        Raises:
            SaveError: There is none, or more than one.
        """
        paths = [self.folder / name for name, status in self._files() if not stat.S_ISDIR(status.st_mode)]
        near = [path for path in sorted(paths) if Entry(path, None).id.startswith(beginning)]
        if beginning and len(near) == 1:
            return near[0]
        if beginning and near:
            raise SaveError(f"{len(near)} games have an id that begins with {quote(beginning)}; give more of it.")
        raise SaveError(f"No saved game has the id {quote(beginning)}; 'aliquot history' lists them.")


def _wants_review(summary: Summary) -> bool:
    return summary.accuracy is None and summary.outcome is not None and HUMAN in summary.kinds


def _sweep_lock(name: str, folder: Path) -> None:
    from aliquot.saves.lock import sweep

    sweep(name, folder)


def _age(game: tuple[str, Known]) -> tuple[bool, datetime, int, str]:
    """When a game began, to sort by. It cannot have begun after its file was written, whatever its record says."""
    name, known = game
    written = known.stamp[0]
    date = known.summary.date if known.summary is not None else None
    if date is None:
        return False, datetime.min.replace(tzinfo=UTC), written, name
    with suppress(OverflowError, ValueError, OSError):
        now = datetime.now(UTC)
        date = min(date, now, datetime.fromtimestamp(written / 1e9, UTC))
    return True, date, written, name
