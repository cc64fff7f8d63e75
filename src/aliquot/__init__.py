"""Aliquot: the home of divisor games.

>>> import aliquot
>>> game = aliquot.game("dividers-duel", start=60)
>>> p = game.play(game.start(), 2)
>>> game.legal_moves(p)
(2, 3, 5, 6, 10, 15)
"""

import aliquot.interrupt  # noqa: F401  # isort: skip  # Ctrl-C may come while the rest is being loaded.

from typing import TYPE_CHECKING, Any

from aliquot.core.errors import (
    AliquotError,
    IllegalMove,
    InvalidMove,
    InvalidParameter,
    InvalidPosition,
    UnknownGame,
    Unsolved,
)
from aliquot.core.game import AnyGame, Game
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Ending, Outcome, Seat
from aliquot.core.record import Record
from aliquot.core.series import Series

# Imported before the function `games` is defined: a submodule that is imported later would take its name.
from aliquot.games import create, defaults
from aliquot.games.rulebook import RuleBook

if TYPE_CHECKING:
    from aliquot.oracle.budget import Budget
    from aliquot.oracle.verdict import Explanation, Verdict

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
    "Record",
    "Seat",
    "Series",
    "Turn",
    "UnknownGame",
    "Unsolved",
    "explain",
    "game",
    "games",
    "solve",
]


def game(name: str, **parameters: object) -> AnyGame:
    """Set up a game by name (`"dividers-duel", start=84`) or by id (`"dividers-duel(start=84)"`).

    Args:
        name: A duel such as `divisor-duel-pool`, a preset such as `juniper-green`, or an id.
        parameters: `start` for the number duels (several numbers make a sum), `pool` and `opening` for the pool, and
            variants, such as `misere=True` (the last move loses) or `swap=True` (the second player may take over the
            first move).

    Raises:
        UnknownGame: There is no such game.
        InvalidParameter: It cannot be set up like that.
    """
    return create(name, **parameters)


def games() -> tuple[RuleBook[Any, Any], ...]:
    """Return every game, set up as its rule book recommends."""
    return defaults()


def solve(game: AnyGame, position: Any = None, budget: "Budget | None" = None) -> "Verdict":
    """Return the exact verdict about a position of a game, by default its start.

    >>> verdict = solve(game("dividers-duel", start=30))
    >>> verdict.wins, verdict.winning_moves, verdict.grundy
    (True, (6, 10, 15), 2)
    >>> print(verdict.reason)
    30 = 2·3·5 is not prime, so you can divide it down to a prime: by 6, 10 or 15.

    Args:
        game: The game.
        position: The position.
        budget: What a search may cost, and the switch to cancel it by: `aliquot.oracle.budget.Budget`.

    Raises:
        Unsolved: The game has no theory, and the budget does not suffice to search it.
    """
    from aliquot import oracle

    return oracle.solve(game, position, budget)


def explain(game: AnyGame, position: Any, move: Any) -> "Explanation":
    """Explain what a move does: why it wins, or which replies punish it.

    >>> duel = game("dividers-duel", start=60)
    >>> print(explain(duel, duel.start(), 2))
    60/2 loses. 30 = 2·3·5 is not prime, so your opponent can divide it down to a prime: by 6, 10 or 15.

    Raises:
        IllegalMove: It is not a legal move.
        Unsolved: The game has no theory and is too large to search.
    """
    from aliquot import oracle

    return oracle.explain(game, position, move)
