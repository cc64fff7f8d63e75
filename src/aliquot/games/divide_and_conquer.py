"""Divide and Conquer: a division duel that starts at 100 and allows a start of 2."""

from aliquot.games.number import DIVISION_PROOF, DIVISION_THEORY, DivisionGame
from aliquot.games.rulebook import RuleText, Section


class DivideAndConquer(DivisionGame):
    """Divide N by a proper divisor; whoever faces a prime (or 1) loses."""

    __slots__ = ()
    slug = "divide-and-conquer"
    title = "Divide and Conquer"
    tagline = "Divide the number by a proper divisor. Leave nothing to divide."
    penalty = "forfeit"
    example = "100"
    smallest = 2
    bounds = "a whole number greater than 1 and at most 10^18"
    rules = RuleText(
        "Divide and Conquer: divide the shared number and leave nothing that can be divided.",
        (
            Section(
                "Rules",
                (
                    "Two players share one number N, 100 unless they agree on another above 1. On your turn, divide N "
                    "by one of its proper divisors: any divisor except 1 and N. The quotient is the new N. Whoever "
                    "faces a prime, or 1, cannot move and loses. Nobody may pass.",
                    "Choosing anything that is not a proper divisor loses the game at once.",
                    "The rule book names reaching exactly 1 as the goal. It never happens: 1 could only be reached by "
                    "dividing N by N itself, and that is not a proper divisor. So the duel is always decided by a "
                    "prime.",
                    "If the start is prime, Player 1 has lost before the first move.",
                ),
            ),
            Section(
                "How it differs",
                (
                    "The moves are those of Divider's Duel and Factor Duel. This one has the largest start of the "
                    "three, 100, and is the only one that allows a start of 2.",
                ),
            ),
            DIVISION_THEORY,
        ),
        DIVISION_PROOF,
    )
