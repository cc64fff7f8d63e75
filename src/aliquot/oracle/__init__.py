"""Exact verdicts: who wins, by which moves, and why; each with a certificate to check it by."""

from typing import Any

from aliquot.core.game import AnyGame
from aliquot.games.division import DivisionGame
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.divisor_duel_subtract import SubtractionDuel
from aliquot.games.misere import Misere
from aliquot.games.sum import Sum
from aliquot.games.swap import Swap
from aliquot.oracle.reasons import OPPONENT, YOU
from aliquot.oracle.verdict import Explanation, Verdict


def solve(game: AnyGame, position: Any = None) -> Verdict:
    """The exact verdict about a position, by default the start.

    A game without a theory is searched exhaustively.

    Raises:
        Unsolved: It has no theory and is too large to search.
    """
    if position is None:
        position = game.start()
    match game:
        case DivisionGame():
            from aliquot.oracle.division import DivisionVerdict

            return DivisionVerdict(game, position)
        case SubtractionDuel():
            from aliquot.oracle.subtraction import SubtractionVerdict

            return SubtractionVerdict(game, position)
        case PoolDuel():
            from aliquot.oracle.pool import PoolVerdict

            return PoolVerdict(game, position)
        case Sum():
            from aliquot.oracle.nim import SumVerdict

            return SumVerdict(game, position)
        case Swap():
            from aliquot.oracle.pie import SwapVerdict

            return SwapVerdict(game, position, solve(game.game, position.inner))
        case Misere():
            return _solve_misere(game, position)
    from aliquot.oracle.search import SearchVerdict

    return SearchVerdict.of(game, position)


def _solve_misere(game: Misere, position: Any) -> Verdict:
    """There is a theory for division numbers and a table for one subtraction number; the rest is searched."""
    from aliquot.oracle.nim import MisereNimVerdict, as_heaps

    heaps = as_heaps(game, position)
    if heaps is not None:
        return MisereNimVerdict(game, position, heaps)
    if isinstance(game.game, SubtractionDuel):
        from aliquot.oracle.misere_subtraction import MisereSubtractionVerdict, is_lost

        is_lost(position.number)
        return MisereSubtractionVerdict(game, position)
    from aliquot.oracle.search import SearchVerdict

    return SearchVerdict.of(game, position)


def explain(game: AnyGame, position: Any, move: Any) -> Explanation:
    """What a move does: why it wins, or which replies punish it.

    Raises:
        IllegalMove: It is not a legal move.
        Unsolved: The game has no theory and is too large to search.
    """
    after = solve(game, game.play(position, move))
    what = f"{game.spell(position, move)} {'wins' if not after.wins else 'loses'}."
    return Explanation(move, not after.wins, after.winning_moves, f"{what} {after.reason.tell(OPPONENT, YOU)}")
