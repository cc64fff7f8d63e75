"""The computer's players, from perfect to random.

Each is handed the generator it draws from, so that the same seed gives the same game.
"""

from collections.abc import Iterable
from datetime import timedelta
from random import Random
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.player import Choice
from aliquot.oracle.advice import advise


class Perfect:
    """Never gives a win away; hurries when winning and resists when lost."""

    def __init__(self, generator: Random) -> None:
        """Draws from the generator to choose among equally good moves."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """One of the best moves."""
        advice = advise(game, position)
        info = "winning" if advice.wins else "resisting"
        return Choice(self._generator.choice(advice.moves), info)


class RandomPlayer:
    """Plays any legal move, each as likely as the others."""

    def __init__(self, generator: Random) -> None:
        """Draws its moves from the generator."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Any legal move."""
        return Choice(self._generator.choice(game.legal_moves(position)), "at random")


class Greedy:
    """Leaves the fewest replies, which is what people try first."""

    def __init__(self, generator: Random) -> None:
        """Draws from the generator to choose among moves that leave equally few."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """A move after which the opponent has the fewest choices."""
        moves = game.legal_moves(position)
        replies = [game.count_moves(game.child(position, move)) for move in moves]
        fewest = min(replies)
        best = [move for move, count in zip(moves, replies, strict=True) if count == fewest]
        return Choice(self._generator.choice(best), f"leaving {fewest}")


class Skilled:
    """Plays perfectly with a certain probability, and at random otherwise: an honest level."""

    def __init__(self, skill: float, generator: Random) -> None:
        """Sets the level.

        Args:
            skill: The probability of a best move, from 0 (random) to 1 (perfect).
            generator: What decides, move by move.

        Raises:
            InvalidParameter: The skill is not from 0 to 1.
        """
        if not 0 <= skill <= 1:
            raise InvalidParameter(f"A skill lies between 0 and 1, not at {skill}.")
        self._skill = skill
        self._generator = generator
        self._perfect, self._random = Perfect(generator), RandomPlayer(generator)

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """A best move, or any."""
        player = self._perfect if self._generator.random() < self._skill else self._random
        return player.choose(game, position, limit)


class Scripted:
    """Plays a fixed list of moves, whatever they are: for tests and replays."""

    def __init__(self, moves: Iterable[Any]) -> None:
        """Takes the moves in the order they will be played."""
        self._moves = iter(moves)

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """The next move of the script."""
        return Choice(next(self._moves), "as written")
