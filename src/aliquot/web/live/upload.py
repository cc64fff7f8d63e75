"""A record that somebody sends in to be kept: made into a finished game like any other, in which nobody has a seat."""

from datetime import timedelta
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.core.player import HUMAN
from aliquot.core.record import Record
from aliquot.play.session import Session
from aliquot.web.live.names import checked_name
from aliquot.web.live.settings import MatchSettings, check_offered

_MOST_HINTS = 1_000
"""Hints that are counted one by one, as a game of the server has them."""


def as_match(record: Record) -> tuple[MatchSettings, list[dict[str, Any]]]:
    """What was agreed about the game a record tells of, and what happened in it, as the server stores both.

    Raises:
        AliquotError: It cannot be replayed, is not finished, or is not offered here.
    """
    session = Session.from_record(record)
    match = session.match
    check_offered(match.game)
    if match.outcome is None:
        raise InvalidParameter("Only a finished game is kept; this one has not ended.")
    if sum(record.hints) > _MOST_HINTS:
        raise InvalidParameter(f"A game with more than {_MOST_HINTS:,} hints is not kept.")
    names = checked_name(record.names[0]), checked_name(record.names[1])
    place = session.series_round
    settings = MatchSettings(
        match.game.id,
        match.game.version,
        "link" if not session.hints_allowed else "device" if record.kinds == (HUMAN, HUMAN) else "computer",
        record.kinds,
        names,
        record.seed or 0,
        place.best_of if place is not None else 1,
        place.number if place is not None else 1,
        place.score or (0, 0) if place is not None else (0, 0),
        match.penalty,
        record.clock,
    )
    return settings, _events(record, session)


def _events(record: Record, session: Session) -> list[dict[str, Any]]:
    """Everything that happened, as far as a record says it: hints are not told apart, nor the time of each move."""
    match = session.match
    found: list[dict[str, Any]] = [
        {"kind": "hinted", "seat": seat, "step": 1} for seat, hints in enumerate(record.hints, 1) for _ in range(hints)
    ]
    for turn in match.turns:
        spelt = record.illegal if turn.after is None else match.game.spell(turn.before, turn.move)
        found.append({"kind": "moved", "seat": turn.seat, "move": spelt})
    outcome = match.outcome
    if outcome is not None and (match.last is None or match.last.outcome is None):
        found.append({"kind": "conceded", "seat": outcome.loser, "ending": outcome.ending.value})
    one, two = record.remaining
    if found and one is not None and two is not None:
        found[-1]["remaining"] = [left // timedelta(milliseconds=1) for left in (one, two)]
    return found
