"""Misère: the last move loses."""

from dataclasses import dataclass

from aliquot.core.errors import InvalidParameter
from aliquot.games.rulebook import RuleText, Section
from aliquot.games.wrapper import Variant, Wrapper


@dataclass(frozen=True, slots=True, repr=False)
class Misere(Wrapper):
    """Another game, in which the player who cannot move wins."""

    def __post_init__(self) -> None:
        """Refuses to turn a game around twice, or one in which a swap goes by who wins at the end."""
        if not self.game.last_move_wins:
            raise InvalidParameter("The game is misère already.")
        if "swap" in self.game.options:
            raise InvalidParameter("The pie rule is added to a misère game, not misère to the pie rule.")

    @property
    def title(self) -> str:
        """The game inside, and what is different."""
        return f"{self.game.title}, misère"

    @property
    def tagline(self) -> str:
        """A turn of the game inside, and how this one is won."""
        return f"{self.game.task or self.game.tagline} Here the last move loses: whoever cannot move wins."

    @property
    def aim(self) -> str:
        """The last move loses."""
        return "If you make the last move, you lose."

    @property
    def goal(self) -> str:
        """A turn of the game inside, and the aim turned around."""
        return f"{self.game.task} {self.aim}" if self.game.task else self.tagline

    @property
    def options(self) -> tuple[str, ...]:
        """Those of the game inside, and `misere`."""
        return (*self.game.options, "misere")

    @property
    def last_move_wins(self) -> bool:
        """It loses."""
        return False


MISERE = Variant(
    slug="misere",
    title="Misère",
    line="The last move loses.",
    example="dividers-duel(start=60,misere)",
    wrap=Misere,
    rules=RuleText(
        "Misère: the last move loses.",
        (
            Section(
                "Rules",
                (
                    "The rules of the game stay the same, except the end: whoever cannot move has won. So "
                    "nobody wants to make the last move.",
                ),
            ),
            Section(
                "Theory",
                (
                    "Sums of division numbers are misère Nim: play as if the last move won until every number is prime "
                    "or a product of two primes, and then leave an odd number of such products. A single subtraction "
                    "number is lost if it is twice a prime, or odd and not prime, or one of some powers of two; with "
                    "a few exceptions. No rule is known for other games: a position too large to search has no "
                    "verdict.",
                ),
            ),
        ),
        "docs/variants.md",
    ),
)
