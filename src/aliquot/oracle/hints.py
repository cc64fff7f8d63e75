"""The best moves of a position, and hints for the player to move in three steps: a nudge, a move, the reason.

A winning player should hurry and a losing one delay, where the length of play is known exactly. Where it is not, the
best winning move leaves the smallest numbers, so that even a match from 10^18 ends, and in a lost position the best try
is the move after which the fewest replies win; of very many moves a fixed sample is compared.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from random import Random
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games.number import NumberGame
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget

STEPS = 3
"""The number of steps of a hint."""
TRIES = 256
"""The most moves of a lost position that are compared; of more, a fixed sample."""
NUMBER_TRIES = 1024
"""The same where the moves are divisors of one number, which take less time."""


@dataclass(frozen=True, slots=True)
class Advice:
    """The best moves of a position, and the measure by which they are best."""

    wins: bool
    """True if the moves win."""
    moves: tuple[Any, ...]
    """The best moves, ascending."""
    exact: bool
    """True if the moves are best by the exact length of play."""
    replies: int | None = None
    """The number of winning replies, if the moves were chosen by that."""
    complete: bool = True
    """True if all moves were compared, False if only a sample was."""


def advise(game: AnyGame, position: Any, budget: Budget | None = None) -> Advice:
    """Return the best moves of a position that has a move.

    Raises:
        Unsolved: The game has no theory, and the budget is too small to search it.
    """
    verdict = solve(game, position, budget)
    if verdict.wins:
        candidates = verdict.winning_moves
        lengths = _lengths(game, position, candidates, budget) if verdict.remoteness is not None else None
        if lengths is None:
            left = [_left(game.child(position, move)) for move in candidates]
            return Advice(True, _least(candidates, left), exact=False)
        return Advice(True, _least(candidates, lengths), exact=True)
    moves = game.legal_moves(position)
    if verdict.remoteness is not None and (lengths := _lengths(game, position, moves, budget)) is not None:
        return Advice(False, _least(moves, [-length for length in lengths]), exact=True)
    tries = NUMBER_TRIES if isinstance(game, NumberGame) else TRIES
    sample = moves if len(moves) <= tries else sorted(Random(0).sample(moves, tries))
    replies = [len(solve(game, game.child(position, move), budget).winning_moves) for move in sample]
    return Advice(False, _least(sample, replies), exact=False, replies=min(replies), complete=sample is moves)


def _left(position: Any) -> int:
    """The sum of the numbers of a position; 0 in a pool and in other games, whose matches are short."""
    position = getattr(position, "inner", position)
    return sum(getattr(position, "numbers", None) or (getattr(position, "number", 0),))


def _lengths(game: AnyGame, position: Any, moves: Sequence[Any], budget: Budget | None) -> list[int] | None:
    """The length of play after each move, or None if that of some move is unknown."""
    lengths = []
    for move in moves:
        length = solve(game, game.child(position, move), budget).remoteness
        if length is None:
            return None
        lengths.append(length)
    return lengths


def _least(moves: Sequence[Any], costs: Sequence[int]) -> tuple[Any, ...]:
    lowest = min(costs)
    return tuple(move for move, cost in zip(moves, costs, strict=True) if cost == lowest)


def hint(game: AnyGame, position: Any, step: int) -> str:
    """Return one step of a hint for the player to move.

    Args:
        game: The game.
        position: A position that has a move.
        step: 1 for a nudge, 2 for a move, 3 for the reason.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    verdict = solve(game, position)
    if step >= STEPS:
        return str(verdict.reason)
    if not verdict.wins and game.count_moves(position) == 1:
        only = game.spell(position, game.legal_moves(position)[0])
        return "You have only one move, and it does not win." if step == 1 else f"{only} is your only move."
    if step == 1:
        return (
            verdict.nudge if verdict.wins else "No move wins by force from here. Make it hard: your opponent may slip."
        )
    advice = advise(game, position)
    move = game.spell(position, advice.moves[0])
    if verdict.wins:
        return f"{move} wins."
    if advice.exact:
        return f"{move} resists longest."
    if advice.complete:
        return f"{move} is the best try: it leaves your opponent the fewest winning replies."
    replies = "only 1 winning reply" if advice.replies == 1 else f"{advice.replies} winning replies"
    return f"{move} is worth a try: your opponent has {replies} to it."
