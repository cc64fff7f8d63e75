"""Divisor Duel, Subtraction: take a divisor away from the shared number."""

from aliquot.games.number import NumberGame
from aliquot.games.rulebook import RuleText, Section


class SubtractionDuel(NumberGame):
    """Subtract a proper divisor; whoever faces a prime loses."""

    __slots__ = ()
    slug = "divisor-duel-subtract"
    title = "Divisor Duel: Subtraction"
    tagline = "Subtract a proper divisor. Whoever has none left to subtract loses."
    task = "Subtract one of its divisors from the number."
    aim = "If you leave a prime, you win."
    penalty = "retry"
    example = "16"
    smallest = 2
    bounds = "a whole number greater than 1 and at most 10^18"
    sign = "-"
    purpose = "to subtract"
    rules = RuleText(
        "Divisor Duel, Subtraction: take a divisor away from the shared number.",
        (
            Section(
                "Rules",
                (
                    "Two players share one number N, 16 unless they agree on another above 1. On your turn, choose a "
                    "proper divisor of N, any divisor except 1 and N, and subtract it. The difference is the new N. A "
                    "prime, 2 included, has no proper divisor, so whoever faces a prime cannot move and "
                    "loses. Nobody may pass.",
                    "An illegal choice costs nothing: you are told why, and choose again.",
                    "If the start is prime, Player 1 has lost before the first move.",
                ),
            ),
            Section(
                "How it differs",
                (
                    "The three division duels divide by the divisor; here it is subtracted, so games are longer and "
                    "the winning idea is another. The other Divisor Duel, Pool, has no shared number: it is played "
                    "with a pool of numbers, each of which can be taken once.",
                ),
            ),
            Section(
                "Theory",
                (
                    "A number is lost exactly if it is odd, or a power of two with an odd exponent (or 1). From every "
                    "other number some move leaves such a number.",
                ),
            ),
        ),
        "docs/games/divisor-duel-subtract.md",
    )

    @property
    def max_length(self) -> int:
        """Each move takes away at least 2, and what is left is never below 2."""
        return max(0, (self.number - 2) // 2)

    def reduce(self, number: int, divisor: int) -> int:
        """The difference."""
        return number - divisor
