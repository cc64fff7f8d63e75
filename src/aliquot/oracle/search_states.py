"""The games of the house as a search walks over them, made small without losing anything.

A pool becomes the last pick and one bit for each number that can still be reached. A sum becomes its numbers
in order, those that cannot be moved on left out and division numbers as the Nim heaps they are. For any
other game its own keys must do.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from math import comb, factorial
from typing import Any

from aliquot.arithmetic import divisors, is_prime, omega
from aliquot.core.game import AnyGame
from aliquot.games.division import DivisionGame
from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import NumberGame
from aliquot.games.sum import Sum, SumPosition
from aliquot.oracle.scope import follows
from aliquot.oracle.search import GameGround, Ground, TooLarge

_GLANCE = 400
"""How many of the numbers one number can become are looked at before the whole sum is."""


def ground_of(game: AnyGame, position: Any, limit: int) -> tuple[Ground, Hashable]:
    """The ground to search a position on, and the position on it.

    Raises:
        TooLarge: It is easily seen that more positions than the limit can follow.
    """
    plain, misere = (game.game, True) if isinstance(game, Misere) and follows(game, Misere) else (game, False)
    if isinstance(plain, PoolDuel) and follows(plain, PoolDuel):
        pool = PoolGround(plain, position, misere, limit)
        return pool, pool.pack(position)
    if isinstance(plain, Sum) and follows(plain, Sum) and all(map(is_known, plain.members)):
        table = SumGround(plain, misere)
        root = table.pack(position)
        table.assert_small(root, limit)
        return table, root
    # The keys of a sum take equal signs for equal rules, which a stranger's game need not have.
    any_game = GameGround(game, (lambda p: p.numbers) if isinstance(plain, Sum) else game.key)
    return any_game, any_game.enter(position)


def is_known(member: NumberGame) -> bool:
    """Whether a number follows one of the rules whose values are proved."""
    return follows(member, DivisionGame) or follows(member, SubtractionDuel)


PoolState = tuple[int, int]
"""The last pick, 0 before the first; and a bit for each number that can still be reached from it."""


class PoolGround:
    """A pool from one position on.

    Play never leaves a component of the numbers that are left, so each number has its bit within its component.
    """

    def __init__(self, game: PoolDuel, position: PoolPosition, misere: bool, limit: int) -> None:
        """Finds the numbers that can be reached.

        Raises:
            TooLarge: It is easily seen that more positions than the limit can follow.
        """
        picks = position.picks
        self._game, self._misere, self._limit = game, misere, limit
        self._used = frozenset(picks)
        self._home: dict[int, int] = {}
        """Which component a number is in, as a place in `_whole`."""
        self._bits: dict[int, int] = {}
        self._rows: dict[int, list[tuple[int, int]]] = {}
        self._whole: list[int] = []
        self._first: Sequence[int] = (picks[-1],) if picks else game.legal_moves(position)
        if len(self._first) > limit:
            raise TooLarge
        self._ways = 0
        for number in self._first:
            if number not in self._home:
                self._add_component(number)
        if not picks and sum(len(self._rows[number]) for number in self._first) > limit:
            # The first two picks alone lead to so many positions.
            raise TooLarge

    def _add_component(self, first: int) -> None:
        """Gives bits to all numbers that can be reached from one.

        Every number is reached on a shortest way, and from it every neighbour that is not on that way. These are
        different positions, because different shortest ways go through different numbers.
        """
        depth, beyond = {first: 0}, dict[int, list[int]]()
        queue = [first]
        for number in queue:
            beyond[number] = [n for n in self._game.neighbours(number) if n not in self._used]
            self._ways += max(0, len(beyond[number]) - depth[number])
            if self._ways > self._limit:
                raise TooLarge
            for n in beyond[number]:
                if n not in depth:
                    depth[n] = depth[number] + 1
                    queue.append(n)
        home, whole = len(self._whole), 0
        for place, number in enumerate(queue):
            self._home[number] = home
            self._bits[number] = 0 if number in self._used else 1 << place
            whole |= self._bits[number]
        self._whole.append(whole)
        for number in queue:
            self._rows[number] = [(n, self._bits[n]) for n in beyond[number]]

    def pack(self, position: PoolPosition) -> PoolState | None:
        """The last pick and what is left around it; None for what does not follow from the position begun with."""
        picks = position.picks
        if not picks:
            return None if self._used else (0, 0)
        last, used = picks[-1], frozenset(picks)
        if last not in self._home or not self._used <= used:
            return None
        left = self._whole[self._home[last]]
        for number in used:
            # What was taken in another component makes no difference here.
            if self._home.get(number) == self._home[last]:
                left &= ~self._bits[number]
        return last, left

    def children(self, state: PoolState) -> list[PoolState]:
        """What the picks lead to."""
        last, left = state
        if not last:
            return [(n, self._whole[self._home[n]] ^ self._bits[n]) for n in self._first]
        return [(n, left ^ bit) for n, bit in self._rows[last] if left & bit]

    def is_won(self, state: PoolState) -> bool:
        """Whether the last move loses."""
        return self._misere


SumState = tuple[int, ...]
"""What can still be moved on, ascending: a heap as minus its size, a number to subtract from as itself."""


class SumGround:
    """Numbers under rules whose values are proved."""

    def __init__(self, game: Sum, misere: bool) -> None:
        """Begins with nothing known of any number."""
        self._rules = [follows(member, SubtractionDuel) for member in game.members]
        self._misere = misere
        self._options: dict[int, list[int]] = {}
        self._left: dict[int, int] = {}
        """What is known of `_remainder`."""

    def pack(self, position: SumPosition) -> SumState:
        """The numbers and heaps that can be moved on."""
        parts = (
            _remainder(number) if subtracts else -max(0, omega(number) - 1)
            for subtracts, number in zip(self._rules, position.numbers, strict=True)
        )
        return tuple(sorted(part for part in parts if part))

    def options(self, part: int) -> list[int]:
        """What one number or heap can become, 0 for nothing to move on."""
        if part not in self._options:
            self._options[part] = [*self._lessen(part)]
        return self._options[part]

    def _lessen(self, part: int) -> Iterator[int]:
        if part < 0:
            yield from range(part + 1, 1)
            return
        for divisor in divisors(part)[1:-1]:
            left = self._left.get(part - divisor)
            if left is None:
                left = self._left[part - divisor] = _remainder(part - divisor)
            yield left

    def children(self, state: SumState) -> list[SumState]:
        """What the moves lead to."""
        found = []
        for place, part in enumerate(state):
            if place and state[place - 1] == part:
                continue
            rest = state[:place] + state[place + 1 :]
            for left in self.options(part):
                if left:
                    at = bisect(rest, left)
                    found.append((*rest[:at], left, *rest[at:]))
                else:
                    found.append(rest)
        return found

    def is_won(self, state: SumState) -> bool:
        """Whether the last move loses."""
        return self._misere

    def assert_small(self, state: SumState, limit: int) -> None:
        """Counts what the numbers can become, one by one, for that says how many positions can follow.

        Raises:
            TooLarge: They are more than the limit.
        """
        for glance in (_GLANCE, limit):
            reaches = {part: self._reach(part, glance) for part in set(state)}
            for part, count in Counter(state).items():
                if comb(len(reaches[part]) + count - 1, count) > limit:
                    raise TooLarge
            ways = 1
            for count, part in enumerate(sorted(state, key=lambda part: -len(reaches[part])), 1):
                # Of these numbers, the others left alone, every choice is a position, each at most count! times.
                ways *= len(reaches[part])
                if ways // factorial(count) > limit:
                    raise TooLarge
        if ways > limit:
            _count(sorted((reaches[part] for part in state), key=len, reverse=True), limit)

    def _reach(self, part: int, most: int) -> set[int]:
        """All that a number or heap can become, or one more than so many of them."""
        found, queue = {part}, [part]
        for each in queue:
            for left in self._lessen(each):
                if left not in found:
                    found.add(left)
                    if len(found) > most:
                        return found
                    if left:
                        queue.append(left)
        return found


def _count(reaches: Sequence[set[int]], limit: int) -> None:
    """Counts the ways to choose one from each set, in whatever order they lie.

    Raises:
        TooLarge: They are more than the limit.
    """
    chosen: set[SumState] = {()}
    for reach in reaches:
        grown = set[SumState]()
        for state in chosen:
            for part in reach:
                at = bisect(state, part)
                grown.add((*state[:at], part, *state[at:]))
            if len(grown) > limit:
                raise TooLarge
        chosen = grown


def _remainder(number: int) -> int:
    """A number to subtract from, or 0 if it has no proper divisor."""
    return 0 if number < 4 or is_prime(number) else number
