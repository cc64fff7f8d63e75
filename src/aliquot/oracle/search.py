"""Exhaustive search of any game, without theory.

It solves games that have no theory, and tests hold the theories against it. It visits every position that can follow,
so it refuses a game that is too large instead of guessing.
"""

from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Generic, Protocol, TypeVar

from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.oracle.budget import Budget
from aliquot.oracle.reasons import Claim, Reason, Side
from aliquot.oracle.verdict import Verdict

LIMIT = 50_000
"""The default limit of a search for the winner."""

EXTRA_POSITIONS = 20_000
"""The default limit of a search for what a theory does not give, such as the length of play."""

S = TypeVar("S", bound=Hashable)
K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Cache(Generic[K, T]):
    """A small cache that is safe to use from several threads; the oldest entry makes room for the newest.

    An entry in the cache is never half changed: one that will be changed is taken out first and put back afterwards.
    Another thread does not see it meanwhile, and if an error keeps it from coming back, it is made anew.
    """

    def __init__(self, size: int) -> None:
        """Create an empty cache for at most `size` entries."""
        self._size = size
        self._entries: dict[K, T] = {}

    def get(self, key: K) -> T | None:
        """Return an entry, or None, and leave it in the cache: for values that never change."""
        return self._entries.get(key)

    def take(self, key: K) -> T | None:
        """Remove and return an entry, or None: the caller alone has it now."""
        # One dictionary operation: of two threads that want the same entry, one gets it.
        return self._entries.pop(key, None)

    def put(self, key: K, value: T) -> None:
        """Add or replace an entry."""
        self._entries.pop(key, None)
        self._entries[key] = value
        while len(self._entries) > self._size:
            # Another thread may be making room too.
            with suppress(RuntimeError, StopIteration):
                self._entries.pop(next(iter(self._entries)), None)

    def clear(self) -> None:
        """Remove all entries."""
        self._entries.clear()


@dataclass(frozen=True, slots=True)
class Value:
    """The value of a position by search."""

    wins: bool
    """True if the player to move wins."""
    remoteness: int
    """Moves to the end when the winner hurries and the loser delays."""
    grundy: int | None
    """The Grundy value; None in misère play, which has none."""


make_value = lru_cache(maxsize=4096)(Value)
"""Equal values are one object, because a table of many positions has few different ones."""


class States(Protocol):
    """The states of a game in a search: compact positions, equal where they have the same future."""

    def pack(self, position: Any) -> Hashable | None:
        """The state of a position, or None if the position is not among the states."""
        ...

    def children(self, state: Any) -> Iterable[Any]:
        """The states that the moves lead to; one may come twice."""
        ...

    def is_won(self, state: Any) -> bool:
        """Return whether a player who has no move here has won."""
        ...


class TooLarge(Exception):
    """More positions can follow than a search may visit."""


def explore(
    root: S, children: Callable[[S], Iterable[S]], limit: int, budget: Budget, values: Mapping[S, Value]
) -> tuple[list[S], list[list[int]]]:
    """Return all reachable states, nearest first, and for each the indices of its children.

    States whose values are known are not expanded, and do not count.

    Raises:
        TooLarge: There are more states than the limit allows.
        Unsolved: The budget was cancelled, or its time is up.
    """
    states, places, rows = [root], {root: 0}, list[list[int]]()
    leaves = 0
    for state in states:
        budget.check()
        row: list[int] = []
        rows.append(row)
        if state in values:
            continue
        for child in children(state):
            place = places.get(child)
            if place is None:
                place = places[child] = len(states)
                states.append(child)
                leaves += child in values
                if place - leaves >= limit:
                    raise TooLarge
            row.append(place)
    return states, rows


def settle(
    states: Sequence[S], rows: Sequence[Sequence[int]], is_won: Callable[[S], bool], known_values: Mapping[S, Value]
) -> dict[S, Value]:
    """Compute the value of every state from those of its children.

    Raises:
        Unsolved: A line of play comes back to an earlier state.
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
        raise Unsolved("The game can go on forever: some moves lead back to an earlier position.")
    values: list[Any] = [None] * len(states)
    for place in reversed(order):
        state, row = states[place], rows[place]
        if state in known_values:
            values[place] = known_values[state]
        elif row:
            values[place] = combine([values[after] for after in row])
        else:
            values[place] = make_value(True, 0, None) if is_won(state) else make_value(False, 0, 0)
    return dict(zip(states, values, strict=True))


def combine(children: Sequence[Value]) -> Value:
    """Compute the value of a position from those of its children."""
    to_lost = [child.remoteness for child in children if not child.wins]
    remoteness = 1 + (min(to_lost) if to_lost else max([child.remoteness for child in children]))
    grundies = {child.grundy for child in children}
    if None in grundies:
        return make_value(bool(to_lost), remoteness, None)
    grundy = 0
    while grundy in grundies:
        grundy += 1
    return make_value(bool(to_lost), remoteness, grundy)


class GameStates:
    """The states of any game: the keys of its positions."""

    def __init__(self, game: AnyGame, key: Callable[[Any], Hashable]) -> None:
        """Start without positions.

        Args:
            game: The game.
            key: Returns the key of a position; equal keys have the same future.
        """
        self._game, self._key = game, key
        self._positions: dict[Hashable, Any] = {}

    def pack(self, position: Any) -> Hashable:
        """The key of a position."""
        return self._key(position)

    def enter(self, position: Any) -> Hashable:
        """Return the key of a position, and remember the position for it."""
        key = self._key(position)
        self._positions.setdefault(key, position)
        return key

    def children(self, state: Hashable) -> Iterable[Hashable]:
        """The keys of the positions that the moves lead to."""
        game, p = self._game, self._positions[state]
        return (self.enter(game.child(p, move)) for move in game.legal_moves(p))

    def is_won(self, state: Hashable) -> bool:
        """Return whether a player who has no move here has won, by the outcome of the game."""
        p = self._positions[state]
        outcome = self._game.outcome(p)
        return not self._game.last_move_wins if outcome is None else outcome.winner == self._game.seat(p)


def evaluate(game: AnyGame, position: Any, limit: int = LIMIT, values: dict[Hashable, Value] | None = None) -> Value:
    """Return the value of a position by search.

    Args:
        game: Any game.
        position: The position to evaluate.
        limit: The most positions to visit.
        values: Values of earlier searches by key; new values are added, so that searches can share them.

    Raises:
        Unsolved: More positions can be reached than the limit allows.
    """
    states, values = GameStates(game, game.key), {} if values is None else values
    values.update(_search(game, states, states.enter(position), limit, Budget(), values))
    return values[game.key(position)]


def _search(
    game: AnyGame, states: States, root: Hashable, limit: int, budget: Budget, values: Mapping[Any, Value]
) -> dict[Any, Value]:
    """Compute the values of a state and of all that can follow it."""
    try:
        return settle(*explore(root, states.children, limit, budget, values), states.is_won, values)
    except TooLarge:
        raise too_large(game, limit) from None


def too_large(game: AnyGame, positions: int) -> Unsolved:
    """The error for a game that is too large to search."""
    return Unsolved(
        f"{game.title} is too large to search from here: more than {positions:,} positions can follow.",
        code="too-large",
        game=game.id,
        positions=positions,
    )


@dataclass(frozen=True, slots=True)
class SearchResult:
    """The values of a finished search; immutable, so that threads can share it."""

    states: States
    values: Mapping[Any, Value]

    def value(self, position: Any) -> Value | None:
        """The value of a position, or None if the search did not visit it."""
        state = self.states.pack(position)
        return None if state is None else self.values.get(state)


RESULTS: Cache[Any, SearchResult] = Cache(4)
"""The last search of each of a few games."""


def search(game: AnyGame, position: Any, budget: Budget | None = None, limit: int = LIMIT) -> SearchResult:
    """Return a search that has visited a position: an earlier one of the same game, or a new one.

    Args:
        game: Any game.
        position: The position.
        budget: The limits of the search.
        limit: The most positions to visit, if the budget does not say.

    Raises:
        Unsolved: More positions can follow than the budget allows, it was cancelled, or its time is up.
    """
    from aliquot.oracle.search_states import states_from

    hashable = type(game).__hash__ is not None
    result = RESULTS.get(game) if hashable else None
    if result is not None and result.value(position) is not None:
        return result
    budget = budget or Budget()
    budget.check()
    limit = budget.most_positions(limit)
    try:
        states, root = states_from(game, position, limit)
    except TooLarge:
        raise too_large(game, limit) from None
    result = SearchResult(states, _search(game, states, root, limit, budget, {}))
    if hashable:
        RESULTS.put(game, result)
    return result


def search_value(game: AnyGame, position: Any, budget: Budget | None = None) -> Value | None:
    """Return the value of a position by search, or None if the search does not finish."""
    try:
        return search(game, position, budget, EXTRA_POSITIONS).value(position)
    except Unsolved:
        return None


@dataclass(frozen=True, slots=True)
class SearchClaim(Claim):
    """Every continuation has been searched."""

    wins: bool

    def words(self, mover: Side, other: Side) -> str:
        """Name the method and its result."""
        result = f"{mover.does('win')} against any play" if self.wins else f"{mover.does('lose')} against best play"
        return f"A complete search shows this: {result}."


@dataclass(frozen=True, slots=True)
class NobodyCanMove(Claim):
    """There is no legal move."""

    wins: bool
    """True in misère play, where this wins."""

    def words(self, mover: Side, other: Side) -> str:
        """Name the winner."""
        if self.wins:
            return f"Nobody can move. The last move loses, so {mover.does('have')} won."
        return f"Nobody can move, so {other.does('have')} won."


@dataclass(frozen=True)
class SearchVerdict(Verdict):
    """A verdict by exhaustive search, for games without a theory."""

    value: Value
    winning_moves: tuple[Any, ...] = ()

    @classmethod
    def of(cls, game: AnyGame, position: Any, budget: Budget | None = None) -> "SearchVerdict":
        """Search a position and return the verdict.

        Raises:
            Unsolved: More positions can follow than the budget allows, it was cancelled, or its time is up.
        """
        result = search(game, position, budget)
        after = ((move, result.value(game.child(position, move))) for move in game.legal_moves(position))
        winning = tuple(move for move, value in after if value is not None and not value.wins)
        value = result.value(position)
        if value is None:
            raise Unsolved(f"{game.title} has a position that is not among those that follow it.")
        return cls(game, position, value, winning)

    @property
    def wins(self) -> bool:
        """True if the player to move wins."""
        return self.value.wins

    @property
    def grundy(self) -> int | None:
        """The Grundy value; None in misère play."""
        return self.value.grundy

    @property
    def remoteness(self) -> int:
        """The length of best play."""
        return self.value.remoteness

    @property
    def reason(self) -> Reason:
        """The exhaustive search, or that nobody can move."""
        return Reason((SearchClaim(self.wins) if self.value.remoteness else NobodyCanMove(self.wins),))
