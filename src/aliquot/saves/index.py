"""The index: what the lists need to know of each saved game, so that not every file is read each time.

It lies beside the games, may be deleted at any time, and is never believed over the files: what it says of a file
counts only while that file has the size and the times it had when it was read. One that is damaged, or was written by
another version, is no index. Two programs may write it at once: either writes all of it or nothing, and what one of
them has not seen is read again.
"""

import json
import os
import secrets
import sys
import time
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Self, TypeAlias

from aliquot import __version__
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record import Record
from aliquot.core.text import is_clean
from aliquot.saves.files import SaveError, move, read_bytes

NAME = ".index.json"
_HEADER = {"format": "aliquot-index", "version": 1, "program": __version__}
"""Another version may judge moves otherwise, so it does not go by what this one found."""
_LARGEST = 64 << 20
_LONGEST_PROBLEM = 1000
_SETTLED = 2_000_000_000
"""Nanoseconds after which a file that is changed again is sure to have another time."""

Stamp: TypeAlias = tuple[int, int, int]
"""By which one sees that a file is still the same: when it was written, when anything about it changed, its size."""
Accuracy: TypeAlias = tuple[tuple[int, int], ...]
"""For each seat, how often it kept a win it could have lost, and how often it could have; empty if nobody can tell."""


@dataclass(frozen=True, slots=True)
class Summary:
    """What lists and statistics say about a game. Pairs are by seat, as in the record."""

    game: str
    names: tuple[str, str]
    kinds: tuple[str, str]
    date: datetime | None
    outcome: Outcome | None
    hints: tuple[int, int]
    moves: int
    """How many moves were made."""
    accuracy: Accuracy | None = None
    """How well they played; None if nobody has looked yet."""

    @classmethod
    def of(cls, record: Record) -> Self:
        """Sums a record up."""
        found = (record.game, record.names, record.kinds, record.date, record.outcome, record.hints)
        return cls(*found, len(record.moves))

    def to_list(self) -> list[Any]:
        """In the types of JSON."""
        end = self.outcome and [self.outcome.winner, self.outcome.ending.value]
        date = self.date and self.date.replace(tzinfo=None).isoformat()
        return [self.game, self.names, self.kinds, date, end, self.hints, self.moves, self.accuracy]

    @classmethod
    def from_list(cls, written: Any) -> Self:
        """Reads what `to_list` gives.

        Raises:
            ValueError: It is something else.
            TypeError: Likewise.
        """
        game, names, kinds, date, end, hints, moves, accuracy = written
        for text in (game, *names, *kinds):
            if type(text) is not str or not is_clean(text):
                raise ValueError(text)
        counts = [moves, *hints, *(count for pair in accuracy or () for count in pair)]
        if any(type(count) is not int or count < 0 for count in counts) or len(accuracy or ()) not in (0, 2):
            raise ValueError(counts)
        if end is not None and end[0] not in (1, 2):
            raise ValueError(end)
        return cls(
            game,
            _pair(names),
            _pair(kinds),
            None if date is None else datetime.fromisoformat(date).replace(tzinfo=UTC),
            None if end is None else Outcome(end[0], Ending(end[1])),
            _pair(hints),
            moves,
            None if accuracy is None else tuple(map(_pair, accuracy)),
        )


def _pair(values: Any) -> Any:
    one, two = values
    return one, two


@dataclass(frozen=True, slots=True)
class Known:
    """What was found in a file when it had this stamp."""

    stamp: Stamp
    summary: Summary | None
    problem: str = ""
    """What is wrong with it, if it is no record."""

    def to_list(self) -> list[Any]:
        """In the types of JSON."""
        return [*self.stamp, self.summary.to_list() if self.summary else None, self.problem]

    @classmethod
    def from_list(cls, written: Any) -> Self:
        """Reads what `to_list` gives.

        Raises:
            ValueError: It is something else.
            TypeError: Likewise.
        """
        *stamp, summary, problem = written
        written_at, changed_at, size = stamp
        if type(problem) is not str or len(problem) > _LONGEST_PROBLEM or not is_clean(problem):
            raise ValueError(problem)
        if bool(problem) == (summary is not None):
            raise ValueError(written)
        return cls((written_at, changed_at, size), None if summary is None else Summary.from_list(summary), problem)


def stamp(status: os.stat_result) -> Stamp:
    """What a file looks like from outside."""
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size


def load_index(folder: Path) -> dict[str, Known]:
    """What the index of a folder says, by the names of the files; nothing if there is none to go by."""
    try:
        text = read_bytes(folder / NAME, _LARGEST)
        document = json.loads(text) if len(text) <= _LARGEST else None
        if not isinstance(document, dict) or {key: document.get(key) for key in _HEADER} != _HEADER:
            return {}
        return {name: Known.from_list(written) for name, written in document["games"].items()}
    except (OSError, SaveError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def store_index(folder: Path, games: dict[str, Known]) -> None:
    """Writes an index, if it can be written; it is no loss if not."""
    text = json.dumps(
        {**_HEADER, "games": {name: known.to_list() for name, known in games.items()}}, separators=(",", ":")
    )
    beside = folder / f"{NAME}.{secrets.token_hex(4)}"
    with suppress(OSError):
        try:
            beside.write_bytes(text.encode())
            move(beside, folder / NAME)
        except OSError:
            beside.unlink(missing_ok=True)


def is_settled(known: Known) -> bool:
    """Whether a file has been as it is for long enough that any change to it would show in its stamp."""
    written, changed, _ = known.stamp
    return time.time_ns() - (written if sys.platform == "win32" else changed) > _SETTLED
