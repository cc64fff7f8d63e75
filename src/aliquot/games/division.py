"""Division: the rule that three of the rule books share.

A move divides the shared number by one of its proper divisors. A number that is prime, or 1, has none, and whoever
faces it loses. Let Ω(N) be the number of prime factors of N, counted with multiplicity. The Grundy value of N > 1 is
Ω(N) − 1. So a single number is lost only when it is prime or 1, and every other number is won in one move: divide by
N/p for a prime factor p, which leaves p.
"""

from aliquot.arithmetic import omega
from aliquot.games.number import NumberGame
from aliquot.games.rulebook import Section

THEORY = Section("Theory", ("Every number that is not prime is won in one move: leave a prime.",))
PROOF = "docs/games/dividers-duel.md"


class DivisionGame(NumberGame):
    """Divide the number by a proper divisor."""

    __slots__ = ()
    sign = "/"
    purpose = "to divide by"

    @property
    def max_length(self) -> int:
        """Each move removes at least one prime factor, and the last one stays."""
        return max(0, omega(self.number) - 1)

    def reduce(self, number: int, divisor: int) -> int:
        """The quotient."""
        return number // divisor
