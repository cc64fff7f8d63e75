"""What line mode and the full screen say in the same words."""

from datetime import timedelta

from aliquot.core.outcome import Ending

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
