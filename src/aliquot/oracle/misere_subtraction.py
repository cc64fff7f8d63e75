"""Misère Subtraction, one number: a table, since no rule is known."""

from array import array
from dataclasses import dataclass
from functools import cached_property

from aliquot.arithmetic import divisors
from aliquot.core.errors import Unsolved
from aliquot.oracle.reasons import Claim, Reason, Side, name_some
from aliquot.oracle.verdict import Verdict

REACH = 1 << 17
"""How far the table goes."""

_lost = array("b", (0, 0))
"""For each number so far: 1 if the player facing it loses although, or because, the last move loses."""


def is_lost(number: int) -> bool:
    """Whether the player facing a number loses where the last move loses.

    >>> [n for n in range(1, 20) if is_lost(n)]
    [4, 9, 10, 14]

    Raises:
        Unsolved: The number is past the table.
    """
    if number > REACH:
        raise Unsolved(f"Misère Subtraction is known up to {REACH:,} only: no rule for it is known.")
    if number >= len(_lost):
        _extend(min(REACH, max(1 << 12, 1 << number.bit_length())))
    return bool(_lost[number])


def _extend(limit: int) -> None:
    """Works the table out up to the limit, each lost number marking those it can be reached from as won."""
    won, lost = bytearray(2 * limit + 1), array("b", bytes(limit + 1))
    for number in range(2, limit + 1):
        found = divisors(number)
        if len(found) > 2 and not won[number]:
            lost[number] = 1
            # The numbers that can be moved here from are number + d, for the divisors d of number.
            for divisor in found[1:]:
                won[number + divisor] = 1
    _lost[:] = lost


@dataclass(frozen=True, slots=True)
class Tabled(Claim):
    """Found number by number: these moves leave a number that is lost where the last move loses."""

    number: int
    moves: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Names the moves, or says that there are none."""
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
    """The number has no proper divisor, and being unable to move wins."""

    number: int

    def words(self, mover: Side, other: Side) -> str:
        """Says so."""
        return f"{self.number} has no proper divisor: {mover.does('have')} no move, and the last move loses."


@dataclass(frozen=True)
class MisereSubtractionVerdict(Verdict):
    """A verdict by table."""

    @property
    def wins(self) -> bool:
        """As the table says."""
        return not is_lost(self.position.number)

    @cached_property
    def winning_moves(self) -> tuple[int, ...]:
        """The moves to lost numbers."""
        number = self.position.number
        return tuple(divisor for divisor in divisors(number)[1:-1] if is_lost(number - divisor))

    @property
    def reason(self) -> Reason:
        """What the table says."""
        number = self.position.number
        over = len(divisors(number)) <= 2
        return Reason((CannotMove(number) if over else Tabled(number, self.winning_moves),))
