"""Surveys: the verdicts about every start of a game up to a limit."""

from collections.abc import Iterator
from dataclasses import dataclass

from aliquot.arithmetic import omega
from aliquot.core.errors import InvalidParameter
from aliquot.games.division import DivisionGame
from aliquot.games.divisor_duel_pool import LARGEST_POOL, PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.number import NumberGame, NumberPosition
from aliquot.games.rulebook import AnyBook
from aliquot.oracle.rules import follows

LIMIT = 10_000_000
"""How far a survey of a number game goes at most."""


@dataclass(frozen=True, slots=True)
class Entry:
    """The verdict about one start, or about one opening of a pool."""

    number: int
    wins: bool
    """For a number game, whether its mover wins; for a pool, whether opening with it wins."""
    grundy: int | None
    remoteness: int | None


def survey(duel: AnyBook, limit: int) -> Iterator[Entry]:
    """The verdicts about every number up to the limit, ascending.

    A number game is surveyed from 1. For the pool game the entries are the openings of the pool 2 to `limit`.

    Raises:
        InvalidParameter: The limit is out of range.
    """
    largest = LARGEST_POOL + 1 if duel is PoolDuel else LIMIT
    if not 2 <= limit <= largest:
        raise InvalidParameter(f"A table of {duel.title} runs to a number from 2 to {largest:,}, not to {limit:,}.")
    if duel is PoolDuel:
        return _openings(limit)
    if follows(duel, DivisionGame):
        return _divisions(limit)
    return _subtractions(limit) if follows(duel, SubtractionDuel) else _others(duel, limit)


def _divisions(limit: int) -> Iterator[Entry]:
    for number in range(1, limit + 1):
        grundy = max(0, omega(number) - 1)
        yield Entry(number, grundy > 0, grundy, int(grundy > 0))


def _subtractions(limit: int) -> Iterator[Entry]:
    from aliquot.oracle.subtraction_table import table

    found = table(limit)
    for number in range(1, limit + 1):
        grundy = found.grundy[number]
        yield Entry(number, grundy > 0, grundy, found.remoteness[number])


def _others(duel: type[NumberGame], limit: int) -> Iterator[Entry]:
    from aliquot.oracle import solve

    game = duel(max(limit, duel.smallest))
    for number in range(1, limit + 1):
        verdict = solve(game, NumberPosition(number))
        yield Entry(number, verdict.wins, verdict.grundy, verdict.remoteness)


def _openings(limit: int) -> Iterator[Entry]:
    from aliquot.oracle import solve

    winning = set(solve(PoolDuel(2, limit)).winning_moves)
    for number in range(2, limit + 1):
        yield Entry(number, number in winning, None, None)
