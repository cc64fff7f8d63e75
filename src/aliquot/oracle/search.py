"""The second opinion: exhaustive search over any game, with no theory at all.

It checks everything the theories say, and is the honest answer for games without a theory. It
looks at every position that can be reached, so it refuses what is too large instead of guessing.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Protocol, TypeVar

from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.oracle.budget import POSITIONS, Budget
from aliquot.oracle.cache import Shelf
from aliquot.oracle.reasons import Claim, Reason, Side
from aliquot.oracle.verdict import Verdict

LIMIT = POSITIONS

BESIDES = 20_000
"""How many positions are looked at for what a theory does not say, unless a budget does."""

S = TypeVar("S", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Value:
    """What a search finds out about a position."""

    wins: bool
    """Whether the player to move wins."""
    remoteness: int
    """Moves to the end when the winner hurries and the loser delays."""
    grundy: int | None
    """The Grundy value; None where the last move loses, since there is no such thing then."""


_value = lru_cache(maxsize=4096)(Value)
"""Equal values are one object: a table of many positions holds few different ones."""


class Ground(Protocol):
    """A game as a search walks over it: positions made small, and equal where they have the same future."""

    def pack(self, position: Any) -> Hashable | None:
        """A position made small, or None if this ground has no place for it."""
        ...

    def children(self, state: Any) -> Iterable[Any]:
        """What the moves lead to; the same may come twice."""
        ...

    def is_won(self, state: Any) -> bool:
        """Whether a player who has no move here has won."""
        ...


class TooLarge(Exception):
    """More positions can follow than the search may look at."""


def explore(
    root: S, children: Callable[[S], Iterable[S]], budget: Budget, known: Mapping[S, Value]
) -> tuple[list[S], list[list[int]]]:
    """Everything that can be reached, nearest first, and for each where its moves lead.

    What is known already is not looked into, and does not count.

    Raises:
        TooLarge: It is more than the budget allows.
        Unsolved: The budget was cancelled, or its time is up.
    """
    states, places, rows, limit = [root], {root: 0}, list[list[int]](), budget.positions
    leaves = 0
    for state in states:
        budget.check()
        row: list[int] = []
        rows.append(row)
        if state in known:
            continue
        for child in children(state):
            place = places.get(child)
            if place is None:
                place = places[child] = len(states)
                states.append(child)
                leaves += child in known
                if place - leaves >= limit:
                    raise TooLarge
            row.append(place)
    return states, rows


def settle(
    states: Sequence[S], rows: Sequence[Sequence[int]], is_won: Callable[[S], bool], known: Mapping[S, Value]
) -> dict[S, Value]:
    """The value of every state, from the values of those its moves lead to.

    Raises:
        Unsolved: Some line of play comes back to where it was.
    """
    entries = [0] * len(states)
    for row in rows:
        for place in row:
            entries[place] += 1
    order = [place for place, count in enumerate(entries) if not count]
    for place in order:
        for after in rows[place]:
            entries[after] -= 1
            if not entries[after]:
                order.append(after)
    if len(order) < len(states):
        raise Unsolved("The game can go on for ever: a line of play comes back to where it was.")
    values: list[Any] = [None] * len(states)
    for place in reversed(order):
        state, row = states[place], rows[place]
        if state in known:
            values[place] = known[state]
        elif row:
            values[place] = _combine([values[after] for after in row])
        else:
            values[place] = _value(True, 0, None) if is_won(state) else _value(False, 0, 0)
    return dict(zip(states, values, strict=True))


def _combine(children: Sequence[Value]) -> Value:
    """The value of a position from those of its children."""
    to_lost = [child.remoteness for child in children if not child.wins]
    remoteness = 1 + (min(to_lost) if to_lost else max([child.remoteness for child in children]))
    taken = {child.grundy for child in children}
    if None in taken:
        return _value(bool(to_lost), remoteness, None)
    grundy = 0
    while grundy in taken:
        grundy += 1
    return _value(bool(to_lost), remoteness, grundy)


class GameGround:
    """Any game, position by position."""

    def __init__(self, game: AnyGame, key: Callable[[Any], Hashable]) -> None:
        """Begins with no position.

        Args:
            game: The game.
            key: What decides the future of a position.
        """
        self._game, self._key = game, key
        self._positions: dict[Hashable, Any] = {}

    def pack(self, position: Any) -> Hashable:
        """The key of a position."""
        return self._key(position)

    def enter(self, position: Any) -> Hashable:
        """The key of a position, which is remembered as the one it stands for."""
        key = self._key(position)
        self._positions.setdefault(key, position)
        return key

    def children(self, state: Hashable) -> Iterable[Hashable]:
        """The keys of what the moves lead to."""
        game, p = self._game, self._positions[state]
        return (self.enter(game.child(p, move)) for move in game.legal_moves(p))

    def is_won(self, state: Hashable) -> bool:
        """As the game itself says."""
        p = self._positions[state]
        outcome = self._game.outcome(p)
        return not self._game.last_move_wins if outcome is None else outcome.winner == self._game.seat(p)


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
    ground, values = GameGround(game, game.key), {} if known is None else known
    values.update(_search(game, ground, ground.enter(position), Budget(limit), values))
    return values[game.key(position)]


def _search(
    game: AnyGame, ground: Ground, root: Hashable, budget: Budget, known: Mapping[Any, Value]
) -> dict[Any, Value]:
    """The values of a state and of all that can follow it."""
    try:
        return settle(*explore(root, ground.children, budget, known), ground.is_won, known)
    except TooLarge:
        raise too_large(game, budget) from None


def too_large(game: AnyGame, budget: Budget) -> Unsolved:
    """The refusal of a game that is too large."""
    return Unsolved(
        f"{game.title} is too large to search from here: more than {budget.positions:,} positions can follow.",
        code="too-large",
        game=game.id,
        positions=budget.positions,
    )


@dataclass(frozen=True, slots=True)
class Found:
    """A finished search. It is never changed, so that threads can share it."""

    ground: Ground
    values: Mapping[Any, Value]

    def value(self, position: Any) -> Value | None:
        """The value of a position, or None if it was not met."""
        state = self.ground.pack(position)
        return None if state is None else self.values.get(state)


FINISHED: Shelf[Any, Found] = Shelf(4)
"""The last finished search of each of a few games."""


def search(game: AnyGame, position: Any, budget: Budget | None = None) -> Found:
    """A finished search that has met a position: an earlier one of the same game, or a new one.

    Raises:
        Unsolved: More positions can follow than the budget allows, it was cancelled, or its time is up.
    """
    from aliquot.oracle.search_states import ground_of

    hashable = type(game).__hash__ is not None
    found = FINISHED.look(game) if hashable else None
    if found is not None and found.value(position) is not None:
        return found
    budget = budget or Budget()
    budget.check()
    try:
        ground, root = ground_of(game, position, budget.positions)
    except TooLarge:
        raise too_large(game, budget) from None
    found = Found(ground, _search(game, ground, root, budget, {}))
    if hashable:
        FINISHED.put(game, found)
    return found


def searched_value(game: AnyGame, position: Any, budget: Budget | None = None) -> Value | None:
    """What a search finds out about a position, or None if it does not finish."""
    try:
        return search(game, position, budget or Budget(BESIDES)).value(position)
    except Unsolved:
        return None


@dataclass(frozen=True, slots=True)
class Searched(Claim):
    """Every continuation has been tried."""

    wins: bool

    def words(self, mover: Side, other: Side) -> str:
        """Says that it was a search, and what it found."""
        found = f"{mover.does('win')} against any play" if self.wins else f"{mover.does('lose')} against best play"
        return f"Every way to go on has been tried: {found}."


@dataclass(frozen=True, slots=True)
class Over(Claim):
    """Nobody can move."""

    wins: bool
    """Whether that wins, as it does where the last move loses."""

    def words(self, mover: Side, other: Side) -> str:
        """Says who has won."""
        if self.wins:
            return f"Nobody can move. The last move loses, so {mover.does('have')} won."
        return f"Nobody can move, so {other.does('have')} won."


@dataclass(frozen=True)
class SearchVerdict(Verdict):
    """A verdict by exhaustion, for games without a theory."""

    value: Value
    winning_moves: tuple[Any, ...] = ()

    @classmethod
    def of(cls, game: AnyGame, position: Any, budget: Budget | None = None) -> "SearchVerdict":
        """Searches a position.

        Raises:
            Unsolved: More positions can follow than the budget allows, it was cancelled, or its time is up.
        """
        found = search(game, position, budget)
        after = ((move, found.value(game.child(position, move))) for move in game.legal_moves(position))
        winning = tuple(move for move, value in after if value is not None and not value.wins)
        value = found.value(position)
        if value is None:
            raise Unsolved(f"{game.title} has a position that is not among those that follow it.")
        return cls(game, position, value, winning)

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
        """That everything was tried, or that there is nothing to try."""
        return Reason((Searched(self.wins) if self.value.remoteness else Over(self.wins),))
