"""Compact states of Aliquot's own games for the search.

A sum becomes its numbers in order, without those that have no move and with division numbers as the Nim heaps they
are. Any other game uses its own keys.

For speed this module restates the moves of sums instead of calling the games. It is used for exactly the rules it was
written for (`follows`), and tests/oracle/test_nim.py holds its values against those of the games' own moves.
"""

from bisect import bisect
from collections import Counter
from collections.abc import Hashable, Iterator, Sequence
from math import comb, factorial
from typing import Any

from aliquot.arithmetic import divisors, is_prime, omega
from aliquot.core.game import AnyGame
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import DivisionGame, NumberGame
from aliquot.games.sum import Sum, SumPosition
from aliquot.oracle import follows
from aliquot.oracle.search import GameStates, States, TooLarge

_FEW = 400
"""The limit of a first, quick count of what each number of a sum can become."""


def states_from(game: AnyGame, position: Any, limit: int) -> tuple[States, Hashable]:
    """Return the states of a game for a search from a position, and the state of that position.

    Raises:
        TooLarge: A quick count shows that more positions than the limit can follow.
    """
    base, misere = (game.game, True) if isinstance(game, Misere) and follows(game, Misere) else (game, False)
    if isinstance(base, Sum) and follows(base, Sum) and all(map(has_proved_values, base.members)):
        numbers = SumStates(base, misere)
        root = numbers.pack(position)
        numbers.check_size(root, limit)
        return numbers, root
    # The key of a sum assumes that equal signs mean equal rules, which need not hold for a third-party game.
    any_game = GameStates(game, (lambda p: p.numbers) if isinstance(base, Sum) else game.key)
    return any_game, any_game.enter(position)


def has_proved_values(member: NumberGame) -> bool:
    """Return whether the Grundy values of a game about one number are proved."""
    return follows(member, DivisionGame) or follows(member, SubtractionDuel)


SumState = tuple[int, ...]
"""The parts that have a move, ascending: a heap as minus its size, a number to subtract from as itself."""


class SumStates:
    """The states of a sum of numbers whose values are proved."""

    def __init__(self, game: Sum, misere: bool) -> None:
        """Start with empty tables."""
        self._rules = [follows(member, SubtractionDuel) for member in game.members]
        self._misere = misere
        self._options: dict[int, list[int]] = {}
        self._remainders: dict[int, int] = {}

    def pack(self, position: SumPosition) -> SumState:
        """The numbers and heaps that have a move."""
        parts = (
            _remainder(number) if subtracts else -max(0, omega(number) - 1)
            for subtracts, number in zip(self._rules, position.numbers, strict=True)
        )
        return tuple(sorted(part for part in parts if part))

    def options(self, part: int) -> list[int]:
        """The results of all moves on one number or heap; 0 for a result without a move."""
        if part not in self._options:
            self._options[part] = [*self._reduce(part)]
        return self._options[part]

    def _reduce(self, part: int) -> Iterator[int]:
        if part < 0:
            yield from range(part + 1, 1)
            return
        for divisor in divisors(part)[1:-1]:
            result = self._remainders.get(part - divisor)
            if result is None:
                result = self._remainders[part - divisor] = _remainder(part - divisor)
            yield result

    def children(self, state: SumState) -> list[SumState]:
        """The states after each move."""
        states = []
        for place, part in enumerate(state):
            if place and state[place - 1] == part:
                continue
            rest = state[:place] + state[place + 1 :]
            for result in self.options(part):
                if result:
                    at = bisect(rest, result)
                    states.append((*rest[:at], result, *rest[at:]))
                else:
                    states.append(rest)
        return states

    def is_won(self, state: SumState) -> bool:
        """Return whether a player who has no move has won: in misère play."""
        return self._misere

    def check_size(self, state: SumState, limit: int) -> None:
        """Bound the number of positions that can follow, by what each number can become.

        Raises:
            TooLarge: There are more than the limit.
        """
        for most in (_FEW, limit):
            reaches = {part: self._reach(part, most) for part in set(state)}
            for part, count in Counter(state).items():
                if comb(len(reaches[part]) + count - 1, count) > limit:
                    raise TooLarge
            ways = 1
            for count, part in enumerate(sorted(state, key=lambda part: -len(reaches[part])), 1):
                # Each choice for these numbers, the others unchanged, is a position, counted at most count! times.
                ways *= len(reaches[part])
                if ways // factorial(count) > limit:
                    raise TooLarge
        if ways > limit:
            _count(sorted((reaches[part] for part in state), key=len, reverse=True), limit)

    def _reach(self, part: int, most: int) -> set[int]:
        """All that a number or heap can become; at most one more than `most`."""
        reached, queue = {part}, [part]
        for each in queue:
            for result in self._reduce(each):
                if result not in reached:
                    reached.add(result)
                    if len(reached) > most:
                        return reached
                    if result:
                        queue.append(result)
        return reached


def _count(reaches: Sequence[set[int]], limit: int) -> None:
    """Count the multisets with one element from each set.

    Raises:
        TooLarge: There are more than the limit.
    """
    states: set[SumState] = {()}
    for reach in reaches:
        longer = set[SumState]()
        for state in states:
            for part in reach:
                at = bisect(state, part)
                longer.add((*state[:at], part, *state[at:]))
            if len(longer) > limit:
                raise TooLarge
        states = longer


def _remainder(number: int) -> int:
    """A number to subtract from, or 0 if it has no proper divisor."""
    return 0 if number < 4 or is_prime(number) else number
