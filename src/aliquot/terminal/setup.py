"""What has been agreed before the first move: the game, the players and the manner of play."""

from dataclasses import dataclass
from random import Random

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.numerals import quote
from aliquot.core.series import Series

PLAYERS = ("Player 1", "Player 2")
"""What the players are called until they say otherwise."""
LONGEST_NAME = 32


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a match or a series needs to begin."""

    game: AnyGame
    """What is played."""
    names: tuple[str, str] = PLAYERS
    """The players, in the order in which they agreed to move."""
    toss: bool = False
    """Whether a coin decides instead."""
    seed: int | None = None
    """Makes whatever is left to chance repeatable."""
    best_of: int = 1
    """How many games the series has at most."""
    penalty: Penalty | None = None
    """What an illegal choice costs, if not what the rule book says."""

    def series(self) -> tuple[Series, str | None]:
        """The series to play, and how the coin fell if one was tossed."""
        if not self.toss:
            return Series(self.names, self.best_of), None
        side = Random(self.seed).choice(("heads", "tails"))
        first, second = self.names
        players = (first, second) if side == "heads" or self.names == PLAYERS else (second, first)
        return Series(players, self.best_of), side


def parse_names(text: str) -> tuple[str, str]:
    """Reads two names with a comma between them.

    Raises:
        InvalidParameter: They are not two different, printable names.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise InvalidParameter(f"Give two names with a comma between them, such as Ada,Emmy, not {quote(text)}.")
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable():
            raise InvalidParameter(
                f"A name has at most {LONGEST_NAME} printable characters, which {quote(name)} has not."
            )
    first, second = names
    if first.casefold() == second.casefold():
        raise InvalidParameter(f"The players need different names, and both are called {quote(first)}.")
    return first, second
