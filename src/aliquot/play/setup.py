"""What has been agreed before the first move: the game, the players and the manner of play."""

from dataclasses import dataclass
from random import Random, SystemRandom
from typing import TYPE_CHECKING, Any, cast

from aliquot.core.clock import TimeControl
from aliquot.core.errors import InvalidParameter, Unsolved
from aliquot.core.game import AnyGame, Penalty
from aliquot.core.player import HUMAN
from aliquot.core.record_rules import LONGEST_NAME
from aliquot.core.text import is_clean, quote
from aliquot.games import book_of, create

if TYPE_CHECKING:
    from aliquot.games.number import NumberGame


@dataclass(frozen=True, slots=True)
class Party:
    """Somebody who plays. Two of them may have the same name."""

    name: str
    """What they are called."""
    kind: str = HUMAN
    """What they are, as the command line says it: `human`, `perfect`, `skill:0.7`."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a match or a series needs to begin."""

    game: AnyGame
    """What is played."""
    kinds: tuple[str, str] = (HUMAN, HUMAN)
    """Who plays, as the command line says it, in the order in which they agreed to move."""
    names: tuple[str, str] | None = None
    """What the players are called, in the same order, if they said so."""
    toss: bool = False
    """Whether a coin decides who moves first instead."""
    seed: int = 0
    """Makes whatever is left to chance repeatable."""
    best_of: int = 1
    """How many games the series has at most."""
    penalty: Penalty | None = None
    """What an illegal choice costs, if not what the rule book says."""
    hints: bool = True
    """Whether hints are given."""
    clock: TimeControl | None = None
    """How much time the players have, if it is limited."""
    pace: float = 0.0
    """How many seconds a computer waits before it moves, so that people can watch."""
    save: bool = True
    """Whether the games are kept."""
    lively: bool = False
    """Whether a rematch may be varied, so that it is not over before a person has moved."""

    @property
    def are_strangers(self) -> bool:
        """Whether two people play who have not said who they are."""
        return self.names is None and self.kinds == (HUMAN, HUMAN)

    @property
    def parties(self) -> tuple[Party, Party]:
        """Who plays, in the order in which they agreed to move; called as they said, or by what they are."""
        one, two = self.kinds
        if self.names is not None:
            names = self.names
        elif one == two != HUMAN:
            names = f"{one} (1)", f"{two} (2)"
        else:
            names = (one if one != HUMAN else "Player 1"), (two if two != HUMAN else "Player 2")
        return Party(names[0], one), Party(names[1], two)

    def seated(self) -> tuple[tuple[Party, Party], str | None]:
        """The players in the order in which they move in the first game, and how the coin fell if one was tossed."""
        first, second = self.parties
        if not self.toss:
            return (first, second), None
        side = Random(f"{self.seed}/toss").choice(("heads", "tails"))
        swapped = side == "tails" and not self.are_strangers
        return ((second, first) if swapped else (first, second)), side


def fresh_seed() -> int:
    """A seed for players who gave none; the record keeps it, so that the game can be played again."""
    return SystemRandom().randrange(10**9)


def parse_names(text: str) -> tuple[str, str]:
    """Reads two names with a comma between them.

    Raises:
        InvalidParameter: They are not two different, printable names.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise InvalidParameter(f"Give two names with a comma between them, such as Ada,Emmy, not {quote(text)}.")
    for name in names:
        if len(name) > LONGEST_NAME or not name.isprintable() or not is_clean(name):
            raise InvalidParameter(
                f"A name has at most {LONGEST_NAME} printable characters, which {quote(name)} has not."
            )
    first, second = names
    if first.casefold() == second.casefold():
        raise InvalidParameter(f"The players need different names, and both are called {quote(first)}.")
    return first, second


def arrange(name: str, seed: int, **rules: Any) -> AnyGame:
    """Sets a game up, a start left to chance chosen by the seed.

    Args:
        name: A duel or a preset.
        seed: What chance goes by.
        rules: What `create` takes; a start may also be `random` or `balanced`.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: It cannot be set up like that.
    """
    book = book_of(name)
    if book.is_summable and str(rules.get("start")).startswith(("random", "balanced")):
        from aliquot.oracle.starts import choose_start

        generator, chance = Random(f"{seed}/start"), str(rules["start"])
        rules["start"] = choose_start(
            cast("type[NumberGame]", book), chance, generator, misere=bool(rules.get("misere"))
        )
    return create(name, **rules)


def check_known(game: AnyGame, kinds: tuple[str, str]) -> None:
    """Refuses a computer that plays by the oracle where the oracle does not know.

    Raises:
        InvalidParameter: There is one.
    """
    from aliquot.players import LEVELS

    if any(LEVELS.get(kind, kind).startswith(("perfect", "skill")) for kind in kinds):
        from aliquot.oracle import solve

        try:
            solve(game)
        except Unsolved as problem:
            raise InvalidParameter(f"Nobody plays this perfectly: {problem}") from None
