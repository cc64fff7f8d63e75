"""The record of a match: game, players, date, moves and result, with comments and variations.

A record holds moves as text and does not depend on the game. `Record.of` makes one from a match, and `Record.replay`
plays it again with a game. Its two file formats are in aliquot.core.notation (the `.duel` file) and
aliquot.core.record_json (JSON).
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from typing import Any, NamedTuple, Self, TypedDict, Unpack

from aliquot.core import record_rules as rules
from aliquot.core.errors import IllegalMove, InvalidMove
from aliquot.core.game import Game, M, P, Penalty
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Ending, Outcome
from aliquot.core.record_rules import ANNOTATIONS as ANNOTATIONS
from aliquot.core.record_rules import TAGS as TAGS
from aliquot.core.record_rules import RecordError as RecordError
from aliquot.core.record_rules import Rule as Rule
from aliquot.core.text import quote, shorten

_PER_MOVE, _AFTER_REMARK, _AROUND_LINE = 5, len("500000... "), len("(500000... ) ")
"""The most characters added to a move (two moves share a number), after a comment, and around a line of moves."""
_AROUND_TAG, _OTHER_TAGS = '[ ""]', 600
"""The characters around a tag, and the largest size of all tags without free text."""


@dataclass(frozen=True, slots=True)
class RecordedMove:
    """One move of a record, with its annotation, comment and variations."""

    text: str
    """The move as the game spells it, such as `60/2`."""
    annotation: str = ""
    """A mark such as `!` or `??`, or nothing."""
    comment: str = ""
    """A remark on the move; it may have several lines."""
    variations: tuple[tuple["RecordedMove", ...], ...] = ()
    """Other ways to go on, each beginning with a move in place of this one."""

    def __post_init__(self) -> None:
        """Check that the move can be written."""
        if not rules.MOVE.holds(self.text):
            raise RecordError(rules.MOVE.refusal("A move", quote(self.text)))
        if self.annotation and not rules.ANNOTATION.holds(self.annotation):
            raise RecordError(rules.ANNOTATION.refusal("An annotation", quote(self.annotation)))
        if self.comment and not rules.COMMENT.holds(self.comment):
            raise RecordError(rules.COMMENT.refusal("A comment", quote(self.comment)))
        if not all(self.variations):
            raise RecordError("A variation must have at least one move.")


class Details(TypedDict, total=False):
    """The fields of Record that a match does not have."""

    names: tuple[str, str]
    kinds: tuple[str, str]
    date: datetime | None
    round: tuple[int, int] | None
    seed: int | None
    clock: str | None
    remaining: tuple[timedelta | None, timedelta | None]
    hints: tuple[int, int]
    score: tuple[int, int] | None
    hints_allowed: bool
    illegal: str
    extra: tuple[tuple[str, str], ...]
    comment: str


@dataclass(frozen=True, slots=True)
class Record:
    """A recorded match. Pairs are by seat: first seat 1, then seat 2.

    Every record can be written and read back unchanged; the constructor raises RecordError for anything else. To change
    one, use `dataclasses.replace`.
    """

    game: str
    """The game's id with all its parameters."""
    version: int = 1
    """The version of the game's rules."""
    names: tuple[str, str] = rules.NAMES
    """The players' names."""
    kinds: tuple[str, str] = rules.KINDS
    """The kinds of the players, as the command line names them: `human`, `perfect`, `skill:0.7`."""
    date: datetime | None = None
    """The time the match began, in UTC to the second, if known."""
    round: tuple[int, int] | None = None
    """The number of this game in a series and the number of games the series is the best of."""
    penalty: Penalty | None = None
    """The penalty for an illegal move; None is the rule book's."""
    seed: int | None = None
    """The seed of everything random, if there was one."""
    clock: str | None = None
    """Seconds and increment, such as `60+2`, if clocks ran."""
    remaining: tuple[timedelta | None, timedelta | None] = (None, None)
    """The time left on each clock, to the millisecond."""
    hints: tuple[int, int] = (0, 0)
    """The number of hints each player took."""
    score: tuple[int, int] | None = None
    """Games of the series won before this one by the players in seat 1 and seat 2, if known."""
    hints_allowed: bool = True
    """True if the players may ask for hints."""
    outcome: Outcome | None = None
    """The result, or None while the match is unfinished."""
    illegal: str = ""
    """The illegal choice that lost the match, if one did."""
    extra: tuple[tuple[str, str], ...] = ()
    """All other tags, in order."""
    comment: str = ""
    """A remark on the match as a whole."""
    moves: tuple[RecordedMove, ...] = ()
    """The moves made, all legal; an illegal choice that lost is in `illegal`."""

    def __post_init__(self) -> None:
        """Check that the record can be written and read back."""
        for label, rule, value in self._claims():
            if value is not None and not rule.holds(value):
                raise RecordError(rule.refusal(label, quote(value)))
        if self.illegal and (self.outcome is None or self.outcome.ending is not Ending.ILLEGAL_MOVE):
            raise RecordError("An illegal choice is recorded only where it lost the match.")
        hidden = split_tags(self.extra)
        if (self.hints_allowed and not hidden.hints_allowed) or (self.score is None and hidden.score is not None):
            raise RecordError("The score and whether hints are allowed are fields of a record, not further tags.")
        if len(self.further_tags) > rules.MOST_TAGS:
            raise RecordError(f"A record must not have more than {rules.MOST_TAGS} tags of its own.")
        self._check_size()

    def _check_size(self) -> None:
        """Check that the record is not too large to be written, whatever has to be escaped."""
        lines, total, size = [(self.moves, 0)], 0, rules.largest(self.comment) + sum(map(rules.largest, self._tags()))
        while lines:
            line, depth = lines.pop()
            total += len(line)
            if total > rules.MOST_MOVES:
                raise RecordError(f"A record must not have more than {rules.MOST_MOVES:,} moves.")
            if depth > rules.DEEPEST:
                raise RecordError(f"Variations must not be nested more than {rules.DEEPEST} deep.")
            size += _AROUND_LINE + _PER_MOVE * len(line)
            for move in line:
                size += len(move.text) + len(move.annotation)
                if move.comment or move.variations:
                    size += rules.largest(move.comment) + _AFTER_REMARK
                    lines += [(variation, depth + 1) for variation in move.variations]
            if size > rules.LARGEST_TEXT:
                raise RecordError(f"A record must not have more than {rules.LARGEST_TEXT >> 20} MiB when written.")

    def _tags(self) -> Iterator[str]:
        """Yield the texts in the tags that may be long."""
        yield from ("x" * _OTHER_TAGS, self.game, *self.names, *self.kinds, self.illegal)
        for name, value in self.further_tags:
            yield from (name, value, _AROUND_TAG)

    @property
    def further_tags(self) -> tuple[tuple[str, str], ...]:
        """The tags that both written forms list after those of `TAGS`, in order."""
        hints = () if self.hints_allowed else (rules.HINTS_OFF,)
        score = () if self.score is None else ((rules.SCORE_TAG, "{}-{}".format(*self.score)),)
        return (*hints, *score, *self.extra)

    def _claims(self) -> Iterator[tuple[str, Rule, object]]:
        yield "The game", rules.GAME, self.game
        yield "The version", rules.VERSION, self.version
        yield "The date", rules.DATE, self.date
        yield "The round", rules.ROUND, self.round
        yield "The penalty", rules.PENALTY, self.penalty
        yield "The seed", rules.SEED, self.seed
        yield "The clock", rules.CLOCK, self.clock
        yield "The score", rules.SCORE, self.score
        yield "The illegal choice", rules.LINE, self.illegal
        yield "The comment", rules.COMMENT, self.comment
        for seat in (0, 1):
            yield f"The name of player {seat + 1}", rules.NAME, self.names[seat]
            yield f"The kind of player {seat + 1}", rules.KIND, self.kinds[seat]
            yield f"The time left to player {seat + 1}", rules.REMAINING, self.remaining[seat]
            yield f"The number of hints of player {seat + 1}", rules.HINTS, self.hints[seat]
        for name, value in self.extra:
            yield "The name of a further tag", rules.TAG, name
            yield f"The tag {shorten(name)}", rules.LINE, value

    @classmethod
    def of(cls, match: Match[Any, Any], **details: Unpack[Details]) -> Self:
        """Make the record of a match, finished or not.

        Args:
            match: The match; it gives the game, its version, the penalty, the moves and the result.
            details: The fields that a match does not have: names, kinds, date and so on. A date may be in any time
                zone. Fractions of a second in it, and fractions of a millisecond in the remaining time, are dropped.
                Long names are shortened. An illegal move is needed only if the match does not hold it itself.

        Raises:
            RecordError: One of the details cannot be written.
        """
        game, turns = match.game, match.turns
        if turns and turns[-1].after is None:
            details["illegal"] = _spell_choice(game, turns[-1])
            turns = turns[:-1]
        one, two = details.get("names", rules.NAMES)
        details["names"] = rules.tidy_name(one), rules.tidy_name(two)
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
        """Play the match again, to its recorded result.

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
        """Play the match again as far as it is valid, and return the match with the error that ended it, if any.

        Raises:
            RecordError: It is another game or version, so nothing can be played.
        """
        if game.id != self.game:
            raise RecordError(f"The record is for {shorten(self.game, 60)}, not for {game.id}.")
        if game.version != self.version:
            raise RecordError(
                f"The record uses version {self.version} of the rules of {game.id}, but this is version {game.version}."
            )
        match = Match(game, penalty=self.penalty)
        for number, move in enumerate(self.moves, start=1):
            if objection := _play(match, move.text, "retry"):
                return match, RecordError(f"move {number} ({shorten(move.text)}): {objection}")
        objection = self._conclude(match)
        return match, RecordError(objection) if objection else None

    def _conclude(self, match: Match[P, M]) -> str:
        """Bring a match to its recorded result, or return why that is impossible.

        An unfinished record claims nothing, so the board may well show that the match is over.
        """
        if self.outcome is None or self.outcome == match.outcome:
            return ""
        if match.outcome is not None:
            return f"The record says {_describe(self.outcome)}, but the moves say {_describe(match.outcome)}."
        if self.outcome.ending is Ending.NO_MOVES:
            return f"The record says {_describe(self.outcome)}, but the match is not over after the last move."
        loser = self.outcome.loser
        if self.illegal and match.seat == loser and not _play(match, self.illegal, "forfeit"):
            match.undo()
            return f"The record says {shorten(self.illegal)} lost the match as an illegal choice, but it is legal."
        if match.outcome is None:
            match.concede(self.outcome.ending, loser)
        return ""


class FurtherTags(NamedTuple):
    """The tags that have no name reserved for them, with those taken out that are fields of a record."""

    score: tuple[int, int] | None
    hints_allowed: bool
    extra: tuple[tuple[str, str], ...]


def split_tags(tags: Iterable[tuple[str, str]]) -> FurtherTags:
    """Take the score of the series and the ban on hints out of a list of further tags.

    Only the first tag of either kind counts, and only if it says what we would write; all others stay in `extra`.

    >>> split_tags([("Hints", "off"), ("Event", "Tea"), ("Score", "1-0")])
    FurtherTags(score=(1, 0), hints_allowed=False, extra=(('Event', 'Tea'),))
    """
    score, hints_allowed, extra = None, True, []
    for tag in tags:
        name, value = tag
        if hints_allowed and tag == rules.HINTS_OFF:
            hints_allowed = False
        elif score is None and name == rules.SCORE_TAG and (match := rules.SCORE_TEXT.fullmatch(value)):
            score = int(match[1]), int(match[2])
        else:
            extra.append(tag)
    return FurtherTags(score, hints_allowed, tuple(extra))


def _spell_choice(game: Game[P, M], turn: Turn[P, M]) -> str:
    """Spell an illegal move, which may be anything, in one short line that does not read as a legal move."""
    try:
        text = shorten(game.spell(turn.before, turn.move), 64)
        return quote(turn.move) if game.is_legal(turn.before, game.parse(turn.before, text)) else text
    except InvalidMove:
        return text
    except Exception:
        # It is not a move at all, so the game may be unable to spell it.
        return quote(turn.move)


def _whole_milliseconds(time: timedelta | None) -> timedelta | None:
    return None if time is None else time - time % rules.MILLISECOND


def _play(match: Match[P, M], text: str, penalty: Penalty) -> str:
    """Make a move from its text and return what is wrong with it; empty if it is legal.

    Under the penalty of forfeit an illegal move stays as the turn that lost; a text that is no
    move at all changes nothing.
    """
    try:
        return match.play(match.game.parse(match.position, text), penalty=penalty).objection
    except (InvalidMove, IllegalMove) as error:
        return str(error)


def _describe(outcome: Outcome) -> str:
    """Describe a result in a few words."""
    return f"player {outcome.winner} won by {outcome.ending}"


def format_date(date: datetime) -> str:
    """Format a date for a record.

    >>> format_date(datetime(2026, 11, 15, 19, 20, tzinfo=UTC))
    '2026-11-15T19:20:00Z'
    """
    return date.replace(tzinfo=None).isoformat() + "Z"


def parse_date(text: str) -> datetime | None:
    """Read a date and time in ISO 8601, by default in UTC; return None for anything else.

    >>> parse_date("2026-11-15T20:20:00+01:00")
    datetime.datetime(2026, 11, 15, 19, 20, tzinfo=datetime.timezone.utc)
    """
    try:
        date = datetime.fromisoformat(text.strip())
        return (date if date.tzinfo else date.replace(tzinfo=UTC)).astimezone(UTC).replace(microsecond=0)
    except (ValueError, OverflowError):
        return None
