"""The setup of a match or a series: the game, the players and all other settings."""

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
from aliquot.games.registry import split_parameters
from aliquot.games.swap import PIE_RULE

if TYPE_CHECKING:
    from aliquot.games.number import NumberGame


@dataclass(frozen=True, slots=True)
class Participant:
    """A person or a computer that plays. Two of them may have the same name."""

    name: str
    kind: str = HUMAN
    """The kind of player, as the command line names it: `human`, `perfect`, `skill:0.7`."""


@dataclass(frozen=True, slots=True)
class Setup:
    """Everything a match or a series needs to begin. Pairs are in the order of moving before a coin is tossed."""

    game: AnyGame
    kinds: tuple[str, str] = (HUMAN, HUMAN)
    """The kinds of the players, as the command line names them."""
    names: tuple[str, str] | None = None
    """The names of the players, if they gave any."""
    toss: bool = False
    """True if a coin decides who moves first."""
    seed: int = 0
    """The seed of everything random."""
    best_of: int = 1
    """The most matches the series can have."""
    penalty: Penalty | None = None
    """The penalty for an illegal move; None is the rule book's."""
    hints: bool = True
    """True if players may ask for hints."""
    clock: TimeControl | None = None
    """The time control, if time is limited."""
    pace: float = 0.0
    """Seconds a computer waits before it moves, so that people can watch."""
    save: bool = True
    """True if the matches are saved."""
    vary_rematches: bool = False
    """True if a rematch may be varied, so that it is not over before a person has moved."""

    @property
    def is_anonymous(self) -> bool:
        """True if two people play who gave no names."""
        return self.names is None and self.kinds == (HUMAN, HUMAN)

    @property
    def participants(self) -> tuple[Participant, Participant]:
        """The players, named as they said or by their kinds."""
        one, two = self.kinds
        if self.names is not None:
            names = self.names
        elif one == two != HUMAN:
            names = f"{one} (1)", f"{two} (2)"
        else:
            names = (one if one != HUMAN else "Player 1"), (two if two != HUMAN else "Player 2")
        return Participant(names[0], one), Participant(names[1], two)

    def seat_players(self) -> tuple[tuple[Participant, Participant], str | None]:
        """Return the players in the order of moving in the first match, and the side the coin showed if tossed."""
        first, second = self.participants
        if not self.toss:
            return (first, second), None
        side = Random(f"{self.seed}/toss").choice(("heads", "tails"))
        swapped = side == "tails" and not self.is_anonymous
        return ((second, first) if swapped else (first, second)), side


def fresh_seed() -> int:
    """Return a random seed, for players who gave none. The record stores it, so that the match can be repeated."""
    return SystemRandom().randrange(10**9)


def parse_names(text: str) -> tuple[str, str]:
    """Read two names with a comma between them.

    Raises:
        InvalidParameter: They are not two different, visible names.
    """
    names = [name.strip() for name in text.split(",")]
    if len(names) != 2 or not all(names):
        raise InvalidParameter(f"Give two names separated by a comma, such as Ada,Emmy, not {quote(text)}.")
    for name in names:
        if len(name) > LONGEST_NAME or not is_clean(name):
            raise InvalidParameter(f"A name must have 1 to {LONGEST_NAME} visible characters, not {quote(name)}.")
    first, second = names
    if first.casefold() == second.casefold():
        raise InvalidParameter(f"The players need different names; both are called {quote(first)}.")
    return first, second


def arrange(name: str, seed: int, **rules: Any) -> AnyGame:
    """Create a game; a random start is chosen by the seed.

    Args:
        name: A duel or a preset.
        seed: The seed of a random start.
        rules: The parameters that `create` takes; a start may also be `random` or `balanced`.

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: It does not take these parameters.
    """
    book = book_of(name)
    if book.is_summable and str(rules.get("start")).startswith(("random", "balanced")):
        from aliquot.oracle.starts import choose_start

        generator, chance = Random(f"{seed}/start"), str(rules["start"])
        variants = [slug for slug in split_parameters(book, rules)[1] if slug != PIE_RULE.slug]
        rules["start"] = choose_start(cast("type[NumberGame]", book), chance, generator, variants)
    return create(name, **rules)


def check_playable(game: AnyGame, name: str = "the first player") -> None:
    """Check that a game is not over before the first move.

    Args:
        game: The game.
        name: The player who moves first.

    Raises:
        InvalidParameter: It is over.
    """
    from aliquot.reports.sentences import LOSES_AT_ONCE, WINS_AT_ONCE

    start = game.start()
    outcome = game.outcome(start)
    if outcome is not None:
        warning = WINS_AT_ONCE if outcome.winner == game.seat(start) else LOSES_AT_ONCE
        sentence = warning.format(reason=game.view(start).no_move_reason, name=name)
        raise InvalidParameter(f"{sentence} Choose another {book_of(game.id).parameter}.")


def check_solvable(game: AnyGame, kinds: tuple[str, str]) -> None:
    """Check that the oracle can solve a game, if one of the players depends on it.

    Raises:
        InvalidParameter: It cannot.
    """
    from aliquot.players import LEVELS

    if any(LEVELS.get(kind, kind).startswith(("perfect", "skill")) for kind in kinds):
        from aliquot.oracle import solve

        try:
            solve(game)
        except Unsolved as problem:
            raise InvalidParameter(f"There is no perfect player for this game: {problem}") from None
