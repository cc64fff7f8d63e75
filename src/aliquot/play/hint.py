"""A hint that was worked out, to be given if it still fits."""

from dataclasses import dataclass
from typing import Any

from aliquot.core.game import AnyGame


@dataclass(frozen=True, slots=True)
class Hint:
    """One step of a hint, and what it is about."""

    position: Any
    step: int
    """Which step, from 1."""
    text: str


def work_out(game: AnyGame, position: Any, step: int) -> Hint:
    """Works out one step of a hint for the player to move.

    Raises:
        Unsolved: The oracle does not know.
    """
    from aliquot.oracle.hints import hint

    return Hint(position, step, hint(game, position, step))
