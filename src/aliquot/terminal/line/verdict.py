"""Print the study of a position: who wins, why, by which moves, and a drawing."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from aliquot.arithmetic import divisors, omega
from aliquot.core.game import AnyGame
from aliquot.core.view import NumbersView, View
from aliquot.games.swap import WORD
from aliquot.reports.study import Study
from aliquot.terminal.line.output import Output
from aliquot.terminal.text import layout_list

_MOST_MOVES = 500
"""How many winning moves are printed."""
_LARGEST_LATTICE = 64
"""Numbers with more divisors than this are not drawn."""


def show(study: Study, game: AnyGame, position: Any, page: Output) -> None:
    """Print the study of a position of a game."""
    view, width = game.view(position), page.width if page.on_terminal else 78
    page.note(f"{game.title} at {study.position}, player {study.to_move} to move")
    page.gap()
    page.note(study.summary, "won" if study.wins else "warn")
    page.note(study.reason)
    for block in (_facts(study, view, width), _draw(study, view, width)):
        if block:
            page.gap()
        for line in block:
            page.say("{line}", {"line": line})


def _facts(study: Study, view: View, width: int) -> list[str]:
    facts = []
    options = [view.swap if move == WORD else view.option(move) for move in study.winning_moves[:_MOST_MOVES]]
    winning = [option for option in options if option is not None]
    if winning and isinstance(view, NumbersView) and len(view.heaps) > 1:
        facts = wrap(f"Winning moves: {', '.join(option.spelt for option in winning)}", width)
    elif winning:
        facts = layout_list("Winning moves: ", [option.label for option in winning], "", width)
    if (more := len(study.winning_moves) - _MOST_MOVES) > 0:
        facts.append(f"and {more:,} more, all of them with --json")
    if study.grundy is not None:
        facts.append(f"Grundy value: {study.grundy}")
    if study.remoteness is not None:
        facts.append(f"Moves to the end: {study.remoteness}")
    return facts


def _draw(study: Study, view: View, width: int) -> list[str]:
    if study.pairs:
        return [*pairing(study.pairs, width), *wrap(study.alone_text, width)]
    match view:
        case NumbersView(heaps=(heap,)):
            return lattice(heap.number, study.winning_moves, width)
    return []


def lattice(number: int, winning: Sequence[int], width: int) -> list[str]:
    r"""Return the divisors of a number in rows by how many prime factors they have, winning choices in brackets.

    Nothing is drawn if it would not fit.

    >>> print(*lattice(12, (4, 6), 24), sep="\n")
       12
    [4]  [6]
     2    3
       1
    """
    every = divisors(number)
    if len(every) > _LARGEST_LATTICE or len(every) < 3:
        return []
    ranks: dict[int, list[str]] = {}
    for divisor in reversed(every):
        ranks.setdefault(omega(divisor), []).insert(0, f"[{divisor}]" if divisor in winning else f"{divisor}")
    cell = max(len(text) for row in ranks.values() for text in row) + 2
    rows = ["".join(text.center(cell) for text in row) for row in ranks.values()]
    widest = max(len(row) for row in rows)
    if widest > width:
        return []
    lines = [row.center(widest).rstrip() for row in rows]
    margin = min(len(line) - len(line.lstrip()) for line in lines)
    return [line[margin:] for line in lines]


def pairing(pairs: Sequence[tuple[int, int]], width: int) -> list[str]:
    """Return pairs of numbers in columns, below a heading."""
    if not pairs:
        return []
    texts = [f"{a}–{b}" for a, b in pairs]
    cell = max(map(len, texts)) + 3
    per_row = max(1, width // cell)
    rows = [texts[at : at + per_row] for at in range(0, len(texts), per_row)]
    return ["Partners:", *("  " + "".join(text.ljust(cell) for text in row).rstrip() for row in rows)]
