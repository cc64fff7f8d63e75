"""The game boardgame.io is measured with, for our server: from a number, one to three are taken in turn.

A server that is compared with another plays the same game; this one is as light as a game can be.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from aliquot.core.errors import InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.outcome import Seat, other
from aliquot.core.text import LARGEST, parse_whole, quote
from aliquot.games.rulebook import RuleBook


class Left(NamedTuple):
    """What is left, and whose turn it is."""

    number: int
    seat: Seat = 1


@dataclass(frozen=True, slots=True, repr=False)
class Take(RuleBook[Left, int]):
    """Take one, two or three; whoever takes the last wins."""

    number: int

    slug = "take"
    title = "Take"
    tagline = "Take one, two or three. Whoever takes the last wins."
    penalty = "retry"
    parameter = "start"
    example = "1000000000"
    bounds = "a whole number from 1 to 10^18"

    @classmethod
    def from_value(cls, value: object) -> Self:
        number = parse_whole(value) if isinstance(value, str) else value
        if type(number) is not int or not 1 <= number <= LARGEST:
            raise InvalidParameter(f"The start must be {cls.bounds}, not {quote(value)}.")
        return cls(number)

    @property
    def value(self) -> str:
        return str(self.number)

    @property
    def max_length(self) -> int:
        return self.number

    def start(self) -> Left:
        return Left(self.number)

    def seat(self, p: Left) -> Seat:
        return p.seat

    def is_over(self, p: Left) -> bool:
        return p.number == 0

    def legal_moves(self, p: Left) -> Sequence[int]:
        return range(1, min(3, p.number) + 1)

    def is_legal(self, p: Left, move: int) -> bool:
        return type(move) is int and 1 <= move <= 3 and move <= p.number

    def child(self, p: Left, move: int) -> Left:
        return Left(p.number - move, other(p.seat))

    def objection(self, p: Left, move: Any) -> str:
        return f"{quote(move)} is not a whole number from 1 to {min(3, p.number)}."

    def key(self, p: Left) -> Hashable:
        return p.number

    def text(self, p: Left) -> str:
        return str(p.number)

    def position(self, text: str) -> Left:
        number = parse_whole(text)
        if number is None:
            raise InvalidPosition(f"A position of {self.title} is a whole number, not {quote(text)}.")
        return Left(number)

    def spell(self, p: Left, move: int) -> str:
        return str(move)

    def parse(self, p: Left, text: str) -> int:
        move = parse_whole(text)
        if move is None:
            raise InvalidMove(f"{quote(text.strip())} is not a whole number in plain digits.")
        return move
