"""What a board shows: a moment of a match, without the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.view import NumbersView, View
from aliquot.oracle import solve


@dataclass(frozen=True, slots=True)
class Study:
    """What the oracle says about a position, worked out."""

    wins: bool
    """Whether the player to move wins."""
    winning: frozenset[Any]
    """The moves that do it."""
    reason: str
    pairs: tuple[tuple[int, int], ...] = ()
    """The partners, where the numbers are paired."""

    @classmethod
    def of(cls, game: AnyGame, position: Any) -> "Study":
        """Asks the oracle, which may take a while.

        Raises:
            Unsolved: The oracle does not know.
        """
        verdict = solve(game, position)
        return cls(verdict.wins, frozenset(verdict.winning_moves), str(verdict.reason), verdict.pairs)


@dataclass(frozen=True, slots=True)
class Scene:
    """A position, how it came about, and what is known about it."""

    view: View
    path: tuple[tuple[int, ...], ...] = ()
    """The numbers that lay there, from the start to now, where numbers lie there."""
    is_open: bool = False
    """Whether a person may choose now."""
    study: Study | None = None
    """The oracle's word, where it is wanted."""

    @classmethod
    def at(cls, game: AnyGame, positions: Sequence[Any], **known: Any) -> "Scene":
        """The scene at the last of some positions that followed one another."""
        view = game.view(positions[-1])
        path: tuple[tuple[int, ...], ...] = ()
        if isinstance(view, NumbersView):
            views = (game.view(p) for p in positions)
            # Each once: a swap moves nothing on the board.
            path = tuple(n for n, _ in groupby(v.numbers for v in views if isinstance(v, NumbersView)))
        return cls(view, path, **known)

    @classmethod
    def of(cls, match: Match[Any, Any], upto: int | None = None, **known: Any) -> "Scene":
        """The scene after so many turns of a match, by default all of them."""
        turns = match.turns[:upto]
        return cls.at(match.game, [match.game.start(), *(t.after for t in turns if t.after is not None)], **known)
