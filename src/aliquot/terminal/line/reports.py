"""Print reports: the study of a position, the review of a match, and the report on a chain."""

from collections.abc import Sequence
from textwrap import wrap
from typing import Any

from aliquot.arithmetic import divisors, omega
from aliquot.core.game import AnyGame
from aliquot.core.outcome import SEATS, Seat
from aliquot.core.view import NumbersView, View
from aliquot.games import title_of
from aliquot.games.longest_chain import TITLE
from aliquot.games.swap import WORD
from aliquot.oracle.review import Mark
from aliquot.reports.chain import ChainReport
from aliquot.reports.review import ReviewReport
from aliquot.reports.study import Study
from aliquot.terminal.line.output import Output
from aliquot.terminal.text import layout_list

_STYLES = {Mark.BEST: "won", Mark.FINE: "", Mark.WINS: "won", Mark.BLUNDER: "warn", Mark.LOST: "faint"}
_MOST_MOVES = 500
"""How many winning moves are printed."""
_LARGEST_LATTICE = 64
"""Numbers with more divisors than this are not drawn."""


def show_study(study: Study, game: AnyGame, position: Any, page: Output) -> None:
    """Print the study of a position of a game."""
    view, width = game.view(position), page.width if page.on_terminal else 78
    page.note(f"{title_of(game)} at {study.position}, player {study.to_move} to move")
    page.gap()
    page.note(study.summary, "won" if study.wins else "warn")
    page.note(study.reason)
    drawing = [] if page.is_plain else _draw(study, view, width)
    for block in (_facts(study, view, width), drawing):
        if block:
            page.gap()
        for line in block:
            page.say("{line}", {"line": line})


def _facts(study: Study, view: View, width: int) -> list[str]:
    facts = []
    options = [view.swap if move == WORD else view.option(move) for move in study.winning_moves[:_MOST_MOVES]]
    winning = [option for option in options if option is not None]
    if winning and isinstance(view, NumbersView) and len(view.heaps) > 1:
        facts = wrap(f"Winning moves: {', '.join(option.notation for option in winning)}", width)
    elif winning:
        facts = layout_list("Winning moves: ", [option.label for option in winning], "", width, more="")
    if (more := len(study.winning_moves) - _MOST_MOVES) > 0:
        facts.append(f"and {more:,} more, all of them with --json")
    if study.grundy is not None:
        facts.append(f"Grundy value: {study.grundy}")
    if study.remoteness is not None:
        facts.append(f"Moves to the end: {study.remoteness}")
    facts += wrap(study.gaps, width) if study.gaps else []
    return facts


def _draw(study: Study, view: View, width: int) -> list[str]:
    if study.pairs:
        return pairing(study.pairs, width)
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


def show_chain(report: ChainReport, page: Output) -> None:
    """Print the report on a chain: how far it is, why none is longer, and a continuation."""
    page.note(f"{TITLE} at {report.position}")
    page.gap()
    page.note(report.sentence, "won" if report.length >= report.ceiling else "")
    for text in (report.story, report.hint.sentence if report.hint else ""):
        if text:
            page.note(text)
    if report.hint:
        page.gap()
        page.say("{moves}", {"moves": report.hint.continuation})


def show_review(report: ReviewReport, page: Output) -> None:
    """Print a review."""
    names = report.names
    page.note(f"{report.title}, {names[0]} against {names[1]}", "number")
    page.gap()
    for turn in report.turns:
        if turn.mark is None:
            page.note(f"{turn.number:>3}. {names[turn.seat - 1]}: {turn.move} (illegal)", "warn")
            continue
        head = f"{turn.number:>3}. {names[turn.seat - 1]}: {turn.move}{turn.sign} ({turn.mark})"
        page.note(head, _STYLES[turn.mark])
        if turn.mark is not Mark.LOST:
            page.note(f"     {turn.sentence}")
    if len(report.leaders) > 1:
        page.gap()
    if not page.is_plain:
        for line in strip(report.leaders, names, page.width if page.on_terminal else 78):
            page.say("{line}", {"line": line})
        page.gap()
    page.note(report.result)
    page.note(report.summary)
    for accuracy in report.accuracy:
        page.note(accuracy.sentence)


def strip(leaders: tuple[Seat, ...], names: tuple[str, str], width: int) -> list[str]:
    """Draw who was winning before each move and at the end, one row for each player.

    A match too long for the width is drawn by every second move, every third and so on.
    """
    label = max(map(len, names)) + 2
    step = -(-len(leaders) // max(1, width - label))
    return [
        f"{names[seat - 1]:<{label}}{''.join('█' if leader == seat else '·' for leader in leaders[::step])}"
        for seat in SEATS
    ]
