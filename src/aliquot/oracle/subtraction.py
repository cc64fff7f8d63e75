"""The theory of subtraction: a number is lost exactly if it is odd, or two to an odd power, or 1.

Proof: docs/games/divisor-duel-subtract.md. Grundy values and remoteness are computed, or proved
where a computation can prove them; see `subtraction_table`.
"""

from dataclasses import dataclass
from functools import cached_property

from aliquot.arithmetic import divisors, factorise, is_prime, product
from aliquot.core.text import LARGEST
from aliquot.oracle import subtraction_table
from aliquot.oracle.division import NoDivisor
from aliquot.oracle.reasons import Claim, Factors, Reason, Side, name_some
from aliquot.oracle.verdict import Certificate, Verdict, certify, prove_factors


def is_lost(number: int) -> bool:
    """Return whether the player to move loses at a number.

    >>> [n for n in range(1, 40) if n % 2 == 0 and is_lost(n)]
    [2, 8, 32]
    """
    if number % 2:
        return True
    exponent = number.bit_length() - 1
    return number == 1 << exponent and exponent % 2 == 1


def leaving_powers(number: int) -> tuple[int, ...]:
    """The proper divisors whose subtraction leaves two to an odd power, ascending.

    >>> leaving_powers(12), leaving_powers(16)
    ((4,), (8,))
    """
    powers = (1 << exponent for exponent in range(1, LARGEST.bit_length(), 2))
    candidates = (number - power for power in powers if power < number - 1)
    return tuple(sorted(divisor for divisor in candidates if number % divisor == 0))


@dataclass(frozen=True, slots=True)
class OddNumber(Claim):
    """The number is odd and composite, so every move leaves an even number with an odd divisor."""

    number: int

    def words(self, mover: Side, other: Side) -> str:
        """The parity argument."""
        return (
            f"{self.number} is odd, and so are its divisors: whatever {mover.does('subtract')} leaves an even number "
            f"that has an odd divisor above 1, and by subtracting that {other.does('make')} it odd again."
        )


@dataclass(frozen=True, slots=True)
class OddPower(Claim):
    """The number is two to an odd power of at least three."""

    exponent: int

    def words(self, mover: Side, other: Side) -> str:
        """The halving argument."""
        number, half, quarter = (1 << self.exponent - step for step in range(3))
        return (
            f"{number} is 2^{self.exponent}, two to an odd power. Subtracting {half} leaves {half} = "
            f"2^{self.exponent - 1}, from which {other.does('get')} to {quarter} = 2^{self.exponent - 2}, an odd "
            f"power again; any other move leaves an even number with an odd divisor above 1, and by subtracting "
            f"that {other.does('make')} it odd, which is lost too."
        )


@dataclass(frozen=True, slots=True)
class EvenPower(Claim):
    """The number is two to an even power, and halving it is the only winning move."""

    exponent: int

    def words(self, mover: Side, other: Side) -> str:
        """The halving move."""
        number, half = 1 << self.exponent, 1 << self.exponent - 1
        return (
            f"{number} is 2^{self.exponent}, two to an even power: by subtracting {half} {mover.does('leave')} "
            f"{half} = 2^{self.exponent - 1}, two to an odd power, which is lost."
        )


@dataclass(frozen=True, slots=True)
class OddDivisors(Claim):
    """The number is even and has odd divisors above 1; subtracting any of them leaves an odd number."""

    number: int
    factors: Factors
    odd: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Name the odd divisors."""
        return (
            f"{self.number} = {product(self.factors)} is even and has an odd divisor above 1: by subtracting "
            f"{name_some(self.odd)} {mover.does('leave')} an odd number, and an odd number is lost."
        )


@dataclass(frozen=True, slots=True)
class DownToPowers(Claim):
    """Subtracting any of these divisors leaves two to an odd power."""

    number: int
    moves: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Name the divisors and the resulting powers."""
        cases = [
            f"{move} (which leaves {self.number - move} = 2^{(self.number - move).bit_length() - 1})"
            for move in self.moves
        ]
        return f"Subtracting {name_some(cases)} wins too: two to an odd power is lost."


@dataclass(frozen=True)
class SubtractionVerdict(Verdict):
    """A verdict by parity and powers of two."""

    @property
    def wins(self) -> bool:
        """True if the number is even and not two to an odd power."""
        return not is_lost(self.position.number)

    @cached_property
    def odd_divisors(self) -> tuple[int, ...]:
        """The odd divisors above 1 of an even number, ascending; empty for an odd one."""
        number = self.position.number
        return () if number % 2 else divisors(number // (number & -number))[1:]

    @cached_property
    def winning_moves(self) -> tuple[int, ...]:
        """The odd divisors, and the divisors that leave two to an odd power."""
        if not self.wins:
            return ()
        return tuple(sorted(self.odd_divisors + leaving_powers(self.position.number)))

    @cached_property
    def grundy(self) -> int | None:
        """The Grundy value."""
        return subtraction_table.grundy(self.position.number)

    @cached_property
    def remoteness(self) -> int | None:
        """The length of play; None beyond the table."""
        return subtraction_table.remoteness(self.position.number)

    @property
    def reason(self) -> Reason:
        """The argument by parity or by powers of two."""
        number = self.position.number
        exponent = number.bit_length() - 1
        if number == 1 or is_prime(number):
            return Reason((NoDivisor(number),))
        if number % 2:
            return Reason((OddNumber(number),))
        if number == 1 << exponent:
            return Reason((OddPower(exponent) if exponent % 2 else EvenPower(exponent),))
        main = OddDivisors(number, factorise(number), self.odd_divisors)
        powers = leaving_powers(number)
        return Reason((main, DownToPowers(number, powers)) if powers else (main,))

    @property
    def nudge(self) -> str:
        """A hint where the win lies."""
        if self.odd_divisors:
            return "One of your moves leaves an odd number. Why might that be good?"
        return "This is a power of two. Which powers of two would you like to leave?"

    @property
    def certificate(self) -> Certificate | None:
        """The factorisation, from which the divisors and the winning ones among them follow."""
        return certify(self, prove_factors([self.position.number]))
