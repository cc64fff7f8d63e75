"""Misère Subtraction of one number by table: no rule is known."""

from array import array
from dataclasses import dataclass
from functools import cache, cached_property

from aliquot.arithmetic import divisors
from aliquot.core.errors import Unsolved
from aliquot.oracle.reasons import Claim, Reason, Side, name_some
from aliquot.oracle.verdict import Verdict

REACH = 1 << 17
"""The largest number of the table."""

_INFINITE = REACH
"""Longer than any match: every move subtracts at least 2."""


def is_lost(number: int) -> bool:
    """Return whether the player to move loses at a number in misère play.

    >>> [n for n in range(1, 20) if is_lost(n)]
    [4, 9, 10, 14]

    Raises:
        Unsolved: The number is past the table.
    """
    return _entry(number) < 0


def remoteness(number: int) -> int:
    """The number of moves to the end when the winner hurries and the loser delays.

    Raises:
        Unsolved: The number is past the table.
    """
    return abs(_entry(number))


def _entry(number: int) -> int:
    if number > REACH:
        sentence = f"Misère Subtraction is solved only up to {REACH:,}: no general rule is known."
        raise Unsolved(sentence, code="past-the-table", number=number, reach=REACH)
    return _table(max(1 << 12, 1 << (number - 1).bit_length()))[number]


@cache
def _table(limit: int) -> "array[int]":
    """The length of play from every number up to the limit, negated where the number is lost.

    Each lost number offers its predecessors a win one move longer, and each takes the shortest offer. A lost number
    has a move, so its length is not 0.
    """
    lengths, offers = array("i", bytes(4 * (limit + 1))), array("i", [_INFINITE]) * (2 * limit + 1)
    for number in range(2, limit + 1):
        if offers[number] < _INFINITE:
            lengths[number] = offers[number]
            continue
        factors = divisors(number)
        if len(factors) > 2:
            longest = 1 + max(lengths[number - divisor] for divisor in factors[1:-1])
            lengths[number] = -longest
            # The predecessors are number + d, for the divisors d of number.
            for divisor in factors[1:]:
                offers[number + divisor] = min(offers[number + divisor], longest + 1)
    return lengths


@dataclass(frozen=True, slots=True)
class TableClaim(Claim):
    """By the table, these moves leave a number that is lost in misère play."""

    number: int
    moves: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Name the moves, or say that there are none."""
        if self.moves:
            return (
                f"The last move loses. Working up from small numbers, {mover.does('win')} at {self.number} by "
                f"subtracting {name_some(self.moves)}: what is left is lost for whoever faces it."
            )
        return (
            f"The last move loses. Working up from small numbers, every divisor {mover.subject} can subtract from "
            f"{self.number} leaves a number that is won for whoever faces it."
        )


@dataclass(frozen=True, slots=True)
class CannotMove(Claim):
    """The number has no proper divisor, which wins in misère play."""

    number: int

    def words(self, mover: Side, other: Side) -> str:
        """Name the number and the winner."""
        return (
            f"{self.number} has no proper divisor, so nobody can move. "
            f"The last move loses, so {mover.does('have')} won."
        )


@dataclass(frozen=True)
class MisereSubtractionVerdict(Verdict):
    """A verdict by table."""

    @property
    def wins(self) -> bool:
        """True if the table has the number as won."""
        return not is_lost(self.position.number)

    @cached_property
    def winning_moves(self) -> tuple[int, ...]:
        """The moves to lost numbers."""
        number = self.position.number
        return tuple(divisor for divisor in divisors(number)[1:-1] if is_lost(number - divisor))

    @property
    def remoteness(self) -> int:
        """The length of play by the table."""
        return remoteness(self.position.number)

    @property
    def reason(self) -> Reason:
        """The winning moves by the table, or that there is no move."""
        number = self.position.number
        over = len(divisors(number)) <= 2
        return Reason((CannotMove(number) if over else TableClaim(number, self.winning_moves),))
