"""A verdict, set for a person: who wins, why, by which moves, and a drawing to see it in."""

from collections.abc import Sequence
from textwrap import wrap

from aliquot.arithmetic import divisors, omega
from aliquot.core.view import NumbersView
from aliquot.oracle.verdict import Verdict
from aliquot.terminal.line.output import Page, tidy

_MOST_MOVES = 500
"""How many winning moves are printed."""
_LARGEST_LATTICE = 64
"""Numbers with more divisors than this are not drawn."""


def show(verdict: Verdict, page: Page) -> None:
    """Prints a verdict."""
    game, width = verdict.game, page.width if page.on_terminal else 78
    page.note(f"{game.title} at {game.text(verdict.position)}, player {verdict.to_move} to move")
    page.gap()
    outcome = game.outcome(verdict.position)
    if outcome is not None:
        page.note(f"Nobody can move: player {outcome.winner} has won.", "won" if verdict.wins else "warn")
    else:
        wins = "The player to move wins." if verdict.wins else "The player to move loses."
        page.note(wins, "won" if verdict.wins else "warn")
    page.note(str(verdict.reason))
    for block in (_facts(verdict, width), _draw(verdict, width)):
        if block:
            page.gap()
        for line in block:
            page.say("{line}", {"line": line})


def _facts(verdict: Verdict, width: int) -> list[str]:
    facts = []
    view = verdict.game.view(verdict.position)
    options = [view.option(move) for move in verdict.winning_moves[:_MOST_MOVES]]
    if options and isinstance(view, NumbersView) and len(view.heaps) > 1:
        facts = wrap(f"Winning moves: {', '.join(option.spelt for option in options)}", width)
    elif options:
        facts = tidy("Winning moves: ", [option.label for option in options], "", width)
    if (more := len(verdict.winning_moves) - _MOST_MOVES) > 0:
        facts.append(f"and {more:,} more, all of them with --json")
    if verdict.grundy is not None:
        facts.append(f"Grundy value: {verdict.grundy}")
    if verdict.remoteness is not None:
        facts.append(f"Moves to the end: {verdict.remoteness}")
    return facts


def _draw(verdict: Verdict, width: int) -> list[str]:
    if verdict.pairs:
        return pairing(verdict.pairs, width)
    match verdict.game.view(verdict.position):
        case NumbersView(heaps=(heap,)):
            return lattice(heap.number, verdict.winning_moves, width)
    return []


def lattice(number: int, winning: Sequence[int], width: int) -> list[str]:
    r"""The divisors of a number in rows by how many prime factors they have, winning choices in brackets.

    Nothing is drawn if it would not fit.

    >>> print(*lattice(12, (4, 6), 24), sep="\n")
       12
    [4]  [6]
     2    3
       1
    """
    found = divisors(number)
    if len(found) > _LARGEST_LATTICE or len(found) < 3:
        return []
    ranks: dict[int, list[str]] = {}
    for divisor in reversed(found):
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
    """Pairs of numbers in columns."""
    if not pairs:
        return []
    texts = [f"{a}–{b}" for a, b in pairs]
    cell = max(map(len, texts)) + 3
    per_row = max(1, width // cell)
    rows = [texts[at : at + per_row] for at in range(0, len(texts), per_row)]
    return ["Partners:", *("  " + "".join(text.ljust(cell) for text in row).rstrip() for row in rows)]
