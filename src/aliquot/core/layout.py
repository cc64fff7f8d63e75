"""How a record is laid out as text: always in the same way, so that equal records are equal bytes."""

import re
from collections.abc import Iterable
from datetime import timedelta

from aliquot.core import record_rules as rules
from aliquot.core.outcome import Seat
from aliquot.core.record import Record, RecordedMove, format_date

WIDTH = 100
"""The columns at which moves are folded."""
UNFINISHED = "unfinished"
"""The termination of a match that is not over."""
ESCAPED = {"\\": "\\", "{": "{", "}": "}", "n": "\n", "t": "\t", " ": " "}
"""What stands after a backslash in a comment, and what it stands for."""

_RESULTS: dict[Seat | None, str] = {1: "1-0", 2: "0-1", None: "*"}
_ESCAPES = str.maketrans({char: f"\\{letter}" for letter, char in ESCAPED.items()})
_FOLD = re.compile(r"(?<=[^ \t\n]) (?=[^ \t\n])")


def write(record: Record) -> str:
    """The record as text, always in the same layout."""
    winner = record.outcome.winner if record.outcome else None
    escaped = str.maketrans({"\\": "\\\\", '"': '\\"'})
    lines = [f'[{name} "{value.translate(escaped)}"]' for name, value in _header(record) if value is not None]
    words = _braced(record.comment)
    _lay_out(record.moves, 0, words)
    return "\n".join([*lines, "", *_folded([*words, _RESULTS[winner]]), ""])


def _header(record: Record) -> list[tuple[str, str | None]]:
    """Every tag in the order of the file; None where there is nothing to say."""
    outcome, (left_one, left_two) = record.outcome, record.remaining
    values = (
        *(record.game, str(record.version), *record.names, *record.kinds),
        None if record.date is None else format_date(record.date),
        None if record.round is None else "{}/{}".format(*record.round),
        record.penalty,
        None if record.seed is None else str(record.seed),
        record.clock,
        *(_format_seconds(left_one), _format_seconds(left_two)),
        *(str(hints) if hints else None for hints in record.hints),
        str(outcome.winner) if outcome else "*",
        outcome.ending.value if outcome else UNFINISHED,
        record.illegal or None,
    )
    return [*zip(rules.TAGS, values, strict=True), *record.extra]


def _lay_out(line: Iterable[RecordedMove], ply: int, words: list[str]) -> None:
    """Adds a line of moves to the words. A record is at most 64 lines deep, so this may recurse."""
    interrupted = True
    for move in line:
        number = f"{ply // 2 + 1}. " if ply % 2 == 0 else f"{ply // 2 + 1}... " if interrupted else ""
        words.append(f"{number}{move.text}{move.annotation}")
        words += _braced(move.comment)
        for variation in move.variations:
            first = len(words)
            _lay_out(variation, ply, words)
            words[first] = f"({words[first]}"
            words[-1] += ")"
        interrupted = bool(move.comment or move.variations)
        ply += 1


def _braced(comment: str) -> list[str]:
    """A comment in words. Single spaces part words; any other white space is escaped."""
    if not comment:
        return []
    words = [word.translate(_ESCAPES) for word in _FOLD.split(comment)]
    words[0] = f"{{{words[0]}"
    words[-1] += "}"
    return words


def _folded(words: list[str]) -> list[str]:
    """Words in lines; only a word that is too long by itself makes a line too long."""
    lines: list[list[str]] = [[]]
    width = -1
    for word in words:
        width += 1 + len(word)
        if width > WIDTH and lines[-1]:
            lines.append([])
            width = len(word)
        lines[-1].append(word)
    return [" ".join(line) for line in lines]


def _format_seconds(time: timedelta | None) -> str | None:
    if time is None:
        return None
    seconds, milliseconds = divmod(time // timedelta(milliseconds=1), 1000)
    return f"{seconds}.{f'{milliseconds:03}'.rstrip('0') or 0}"
