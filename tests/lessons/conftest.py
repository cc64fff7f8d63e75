"""The second opinion on lessons: the rules written down once more, and tried out to the end. It knows no theory."""

from collections.abc import Iterator
from functools import cache
from typing import Any

import pytest

from aliquot.core.game import AnyGame
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.sum import Sum


def proper_divisors(number: int) -> list[int]:
    return [d for d in range(2, number) if number % d == 0]


@cache
def numbers_won(subtract: bool, misere: bool, numbers: tuple[int, ...]) -> bool:
    """Whether the mover wins some numbers, by trying everything."""
    stuck = True
    for place, number in enumerate(numbers):
        for divisor in proper_divisors(number):
            rest = number - divisor if subtract else number // divisor
            after = tuple(sorted((*numbers[:place], *numbers[place + 1 :], rest)))
            stuck = False
            if not numbers_won(subtract, misere, after):
                return True
    return stuck and misere


@cache
def grundy(subtract: bool, number: int) -> int:
    """The least value that no move reaches."""
    reached = {
        grundy(subtract, number - divisor if subtract else number // divisor) for divisor in proper_divisors(number)
    }
    return next(value for value in range(number) if value not in reached)


@cache
def pool_won(last: int, left: frozenset[int]) -> bool:
    """Whether the mover wins a pool in which these numbers are left."""
    return any(not pool_won(pick, left - {pick}) for pick in left if last == 0 or pick % last == 0 or last % pick == 0)


class SecondOpinion:
    """Who wins, by which moves, from the numbers on the board alone."""

    @staticmethod
    def numbers(position: Any) -> tuple[int, ...]:
        numbers: tuple[int, ...] = getattr(position, "numbers", None) or (position.number,)
        return numbers

    def wins(self, game: AnyGame, position: Any) -> bool:
        if isinstance(game, PoolDuel):
            left = frozenset(range(game.low, game.high + 1)) - set(position.picks)
            return pool_won(position.picks[-1] if position.picks else 0, left)
        return numbers_won(*self._rules(game), tuple(sorted(self.numbers(position))))

    def winning(self, game: AnyGame, position: Any) -> list[Any]:
        return [move for move, wins in self.options(game, position) if wins]

    def legal(self, game: AnyGame, position: Any) -> list[Any]:
        return [move for move, _ in self.options(game, position)]

    def options(self, game: AnyGame, position: Any) -> Iterator[tuple[Any, bool]]:
        """Every legal move, and whether it wins."""
        if isinstance(game, PoolDuel):
            left = frozenset(range(game.low, game.high + 1)) - set(position.picks)
            for pick in sorted(left):
                if not position.picks or pick % position.picks[-1] == 0 or position.picks[-1] % pick == 0:
                    yield pick, not pool_won(pick, left - {pick})
            return
        numbers, (subtract, misere) = self.numbers(position), self._rules(game)
        for number in sorted(set(numbers)):
            others = list(numbers)
            others.remove(number)
            for divisor in proper_divisors(number):
                rest = number - divisor if subtract else number // divisor
                wins = not numbers_won(subtract, misere, tuple(sorted((*others, rest))))
                yield ((number, divisor) if isinstance(game, Sum) else divisor), wins

    def worths(self, position: Any) -> list[int]:
        """What numbers to be divided are worth."""
        return [grundy(False, number) for number in self.numbers(position)]

    @staticmethod
    def _rules(game: AnyGame) -> tuple[bool, bool]:
        """Whether divisors are subtracted, and whether the last move loses."""
        inside = game.game if isinstance(game, Misere) else game
        return isinstance(inside, SubtractionDuel), isinstance(game, Misere)


@pytest.fixture(scope="session")
def naive() -> SecondOpinion:
    return SecondOpinion()
