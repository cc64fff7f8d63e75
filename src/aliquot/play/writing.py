"""What a session writes into a record beyond the match, and what it finds there again."""

import re
from dataclasses import dataclass, replace
from itertools import takewhile
from typing import Any

from aliquot.core.match import Match
from aliquot.core.record import Record
from aliquot.core.series import LONGEST

HINTS_OFF = ("Hints", "off")
"""The tag of a match played without hints."""
SCORE = "Score"
"""The tag that says how a series stood before the match, such as `1-0`: by seat, as all pairs in a record are."""
_SCORE = re.compile(r"([0-9]{1,2})-([0-9]{1,2})")


@dataclass(frozen=True, slots=True)
class Place:
    """Which game of a series a match is."""

    number: int
    """Counted from 1."""
    best_of: int
    score: tuple[int, int] | None = None
    """Games won before it by whoever has seat 1 and seat 2 in it, if that is known."""

    @classmethod
    def of(cls, record: Record) -> "Place | None":
        """Which game of a series a record is; with the score, if it says so and that can be."""
        if record.round is None:
            return None
        number, best_of = record.round
        if (written := _SCORE.fullmatch(dict(record.extra).get(SCORE, ""))) is None:
            return cls(number, best_of)
        won = int(written[1]), int(written[2])
        fits = sum(won) == number - 1 and max(won) * 2 <= best_of <= LONGEST and best_of % 2 == 1
        return cls(number, best_of, won if fits else None)


def further_tags(place: Place | None, *, allows_hints: bool) -> tuple[tuple[str, str], ...]:
    """The tags of a session that records have no field for."""
    tags = [] if allows_hints else [HINTS_OFF]
    if place is not None and place.score is not None:
        tags.append((SCORE, "{}-{}".format(*place.score)))
    return tuple(tags)


def respelt(record: Record, match: Match[Any, Any]) -> Record:
    """A record with its moves as the match spells them, so that its remarks find them again later."""
    # An illegal choice that lost is a turn, but none of the moves.
    spelt = (match.game.spell(turn.before, turn.move) for turn in match.turns)
    moves = tuple(
        old if old.text == text else replace(old, text=text) for old, text in zip(record.moves, spelt, strict=False)
    )
    return record if moves == record.moves else replace(record, moves=moves)


def with_remarks(written: Record, earlier: Record) -> Record:
    """A record with what an earlier one of the same match had to say about the moves they share."""
    same = takewhile(lambda moves: moves[0].text == moves[1].text, zip(earlier.moves, written.moves, strict=False))
    kept = tuple(old for old, _ in same)
    return replace(written, extra=earlier.extra, comment=earlier.comment, moves=kept + written.moves[len(kept) :])
