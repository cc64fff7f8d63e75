"""Exact verdicts: who wins, by which moves, and why; with a certificate where there is a proof."""

from functools import lru_cache
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.number import DivisionGame
from aliquot.games.sum import Sum
from aliquot.games.swap import Swap
from aliquot.oracle.budget import Budget
from aliquot.oracle.verdict import Explanation, Verdict

RULES = frozenset(
    {
        # Rules of every game.
        *("seat", "legal_moves", "is_legal", "is_over", "child", "play", "outcome", "key", "last_move_wins"),
        # Rules of games about numbers, pools, sums and the pie rule.
        *(
            "reduce",
            "neighbours",
            "available",
            "_openings",
            "places",
            "part",
            "lazy_moves",
            "_parts",
            "_sign",
            "_takers",
        ),
        *("is_uniform", "inside", "is_open", "swap_move", "__getattribute__", "__getattr__"),
    }
)
"""The attributes that make up a game's rules; others, such as the title, may be changed by a subclass."""


def solve(game: AnyGame, position: Any = None, budget: Budget | None = None) -> Verdict:
    """Return the exact verdict about a position, by default the start.

    A theory is used for exactly the rules it was proved for; any other game is searched.

    Args:
        game: The game.
        position: The position.
        budget: The limits of a search, which can also be cancelled by it; by default 600,000 positions
            of a pool and 50,000 of any other game.

    Raises:
        Unsolved: The game has no theory, and the budget is too small to search it.
    """
    if position is None:
        position = game.start()
    match game:
        case DivisionGame() if follows(game, DivisionGame):
            from aliquot.oracle.division import DivisionVerdict

            return DivisionVerdict(game, position, budget=budget)
        case SubtractionDuel() if follows(game, SubtractionDuel):
            from aliquot.oracle.subtraction import SubtractionVerdict

            return SubtractionVerdict(game, position, budget=budget)
        case PoolDuel() if follows(game, PoolDuel):
            from aliquot.oracle.pool import PoolVerdict

            return PoolVerdict(game, position, budget=budget)
        case Sum() if follows(game, Sum):
            return _solve_sum(game, position, budget)
        case Swap() if follows(game, Swap):
            from aliquot.oracle.pie import SwapVerdict

            return SwapVerdict(game, position, solve(game.game, position.inner, budget), budget=budget)
        case Misere() if follows(game, Misere):
            return _solve_misere(game, position, budget)
    from aliquot.oracle.search import SearchVerdict

    return SearchVerdict.of(game, position, budget)


def _solve_sum(game: Sum, position: Any, budget: Budget | None) -> Verdict:
    """Solve by Grundy values where the numbers are independent, and by search otherwise."""
    from aliquot.oracle.nim import SumVerdict, is_sum
    from aliquot.oracle.search import SearchVerdict

    verdict = SumVerdict(game, position, budget=budget)
    if not is_sum(game):
        return SearchVerdict.of(game, position, budget)
    # Computed now, so that it fails here and not when the verdict is used.
    _ = verdict.values
    return verdict


def _solve_misere(game: Misere, position: Any, budget: Budget | None) -> Verdict:
    """Solve by theory for division numbers and for one subtraction number, and by search otherwise."""
    from aliquot.oracle.nim import MisereNimVerdict, as_heaps

    heaps = as_heaps(game, position)
    if heaps is not None:
        return MisereNimVerdict(game, position, heaps, budget=budget)
    if follows(game.game, SubtractionDuel):
        from aliquot.oracle.misere_subtraction import MisereSubtractionVerdict

        return MisereSubtractionVerdict(game, position, budget=budget)
    if follows(game.game, PoolDuel):
        from aliquot.oracle.pool_search import MiserePoolVerdict

        return MiserePoolVerdict.of(game, position, budget)
    from aliquot.oracle.search import SearchVerdict

    return SearchVerdict.of(game, position, budget)


def explain(game: AnyGame, position: Any, move: Any, budget: Budget | None = None) -> Explanation:
    """Explain a move: why it wins, or which replies punish it.

    Raises:
        IllegalMove: The move is not legal.
        Unsolved: The game has no theory and is too large to search.
    """
    after = solve(game, game.play(position, move), budget)
    return Explanation(move, game.spell(position, move), not after.wins, after.winning_moves, after.reason)


def follows(game: type | Any, proved: type) -> bool:
    """Return whether a game, or a class of games, has exactly the rules of the class a theorem was proved for.

    It has if it is that class, or a subclass that changes no rule.

    >>> from aliquot.games.number import DivisionGame
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
    """The same for a class; cached because it is called for every position."""
    if not issubclass(kind, proved):
        return False
    return not any(RULES & vars(above).keys() for above in kind.__mro__ if not issubclass(proved, above))
