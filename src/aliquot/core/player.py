"""What a player is: something that chooses a move."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Protocol

from aliquot.core.game import AnyGame

HUMAN = "human"
"""What a player is called who is not a computer."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A move, and what the player has to say about it."""

    move: Any
    info: str = ""


class Player(Protocol):
    """Chooses moves; knows nothing of seats, screens or the match it plays in."""

    def choose(self, game: AnyGame, position: Any, limit: timedelta | None) -> Choice:
        """Chooses a move in a position where there is one, within the limit if there is one."""
        ...
