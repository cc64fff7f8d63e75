"""Text layout and sentences about positions that line mode and the full screen share."""

from collections.abc import Sequence
from itertools import groupby
from textwrap import wrap

from aliquot.core.text import listing
from aliquot.core.view import NumbersView, PoolView, View

ROWS = 8
"""A list that needs more rows than this is shortened."""
HEAD, TAIL = 3, 2
"""The rows of a shortened list that are shown from its beginning and from its end."""
_MOST_NUMBERS = 60
"""The most numbers a sentence lists; of more, it says how many there are."""


def fold(text: str, width: int) -> str:
    r"""Fold prose to a width; consecutive lines with the same indentation are one paragraph.

    >>> print(fold("Rules\n    Choose a\n    divisor of it.\n\nTheory", 20))
    Rules
        Choose a divisor
        of it.
    <BLANKLINE>
    Theory
    """
    folded: list[str] = []
    for indent, lines in groupby(text.split("\n"), key=lambda line: line[: len(line) - len(line.lstrip())]):
        for blank, paragraph in groupby(lines, key=lambda line: not line.strip()):
            prose = " ".join(line.strip() for line in paragraph)
            folded += [""] if blank else wrap(prose, width, initial_indent=indent, subsequent_indent=indent)
    return "\n".join(folded)


def layout_list(
    label: str, numbers: Sequence[object], closing: str, width: int, more: str = "; you can type any of them"
) -> list[str]:
    r"""Lay out a list of numbers after its label if it fits there, else as a block below it.

    Of a long list the beginning and the end are shown, and `more` says what can be done about the others.

    >>> layout_list("Divisors: [", [2, 4, 8], "]", 40)
    ['Divisors: [2, 4, 8]']
    >>> print(*layout_list("Divisors: [", range(2, 12), "]", 24), sep="\n")
    Divisors:
       2   3   4   5   6   7
       8   9  10  11
    """
    # A list of more numbers than columns cannot fit, so a huge one is never joined.
    if len(numbers) <= width:
        line = ", ".join(map(str, numbers)) or "none"
        if len(label) + len(line) + len(closing) <= width:
            return [f"{label}{line}{closing}"]
    label = label.rstrip(" [")
    if len(numbers) <= ROWS * _per_row(numbers[-1], width):
        return [label, *_block(numbers, width)]
    head, tail = HEAD * _per_row(numbers[0], width), TAIL * _per_row(numbers[-1], width)
    head = min(head, len(numbers))
    while head > (fitting := HEAD * _per_row(numbers[head - 1], width)):
        head = fitting
    hidden = len(numbers) - head - tail
    if hidden <= 0:
        return [label, *_block(numbers, width)]
    gap = wrap(f"… {hidden:,} more{more} …", width, initial_indent="  ", subsequent_indent="  ")
    return [label, *_block(numbers[:head], width), *gap, *_block(numbers[-tail:], width)]


def _per_row(largest: object, width: int) -> int:
    return max(1, width // (len(str(largest)) + 2))


def _block(numbers: Sequence[object], width: int) -> list[str]:
    """Return rows of right-aligned columns, as many as fit."""
    widest = max(numbers[-1:] if isinstance(numbers[-1], int) else numbers, key=lambda value: len(str(value)))
    cell, per_row = len(str(widest)) + 2, _per_row(widest, width)
    return ["".join(f"{n!s:>{cell}}" for n in numbers[at : at + per_row]) for at in range(0, len(numbers), per_row)]


def describe_position(view: View) -> str:
    """Describe a position in a sentence or two, for people who cannot see a board.

    >>> from aliquot.games import create
    >>> game = create("divisor-duel-pool", pool="2-12")
    >>> describe_position(game.view(game.position("2-12/12,6")))
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
            picks, rest = _list_numbers([*view.turns]), _list_numbers(view.available)
            return f"The last pick is {view.current}. Taken so far: {picks}. Left: {rest or 'nothing'}."
    return f"The position is {view.summary}."


def describe_choices(view: View) -> str:
    """Describe the legal moves in a sentence."""
    if view.no_move_reason and view.swap is None:
        return f"{view.no_move_reason}."
    if isinstance(view, NumbersView) and len(view.heaps) > 1:
        heaps = [heap for heap in view.heaps if heap.divisors and not heap.twin]
        moves = "; ".join(f"of {heap.number}: {_list_numbers(heap.divisors)}" for heap in heaps)
    else:
        moves = _list_numbers([option.label for option in view.options[: _MOST_NUMBERS + 1]], len(view.options))
    if view.swap is None:
        return f"You may choose {moves}."
    return f"You may choose {moves} or swap." if moves else "You may choose swap."


def _list_numbers(values: Sequence[object], count: int | None = None) -> str:
    total = len(values) if count is None else count
    text = ", ".join(map(str, values[:_MOST_NUMBERS]))
    return f"{text} and {total - _MOST_NUMBERS:,} more" if total > _MOST_NUMBERS else text
