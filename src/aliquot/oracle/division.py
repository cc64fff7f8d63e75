"""The theory of division: a number is lost exactly if it is prime or 1, and won in one move otherwise.

Its Grundy value is the number of its prime factors less one. Proof: docs/games/dividers-duel.md.
"""

from dataclasses import dataclass
from functools import cached_property

from aliquot.arithmetic import factorise, omega, product
from aliquot.oracle.reasons import Claim, Factors, Reason, Side, name_some
from aliquot.oracle.verdict import Certificate, Verdict, certify, prove_factors


@dataclass(frozen=True, slots=True)
class NoDivisor(Claim):
    """The number is 1 or prime, so it cannot be moved from."""

    number: int

    def words(self, mover: Side, other: Side) -> str:
        """Name the number and the winner."""
        what = "1 has" if self.number == 1 else f"{self.number} is prime and has"
        return f"{what} no proper divisor. Nobody can move, so {other.does('have')} won."


@dataclass(frozen=True, slots=True)
class DownToPrime(Claim):
    """The number is composite, and dividing by any of these leaves a prime."""

    number: int
    factors: Factors
    moves: tuple[int, ...]

    def words(self, mover: Side, other: Side) -> str:
        """Name the factors and the moves."""
        return (
            f"{self.number} = {product(self.factors)} is not prime, so {mover.subject} can divide it "
            f"down to a prime: by {name_some(self.moves)}."
        )


@dataclass(frozen=True)
class DivisionVerdict(Verdict):
    """A verdict by factorisation."""

    @cached_property
    def factors(self) -> Factors:
        """The prime factorisation of the number."""
        return factorise(self.position.number)

    @property
    def wins(self) -> bool:
        """True if the number is composite."""
        return omega(self.position.number) > 1

    @cached_property
    def winning_moves(self) -> tuple[int, ...]:
        """N/p for each prime factor p: exactly the moves that leave a prime."""
        if not self.wins:
            return ()
        return tuple(self.position.number // prime for prime, _ in reversed(self.factors))

    @property
    def grundy(self) -> int:
        """The number of prime factors less one."""
        return max(0, omega(self.position.number) - 1)

    @property
    def remoteness(self) -> int:
        """The length of play: 1 for a won number, 0 for a lost one."""
        return int(self.wins)

    @property
    def reason(self) -> Reason:
        """The factorisation, and the moves that leave a prime."""
        number = self.position.number
        claim = DownToPrime(number, self.factors, self.winning_moves) if self.wins else NoDivisor(number)
        return Reason((claim,))

    @property
    def nudge(self) -> str:
        """A hint where the win lies."""
        return "One of your moves leaves a prime."

    @property
    def certificate(self) -> Certificate | None:
        """The factorisation, from which the winning moves follow."""
        return certify(self, prove_factors([self.position.number]))
