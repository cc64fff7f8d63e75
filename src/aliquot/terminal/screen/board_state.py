"""What a board shows: a moment of a match, without the match."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Seat, other
from aliquot.core.text import listing
from aliquot.core.view import NumbersView, PoolView, View
from aliquot.oracle import solve
from aliquot.oracle.reasons import Reason, sides
from aliquot.oracle.verdict import Verdict

_MOST_PAIRED = 2_000
"""The longest pool in which every number is paired."""


@dataclass(frozen=True, slots=True)
class Study:
    """What the oracle says about a position, worked out."""

    wins: bool
    """Whether the player to move wins."""
    winning: frozenset[Any]
    """The moves that do it."""
    reason: Reason
    pairs: tuple[tuple[int, int], ...] = ()
    """The partners, where the numbers are paired: as many as there can be."""
    alone: tuple[int, ...] = ()
    """The numbers that have no partner then."""

    @property
    def pairing(self) -> str:
        """What the letters below the numbers of a pool mean; nothing where there are none."""
        if not self.pairs:
            return ""
        alone = f" Without a partner: {listing([*map(str, self.alone)], 'and')}." if self.alone else ""
        return f"Partners have the same letter.{alone}"

    @classmethod
    def of(cls, game: AnyGame, position: Any) -> "Study":
        """Asks the oracle, which may take a while.

        Raises:
            Unsolved: The oracle does not know.
        """
        verdict = solve(game, position)
        pairs, alone = _pair(game.view(position), verdict) if game.last_move_wins else ((), ())
        return cls(verdict.wins, frozenset(verdict.winning_moves), verdict.reason, pairs, alone)

    def told(self, names: tuple[str, str], mover: Seat) -> str:
        """Who wins and why, told of the players by their names."""
        told, winner = sides(names), names[(mover if self.wins else other(mover)) - 1]
        reason = self.reason.tell(told[mover - 1], told[other(mover) - 1])
        return f"{winner} wins from here. {reason} {self.pairing}".strip()


def _pair(view: View, verdict: Verdict) -> tuple[tuple[tuple[int, int], ...], tuple[int, ...]]:
    """The partners among the numbers left, and who has none; of a long pool only those the verdict speaks of."""
    if not isinstance(view, PoolView):
        return (), ()
    if view.high - view.low >= _MOST_PAIRED:
        return verdict.pairs, ()
    from aliquot.oracle.graph import divisor_graph
    from aliquot.oracle.matching import decompose

    # Whoever wins answers with partners: the mover with that of the last pick, unless as many pairs do without it.
    graph = divisor_graph(view.low, view.high)
    parts = decompose(graph, [number for number in view.turns if number != view.current])
    if view.current is not None and parts.is_inessential(view.current):
        parts = decompose(graph, view.turns)
    partners = parts.partners
    left = [number for number in view.available if number not in partners]
    return tuple(sorted((a, b) for a, b in partners.items() if a < b)), tuple(left)


@dataclass(frozen=True, slots=True)
class BoardState:
    """A position, how it came about, and what is known about it."""

    view: View
    path: tuple[tuple[int, ...], ...] = ()
    """The numbers that lay there, from the start to now, where numbers lie there."""
    is_open: bool = False
    """Whether a person may choose now."""
    study: Study | None = None
    """The oracle's word, where it is wanted."""
    conceals: bool = False
    """Whether what a number is made of is not shown, because that is what somebody is to find out."""

    @classmethod
    def at(cls, game: AnyGame, positions: Sequence[Any], **known: Any) -> "BoardState":
        """The state at the last of some positions that followed one another."""
        view = game.view(positions[-1])
        path: tuple[tuple[int, ...], ...] = ()
        if isinstance(view, NumbersView):
            views = (game.view(p) for p in positions)
            # Each once: a swap moves nothing on the board.
            path = tuple(n for n, _ in groupby(v.numbers for v in views if isinstance(v, NumbersView)))
        return cls(view, path, **known)

    @classmethod
    def of(cls, match: Match[Any, Any], upto: int | None = None, **known: Any) -> "BoardState":
        """The state after so many turns of a match, by default all of them."""
        turns = match.turns[:upto]
        return cls.at(match.game, [match.game.start(), *(t.after for t in turns if t.after is not None)], **known)
