"""Print the review of a match."""

from aliquot.core.outcome import SEATS, Seat
from aliquot.oracle.review import Mark
from aliquot.reports.review import ReviewReport
from aliquot.terminal.line.output import Output

_STYLES = {Mark.BEST: "won", Mark.FINE: "", Mark.WINS: "won", Mark.BLUNDER: "warn", Mark.LOST: "faint"}


def show(report: ReviewReport, page: Output) -> None:
    """Print a review."""
    names = report.names
    page.note(f"{report.title}, {names[0]} against {names[1]}", "number")
    page.gap()
    for turn in report.turns:
        if turn.mark is None:
            continue
        head = f"{turn.number:>3}. {names[turn.seat - 1]}: {turn.move}{turn.sign} ({turn.mark})"
        page.note(head, _STYLES[turn.mark])
        if turn.mark is not Mark.LOST:
            page.note(f"     {turn.sentence}")
    if len(report.leaders) > 1:
        page.gap()
    for line in strip(report.leaders, names, page.width if page.on_terminal else 78):
        page.say("{line}", {"line": line})
    page.gap()
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
