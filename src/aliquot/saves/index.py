"""The index: a summary of each saved match, so that a list does not have to read every file.

It is a file beside the matches that may be deleted at any time. An entry counts only while its file has the size and
times it had when it was read. A damaged index, or one of another version, is ignored. Two programs may write it at
once: each writes all of it or nothing, and files that one of them has not seen are read again.
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
from aliquot.saves.files import SaveError, read_bytes, replace_file

NAME = ".index.json"
_HEADER = {"format": "aliquot-index", "version": 3, "program": __version__}
"""Another version may review matches differently, so its index is ignored."""
_LARGEST = 64 << 20
_LONGEST_PROBLEM = 1000
PHASES = 3
"""The number of phases in `reports.scale`, which is too slow to import for every list."""
_STABLE_AFTER = 2_000_000_000
"""Nanoseconds after which another change of a file is sure to change its times."""

Stamp: TypeAlias = tuple[int, int, int]
"""The time of the last write, the time of the last change of any kind, and the size of a file."""
Accuracy: TypeAlias = tuple[tuple[int, int], ...]
"""For each seat, how often it kept a win it could have lost, and how often it could have; empty if unknown."""
Choice: TypeAlias = tuple[int, int, int, int, int]
"""A decision that mattered: winning moves, legal moves, the result, the largest number, and the number of the phase.

The result is 1 if the win was kept, 0 if not, and 2 for an illegal choice."""
Choices: TypeAlias = tuple[tuple[Choice, ...], ...]
"""For each seat its decisions that mattered."""


@dataclass(frozen=True, slots=True)
class Summary:
    """The facts about a match that lists and statistics show. Pairs are by seat, as in the record."""

    game: str
    names: tuple[str, str]
    kinds: tuple[str, str]
    date: datetime | None
    outcome: Outcome | None
    hints: tuple[int, int]
    moves: int
    """The number of moves."""
    accuracy: Accuracy | None = None
    """The result of a review; None if there was none yet."""
    choices: Choices = ()
    """The decisions behind the accuracy, for the scale; empty if unknown."""

    @classmethod
    def from_record(cls, record: Record) -> Self:
        """Summarise a record."""
        fields = (record.game, record.names, record.kinds, record.date, record.outcome, record.hints)
        return cls(*fields, len(record.moves))

    def to_list(self) -> list[Any]:
        """Return the summary in the types of JSON."""
        end = self.outcome and [self.outcome.winner, self.outcome.ending.value]
        date = self.date and self.date.replace(tzinfo=None).isoformat()
        return [self.game, self.names, self.kinds, date, end, self.hints, self.moves, self.accuracy, self.choices]

    @classmethod
    def from_list(cls, values: Any) -> Self:
        """Read the result of `to_list`.

        Raises:
            ValueError: It is something else.
            TypeError: Also.
        """
        game, names, kinds, date, end, hints, moves, accuracy, choices = values
        for text in (game, *names, *kinds):
            if type(text) is not str or not is_clean(text):
                raise ValueError(text)
        decisions = [decision for seat in choices for decision in seat]
        counts = [moves, *hints, *(count for each in (*(accuracy or ()), *decisions) for count in each)]
        sizes = len(accuracy or ()) in (0, 2) and len(choices) in (0, 2) and all(len(each) == 5 for each in decisions)
        if any(type(count) is not int or count < 0 for count in counts) or not sizes:
            raise ValueError(counts)
        if any(phase >= PHASES for *_, phase in decisions):
            raise ValueError(decisions)
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
            tuple(tuple(map(tuple, seat)) for seat in choices),
        )


def _pair(values: Any) -> Any:
    one, two = values
    return one, two


@dataclass(frozen=True, slots=True)
class IndexEntry:
    """The content of a file at the time of its stamp."""

    stamp: Stamp
    summary: Summary | None
    problem: str = ""
    """The problem with the file, if it is not a record."""

    def to_list(self) -> list[Any]:
        """Return the entry in the types of JSON."""
        return [*self.stamp, self.summary.to_list() if self.summary else None, self.problem]

    @classmethod
    def from_list(cls, values: Any) -> Self:
        """Read the result of `to_list`.

        Raises:
            ValueError: It is something else.
            TypeError: Also.
        """
        *stamp, summary, problem = values
        written_at, changed_at, size = stamp
        if type(problem) is not str or len(problem) > _LONGEST_PROBLEM or not is_clean(problem):
            raise ValueError(problem)
        if bool(problem) == (summary is not None):
            raise ValueError(values)
        return cls((written_at, changed_at, size), None if summary is None else Summary.from_list(summary), problem)


def file_stamp(status: os.stat_result) -> Stamp:
    """Return the stamp of a file."""
    return status.st_mtime_ns, status.st_ctime_ns, status.st_size


def load_index(folder: Path) -> dict[str, IndexEntry]:
    """Read the index of a folder, by file name; empty if there is no valid one."""
    try:
        text = read_bytes(folder / NAME, _LARGEST)
        document = json.loads(text) if len(text) <= _LARGEST else None
        if not isinstance(document, dict) or {key: document.get(key) for key in _HEADER} != _HEADER:
            return {}
        return {name: IndexEntry.from_list(values) for name, values in document["games"].items()}
    except (OSError, SaveError, ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return {}


def write_index(folder: Path, index: dict[str, IndexEntry]) -> None:
    """Write an index; a failure is ignored, since the index can be made again."""
    text = json.dumps(
        {**_HEADER, "games": {name: entry.to_list() for name, entry in index.items()}}, separators=(",", ":")
    )
    temporary = folder / f"{NAME}.{secrets.token_hex(4)}"
    with suppress(OSError):
        try:
            temporary.write_bytes(text.encode())
            replace_file(temporary, folder / NAME)
        except OSError:
            temporary.unlink(missing_ok=True)


def is_stable(entry: IndexEntry) -> bool:
    """Return whether a file is old enough that any change of it would change its stamp."""
    written, changed, _ = entry.stamp
    return time.time_ns() - (written if sys.platform == "win32" else changed) > _STABLE_AFTER
