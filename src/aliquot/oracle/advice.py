"""Advice: of the moves that do not give anything away, which are best.

A winner hurries and a loser delays, as far as the length of play is known exactly. Where it is not,
any winning move will do, and in a lost position the best try is the move after which the fewest
replies win; of very many moves, a fixed sample is compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games.number import NumberGame
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget

TRIES = 256
"""How many moves of a lost position are compared at most; of a longer list, a fixed sample."""
NUMBER_TRIES = 1024
"""The same where the moves are divisors of one number, which are quickly judged."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best moves of a position, and by what they were found best."""

    wins: bool
    """Whether they win."""
    moves: tuple[Any, ...]
    """The best moves, ascending."""
    exact: bool
    """Whether they are best by the exact length of play."""
    replies: int | None = None
    """How many replies win, if they were chosen for leaving few."""
    complete: bool = True
    """Whether all moves were compared, and not a sample."""


def advise(game: AnyGame, position: Any, budget: Budget | None = None) -> Advice:
    """The best moves of a position that has any.

    Raises:
        Unsolved: The game has no theory, and the budget does not suffice to search it.
    """
    verdict = solve(game, position, budget)
    if verdict.wins:
        candidates = verdict.winning_moves
        lengths = _lengths(game, position, candidates) if verdict.remoteness is not None else None
        if lengths is None:
            return Advice(True, tuple(candidates), exact=False)
        return Advice(True, _least(candidates, lengths), exact=True)
    moves = game.legal_moves(position)
    if verdict.remoteness is not None and (lengths := _lengths(game, position, moves)) is not None:
        return Advice(False, _least(moves, [-length for length in lengths]), exact=True)
    tries = NUMBER_TRIES if isinstance(game, NumberGame) else TRIES
    tried = moves if len(moves) <= tries else sorted(Random(0).sample(moves, tries))
    replies = [len(solve(game, game.child(position, move), budget).winning_moves) for move in tried]
    return Advice(False, _least(tried, replies), exact=False, replies=min(replies), complete=tried is moves)


def _lengths(game: AnyGame, position: Any, moves: Sequence[Any]) -> list[int] | None:
    """How many moves are left after each move, or None if that is not known of all of them."""
    lengths = []
    for move in moves:
        length = solve(game, game.child(position, move)).remoteness
        if length is None:
            return None
        lengths.append(length)
    return lengths


def _least(moves: Sequence[Any], costs: Sequence[int]) -> tuple[Any, ...]:
    lowest = min(costs)
    return tuple(move for move, cost in zip(moves, costs, strict=True) if cost == lowest)
