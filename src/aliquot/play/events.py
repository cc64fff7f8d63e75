"""What can happen in a session. Whoever shows one, keeps one or sends one about follows these."""

from dataclasses import dataclass
from typing import Any, TypeAlias

from aliquot.core.match import Turn
from aliquot.core.outcome import Ending, Outcome, Seat


@dataclass(frozen=True, slots=True)
class Started:
    """The match is under way, and clocks run."""

    seat: Seat
    """Whose turn it is."""


@dataclass(frozen=True, slots=True)
class Moved:
    """Somebody has moved, legally or not; a swap is a move too."""

    turn: Turn[Any, Any]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Somebody has taken back to their own last turn."""

    seat: Seat
    """Who."""
    turns: int
    """How many turns are gone."""


@dataclass(frozen=True, slots=True)
class Conceded:
    """The match has ended off the board: somebody has resigned, left, or run out of time."""

    seat: Seat
    """Who has lost by it."""
    ending: Ending
    outcome: Outcome


@dataclass(frozen=True, slots=True)
class Hinted:
    """Somebody has been given a hint."""

    seat: Seat
    step: int
    """Which step of it, from 1."""
    text: str


@dataclass(frozen=True, slots=True)
class NotKept:
    """The match could not be kept. It is tried again at the next change."""

    problem: str
    """Why, in a sentence."""


@dataclass(frozen=True, slots=True)
class KeptAgain:
    """The match is kept, after it could not be."""


Event: TypeAlias = Started | Moved | TakenBack | Conceded | Hinted | NotKept | KeptAgain
