"""Surveys: the verdicts about all starts of a game up to a limit, as columns."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import repeat
from math import isqrt
from typing import Any

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import AnyGame
from aliquot.games.divisor_duel_pool import LARGEST_POOL, PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import DivisionGame, NumberGame, NumberPosition
from aliquot.games.sum import Sum
from aliquot.games.swap import Swap
from aliquot.oracle import follows, solve

LIMIT = 10_000_000
"""The largest limit of a survey of a number game."""

_NO_TABLE = "There is no table of {title}: it is not played with one number or a pool."
_NO_TABLE_OF_SUM = "There is no table of {title}: it is played with several numbers."
_NO_TABLE_OF_SWAP = "There is no table of {title}: the second player always wins."


@dataclass(frozen=True, slots=True)
class Entry:
    """The verdict about one start, or about one opening of a pool."""

    number: int
    wins: bool
    """True if the player to move wins at the number; for a pool, if opening with it wins."""
    grundy: int | None
    remoteness: int | None


@dataclass(frozen=True)
class Survey:
    """The verdicts about a range of numbers, in columns."""

    numbers: range
    wins: Sequence[int]
    """1 where the player to move wins, or opening with the number."""
    grundy: Sequence[int] | None = None
    remoteness: Sequence[int] | None = None

    def __len__(self) -> int:
        return len(self.numbers)

    def __iter__(self) -> Iterator[Entry]:
        """The entries, ascending."""
        columns = (repeat(None) if column is None else column for column in (self.grundy, self.remoteness))
        for number, wins, grundy, remoteness in zip(self.numbers, self.wins, *columns, strict=False):
            yield Entry(number, bool(wins), grundy, remoteness)


def survey(game: AnyGame, limit: int) -> Survey:
    """Return the verdicts about every number up to the limit.

    A number game is surveyed from 1. For a pool the numbers are the allowed openings of the pool that ends with the
    limit and begins where the game's own does.

    Raises:
        InvalidParameter: The game is about several numbers or has the pie rule, or the limit is out of range.
        Unsolved: Some verdict is out of reach.
    """
    base, misere = (game.game, True) if isinstance(game, Misere) else (game, False)
    if not isinstance(base, PoolDuel | NumberGame):
        sentence = _NO_TABLE
        if isinstance(base, Sum):
            sentence = _NO_TABLE_OF_SUM
        elif isinstance(base, Swap):
            sentence = _NO_TABLE_OF_SWAP
        raise InvalidParameter(sentence.format(title=base.title))
    if isinstance(base, PoolDuel):
        _check(game, limit, base.low, base.low + LARGEST_POOL - 1)
        return _openings(type(base)(base.low, limit, base.opening), misere)
    _check(game, limit, 1, LIMIT)
    if follows(base, DivisionGame):
        return _divisions(limit, misere)
    if follows(base, SubtractionDuel):
        return _misere_subtractions(limit) if misere else _subtractions(limit)
    return _others(game, limit)


def _check(game: AnyGame, limit: int, least: int, most: int) -> None:
    least = max(2, least)
    if not least <= limit <= most:
        raise InvalidParameter(
            f"A table of {game.title} can end at a number from {least:,} to {most:,}, not at {limit:,}."
        )


def count_factors(limit: int) -> bytearray:
    """The number of prime factors of each number up to the limit, with multiplicity.

    >>> list(count_factors(12))
    [0, 0, 1, 1, 2, 1, 2, 1, 3, 2, 2, 1, 3]
    """
    more = bytes(range(1, 256)) + b"\0"
    counts, composite = bytearray(limit + 1), bytearray(limit + 1)
    for prime in range(2, limit + 1):
        if composite[prime]:
            continue
        if prime <= isqrt(limit):
            composite[prime * prime :: prime] = b"\1" * len(range(prime * prime, limit + 1, prime))
        power = prime
        while power <= limit:
            # All multiples at once: each count becomes the next.
            counts[power::power] = counts[power::power].translate(more)
            power *= prime
    return counts


def _divisions(limit: int, misere: bool) -> Survey:
    less = bytes([0, *range(255)])
    heaps = count_factors(limit).translate(less)[1:]
    numbers = range(1, limit + 1)
    if misere:
        # A heap of one is lost, any other is won: in no move if it is empty, in two if it is larger.
        wins = heaps.translate(bytes([1, 0]) + b"\1" * 254)
        return Survey(numbers, wins, None, heaps.translate(bytes([0, 1]) + b"\2" * 254))
    wins = heaps.translate(b"\0" + b"\1" * 255)
    return Survey(numbers, wins, heaps, wins)


def _subtractions(limit: int) -> Survey:
    from aliquot.oracle.subtraction_table import table

    columns = table(limit)
    grundy = columns.grundy[1:]
    return Survey(range(1, limit + 1), grundy.tobytes().translate(b"\0" + b"\1" * 255), grundy, columns.remoteness[1:])


def _misere_subtractions(limit: int) -> Survey:
    from aliquot.oracle.misere_subtraction_table import lengths_to, lost_numbers

    wins = lost_numbers(limit)[1:].translate(bytes([1, 0]) + bytes(254))
    return Survey(range(1, limit + 1), wins, None, lengths_to(limit)[1:])


def _others(game: Any, limit: int) -> Survey:
    """Survey a game without a theory number by number."""
    verdicts = [solve(game, NumberPosition(number)) for number in range(1, limit + 1)]
    columns = ([verdict.grundy for verdict in verdicts], [verdict.remoteness for verdict in verdicts])
    complete = [None if None in column else [each for each in column if each is not None] for column in columns]
    return Survey(range(1, limit + 1), bytes(verdict.wins for verdict in verdicts), *complete)


def _openings(game: PoolDuel, misere: bool) -> Survey:
    winning = set(solve(Misere(game) if misere else game).winning_moves)
    numbers = game.legal_moves(game.start())
    allowed = range(numbers[0], numbers[-1] + 1, numbers[1] - numbers[0] if len(numbers) > 1 else 1)
    return Survey(allowed, bytes(number in winning for number in allowed))
