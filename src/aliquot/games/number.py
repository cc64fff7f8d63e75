"""Duels about one shared number, which each move makes smaller by way of a proper divisor."""

from abc import abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Self

from aliquot.arithmetic import ProperDivisors, divisors, factorise, is_prime, omega, product
from aliquot.core.errors import InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.outcome import Seat, other
from aliquot.core.text import LARGEST, not_whole, parse_whole, plain_dashes, quote
from aliquot.core.view import Heap, NumbersView, Option, Options
from aliquot.games.rulebook import RuleBook, Section


@dataclass(frozen=True, slots=True)
class NumberPosition:
    """The shared number and whose turn it is."""

    number: int
    """The number the mover faces."""
    seat: Seat = 1
    """The seat to move."""


@dataclass(frozen=True, slots=True, repr=False)
class NumberGame(RuleBook[NumberPosition, int]):
    """Choose a proper divisor of the number; what it does to the number is the duel's own rule."""

    number: int
    """The number the match starts from."""

    parameter: ClassVar[str] = "start"
    smallest: ClassVar[int]
    """The smallest start the rule book allows."""
    sign: ClassVar[str]
    """The sign in the spelling of a move: number, sign, divisor."""
    purpose: ClassVar[str] = ""
    """The purpose of the divisor, such as `to divide by`."""
    is_summable: ClassVar[bool] = True

    def __post_init__(self) -> None:
        """Refuses a start outside the bounds."""
        if type(self.number) is not int or not self.smallest <= self.number <= LARGEST:
            raise self._refusal(self.number)

    @classmethod
    def _refusal(cls, value: object) -> InvalidParameter:
        return InvalidParameter(f"The start of {cls.title} must be {cls.bounds}, not {quote(value)}.")

    @classmethod
    def from_value(cls, value: object) -> Self:
        """Sets the game up from a start given as a number or as text."""
        number = parse_whole(value) if isinstance(value, str) else value
        if not isinstance(number, int):
            raise cls._refusal(value)
        return cls(number)

    @property
    def value(self) -> str:
        """The start, as text."""
        return str(self.number)

    @abstractmethod
    def reduce(self, number: int, divisor: int) -> int:
        """Return the number that a move leaves."""

    @property
    def moves_by(self) -> tuple[object, ...]:
        """The rules of a move, equal for duels whose moves are and do the same."""
        return type(self).reduce, type(self).legal_moves, type(self).is_over, type(self).is_legal

    def start(self) -> NumberPosition:
        """The start, with seat 1 to move."""
        return NumberPosition(self.number)

    def seat(self, p: NumberPosition) -> Seat:
        """Return the seat to move."""
        return p.seat

    def legal_moves(self, p: NumberPosition) -> Sequence[int]:
        """The divisors of the number other than 1 and itself."""
        return divisors(p.number)[1:-1]

    def count_moves(self, p: NumberPosition) -> int:
        return len(self.lazy_moves(p))

    def lazy_moves(self, p: NumberPosition) -> Sequence[int]:
        """The legal moves, calculated only as far as they are read."""
        own = type(self).legal_moves is not NumberGame.legal_moves
        return self.legal_moves(p) if own else ProperDivisors(p.number)

    def is_legal(self, p: NumberPosition, move: int) -> bool:
        """Return whether the move is a proper divisor."""
        return type(move) is int and 1 < move < p.number and p.number % move == 0

    def is_over(self, p: NumberPosition) -> bool:
        """Return whether the number is 1 or prime, so that it has no proper divisor."""
        return p.number == 1 or is_prime(p.number)

    def child(self, p: NumberPosition, move: int) -> NumberPosition:
        """The number after the move, and the other seat to move."""
        return NumberPosition(self.reduce(p.number, move), other(p.seat))

    def objection(self, p: NumberPosition, move: Any) -> str:
        """Return why a move is not a proper divisor of the number, in one sentence."""
        n = p.number
        if type(move) is not int:
            return f"{quote(move)} is not a whole number."
        if self.is_over(p):
            return f"{n} has no proper divisor: the game is over."
        if move == 1:
            return f"1 is not allowed: a proper divisor of {n} lies between 1 and {n}."
        if move == n:
            return f"{n} is the number itself: a proper divisor of {n} lies between 1 and {n}."
        if not 0 < move < n:
            return f"{quote(move)} is not between 1 and {n}."
        return f"{move} does not divide {n}: it leaves a remainder of {n % move}."

    def key(self, p: NumberPosition) -> Hashable:
        """The number: who faces it does not matter."""
        return p.number

    def text(self, p: NumberPosition) -> str:
        """The number."""
        return str(p.number)

    def position(self, text: str) -> NumberPosition:
        """Reads a number, with seat 1 to move."""
        number = parse_whole(text)
        if number is None or not 1 <= number <= LARGEST:
            raise InvalidPosition(f"A position of {self.title} is a whole number from 1 to 10^18, not {quote(text)}.")
        return NumberPosition(number)

    def spell(self, p: NumberPosition, move: int) -> str:
        """The number, the sign and the divisor."""
        return f"{p.number}{self.sign}{move}"

    def parse(self, p: NumberPosition, text: str) -> int:
        """Reads the divisor alone, or the whole spelling of the move."""
        number, sign, divisor = plain_dashes(text).strip().partition(self.sign)
        if not sign:
            number, divisor = str(p.number), number
        named, move = parse_whole(number), parse_whole(divisor)
        if named is None or move is None:
            wrong = divisor if move is None and named is not None else text
            raise InvalidMove(not_whole(wrong))
        if named != p.number:
            raise InvalidMove(f"{quote(text.strip())} names {named}, but the number is {p.number}.")
        return move

    def no_move_reason(self, p: NumberPosition) -> str:
        """Return why the number has no move, without a full stop; empty if it has one."""
        if not self.is_over(p):
            return ""
        return f"{p.number} has no proper divisor" if p.number == 1 else f"{p.number} is prime"

    def heap(self, p: NumberPosition) -> Heap:
        """The number and what can be done to it."""
        number, reduce, spell = p.number, self.reduce, self.spell

        def option(move: int) -> Option:
            value = reduce(number, move)
            return Option(move, str(move), spell(p, move), str(value), value)

        moves = self.lazy_moves(p)
        return Heap(
            p.number,
            self.sign,
            self.title,
            moves,
            Options(moves, option),
            factors=product(factorise(p.number)),
        )

    def view(self, p: NumberPosition) -> NumbersView:
        """The number."""
        heap = self.heap(p)
        return NumbersView(
            to_move=p.seat,
            options=heap.options,
            prompt=f"choose a divisor of {p.number} {self.purpose}".strip(),
            no_move_reason=self.no_move_reason(p),
            summary=str(p.number),
            heaps=(heap,),
        )


# Division: the rule that three of the rule books share. A move divides the shared number by one of its proper divisors.
# A number that is prime, or 1, has none, and whoever faces it loses. Let Ω(N) be the number of prime factors of N,
# counted with multiplicity. The Grundy value of N > 1 is Ω(N) − 1. So a single number is lost only when it is prime or
# 1, and every other number is won in one move: divide by N/p for a prime factor p, which leaves p.
DIVISION_THEORY = Section("Theory", ("Every number that is not prime is won in one move: leave a prime.",))
DIVISION_PROOF = "docs/games/dividers-duel.md"


class DivisionGame(NumberGame):
    """Divide the number by a proper divisor."""

    __slots__ = ()
    sign = "/"
    task = "Divide the number."
    aim = "If you leave a prime, you win."
    purpose = "to divide by"

    @property
    def max_length(self) -> int:
        """Each move removes at least one prime factor, and the last one stays."""
        return max(0, omega(self.number) - 1)

    def reduce(self, number: int, divisor: int) -> int:
        """The quotient."""
        return number // divisor
