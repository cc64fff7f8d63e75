"""What a board shows: a moment of a match, without the match."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Seat
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.swap import Swap
from aliquot.games.wrapper import unwrap
from aliquot.oracle import solve
from aliquot.oracle.pool import Pairs, PoolVerdict
from aliquot.oracle.verdict import Verdict


@dataclass(frozen=True, slots=True)
class Study:
    """What the oracle says about a position, worked out."""

    wins: bool
    """Whether the player to move wins."""
    winning: frozenset[Any]
    """The moves that do it."""
    reason: str
    pairs: Pairs = ()
    """The partners, where the numbers are paired."""

    @classmethod
    def of(cls, game: AnyGame, position: Any) -> "Study":
        """Asks the oracle, which may take a while.

        Raises:
            Unsolved: The oracle does not know.
        """
        verdict = solve(game, position)
        inner: Verdict = solve(game.game, game.inside(position)) if isinstance(game, Swap) else verdict
        pairs = inner.pairs if isinstance(inner, PoolVerdict) else ()
        return cls(verdict.wins, frozenset(verdict.winning_moves), str(verdict.reason), pairs)


def _path(game: AnyGame, positions: Sequence[Any]) -> tuple[Any, ...]:
    """What lay on the board, each once: a swap moves nothing there."""
    return tuple(p for p, _ in groupby(unwrap(game, p)[1] for p in positions))


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, how it came about, and what is known about it.

    The game is the one inside all wrappers: a variant changes who wins or who moves, never what lies on the board.
    """

    game: AnyGame
    position: Any
    path: tuple[Any, ...]
    """The positions so far, the start first and this one last."""
    takers: Mapping[Any, tuple[int, Seat]] = field(default_factory=dict)
    """Which moves have been made: the number of the turn, and whose it counts as."""
    is_open: bool = False
    """Whether a person may choose now."""
    study: Study | None = None
    """The oracle's word, where it is wanted."""

    @classmethod
    def at(cls, game: AnyGame, positions: Sequence[Any], **known: Any) -> "Scene":
        """The scene at the last of some positions that followed one another, whoever moved."""
        inner, _ = unwrap(game)
        path = _path(game, positions)
        takers: dict[Any, tuple[int, Seat]] = {}
        if isinstance(inner, PoolDuel):
            takers = {pick: (turn, 1 if turn % 2 else 2) for turn, pick in enumerate(path[-1].picks, 1)}
        return cls(inner, path[-1], path, takers, **known)

    @classmethod
    def of(cls, match: Match[Any, Any], upto: int | None = None, **known: Any) -> "Scene":
        """The scene after so many turns of a match, by default all of them."""
        turns = match.turns[:upto]
        positions = [match.game.start(), *(turn.after for turn in turns if turn.after is not None)]
        takers: dict[Any, tuple[int, Seat]] = {}
        last = None
        for number, turn in enumerate(turns, 1):
            if isinstance(match.game, Swap) and turn.move == match.game.swap_move and last is not None:
                takers[last] = (takers[last][0], turn.seat)
            elif turn.after is not None:
                takers[turn.move] = (number, turn.seat)
                last = turn.move
        game, _ = unwrap(match.game)
        path = _path(match.game, positions)
        return cls(game, path[-1], path, takers, **known)
