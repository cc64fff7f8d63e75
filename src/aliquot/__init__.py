"""Aliquot: the home of divisor games.

>>> import aliquot
>>> game = aliquot.game("dividers-duel", start=60)
>>> p = game.play(game.start(), 2)
>>> game.legal_moves(p)
(2, 3, 5, 6, 10, 15)
"""

from typing import TYPE_CHECKING

from aliquot.core.errors import (
    AliquotError,
    IllegalMove,
    InvalidMove,
    InvalidParameter,
    InvalidPosition,
    UnknownGame,
)
from aliquot.core.game import AnyGame, Game
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.series import Series

if TYPE_CHECKING:
    from aliquot.games import Duel

__version__ = "0.1.0"

__all__ = [
    "AliquotError",
    "AnyGame",
    "Ending",
    "Game",
    "IllegalMove",
    "InvalidMove",
    "InvalidParameter",
    "InvalidPosition",
    "Match",
    "Outcome",
    "Seat",
    "Series",
    "Turn",
    "UnknownGame",
    "game",
    "games",
]


def game(name: str, **parameters: object) -> "Duel":
    """Sets up a game by name (`"dividers-duel", start=84`) or by id (`"dividers-duel(start=84)"`).

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: It cannot be set up like that.
    """
    from aliquot.games import create

    return create(name, **parameters)


def games() -> "tuple[Duel, ...]":
    """Every game, set up as its rule book recommends."""
    from aliquot.games import defaults

    return defaults()
