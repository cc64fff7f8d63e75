"""Search of pools: the winner in misère play, and Grundy values and lengths of play, which no theory gives.

Play never leaves the component of the current number among those that remain, so a position is that number and the
numbers it can still reach. To find the winner, the search stops looking at a position where one winning move is known.

For speed the moves are restated as bits of integers, and larger searches are compiled where numba is installed. The
positions a search visits are the same either way, and tests/oracle/test_pool_search.py holds its values against those
of the game's own moves.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from importlib import import_module
from sys import modules
from typing import cast

from aliquot.core.errors import Unsolved
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.misere import Misere
from aliquot.oracle import walk as kernels
from aliquot.oracle.budget import Budget
from aliquot.oracle.kernel import compiler_installed, runner
from aliquot.oracle.reasons import Reason
from aliquot.oracle.search import Cache, NobodyCanMove, SearchClaim, Value, combine, make_value, too_large
from aliquot.oracle.verdict import Verdict
from aliquot.oracle.walk import BITS, DONE, MODULUS, MOST, Walk

LIMIT = 600_000
"""The default limit of a search for the winner."""
WIDE_LIMIT = 50_000
"""The same where more numbers can be reached than a compiled search can have."""
EXACT_LIMIT = 100_000
"""The default limit of a search for Grundy values and lengths of play."""
EXACT_SIZE = 24
"""The most numbers that can be reached in a position whose Grundy value and length of play are searched."""

MOST_OPENINGS = 50_000
"""The most openings of a pool that is searched."""

_SLICE = 1_000
"""Positions visited between two checks of the budget."""
_COMPILE_FROM = 20_000
"""Positions visited before numba is loaded, which takes as long."""

Pool = PoolDuel | Misere
State = tuple[int, int]
"""A vertex, and the unused vertices that can be reached from it, as bits."""
Values = Mapping[int, int]
"""Packed values by move."""


def _pool(game: Pool) -> PoolDuel:
    return cast("PoolDuel", game.game) if isinstance(game, Misere) else game


class _Area:
    """A component of the remaining numbers, with the search in it."""

    def __init__(self, game: PoolDuel, numbers: list[int], used: frozenset[int], exact: bool) -> None:
        self.numbers = numbers
        self.exact = exact
        self.place = {number: place for place, number in enumerate(numbers)}
        self.whole = sum(1 << place for number, place in self.place.items() if number not in used)
        rows = [sum(1 << self.place[n] for n in game.neighbours(number) if n in self.place) for number in numbers]
        places = [0] * MODULUS
        for place in range(len(numbers)):
            places[(1 << place) % MODULUS] = place
        depth = len(numbers) + 1
        self.walk = Walk(
            rows=rows,
            places=places,
            vertex=[0] * depth,
            unused=[0] * depth,
            untried=[0] * depth,
            shortest=[0] * depth,
            longest=[0] * depth,
            grundies=[0] * depth,
            keys=[0] * 64,
            values=[0] * 64,
            counts=[0] * 3,
        )

    def state(self, number: int, used: Iterable[int]) -> State:
        """The position with a last pick and these numbers used before it."""
        unused = self.whole
        for each in used:
            if each in self.place:
                unused &= ~(1 << self.place[each])
        return self.after((0, unused), number)

    def options(self, state: State) -> Iterable[int]:
        """The numbers that can be picked."""
        vertex, unused = state
        row = int(self.walk.rows[vertex]) & unused
        return (number for place, number in enumerate(self.numbers) if row >> place & 1)

    def after(self, state: State, number: int) -> State:
        """The position after one more pick."""
        place = self.place[number]
        return place, int(kernels.reach(self.walk, place, state[1] & ~(1 << place)))

    def value(self, state: State, misere: bool) -> int | None:
        """The packed value of a position, or None if it is not settled."""
        vertex, unused = state
        if not unused:
            return kernels.pack(int(misere), 0, 0)
        stored = int(self.walk.values[kernels.slot_of(self.walk, vertex, unused)])
        return stored // MOST if stored else None

    @property
    def visited(self) -> int:
        """The number of positions visited."""
        return int(self.walk.counts[1])

    def settle(self, state: State, misere: bool, limit: int, budget: Budget) -> bool:
        """Search a position; return False if more positions must be visited in this area than the limit allows."""
        if self.visited >= limit:
            return False
        kernels.enter(self.walk, *state)
        status = kernels.ONGOING
        while status == kernels.ONGOING:
            budget.check()
            self._make_room()
            compiled = not isinstance(self.walk.keys, list)
            end = self.visited + _SLICE
            status = runner(kernels.search, compiled, nogil=True)(self.walk, int(misere), int(self.exact), limit, end)
        return status == DONE

    def _make_room(self) -> None:
        """Enlarge the table for the next slice, and change to the compiled search once it pays."""
        walk = self.walk
        compiled = not isinstance(walk.keys, list)
        starts = 0 if "numba" in modules else _COMPILE_FROM
        if not compiled and self.visited >= starts and len(self.numbers) <= BITS and compiler_installed():
            array = import_module("numpy").array
            self.walk = walk = Walk(*(array(slots, "int64") for slots in walk))
            compiled = True
        if 2 * (self.visited + _SLICE) > len(walk.keys):
            size = 2 * max(len(walk.keys), 2 * _SLICE)
            tables = (import_module("numpy").zeros(size, "int64") if compiled else [0] * size for _ in range(2))
            self.walk = walk._replace(keys=next(tables), values=next(tables))
            runner(kernels.copy_settled, compiled, nogil=True)(walk, self.walk)


class PoolSearch:
    """A search of all moves of a position; unchanged once it is finished, so that threads can share it."""

    def __init__(self, game: Pool, position: PoolPosition, exact: bool) -> None:
        """Prepare a search; `run` does it.

        Args:
            game: A pool, or one in misère play.
            position: The position.
            exact: Whether to find Grundy values and lengths of play as well as the winner.
        """
        self._game, self._exact = game, exact
        self._misere = isinstance(game, Misere)
        self._position, self._used = position, frozenset(position.picks)
        self._areas: dict[int, _Area] = {}
        """The area of each number that can be reached."""

    def run(self, budget: Budget) -> None:
        """Settle every move.

        Raises:
            Unsolved: More positions must be visited than the budget allows, it was cancelled, or its time is up.
        """
        left = limit = budget.most_positions(EXACT_LIMIT if self._exact else LIMIT)
        last = self._position.last
        openings = self._game.legal_moves(self._position) if last is None else (last,)
        if len(openings) > min(limit, MOST_OPENINGS):
            raise too_large(self._game, limit)
        for number in openings:
            area = self._areas.get(number) or self._add_area(number, limit)
            most = left if len(area.numbers) <= BITS else min(left, budget.most_positions(WIDE_LIMIT))
            for child in self._children(area, number):
                if area.value(child, self._misere) is None:
                    before = area.visited
                    if not area.settle(child, self._misere, before + most, budget):
                        raise too_large(self._game, limit)
                    left -= area.visited - before
                    most -= area.visited - before

    def _children(self, area: _Area, number: int) -> list[State]:
        """The positions to settle in an area: after each pick, or after an opening."""
        state = area.state(number, self._position.picks)
        return [area.after(state, each) for each in area.options(state)] if self._used else [state]

    def _add_area(self, first: int, limit: int) -> _Area:
        """Find all numbers that can be reached from one.

        Raises:
            Unsolved: There are too many.
        """
        numbers, seen = [first], {first, *self._used}
        for number in numbers:
            for other in _pool(self._game).neighbours(number):
                if other not in seen:
                    seen.add(other)
                    numbers.append(other)
            if len(numbers) >= MOST:
                raise too_large(self._game, limit)
        # Ascending, so that every search of the pool comes upon the children of a position in the same order.
        area = _Area(_pool(self._game), sorted(numbers), self._used, self._exact)
        self._areas.update(dict.fromkeys(numbers, area))
        return area

    def values(self, position: PoolPosition) -> Values | None:
        """The packed value after each pick, or None if the search has not settled all of them."""
        picks, values = position.picks, dict[int, int]()
        if not self._used.issubset(picks):
            return None
        last = position.last
        if last is not None and last not in self._areas:
            return None
        for number in self._game.legal_moves(position):
            area = self._areas.get(number)
            value = None if area is None else area.value(area.state(number, picks), self._misere)
            if value is None:
                return None
            values[number] = value
        return values


SEARCHES: Cache[tuple[Pool, bool, int | None], PoolSearch] = Cache(4)
"""The last search of each of a few pools."""


def search_moves(game: Pool, position: PoolPosition, budget: Budget | None, *, exact: bool = False) -> Values:
    """Return the packed value of the position after each legal move, by an earlier search or a new one.

    The positions that settle a move include those that settle any position among them, so an earlier search with the
    same limit answers only what a new one would.

    Raises:
        Unsolved: More positions must be visited than the budget allows, it was cancelled, or its time is up.
    """
    budget = budget or Budget()
    key = (game, exact, budget.positions)
    search = SEARCHES.get(key)
    values = None if search is None else search.values(position)
    if values is not None:
        return values
    budget.check()
    search = PoolSearch(game, position, exact)
    search.run(budget)
    SEARCHES.put(key, search)
    return search.values(position) or {}


def exact_value(game: Pool, position: PoolPosition, budget: Budget | None) -> Value | None:
    """Return the winner, the Grundy value and the length of play, or None if the search is too large."""
    misere = isinstance(game, Misere)
    if (budget is None or budget.positions is None) and not _is_small(_pool(game), position):
        return None
    try:
        values = search_moves(game, position, budget, exact=True)
    except Unsolved:
        return None
    if not values:
        return make_value(misere, 0, None if misere else 0)
    return combine([_unpack(value, misere) for value in values.values()])


def _unpack(value: int, misere: bool) -> Value:
    return make_value(bool(value % 2), value // 2 % MOST, None if misere else value // 2 // MOST)


def _is_small(game: PoolDuel, position: PoolPosition) -> bool:
    """Return whether at most `EXACT_SIZE` numbers can still be reached."""
    if position.last is None:
        return game.high - game.low < EXACT_SIZE
    seen, queue = set(position.picks), [position.last]
    for number in queue:
        for other in game.neighbours(number):
            if other not in seen:
                seen.add(other)
                queue.append(other)
                if len(queue) > EXACT_SIZE:
                    return False
    return True


@dataclass(frozen=True)
class MiserePoolVerdict(Verdict):
    """A verdict by search about a pool whose last pick loses."""

    game: Misere
    position: PoolPosition
    winning_moves: tuple[int, ...] = ()

    @classmethod
    def of(cls, game: Misere, position: PoolPosition, budget: Budget | None = None) -> "MiserePoolVerdict":
        """Search a position and return the verdict.

        Raises:
            Unsolved: More positions must be visited than the budget allows, it was cancelled, or its time is up.
        """
        values = search_moves(game, position, budget)
        winning = tuple(move for move, value in values.items() if value % 2 == 0)
        return cls(game, position, winning, budget=budget)

    @cached_property
    def _over(self) -> bool:
        return self.game.outcome(self.position) is not None

    @property
    def wins(self) -> bool:
        """True if some pick wins, or none is left."""
        return self._over or bool(self.winning_moves)

    @cached_property
    def remoteness(self) -> int | None:
        """The length of play of a small position."""
        value = exact_value(self.game, self.position, self.budget)
        return None if value is None else value.remoteness

    @property
    def reason(self) -> Reason:
        """The exhaustive search, or that nobody can move."""
        return Reason((NobodyCanMove(True) if self._over else SearchClaim(self.wins),))
