"""Hints that teach, in three steps: where to look, what to play, and why."""

from typing import Any

from aliquot.core.game import AnyGame
from aliquot.oracle import solve
from aliquot.oracle.advice import advise

STEPS = 3
"""How many steps a hint has."""


def hint(game: AnyGame, position: Any, step: int) -> str:
    """One step of a hint for the player to move.

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
    only = "only 1 winning reply" if advice.replies == 1 else f"{advice.replies} winning replies"
    return f"{move} is worth a try: your opponent has {only} to it."
