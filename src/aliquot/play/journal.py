"""A journal: a session as a list of entries, one for everything that happened, from which it can be rebuilt.

A record describes a match as it stands; a journal also says how it came to that. A server stores one entry at a time,
and replays the entries of other servers.
"""

from datetime import timedelta
from typing import Any, Literal, NotRequired, TypeAlias, TypedDict

from aliquot.core.clock import Clock
from aliquot.core.errors import IllegalMove, InvalidMove
from aliquot.core.match import Turn
from aliquot.core.outcome import Ending, Seat
from aliquot.play.session import ConcessionEvent, Event, HintEvent, MoveEvent, Session, TakeBackEvent

Kind: TypeAlias = Literal["moved", "conceded", "taken_back", "hinted"]
"""The kind of an entry: one for each event of a session that changes it."""
_MILLISECOND = timedelta(milliseconds=1)


class Entry(TypedDict):
    """One thing that happened, ready for JSON."""

    kind: Kind
    seat: Seat
    """The seat that did it; the seat that lost by it, if it is a concession."""
    move: NotRequired[str]
    """With `moved`: the move, as the game spells or reads it."""
    turns: NotRequired[int]
    """With `taken_back`: how many turns."""
    ending: NotRequired[str]
    """With `conceded`: how the match was lost."""
    step: NotRequired[int]
    """With `hinted`: which step of a hint."""
    remaining: NotRequired[tuple[int, int]]
    """Milliseconds on the clocks afterwards, if there are clocks."""


def entry_of(session: Session, event: Event, text: str = "") -> Entry | None:
    """Return the entry of an event that has just happened; None if the event changes nothing.

    Args:
        session: The session it happened in.
        event: The event.
        text: What a person typed, for an illegal move that has no spelling.
    """
    entry: Entry
    match event:
        case MoveEvent():
            entry = {"kind": "moved", "seat": event.turn.seat, "move": _spelling(session, event.turn, text)}
        case ConcessionEvent():
            entry = {"kind": "conceded", "seat": event.seat, "ending": event.ending.value}
        case TakeBackEvent():
            entry = {"kind": "taken_back", "seat": event.seat, "turns": event.turns}
        case HintEvent():
            entry = {"kind": "hinted", "seat": event.seat, "step": event.step}
        case _:
            return None
    if (times := remaining(session)) is not None:
        entry["remaining"] = times
    return entry


def remaining(session: Session) -> tuple[int, int] | None:
    """Return the milliseconds on the clocks of both seats, if there are clocks."""
    clock = session.clock
    return None if clock is None else (clock.remaining(1) // _MILLISECOND, clock.remaining(2) // _MILLISECOND)


def _spelling(session: Session, turn: Turn[Any, Any], text: str) -> str:
    """Return a text that the game reads as the same move."""
    return text if turn.after is None and text else session.match.game.spell(turn.before, turn.move)


def enter(session: Session, entry: Entry, elapsed: timedelta = timedelta()) -> None:
    """Repeat what an entry says, whatever the clocks show, and set the clocks to what they showed then.

    Args:
        session: The session.
        entry: The next entry.
        elapsed: The time since then, for the clock that runs.

    Raises:
        IllegalMove: It cannot have happened.
    """
    played = session.match
    match entry["kind"]:
        case "moved":
            if entry["seat"] != played.seat:
                raise IllegalMove("It is the other seat's turn.")
            _move(session, entry["move"])
        case "conceded":
            played.concede(Ending(entry["ending"]), entry["seat"])
        case "taken_back":
            played.undo(entry["turns"])
        case "hinted":
            session.hints[entry["seat"] - 1] += 1
    times = entry.get("remaining")
    if session.clock is not None and times is not None:
        one, two = (timedelta(milliseconds=time) for time in times)
        session.clock = Clock(session.clock.control, (one, two))
        if session.is_started and session.awaits_person:
            session.clock.start(played.seat, elapsed)


def _move(session: Session, text: str) -> None:
    """Make a move; a text that is not a move was an illegal one that lost, if illegal moves lose."""
    played = session.match
    try:
        choice = played.game.parse(played.position, text)
    except InvalidMove as error:
        if played.penalty == "retry":
            raise IllegalMove(str(error)) from error
        played.concede(Ending.ILLEGAL_MOVE)
        return
    played.play(choice)
