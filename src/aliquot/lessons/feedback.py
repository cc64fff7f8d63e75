"""What is said about positions and moves.

While the trick is a secret, reasons go by the next moves alone; after that they are the oracle's.
"""

from functools import reduce
from operator import xor
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.text import listing
from aliquot.core.view import NumbersView, PoolView
from aliquot.oracle import explain, solve
from aliquot.oracle.hints import advise
from aliquot.oracle.nim import SumVerdict, Worth, powers
from aliquot.oracle.reasons import OPPONENT, YOU, Side

_MOST_CASES = 3
"""How many moves a reason goes through; of more it gives one as an example."""


def faced(game: AnyGame, position: Any) -> str:
    """Says in a sentence what the learner faces."""
    view = game.view(position)
    if isinstance(view, PoolView):
        return f"The last pick was {view.current}. You may take {listing([str(n) for n in view.options.moves])}."
    return f"You face {_left(game, position)}."


def _left(game: AnyGame, position: Any) -> str:
    """What a move has left on the table, to be put after `leaves`."""
    view = game.view(position)
    match view:
        case PoolView():
            numbers = [str(n) for n in view.options.moves]
            return f"{'only ' if len(numbers) == 1 else ''}{listing(numbers) or 'nothing'} to pick"
        case NumbersView():
            return listing([*map(str, view.numbers)], "and")
    return view.left


def _are_several(game: AnyGame, position: Any) -> bool:
    """Whether several numbers lie there, which lessons explain in words of their own."""
    view = game.view(position)
    return isinstance(view, NumbersView) and len(view.heaps) > 1


def _leaves(game: AnyGame, position: Any, move: Any) -> str:
    return f"{game.spell(position, move)} leaves {_left(game, game.child(position, move))}"


def _is_over(game: AnyGame, position: Any) -> bool:
    return game.outcome(position) is not None


def _stuck(game: AnyGame, position: Any, mover: Side, other: Side) -> str:
    """Why nobody can move where it is over, and who has won, after it has been said what is left."""
    if isinstance(game.view(position), PoolView):
        return f"Nobody can move, so {other.does('have')} won."
    return reason(game, position, mover, other)


def made(game: AnyGame, position: Any, move: Any) -> str:
    """What a move of the learner's has done, and whether that was the end."""
    after = game.child(position, move)
    if _is_over(game, after):
        return f"{_leaves(game, position, move)}. {_stuck(game, after, OPPONENT, YOU)}"
    return f"{_leaves(game, position, move)}."


def exchange(game: AnyGame, position: Any, move: Any, answer: Any) -> str:
    """What a move and the opponent's answer have done."""
    after = game.child(position, move)
    now = game.child(after, answer)
    end = f" {_stuck(game, now, YOU, OPPONENT)}" if _is_over(game, now) else ""
    return (
        f"{_leaves(game, position, move)}. Your opponent answers {game.spell(after, answer)}, "
        f"which leaves {_left(game, now)}.{end}"
    )


def why(game: AnyGame, position: Any, *, plain: bool) -> str:
    """Why a position is won or lost for the learner, who is to move."""
    if not plain or _is_over(game, position):
        return reason(game, position, YOU, OPPONENT)
    if solve(game, position).wins:
        return _winning(game, position, advise(game, position).moves[0])
    moves = game.legal_moves(position)
    if len(moves) > _MOST_CASES:
        return f"Every move has an answer. For example, {_losing(game, position, moves[0])}."
    return f"{'; '.join(_losing(game, position, move) for move in moves)}."


def _winning(game: AnyGame, position: Any, move: Any) -> str:
    """What a winning move leads to."""
    over = _is_over(game, game.child(position, move))
    end = "your opponent has no move" if over else "that is lost for your opponent"
    return f"{_leaves(game, position, move)}, and {end}."


def _losing(game: AnyGame, position: Any, move: Any) -> str:
    """What a losing move leads to, without a full stop."""
    after = game.child(position, move)
    answer = advise(game, after).moves[0]
    return f"{_leaves(game, position, move)}, and your opponent wins by {game.spell(after, answer)}"


def success(game: AnyGame, position: Any, move: Any, *, plain: bool) -> str:
    """Why a winning move wins."""
    if plain:
        return f"Yes! {_winning(game, position, move)}"
    if _are_several(game, position):
        told = reason(game, game.child(position, move), OPPONENT, YOU)
        return f"{game.spell(position, move)} wins. {told}"
    return explain(game, position, move).text


def slip(game: AnyGame, position: Any, move: Any, *, plain: bool) -> str:
    """Why a legal move does not win, and what the opponent answers."""
    after = game.child(position, move)
    answer = advise(game, after).moves[0]
    if plain:
        now = game.child(after, answer)
        end = f" {reason(game, now, YOU, OPPONENT)}" if _is_over(game, now) else ""
        return f"Not that one: {_losing(game, position, move)}.{end}"
    if _are_several(game, position):
        told = reason(game, after, OPPONENT, YOU)
        return f"{game.spell(position, move)} loses. {told} Your opponent answers {game.spell(after, answer)}."
    return explain(game, position, move).text


def reason(game: AnyGame, position: Any, mover: Side, other: Side) -> str:
    """The oracle's reason; that of a sum in the words of the lesson, which are shorter."""
    verdict = solve(game, position)
    claim = verdict.reason.claims[0]
    if isinstance(verdict, SumVerdict) and isinstance(claim, Worth):
        return f"{claim.words(mover, other)} {twins(verdict.values)}"
    return verdict.reason.tell(mover, other)


def twins(values: tuple[int, ...]) -> str:
    """Which parts of some worths have no twin, a part being a power of two.

    >>> twins((1, 2, 3))
    'In parts: 1, 2 and 2 + 1. Every part has a twin.'
    >>> twins((2, 2, 2))
    'One 2 has no twin.'
    """
    parts = [" + ".join(map(str, powers(value))) or "0" for value in values]
    split = f"In parts: {listing(parts, 'and')}. " if any(" " in part for part in parts) else ""
    single = [f"one {power}" for power in powers(reduce(xor, values))]
    if not single:
        return f"{split}Every part has a twin."
    found = f"{listing(single, 'and')} {'has' if len(single) == 1 else 'have'} no twin."
    return f"{split}{found[0].upper()}{found[1:]}"


def moves(game: AnyGame, position: Any) -> str:
    """The divisors to choose from, or the numbers to pick."""
    return listing([str(move) for move in game.legal_moves(position)])


def odds(game: AnyGame, position: Any) -> str:
    """How many of the moves win.

    >>> from aliquot.games import create
    >>> game = create("dividers-duel", start=8)
    >>> odds(game, game.start())
    '1 of your 2 moves wins'
    """
    winning, legal = len(solve(game, position).winning_moves), len(game.legal_moves(position))
    return f"{winning} of your {legal} moves {'wins' if winning == 1 else 'win'}"


def wins_by(game: AnyGame, position: Any) -> str:
    """Every winning move and what it leaves.

    >>> from aliquot.games import create
    >>> game = create("dividers-duel", start=20)
    >>> wins_by(game, game.start())
    '20/4 leaves 5 and 20/10 leaves 2'
    """
    return listing([_leaves(game, position, move) for move in solve(game, position).winning_moves], "and")
