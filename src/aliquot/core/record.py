"""The record of a match: who played what, when and how it ended, with room for remarks.

A record holds moves as text and knows no game. It is made from a match with `Record.of` and played
again with `Record.replay`, to which the game is handed. Its two written forms are in
aliquot.core.notation (the `.duel` file) and aliquot.core.record_json (its JSON twin).
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Self, TypedDict, Unpack

from aliquot.core.clock import TimeControl
from aliquot.core.errors import AliquotError, IllegalMove, InvalidMove, InvalidParameter
from aliquot.core.game import Game, M, P, Penalty
from aliquot.core.match import Match, Turn
from aliquot.core.numerals import quote, shorten
from aliquot.core.outcome import Ending, Outcome

DEEPEST = 64
"""How deep variations may be nested."""
MOST_MOVES = 1_000_000
"""How many moves a record may have, those in variations counted."""
ANNOTATIONS = ("!", "?", "!!", "??", "!?", "?!")
"""The marks a move may carry."""
TAGS = (
    *("Game", "Version", "One", "Two", "KindOne", "KindTwo", "Date", "Round", "Penalty", "Seed", "Clock"),
    *("RemainingOne", "RemainingTwo", "HintsOne", "HintsTwo", "Result", "Termination", "Illegal"),
)
"""The tags with a meaning of their own. No other tag may have such a name, in capitals or not."""
NAMES = ("Player 1", "Player 2")
"""What the seats are called where nobody says."""
KINDS = ("human", "human")
"""Who sits there where nobody says."""

UNFIT = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
"""A character that no record holds: a control character other than tab and line end, or half of one."""
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\ud800-\udfff]")
_MOVE = re.compile(r"(?!(?:1-0|0-1)\Z)[0-9a-z/+-]+")
_KNOWN_TAGS = frozenset(map(str.lower, TAGS))
_TAG = re.compile(r"[A-Za-z][A-Za-z0-9_]*")
_MILLISECOND = timedelta(milliseconds=1)


class RecordError(AliquotError, ValueError):
    """What is wrong with a record, and where in its text, if it was read from one."""

    def __init__(self, message: str, line: int | None = None, column: int | None = None) -> None:
        """Says what is wrong.

        Args:
            message: One sentence.
            line: The line of the text it is about, counted from 1.
            column: The character of that line, counted from 1.
        """
        super().__init__(message if line is None else f"line {line}, column {column}: {message}")
        self.message = message
        self.line = line
        self.column = column


class Rule(NamedTuple):
    """What one value in a record must be; the text, the JSON and the constructor all go by it."""

    expected: str
    """In words, to follow "must be"."""
    holds: Callable[[Any], bool]
    """Whether a value of whatever type is one."""

    def refusal(self, label: str, shown: str) -> str:
        """The sentence that refuses a value."""
        return f"{label} must be {self.expected}, not {shown}."


def _is_line(value: Any) -> bool:
    return isinstance(value, str) and not _CONTROL.search(value)


def _is_word(value: Any) -> bool:
    return _is_line(value) and bool(value.strip())


def _is_whole(value: Any, low: int, high: int) -> bool:
    return type(value) is int and low <= value <= high


def _is_remaining(value: Any) -> bool:
    return isinstance(value, timedelta) and timedelta() <= value < timedelta(seconds=10**9) and not value % _MILLISECOND


def _is_round(value: Any) -> bool:
    return isinstance(value, tuple) and _is_whole(value[1], 1, 9999) and _is_whole(value[0], 1, value[1])


def _is_control(value: str) -> bool:
    """Whether a clock can be set to it, so that whatever is recorded can be taken up again."""
    try:
        TimeControl.parse(value)
    except InvalidParameter:
        return False
    return True


GAME = Rule("a game's id such as dividers-duel(start=60)", _is_word)
VERSION = Rule("a whole number from 1 to 999999999", lambda value: _is_whole(value, 1, 10**9 - 1))
NAME = Rule("one line of text without control characters", _is_line)
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
TAG = Rule(
    "a word of plain letters, digits and _ that is no tag with a meaning of its own",
    lambda value: isinstance(value, str) and bool(_TAG.fullmatch(value)) and value.lower() not in _KNOWN_TAGS,
)
MOVE = Rule(
    "a move such as 60/2, of digits, small letters, /, + and -",
    lambda value: isinstance(value, str) and bool(_MOVE.fullmatch(value)),
)
ANNOTATION = Rule(f"one of {' '.join(ANNOTATIONS)}", lambda value: value in ("", *ANNOTATIONS))
COMMENT = Rule(
    "text without control characters",
    lambda value: isinstance(value, str) and not UNFIT.search(value),
)


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move as written down, with what has been said about it."""

    text: str
    """The move as the game spells it, such as `60/2`."""
    annotation: str = ""
    """A mark such as `!` or `??`, or nothing."""
    comment: str = ""
    """A remark on the move; it may have several lines."""
    variations: tuple[tuple["RecordedMove", ...], ...] = ()
    """Other ways to go on, each beginning with a move in place of this one."""

    def __post_init__(self) -> None:
        """Refuses what cannot be written down."""
        if not _MOVE.fullmatch(self.text):
            raise RecordError(MOVE.refusal("A move", quote(self.text)))
        if self.annotation and not ANNOTATION.holds(self.annotation):
            raise RecordError(ANNOTATION.refusal("An annotation", quote(self.annotation)))
        if self.comment and not COMMENT.holds(self.comment):
            raise RecordError(COMMENT.refusal("A comment", quote(self.comment)))
        if not all(self.variations):
            raise RecordError("A variation must have at least one move.")


class Details(TypedDict, total=False):
    """What a record says and a match does not know; the fields of Record explain each."""

    names: tuple[str, str]
    kinds: tuple[str, str]
    date: datetime | None
    round: tuple[int, int] | None
    seed: int | None
    clock: str | None
    remaining: tuple[timedelta | None, timedelta | None]
    hints: tuple[int, int]
    illegal: str
    extra: tuple[tuple[str, str], ...]
    comment: str


@dataclass(frozen=True, slots=True)
class Record:
    """A match as written down. Pairs are by seat: first seat 1, then seat 2.

    A record that exists can be written and read back as it is; anything else is refused with a
    RecordError when it is made. To change one, use `dataclasses.replace`.
    """

    game: str
    """The game's id with all its parameters."""
    version: int = 1
    """The version of the game's rules."""
    names: tuple[str, str] = NAMES
    """What the players are called."""
    kinds: tuple[str, str] = KINDS
    """What they are, as the command line says it: `human`, `perfect`, `skill:0.7`."""
    date: datetime | None = None
    """When the match began, in UTC to the second, if known."""
    round: tuple[int, int] | None = None
    """The number of this game in a series and the number of games the series is the best of."""
    penalty: Penalty | None = None
    """What an illegal choice costs; None is what the rule book says."""
    seed: int | None = None
    """What chance was seeded with, if anything."""
    clock: str | None = None
    """Seconds and increment, such as `60+2`, if clocks ran."""
    remaining: tuple[timedelta | None, timedelta | None] = (None, None)
    """The time left on each clock, to the millisecond."""
    hints: tuple[int, int] = (0, 0)
    """How many hints each player took."""
    outcome: Outcome | None = None
    """The result, or None while the match is unfinished."""
    illegal: str = ""
    """The illegal choice that lost the match, if one did."""
    extra: tuple[tuple[str, str], ...] = ()
    """Tags that mean nothing to us, kept in order."""
    comment: str = ""
    """A remark on the match as a whole."""
    moves: tuple[RecordedMove, ...] = ()
    """The moves made, all legal; an illegal choice that lost is in `illegal`."""

    def __post_init__(self) -> None:
        """Refuses what could not be written down and read back."""
        for label, rule, value in self._claims():
            if value is not None and not rule.holds(value):
                raise RecordError(rule.refusal(label, quote(value)))
        if self.illegal and (self.outcome is None or self.outcome.ending is not Ending.ILLEGAL_MOVE):
            raise RecordError("An illegal choice is recorded only where it lost the match.")
        lines, total = [(self.moves, 0)], 0
        while lines:
            line, depth = lines.pop()
            total += len(line)
            if total > MOST_MOVES:
                raise RecordError(f"A record must not have more than {MOST_MOVES:,} moves.")
            if depth > DEEPEST:
                raise RecordError(f"Variations must not be nested more than {DEEPEST} deep.")
            lines += [(variation, depth + 1) for move in line for variation in move.variations]

    def _claims(self) -> Iterator[tuple[str, Rule, object]]:
        yield "The game", GAME, self.game
        yield "The version", VERSION, self.version
        yield "The date", DATE, self.date
        yield "The round", ROUND, self.round
        yield "The penalty", PENALTY, self.penalty
        yield "The seed", SEED, self.seed
        yield "The clock", CLOCK, self.clock
        yield "The illegal choice", NAME, self.illegal
        yield "The comment", COMMENT, self.comment
        for seat in (0, 1):
            yield f"The name of player {seat + 1}", NAME, self.names[seat]
            yield f"The kind of player {seat + 1}", KIND, self.kinds[seat]
            yield f"The time left to player {seat + 1}", REMAINING, self.remaining[seat]
            yield f"The number of hints of player {seat + 1}", HINTS, self.hints[seat]
        for name, value in self.extra:
            yield "The name of a further tag", TAG, name
            yield f"The tag {shorten(name)}", NAME, value

    @classmethod
    def of(cls, match: Match[Any, Any], **details: Unpack[Details]) -> Self:
        """Writes down a match, finished or not.

        Args:
            match: The match; it gives the game, its version, the penalty, the moves and the result.
            details: What the match does not know: names, kinds, date and so on, as in the fields
                of those names. A date may be in any time zone. Fractions of a second in it, and
                fractions of a millisecond in the time left, are dropped. An illegal choice is
                needed only where the match does not hold it itself.

        Raises:
            RecordError: One of the details cannot be written down.
        """
        game, turns = match.game, match.turns
        if turns and turns[-1].after is None:
            details["illegal"] = _spell_choice(game, turns[-1])
            turns = turns[:-1]
        if (date := details.get("date")) is not None:
            details["date"] = date.astimezone(UTC).replace(microsecond=0)
        first, second = details.get("remaining", (None, None))
        details["remaining"] = _whole_milliseconds(first), _whole_milliseconds(second)
        return cls(
            game=game.id,
            version=game.version,
            penalty=match.penalty,
            outcome=match.outcome,
            moves=tuple(RecordedMove(game.spell(turn.before, turn.move)) for turn in turns),
            **details,
        )

    def replay(self, game: Game[P, M]) -> Match[P, M]:
        """Plays the match again, to the result on record.

        Args:
            game: The game whose id and version the record names.

        Raises:
            RecordError: It is another game or version, a move is not legal, or the result is not
                the one the board shows.
        """
        match, error = self.replay_legal(game)
        if error is not None:
            raise error
        return match

    def replay_legal(self, game: Game[P, M]) -> tuple[Match[P, M], RecordError | None]:
        """Plays the match again as far as it is in order, and says what is wrong after that.

        Raises:
            RecordError: It is another game or version, so nothing can be played.
        """
        if game.id != self.game:
            raise RecordError(f"The record is of {shorten(self.game, 60)}, not of {game.id}.")
        if game.version != self.version:
            raise RecordError(
                f"The record goes by version {self.version} of the rules of {game.id}, this is version {game.version}."
            )
        match = Match(game, penalty=self.penalty)
        for number, move in enumerate(self.moves, start=1):
            if objection := _play(match, move.text, "retry"):
                return match, RecordError(f"move {number} ({shorten(move.text)}): {objection}")
        objection = self._conclude(match)
        return match, RecordError(objection) if objection else None

    def _conclude(self, match: Match[P, M]) -> str:
        """Brings a match to the result on record, or says why it cannot be.

        An unfinished record claims nothing, so the board may well show that the match is over.
        """
        if self.outcome is None or self.outcome == match.outcome:
            return ""
        if match.outcome is not None:
            return f"The record says {_tell(self.outcome)}, but the moves say {_tell(match.outcome)}."
        if self.outcome.ending is Ending.NO_MOVES:
            return f"The record says {_tell(self.outcome)}, but after the last move the match goes on."
        loser = self.outcome.loser
        if self.illegal and match.seat == loser and not _play(match, self.illegal, "forfeit"):
            match.undo()
            return f"The record says {shorten(self.illegal)} lost the match as an illegal choice, but it is legal."
        if match.outcome is None:
            match.concede(self.outcome.ending, loser)
        return ""


def _spell_choice(game: Game[P, M], turn: Turn[P, M]) -> str:
    """An illegal choice, which may be anything at all, in one short line that no legal move is read from."""
    try:
        spelt = shorten(game.spell(turn.before, turn.move), 64)
        return quote(turn.move) if game.is_legal(turn.before, game.parse(turn.before, spelt)) else spelt
    except InvalidMove:
        return spelt
    except Exception:
        # It is no move at all, so the game may well be unable to spell it.
        return quote(turn.move)


def _whole_milliseconds(time: timedelta | None) -> timedelta | None:
    return None if time is None else time - time % _MILLISECOND


def _play(match: Match[P, M], text: str, penalty: Penalty) -> str:
    """Makes a move given as text, and says what is wrong with it, if anything is.

    Under the penalty of forfeit an illegal move stays as the turn that lost; a text that is no
    move at all changes nothing.
    """
    try:
        return match.play(match.game.parse(match.position, text), penalty=penalty).objection
    except (InvalidMove, IllegalMove) as error:
        return str(error)


def _tell(outcome: Outcome) -> str:
    """A result in a few words."""
    return f"player {outcome.winner} won by {outcome.ending}"


def format_date(date: datetime) -> str:
    """A date as records write it.

    >>> format_date(datetime(2026, 11, 15, 19, 20, tzinfo=UTC))
    '2026-11-15T19:20:00Z'
    """
    return date.replace(tzinfo=None).isoformat() + "Z"


def parse_date(text: str) -> datetime | None:
    """Reads a date and time in ISO 8601, in UTC unless it says otherwise, or returns None.

    >>> parse_date("2026-11-15T20:20:00+01:00")
    datetime.datetime(2026, 11, 15, 19, 20, tzinfo=datetime.timezone.utc)
    """
    try:
        date = datetime.fromisoformat(text.strip())
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        return None
