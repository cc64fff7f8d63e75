"""The second opinion: exhaustive search over any game, with no theory at all.

It checks everything the theories say, and is the honest answer for games without a theory. It
looks at every position that can be reached, so it refuses what is too large instead of guessing.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, cast

from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.oracle.reasons import Claim, Reason, Side
from aliquot.oracle.verdict import Verdict

LIMIT = 50_000
"""How many positions a search visits before it gives up."""


@dataclass(frozen=True, slots=True)
class Value:
    """What a search finds out about a position."""

    wins: bool
    """Whether the player to move wins."""
    remoteness: int
    """Moves to the end when the winner hurries and the loser delays."""
    grundy: int | None
    """The Grundy value; None where the last move loses, since there is no such thing then."""


def evaluate(game: AnyGame, position: Any, limit: int = LIMIT, known: dict[Hashable, Value] | None = None) -> Value:
    """The value of a position, from the values of everything that can follow it.

    Args:
        game: Any game.
        position: The position to evaluate.
        limit: How many positions to visit at most.
        known: Values found so far by key; kept up to date, so that searches can share them.

    Raises:
        Unsolved: More positions can be reached than the limit allows.
    """
    values = {} if known is None else known
    stack, seen = [position], {game.key(position)}
    while stack:
        p = stack[-1]
        key = game.key(p)
        if key in values:
            stack.pop()
            continue
        children = {game.key(child): child for child in (game.child(p, move) for move in game.legal_moves(p))}
        unknown = [child for each, child in children.items() if each not in values]
        if unknown:
            seen.update(children)
            if len(seen) > limit:
                raise Unsolved(
                    f"{game.title} is too large to search from here: more than {limit:,} positions can follow."
                )
            stack += unknown
        elif outcome := game.outcome(p):
            values[key] = Value(*((True, 0, None) if outcome.winner == game.seat(p) else (False, 0, 0)))
        else:
            values[key] = _combine([values[each] for each in children])
    return values[game.key(position)]


def _combine(children: Sequence[Value]) -> Value:
    """The value of a position from those of its children."""
    to_lost = [child.remoteness for child in children if not child.wins]
    remoteness = 1 + (min(to_lost) if to_lost else max(child.remoteness for child in children))
    taken = {child.grundy for child in children}
    mex = next(g for g in range(len(taken) + 1) if g not in taken)
    return Value(bool(to_lost), remoteness, None if None in taken else mex)


@lru_cache(maxsize=4)
def _known(game: Hashable) -> dict[Hashable, Value]:
    """What has been found out about a game, so that the next search of it is shorter."""
    return {}


@dataclass(frozen=True, slots=True)
class Searched(Claim):
    """Every continuation has been tried."""

    wins: bool

    def words(self, mover: Side, other: Side) -> str:
        """Says that it was a search, and what it found."""
        found = f"{mover.does('win')} against any play" if self.wins else f"{mover.does('lose')} against best play"
        return f"Every way to go on has been tried: {found}."


@dataclass(frozen=True)
class SearchVerdict(Verdict):
    """A verdict by exhaustion, for games without a theory."""

    value: Value
    winning_moves: tuple[Any, ...] = ()

    @classmethod
    def of(cls, game: AnyGame, position: Any, limit: int = LIMIT) -> "SearchVerdict":
        """Searches a position.

        Raises:
            Unsolved: It is too large.
        """
        values = _known(cast(Hashable, game))
        try:
            value = evaluate(game, position, limit, values)
        except Unsolved:
            # What was found on the way must not make the answer depend on how often it is asked for.
            values.clear()
            raise
        moves = (move for move in game.legal_moves(position) if not values[game.key(game.child(position, move))].wins)
        return cls(game, position, value, tuple(moves))

    @property
    def wins(self) -> bool:
        """Whether the player to move wins."""
        return self.value.wins

    @property
    def grundy(self) -> int | None:
        """The least value that no move reaches."""
        return self.value.grundy

    @property
    def remoteness(self) -> int:
        """The length of best play."""
        return self.value.remoteness

    @property
    def reason(self) -> Reason:
        """That everything was tried."""
        return Reason((Searched(self.wins),))
