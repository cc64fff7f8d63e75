"""What every door says in the same words: what a move does, how a match ended, where it was decided."""

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Ending, Seat
from aliquot.core.player import HUMAN
from aliquot.core.text import listing
from aliquot.core.view import Option, PoolView, View

if TYPE_CHECKING:
    from aliquot.oracle.review import Review

LOSSES = {
    Ending.ILLEGAL_MOVE: "{loser} made an illegal choice and loses.",
    Ending.RESIGNED: "{loser} resigns.",
    Ending.OUT_OF_TIME: "{loser} has run out of time.",
    Ending.ABANDONED: "{loser} has abandoned the game.",
}
"""How a loss off the board is told."""


def called(game: AnyGame) -> str:
    """A game with what it starts from, in few words.

    >>> from aliquot.games import create
    >>> called(create("divisor-duel-pool", pool="1-40")), called(create("factor-duel"))
    ('Pool 1–40', 'Factor Duel, 30')
    """
    view = game.view(game.start())
    if isinstance(view, PoolView):
        return f"Pool {view.low}–{view.high}"
    return f"{game.title}, {listing(view.left.split(', '), 'and')}"


def tell_time(left: timedelta) -> str:
    """A time as clocks show it.

    >>> tell_time(timedelta(seconds=75.25)), tell_time(timedelta(seconds=8.25))
    ('1:15', '0:08.2')
    """
    seconds = left.total_seconds()
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


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


def effect(view: View, option: Option) -> str:
    """What a move does, as a verb and what follows it.

    >>> from aliquot.games import create
    >>> view = create("dividers-duel").view(create("dividers-duel").start())
    >>> effect(view, view.option(2))
    'plays 60/2, which leaves 30'
    """
    if option is view.swap:
        return "takes the last move over"
    return f"plays {option.spelt}, which leaves {option.leaves}" if option.leaves else f"picks {option.label}"


def spell(game: AnyGame, turn: Turn[Any, Any], view: View | None = None) -> tuple[str, str]:
    """A turn as histories show it: the move, and what it left.

    Args:
        game: Of which game.
        turn: Which.
        view: The view of the position before it, if it is at hand.
    """
    if turn.after is None:
        return game.spell(turn.before, turn.move), ""
    if view is None:
        view = game.view(turn.before)
    option = view.option(turn.move)
    return option.spelt, "" if option is view.swap else option.leaves


def conclude(match: Match[Any, Any], names: tuple[str, str], kinds: tuple[str, str] = (HUMAN, HUMAN)) -> str:
    """How a match ended, in one or two sentences; a computer that has beaten a person is not cheered."""
    outcome = match.outcome
    if outcome is None:
        return ""
    winner, loser = names[outcome.winner - 1], names[outcome.loser - 1]
    beaten = kinds[outcome.winner - 1] != HUMAN == kinds[outcome.loser - 1]
    cheer = f"{winner} wins this time." if beaten else f"{winner} wins!"
    if outcome.ending is not Ending.NO_MOVES:
        objection = match.last.objection if match.last else ""
        return " ".join(filter(None, (objection, LOSSES[outcome.ending].format(loser=loser), cheer)))
    why, stuck = match.game.view(match.position).stuck, names[match.seat - 1]
    turned = "" if match.game.last_move_wins else ", and the last move loses"
    return f"{why}: {stuck} cannot move{turned}. {cheer}"
