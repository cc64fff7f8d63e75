"""A session as a list of entries, one for everything that happened, from which it can be made again.

A record says how a match stands; a journal says how it came to that. Whoever keeps many matches at once, or lets
several programs play the same one, writes down one entry at a time and enters those of the others.
"""

from datetime import timedelta
from typing import Any, Literal, NamedTuple, TypeAlias, cast

from aliquot.core.clock import Clock
from aliquot.core.errors import InvalidMove
from aliquot.core.match import Turn
from aliquot.core.outcome import Ending, Seat
from aliquot.play.session import ConcessionEvent, Event, HintEvent, MoveEvent, Session, TakeBackEvent

Kind: TypeAlias = Literal["moved", "conceded", "taken_back", "hinted"]
"""What an entry is about; the events of the same names say more."""
_MILLISECOND = timedelta(milliseconds=1)


class Entry(NamedTuple):
    """One thing that happened, in the types of JSON."""

    kind: Kind
    seat: Seat
    """Who did it; whom it went against, if it is a concession."""
    move: str = ""
    """What was chosen, as the game spells or reads it."""
    turns: int = 0
    """How many turns were taken back."""
    ending: str = ""
    """By what the match was lost, if it was conceded."""
    step: int = 0
    """Which step of a hint was given."""
    remaining: tuple[int, int] | None = None
    """Milliseconds on the clocks afterwards, if there are clocks."""


def entry_of(session: Session, event: Event, said: str = "") -> Entry | None:
    """What is to be written down of an event that has just happened; None if it leaves no trace.

    Args:
        session: Where it happened.
        event: What happened.
        said: What a person typed, for a choice that has no spelling because it is illegal.
    """
    match event:
        case MoveEvent():
            return Entry("moved", event.turn.seat, _spelt(session, event.turn, said), remaining=remaining(session))
        case ConcessionEvent():
            return Entry("conceded", event.seat, ending=event.ending.value, remaining=remaining(session))
        case TakeBackEvent():
            return Entry("taken_back", event.seat, turns=event.turns, remaining=remaining(session))
        case HintEvent():
            return Entry("hinted", event.seat, step=event.step, remaining=remaining(session))
    return None


def remaining(session: Session) -> tuple[int, int] | None:
    """Milliseconds left to either seat, if there are clocks."""
    clock = session.clock
    return None if clock is None else (clock.remaining(1) // _MILLISECOND, clock.remaining(2) // _MILLISECOND)


def _spelt(session: Session, turn: Turn[Any, Any], said: str) -> str:
    """A text from which the game reads the same choice again."""
    game = session.match.game
    if turn.after is None and said:
        return said
    return game.spell(turn.before, turn.move)


def enter(session: Session, entry: Entry) -> None:
    """Lets happen what an entry says, whatever the clock says, and sets the clocks to what they showed then.

    Raises:
        IllegalMove: It cannot have happened.
    """
    played = session.match
    match entry.kind:
        case "moved":
            _move(session, entry.move)
        case "conceded":
            played.concede(Ending(entry.ending), entry.seat)
        case "taken_back":
            played.undo(entry.turns)
        case "hinted":
            session.hints[entry.seat - 1] += 1
    if session.clock is not None and entry.remaining is not None:
        one, two = (timedelta(milliseconds=left) for left in entry.remaining)
        session.clock = Clock(session.clock.control, (one, two))
        if session.is_started and session.awaits_person:
            session.clock.start(played.seat)


def _move(session: Session, text: str) -> None:
    """Makes a move; what cannot even be read any more was an illegal choice that lost."""
    played = session.match
    try:
        choice = played.game.parse(played.position, text)
    except InvalidMove:
        played.concede(Ending.ILLEGAL_MOVE)
        return
    played.play(choice, penalty="forfeit")


def entry_from(facts: dict[str, Any]) -> Entry:
    """An entry as JSON had it."""
    left = facts.get("remaining")
    return Entry(
        kind=cast("Kind", facts["kind"]),
        seat=cast("Seat", facts["seat"]),
        move=str(facts.get("move", "")),
        turns=int(facts.get("turns", 0)),
        ending=str(facts.get("ending", "")),
        step=int(facts.get("step", 0)),
        remaining=None if left is None else (int(left[0]), int(left[1])),
    )


def facts_of(entry: Entry) -> dict[str, Any]:
    """An entry as JSON has it; what says nothing is left out."""
    return {name: value for name, value in zip(Entry._fields, entry, strict=True) if value}
