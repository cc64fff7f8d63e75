"""Which rules a theory was proved for, and whether a game plays by exactly those."""

from functools import lru_cache
from typing import Any

RULES = frozenset(
    {
        # What every game decides.
        *("seat", "legal_moves", "is_legal", "is_over", "child", "play", "outcome", "key", "last_move_wins"),
        # What games about numbers, pools, sums and the pie rule decide besides.
        *("reduce", "neighbours", "available", "_openings", "places", "part", "moves_at", "_sign", "_takers"),
        *("is_uniform", "inside", "is_open", "swap_move", "__getattribute__", "__getattr__"),
    }
)
"""The names under which a game's rules stand; whatever else a subclass changes, such as its title, is no rule."""


def follows(game: type | Any, proved: type) -> bool:
    """Whether a game, or a class of games, plays by exactly the rules of a class that something was proved of.

    It does if it is that class, or a subclass of it that changes no rule.

    >>> from aliquot.games.division import DivisionGame
    >>> from aliquot.games.dividers_duel import DividersDuel
    >>> class Slow(DividersDuel):
    ...     def reduce(self, number, divisor):
    ...         return number // divisor if divisor < 10 else number
    >>> follows(DividersDuel(60), DivisionGame), follows(Slow(60), DivisionGame)
    (True, False)
    """
    return _changes_nothing(game if isinstance(game, type) else type(game), proved)


@lru_cache(maxsize=1024)
def _changes_nothing(kind: type, proved: type) -> bool:
    """The same of a class; it is asked of every position, and the answer stays."""
    if not issubclass(kind, proved):
        return False
    return not any(RULES & vars(above).keys() for above in kind.__mro__ if not issubclass(proved, above))
