"""A review, set for a person: every move judged, who was winning when, and how well each played."""

from typing import Any

from aliquot.core.match import Match
from aliquot.core.outcome import SEATS
from aliquot.oracle.review import SIGNS, Judgement, Mark, Review, review
from aliquot.reports.sentences import accuracy, turning_point
from aliquot.terminal.line.output import Page

_STYLES = {Mark.BEST: "won", Mark.FINE: "", Mark.WINS: "won", Mark.BLUNDER: "warn", Mark.LOST: "faint"}


def show(match: Match[Any, Any], names: tuple[str, str], page: Page) -> None:
    """Reviews a match and prints what was found.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    found = review(match)
    page.note(f"{match.game.title}, {names[0]} against {names[1]}", "number")
    page.gap()
    for judgement in found.judgements:
        _tell(judgement, names, page)
    if found.judgements:
        page.gap()
    for line in strip(found, names, page.width if page.on_terminal else 78):
        page.say("{line}", {"line": line})
    page.gap()
    page.note(turning_point(found, names))
    if match.outcome is not None and match.outcome.loser == found.leaders[-1]:
        ending = match.outcome.ending.replace("_", " ")
        page.note(f"{names[match.outcome.loser - 1]} was winning all the same, and lost off the board ({ending}).")
    for seat in SEATS:
        page.note(accuracy(found, seat, names))


def _tell(judgement: Judgement, names: tuple[str, str], page: Page) -> None:
    head = f"{judgement.number:>3}. {names[judgement.seat - 1]}: {judgement.spelt}{SIGNS[judgement.mark]}"
    page.note(f"{head} ({judgement.mark})", _STYLES[judgement.mark])
    if judgement.mark is not Mark.LOST:
        page.note(f"     {judgement.tell(names)}")


def strip(found: Review, names: tuple[str, str], width: int) -> list[str]:
    """Who was winning before each move and at the end, one row for each player.

    A match too long for the width is shown by every so many moves.
    """
    label = max(map(len, names)) + 2
    step = -(-len(found.leaders) // max(1, width - label))
    leaders = found.leaders[::step]
    return [
        f"{names[seat - 1]:<{label}}{''.join('█' if leader == seat else '·' for leader in leaders)}" for seat in SEATS
    ]
