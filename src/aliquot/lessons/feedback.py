"""Sentences about positions and moves in lessons.

While the trick is a secret, reasons name the next moves only; after that they are the oracle's.
"""

from functools import reduce
from operator import xor
from typing import Any

from aliquot.arithmetic import factorise, product
from aliquot.core.game import AnyGame
from aliquot.core.text import listing
from aliquot.core.view import NumbersView, PoolView
from aliquot.oracle import explain, solve
from aliquot.oracle.hints import advise
from aliquot.oracle.nim import SumVerdict, Worth, powers
from aliquot.oracle.reasons import OPPONENT, YOU, Side

_MOST_CASES = 3
"""The most moves that a reason goes through; of more it gives one as an example."""


def describe_position(game: AnyGame, position: Any) -> str:
    """Say what the learner faces."""
    view = game.view(position)
    if isinstance(view, PoolView):
        return f"The last pick was {view.current}. You may take {listing([str(n) for n in view.options.moves])}."
    return f"You face {_left(game, position)}."


def _left(game: AnyGame, position: Any) -> str:
    """Return what is left in a position, to follow `leaves`."""
    view = game.view(position)
    match view:
        case PoolView():
            numbers = [str(n) for n in view.options.moves]
            return f"{'only ' if len(numbers) == 1 else ''}{listing(numbers) or 'nothing'} to pick"
        case NumbersView():
            return listing([*map(str, view.numbers)], "and")
    return view.summary


def _are_several(game: AnyGame, position: Any) -> bool:
    """Return whether there are several numbers, which lessons explain in their own words."""
    view = game.view(position)
    return isinstance(view, NumbersView) and len(view.heaps) > 1


def _leaves(game: AnyGame, position: Any, move: Any) -> str:
    return f"{game.spell(position, move)} leaves {_left(game, game.child(position, move))}"


def _is_over(game: AnyGame, position: Any) -> bool:
    return game.outcome(position) is not None


def _stuck(game: AnyGame, position: Any, mover: Side, other: Side) -> str:
    """Say that nobody can move and who has won, after a sentence about what is left."""
    if isinstance(game.view(position), PoolView):
        return f"Nobody can move, so {other.does('have')} won."
    return reason(game, position, mover, other)


def describe_move(game: AnyGame, position: Any, move: Any) -> str:
    """Say what a move of the learner leaves, and whether that is the end."""
    after = game.child(position, move)
    if _is_over(game, after):
        return f"{_leaves(game, position, move)}. {_stuck(game, after, OPPONENT, YOU)}"
    return f"{_leaves(game, position, move)}."


def describe_exchange(game: AnyGame, position: Any, move: Any, answer: Any) -> str:
    """Say what a move and the opponent's answer leave."""
    after = game.child(position, move)
    now = game.child(after, answer)
    end = f" {_stuck(game, now, YOU, OPPONENT)}" if _is_over(game, now) else ""
    return (
        f"{_leaves(game, position, move)}. Your opponent answers {game.spell(after, answer)}, "
        f"which leaves {_left(game, now)}.{end}"
    )


def explain_position(game: AnyGame, position: Any, *, plain: bool) -> str:
    """Explain why a position is won or lost for the learner, who is to move."""
    if not plain or _is_over(game, position):
        return reason(game, position, YOU, OPPONENT)
    if solve(game, position).wins:
        return _winning(game, position, advise(game, position).moves[0])
    moves = game.legal_moves(position)
    if len(moves) > _MOST_CASES:
        return f"Every move has an answer. For example, {_losing(game, position, moves[0])}."
    return f"{'; '.join(_losing(game, position, move) for move in moves)}."


def _winning(game: AnyGame, position: Any, move: Any) -> str:
    """Say what a winning move leads to."""
    over = _is_over(game, game.child(position, move))
    end = "your opponent has no move" if over else "that is lost for your opponent"
    return f"{_leaves(game, position, move)}, and {end}."


def _losing(game: AnyGame, position: Any, move: Any) -> str:
    """Say what a losing move leads to, without a full stop."""
    after = game.child(position, move)
    if _is_over(game, after):
        # Where the last move loses.
        return f"{_leaves(game, position, move)}, and your opponent cannot move and wins"
    answer = advise(game, after).moves[0]
    return f"{_leaves(game, position, move)}, and your opponent wins by {game.spell(after, answer)}"


def explain_winning_move(game: AnyGame, position: Any, move: Any, *, plain: bool) -> str:
    """Explain why a winning move wins."""
    if plain:
        return f"Yes! {_winning(game, position, move)}"
    if _are_several(game, position):
        text = reason(game, game.child(position, move), OPPONENT, YOU)
        return f"{game.spell(position, move)} wins. {text}"
    return explain(game, position, move).text


def explain_losing_move(game: AnyGame, position: Any, move: Any, *, plain: bool) -> str:
    """Explain why a legal move does not win, and name the opponent's answer."""
    after = game.child(position, move)
    if plain and _is_over(game, after):
        return f"Not that one: {_losing(game, position, move)}."
    if plain:
        now = game.child(after, advise(game, after).moves[0])
        end = f" {reason(game, now, YOU, OPPONENT)}" if _is_over(game, now) else ""
        return f"Not that one: {_losing(game, position, move)}.{end}"
    if _are_several(game, position):
        answer = advise(game, after).moves[0]
        text = reason(game, after, OPPONENT, YOU)
        return f"{game.spell(position, move)} loses. {text} Your opponent answers {game.spell(after, answer)}."
    return explain(game, position, move).text


def reason(game: AnyGame, position: Any, mover: Side, other: Side) -> str:
    """Return the oracle's reason; for a sum, the shorter one of the lesson."""
    verdict = solve(game, position)
    claim = verdict.reason.claims[0]
    if isinstance(verdict, SumVerdict) and isinstance(claim, Worth):
        return f"{claim.words(mover, other)} {twins(verdict.values)}"
    return verdict.reason.tell(mover, other)


def twins(values: tuple[int, ...]) -> str:
    """Say which parts of some values have no twin; a part is a power of two.

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
    sentence = f"{listing(single, 'and')} {'has' if len(single) == 1 else 'have'} no twin."
    return f"{split}{sentence[0].upper()}{sentence[1:]}"


def moves(game: AnyGame, position: Any) -> str:
    """List the divisors to choose from, or the numbers to pick."""
    return listing([str(move) for move in game.legal_moves(position)])


def odds(game: AnyGame, position: Any) -> str:
    """Say how many of the moves win.

    >>> from aliquot.games import create
    >>> game = create("dividers-duel", start=8)
    >>> odds(game, game.start())
    '1 of your 2 moves wins'
    """
    winning, legal = len(solve(game, position).winning_moves), len(game.legal_moves(position))
    return f"{winning} of your {legal} moves {'wins' if winning == 1 else 'win'}"


def winning_moves(game: AnyGame, position: Any) -> str:
    """List every winning move and what it leaves.

    >>> from aliquot.games import create
    >>> game = create("dividers-duel", start=20)
    >>> winning_moves(game, game.start())
    '20/4 leaves 5 and 20/10 leaves 2'
    """
    return listing([_leaves(game, position, move) for move in solve(game, position).winning_moves], "and")


def factored(number: int) -> str:
    """Return a number with its prime factors.

    >>> factored(84)
    '84 = 2·2·3·7'
    """
    return f"{number} = {product(factorise(number))}"
