"""Seats, and the result of a match."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Literal

Seat = Literal[1, 2]
"""A side of the board. Seat 1 moves first."""


SEATS: tuple[Seat, Seat] = (1, 2)
"""Both seats, the one that moves first at the front."""


def other(seat: Seat) -> Seat:
    """The other seat."""
    return 2 if seat == 1 else 1


class Ending(StrEnum):
    """The ways a match can end."""

    NO_MOVES = "no_moves"
    ILLEGAL_MOVE = "illegal_move"
    RESIGNED = "resigned"
    OUT_OF_TIME = "out_of_time"
    ABANDONED = "abandoned"


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of a finished match. There are no draws."""

    winner: Seat
    """The seat that won."""
    ending: Ending
    """The way in which the other seat lost."""

    @property
    def loser(self) -> Seat:
        """The seat that lost."""
        return other(self.winner)
