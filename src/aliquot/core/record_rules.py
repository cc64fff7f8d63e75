"""The limits of a record and the rules for its values.

The text format, the JSON format and the constructor share them, so that every record that can be read can be written.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple

from aliquot.core.clock import TimeControl
from aliquot.core.errors import AliquotError, InvalidParameter
from aliquot.core.text import clean, is_clean, shorten

LARGEST_TEXT = 16 * 1024 * 1024
"""The most bytes a record may have, however it is written."""
DEEPEST = 64
"""The deepest nesting of variations."""
MOST_MOVES = 1_000_000
"""The most moves of a record, including those in variations."""
LONGEST_NAME = 32
"""The most characters of a player's name."""
LONGEST_LINE = 2000
"""The most characters of a tag's value."""
LONGEST_COMMENT = 10_000
"""The most characters of a comment."""
LONGEST_MOVE = 200
"""The most characters of a move."""
MOST_TAGS = 100
"""The most tags besides those of `TAGS`."""
ANNOTATIONS = ("!", "?", "!!", "??", "!?", "?!")
"""The annotations of moves."""
TAGS = (
    *("Game", "Version", "One", "Two", "KindOne", "KindTwo", "Date", "Round", "Penalty", "Seed", "Clock"),
    *("RemainingOne", "RemainingTwo", "HintsOne", "HintsTwo", "Result", "Termination", "Illegal"),
)
"""The reserved tags. No other tag may have such a name, in any case."""
NAMES = ("Player 1", "Player 2")
"""The default names."""
KINDS = ("human", "human")
"""The default kinds of players."""

HINTS_OFF = ("Hints", "off")
"""The tag of a match played without hints."""
SCORE_TAG = "Score"
"""The tag that says how a series stood before the match, such as `1-0`: by seat, as all pairs in a record are."""
SCORE_TEXT = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")

UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""A character that no record may have: a control character other than tab and line end, or half a surrogate pair."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_MOVE = re.compile(r"(?!(?:1-0|0-1)\Z)[0-9a-z/+-]{1,200}")
_KNOWN_TAGS = frozenset(map(str.lower, TAGS))
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]{0,63}")
MILLISECOND = timedelta(milliseconds=1)


class RecordError(AliquotError, ValueError):
    """A record is invalid; `line` and `column` say where, if it was read from text."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        """Make an error.

        Args:
            message: One sentence.
            line: The line of the text, from 1.
            column: The character of that line, from 1.
        """
        super().__init__(message if line is None else f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column


class Rule(NamedTuple):
    """A rule for one value of a record."""

    expected: str
    """The expected value, to follow "must be" in a message."""
    holds: Callable[[Any], bool]
    """A function that checks a value of any type."""

    def refusal(self, label: str, value: str) -> str:
        """Return the sentence that refuses a value."""
        return f"{label} must be {self.expected}, not {value}."


def tidy_line(text: str) -> str:
    """Remove invisible characters from a line. A line with control characters stays unchanged, to be refused."""
    return text if _CONTROL.search(text) else clean(text)


def tidy_name(text: str) -> str:
    """Shorten the name of a player to the allowed length, without invisible characters."""
    return text if _CONTROL.search(text) else shorten(text, LONGEST_NAME)


def tidy_comment(text: str) -> str:
    """Remove invisible characters from a comment, except tabs and line ends."""
    return text if UNFIT.search(text) else clean(text, "\n\t")


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_LINE and is_clean(value)


def _is_word(value: Any) -> bool:
    return _is_line(value) and bool(value.strip())


def _is_comment(value: Any) -> bool:
    return isinstance(value, str) and len(value) <= LONGEST_COMMENT and is_clean(value, "\n\t")


def _is_whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_remaining(value: Any) -> bool:
    return isinstance(value, timedelta) and timedelta() <= value < timedelta(seconds=10**9) and not value % MILLISECOND


def _is_round(value: Any) -> bool:
    return isinstance(value, tuple) and _is_whole(value[1], 1, 9999) and _is_whole(value[0], 1, value[1])


def _is_score(value: Any) -> bool:
    return isinstance(value, tuple) and len(value) == 2 and all(_is_whole(won, 0, 99) for won in value)


def _is_control(value: str) -> bool:
    """Return whether this is a time control, so that every recorded match can be resumed."""
    try:
        TimeControl.parse(value)
    except InvalidParameter:
        return False
    return True


GAME = Rule("a game's id such as dividers-duel(start=60)", _is_word)
VERSION = Rule("a whole number from 1 to 999999999", lambda value: _is_whole(value, 1, 10**9 - 1))
NAME = Rule(
    f"one line of text without control characters, at most {LONGEST_NAME} long",
    lambda value: _is_line(value) and len(value) <= LONGEST_NAME,
)
LINE = Rule(f"one line of text without control characters, at most {LONGEST_LINE:,} long", _is_line)
KIND = Rule("who plays, such as human or skill:0.7", _is_word)
DATE = Rule(
    "a date and time in UTC such as 2026-11-15T19:20:00Z",
    lambda value: isinstance(value, datetime) and value.tzinfo == UTC and not value.microsecond,
)
ROUND = Rule("the number of a game and of how many, such as 2/3", _is_round)
PENALTY = Rule("forfeit or retry", lambda value: value in ("forfeit", "retry"))
SEED = Rule("a whole number of at most 19 digits", lambda value: _is_whole(value, 0, 10**19 - 1))
CLOCK = Rule(
    "seconds and increment such as 60+2",
    lambda value: isinstance(value, str) and _is_control(value),
)
REMAINING = Rule("seconds such as 57.5, fewer than a billion", _is_remaining)
HINTS = Rule("a whole number from 0 to 999999999", lambda value: _is_whole(value, 0, 10**9 - 1))
SCORE = Rule("the games each player has won, such as 1-0", _is_score)
TAG = Rule(
    "a word of plain letters, digits and _, at most 64 long, and not a tag of the format",
    lambda value: isinstance(value, str) and bool(_TAG.fullmatch(value)) and value.lower() not in _KNOWN_TAGS,
)
MOVE = Rule(
    "a move such as 60/2, of digits, small letters, /, + and -",
    lambda value: isinstance(value, str) and bool(_MOVE.fullmatch(value)),
)
ANNOTATION = Rule(f"one of {' '.join(ANNOTATIONS)}", lambda value: value in ("", *ANNOTATIONS))
COMMENT = Rule(f"text without control characters, at most {LONGEST_COMMENT:,} long", _is_comment)


def largest(text: str) -> int:
    """Return the most bytes a text can take when written, with braces around it and everything escaped."""
    return len(text.encode()) + sum(map(text.count, '\\"{}\n\t ')) + 3
