"""A game of somebody else's, with nothing in common with ours but the interface."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar

from aliquot.core.errors import InvalidMove, InvalidPosition
from aliquot.core.game import Penalty
from aliquot.core.outcome import Seat, other
from aliquot.games.rulebook import RuleBook


@dataclass(frozen=True, slots=True)
class Pile:
    """So many matches, and whose turn it is."""

    count: int
    to_move: Seat = 1


@dataclass(frozen=True, slots=True, repr=False)
class Matches(RuleBook[Pile, int]):
    """Take one, two or three matches; whoever takes the last one wins."""

    slug = "matches"
    title = "Matches"
    tagline = "Take one, two or three."
    penalty: ClassVar[Penalty] = "retry"
    parameter = "start"
    example = "5"
    bounds = "a number from 1 to 99"
    count: int

    @classmethod
    def from_value(cls, value: object) -> "Matches":
        return cls(int(str(value)))

    @property
    def value(self) -> str:
        return str(self.count)

    @property
    def options(self) -> tuple[str, ...]:
        return (f"start={self.count}",)

    @property
    def max_length(self) -> int:
        return self.count

    def start(self) -> Pile:
        return Pile(self.count)

    def seat(self, p: Pile) -> Seat:
        return p.to_move

    def legal_moves(self, p: Pile) -> Sequence[int]:
        return range(1, min(3, p.count) + 1)

    def is_legal(self, p: Pile, move: int) -> bool:
        return type(move) is int and 1 <= move <= min(3, p.count)

    def is_over(self, p: Pile) -> bool:
        return p.count == 0

    def child(self, p: Pile, move: int) -> Pile:
        return Pile(p.count - move, other(p.to_move))

    def objection(self, p: Pile, move: Any) -> str:
        return "Take one, two or three."

    def key(self, p: Pile) -> Hashable:
        return p.count

    def text(self, p: Pile) -> str:
        return str(p.count)

    def position(self, text: str) -> Pile:
        if not text.isdecimal():
            raise InvalidPosition(f"{text!r} is no number of matches.")
        return Pile(int(text))

    def spell(self, p: Pile, move: int) -> str:
        return f"-{move}"

    def parse(self, p: Pile, text: str) -> int:
        if not text.lstrip("-").isdecimal():
            raise InvalidMove(f"{text!r} is no number.")
        return int(text.lstrip("-"))
