"""The interface of a player: something that chooses a move."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from aliquot.core.game import AnyGame

HUMAN = "human"
"""The name of a player who is not a computer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and the player's remark on it."""

    move: Any
    info: str = ""


class Player(Protocol):
    """Something that chooses moves, independent of seats, screens and the match."""

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None) -> Choice:
        """Choose a move in a position that has one, within the time limit if there is one."""
        ...
