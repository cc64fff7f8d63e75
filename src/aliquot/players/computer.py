"""The computer players, from perfect to random.

Each draws from the generator it is created with, so that the same seed gives the same match.
"""

from collections.abc import Iterable
from datetime import timedelta
from random import Random
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.core.player import Choice
from aliquot.oracle.budget import Budget
from aliquot.oracle.hints import advise

_GRACE = timedelta(seconds=1)


class Perfect:
    """A player that never gives a win away, wins fast and loses slowly where the length of play is known."""

    def __init__(self, generator: Random) -> None:
        """Draw from the generator to choose among equally good moves."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose one of the best moves."""
        # The search stops a little after the limit, when the caller has stopped waiting.
        advice = advise(game, position, None if limit is None else Budget(time=limit + _GRACE))
        info = "winning" if advice.wins else "resisting"
        return Choice(self._generator.choice(advice.moves), info)


class RandomPlayer:
    """A player that chooses uniformly among the legal moves."""

    def __init__(self, generator: Random) -> None:
        """Draw its moves from the generator."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose any legal move."""
        return Choice(self._generator.choice(game.legal_moves(position)), "at random")


class Greedy:
    """A player that leaves the fewest replies, the strategy people try first."""

    def __init__(self, generator: Random) -> None:
        """Draw from the generator to choose among moves that leave equally few."""
        self._generator = generator

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose a move that leaves the opponent the fewest legal moves."""
        moves = game.legal_moves(position)
        replies = [game.count_moves(game.child(position, move)) for move in moves]
        fewest = min(replies)
        best = [move for move, count in zip(moves, replies, strict=True) if count == fewest]
        return Choice(self._generator.choice(best), f"leaving {fewest}")


class Skilled:
    """A player that plays perfectly with a given probability, and at random otherwise."""

    def __init__(self, skill: float, generator: Random) -> None:
        """Set the level.

        Args:
            skill: The probability of a best move, from 0 (random) to 1 (perfect).
            generator: Decides move by move.

        Raises:
            InvalidParameter: The skill is not from 0 to 1.
        """
        if not 0 <= skill <= 1:
            raise InvalidParameter(f"A skill lies between 0 and 1, not at {skill}.")
        self._skill = skill
        self._generator = generator
        self._perfect, self._random = Perfect(generator), RandomPlayer(generator)

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Choose a best move, or any legal one."""
        player = self._perfect if self._generator.random() < self._skill else self._random
        return player.choose(game, position, limit)


class Scripted:
    """A player with a fixed list of moves, legal or not: for tests and replays."""

    def __init__(self, moves: Iterable[Any]) -> None:
        """Take the moves in the order to play them."""
        self._moves = iter(moves)

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None = None) -> Choice:
        """Return the next move of the list."""
        return Choice(next(self._moves), "as written")
