"""What line mode and the full screen say in the same words."""

from datetime import timedelta
from typing import TYPE_CHECKING

from aliquot.core.outcome import Ending, Seat

if TYPE_CHECKING:
    from aliquot.oracle.review import Review

LOSSES = {
    Ending.ILLEGAL_MOVE: "{loser} made an illegal choice and loses.",
    Ending.RESIGNED: "{loser} resigns.",
    Ending.OUT_OF_TIME: "{loser} has run out of time.",
    Ending.ABANDONED: "{loser} has abandoned the game.",
}
"""How a loss off the board is told."""


def tell_time(left: timedelta) -> str:
    """A time as clocks show it.

    >>> tell_time(timedelta(seconds=75.25)), tell_time(timedelta(seconds=8.25))
    ('1:15', '0:08.2')
    """
    seconds = left.total_seconds()
    minutes, rest = divmod(seconds, 60)
    return f"{int(minutes)}:{int(rest):02}" if seconds >= 10 else f"0:{rest:04.1f}"


def turning_point(found: "Review", names: tuple[str, str]) -> str:
    """The sentence that says where the match was decided."""
    if found.turning_point is None:
        return f"Nobody gave anything away: {names[found.leaders[-1] - 1]} was winning from the start."
    last = next(j for j in found.judgements if j.number == found.turning_point)
    return f"The turning point was move {last.number}, {last.spelt}, by {names[last.seat - 1]}."


def accuracy(found: "Review", seat: Seat, names: tuple[str, str]) -> str:
    """The sentence that says how well a player did."""
    kept, choices = found.accuracy(seat)
    if not choices:
        return f"{names[seat - 1]} never had a choice that mattered."
    share = f"{kept} of {choices} positions where it could be lost ({kept / choices:.0%})"
    return f"{names[seat - 1]} kept the win in {share}."
