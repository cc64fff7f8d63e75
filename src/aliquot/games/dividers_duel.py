"""Divider's Duel: a division duel that starts at 60."""

from aliquot.games.number import DIVISION_PROOF, DIVISION_THEORY, DivisionGame
from aliquot.games.rulebook import RuleText, Section


class DividersDuel(DivisionGame):
    """Divide the current number by a proper divisor; whoever faces a prime loses."""

    __slots__ = ()
    slug = "dividers-duel"
    title = "Divider's Duel"
    tagline = "Divide the number by a proper divisor. Whoever faces a prime loses."
    penalty = "forfeit"
    example = "60"
    smallest = 3
    bounds = "a whole number greater than 2 and at most 10^18"
    rules = RuleText(
        "Divider's Duel: divide the shared number until somebody faces a prime.",
        (
            Section(
                "Rules",
                (
                    "Two players share one number, 60 unless they agree on another above 2. On your turn, divide it by "
                    "one of its proper divisors: any divisor except 1 and the number itself. The quotient is the "
                    "number your opponent faces. A prime has no proper divisor, so whoever faces a prime cannot move "
                    "and loses. Nobody may pass.",
                    "Choosing anything that is not a proper divisor loses the game at once.",
                    "If the start is prime, Player 1 has lost before the first move.",
                ),
            ),
            Section(
                "How it differs",
                (
                    "Divide and Conquer and Factor Duel have the same moves. They differ in the recommended start (100 "
                    "and 30 instead of 60), in the smallest one, and in their wording. Subtraction takes the divisor "
                    "away instead of dividing by it.",
                ),
            ),
            DIVISION_THEORY,
        ),
        DIVISION_PROOF,
    )
