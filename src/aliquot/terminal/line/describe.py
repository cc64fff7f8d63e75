"""Where a match stands, said in full: for whoever asks `where`, for lessons, and for those who cannot see a board."""

from collections.abc import Sequence

from aliquot.core.text import listing
from aliquot.core.view import NumbersView, PoolView, View

_MOST = 60
"""How many numbers are read out; of more, it is said how many there are."""


def describe(view: View) -> str:
    """What lies there, in a sentence or two.

    >>> from aliquot.games import create
    >>> game = create("divisor-duel-pool", pool="2-12")
    >>> describe(game.view(game.position("2-12/12,6")))
    'The last pick is 6. Taken so far: 12, 6. Left: 2, 3, 4, 5, 7, 8, 9, 10, 11.'
    """
    match view:
        case NumbersView(heaps=(heap,)):
            return f"The number is {heap.number}."
        case NumbersView():
            return f"The numbers are {listing([str(number) for number in view.numbers], 'and')}."
        case PoolView(current=None):
            return f"The pool is {view.low} to {view.high}, and nothing is taken."
        case PoolView():
            taken, left = [*view.turns], view.available
            return f"The last pick is {view.current}. Taken so far: {_list(taken)}. Left: {_list(left) or 'nothing'}."
    return f"The position is {view.left}."


def choices(view: View) -> str:
    """What may be chosen, in a sentence."""
    if view.stuck and view.swap is None:
        return f"{view.stuck}."
    if isinstance(view, NumbersView) and len(view.heaps) > 1:
        parts = [f"of {heap.number}: {_list(heap.divisors)}" for heap in view.heaps if heap.divisors and not heap.twin]
        told = "; ".join(parts)
    else:
        told = _list([option.label for option in view.options[: _MOST + 1]], len(view.options))
    swap = "swap" if view.swap is not None else ""
    return f"You may choose {' or '.join(filter(None, (told, swap)))}."


def _list(values: Sequence[object], count: int | None = None) -> str:
    total = len(values) if count is None else count
    shown = ", ".join(map(str, values[:_MOST]))
    return f"{shown} and {total - _MOST:,} more" if total > _MOST else shown
