"""Factor Duel: a division duel that starts at 30 and is won by making the number prime."""

from aliquot.games.number import DIVISION_PROOF, DIVISION_THEORY, DivisionGame
from aliquot.games.rulebook import RuleText, Section


class FactorDuel(DivisionGame):
    """Pick a factor of N to divide it by; making N prime wins."""

    __slots__ = ()
    slug = "factor-duel"
    title = "Factor Duel"
    tagline = "Pick a factor to divide by. Whoever makes the number prime wins."
    penalty = "forfeit"
    example = "30"
    smallest = 3
    bounds = "a whole number greater than 2 and at most 10^18"
    rules = RuleText(
        "Factor Duel: pick factors until the number is prime.",
        (
            Section(
                "Rules",
                (
                    "Two players share one number N, 30 unless they agree on another above 2. On your turn, pick a "
                    "factor of N other than 1 and N; N is divided by it. The moment N becomes prime, the player who "
                    "made it so has won: the other still has the turn, but no factor to pick. Nobody may pass.",
                    "Picking anything that is not such a factor loses the game at once.",
                    "If the start is prime, Player 1 has lost before the first move.",
                ),
            ),
            Section(
                "How it differs",
                (
                    "The moves are those of Divider's Duel and Divide and Conquer. This one has the smallest "
                    "start of the three, 30, and names the winner as soon as a move leaves a prime.",
                ),
            ),
            DIVISION_THEORY,
        ),
        DIVISION_PROOF,
    )
