"""Exact verdicts: who wins, by which moves, and why; each with a certificate to check it by."""

from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games.division import DivisionGame
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.sum import Sum
from aliquot.games.swap import Swap
from aliquot.oracle.budget import Budget
from aliquot.oracle.scope import follows
from aliquot.oracle.verdict import Explanation, Verdict


def solve(game: AnyGame, position: Any = None, budget: Budget | None = None) -> Verdict:
    """The exact verdict about a position, by default the start.

    A theory answers for exactly the rules it was proved for; any other game is searched.

    Args:
        game: The game.
        position: The position.
        budget: What a search may cost, and the switch to cancel it by; by default 50,000 positions.

    Raises:
        Unsolved: It has no theory, and the budget does not suffice to search it.
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
    """By what each number is worth, where that can be found out and the numbers are moved on independently."""
    from aliquot.oracle.grundy import is_sum
    from aliquot.oracle.nim import SumVerdict
    from aliquot.oracle.search import SearchVerdict

    verdict = SumVerdict(game, position, budget=budget)
    if not is_sum(game):
        return SearchVerdict.of(game, position, budget)
    # Now rather than later: a verdict that has been given stands.
    _ = verdict.values
    return verdict


def _solve_misere(game: Misere, position: Any, budget: Budget | None) -> Verdict:
    """There is a theory for division numbers and a table for one subtraction number; the rest is searched."""
    from aliquot.oracle.nim import MisereNimVerdict, as_heaps

    heaps = as_heaps(game, position)
    if heaps is not None:
        return MisereNimVerdict(game, position, heaps, budget=budget)
    if follows(game.game, SubtractionDuel):
        from aliquot.oracle.misere_subtraction import MisereSubtractionVerdict, is_lost

        is_lost(position.number)
        return MisereSubtractionVerdict(game, position, budget=budget)
    from aliquot.oracle.search import SearchVerdict

    return SearchVerdict.of(game, position, budget)


def explain(game: AnyGame, position: Any, move: Any, budget: Budget | None = None) -> Explanation:
    """What a move does: why it wins, or which replies punish it.

    Raises:
        IllegalMove: It is not a legal move.
        Unsolved: The game has no theory and is too large to search.
    """
    after = solve(game, game.play(position, move), budget)
    return Explanation(move, game.spell(position, move), not after.wins, after.winning_moves, after.reason)
