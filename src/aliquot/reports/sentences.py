"""Sentences that every interface shares: a move and its effect, the result of a match, times and titles."""

from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Ending, Seat
from aliquot.core.player import HUMAN
from aliquot.core.text import listing
from aliquot.core.view import NumbersView, Option, PoolView, View
from aliquot.games import title_of

LOSSES = {
    Ending.ILLEGAL_MOVE: "{loser} made an illegal choice and loses.",
    Ending.RESIGNED: "{loser} resigns.",
    Ending.OUT_OF_TIME: "{loser} has run out of time.",
    Ending.ABANDONED: "{loser} has abandoned the game.",
}
"""The sentence for each way to lose other than having no move."""
WINS_AT_ONCE = "{reason}: {name} has no move and wins at once."
LOSES_AT_ONCE = "{reason}: {name} has no move and loses at once."
_WIN, _WIN_OVER_PERSON = "{winner} wins!", "{winner} wins this time."
_STUCK, _STUCK_MISERE = "{reason}: {name} cannot move.", "{reason}: {name} cannot move, and the last move loses."


@dataclass(frozen=True, slots=True)
class TurnReport:
    """One move that was made."""

    seat: Seat
    move: str
    """The move, as records write it."""
    leaves: str
    """The numbers it leaves, for people; empty where that takes a board."""
    numbers: tuple[str, ...]
    """The numbers it leaves, as data; empty after an illegal move and where that takes a board."""


def start_text(game: AnyGame) -> str:
    """Return what a game starts from: its numbers, or the ends of its pool."""
    view = game.view(game.start())
    if isinstance(view, PoolView):
        return f"{view.low}–{view.high}"
    return (
        listing([*map(str, view.numbers)], "and")
        if isinstance(view, NumbersView)
        else view.summary or game.text(game.start())
    )


def short_title(game: AnyGame) -> str:
    """Return a game's name and what it starts from.

    >>> from aliquot.games import create
    >>> short_title(create("divisor-duel-pool", pool="1-40")), short_title(create("factor-duel"))
    ('Pool 1–40', 'Factor Duel, 30')
    >>> short_title(create("juniper-green")), short_title(create("sum(factor-duel:30+factor-duel:42)"))
    ('Juniper Green', 'Factor Duel with 2 numbers (30 and 42)')
    """
    if (title := title_of(game)) != game.title:
        return title
    if isinstance(game.view(game.start()), PoolView):
        return f"Pool {start_text(game)}"
    start = start_text(game)
    return f"{game.title} ({start})" if " and " in start else f"{game.title}, {start}"


def format_time(remaining: timedelta) -> str:
    """Format a time as clocks show it.

    >>> format_time(timedelta(seconds=75.25)), format_time(timedelta(seconds=8.25))
    ('1:15', '0:08.2')
    """
    seconds = remaining.total_seconds()
    if seconds < 10:
        return f"0:{seconds:04.1f}"
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02}"


def move_sentence(subject: str, view: View, option: Option) -> str:
    """Describe a move and its effect, without a full stop.

    Args:
        subject: Who or what makes the move.
        view: The position it is made in.
        option: The move.

    >>> from aliquot.games import create
    >>> view = create("dividers-duel").view(create("dividers-duel").start())
    >>> move_sentence("Your opponent", view, view.option(2))
    'Your opponent plays 60/2, which leaves 30'
    """
    if option is view.swap:
        return f"{subject} takes the last move over"
    if option.leaves:
        return f"{subject} plays {option.notation}, which leaves {option.leaves}"
    return f"{subject} picks {option.label}"


def turn_texts(game: AnyGame, turn: Turn[Any, Any], view: View | None = None) -> tuple[str, str]:
    """Return a turn as histories show it: the move, and the numbers it leaves.

    Args:
        game: The game.
        turn: The turn.
        view: The view of the position before it, if the caller has it.
    """
    if turn.after is None:
        return game.spell(turn.before, turn.move), ""
    if view is None:
        view = game.view(turn.before)
    option = view.option(turn.move)
    return option.notation, "" if option is view.swap else option.leaves


def describe_turns(match: Match[Any, Any], first: int = 0, end: int | None = None) -> tuple[TurnReport, ...]:
    """Describe the turns of a match, or those from one place up to another."""
    game, turns, reports = match.game, match.turns[first:end], []
    if not turns:
        return ()
    view = game.view(turns[0].before)
    for turn in turns:
        move, leaves = turn_texts(game, turn, view)
        if turn.after is not None:
            view = game.view(turn.after)
        reports.append(TurnReport(turn.seat, move, leaves, () if turn.after is None else view.number_texts))
    return tuple(reports)


def stuck_sentence(match: Match[Any, Any], name: str) -> str:
    """Say why the player to move, who has that name, cannot move."""
    template = _STUCK if match.game.last_move_wins else _STUCK_MISERE
    return template.format(reason=match.game.view(match.position).no_move_reason, name=name)


def end_reason(match: Match[Any, Any]) -> str:
    """Return why a match ended on the board, without a full stop; nothing if it goes on or ended off the board."""
    outcome = match.outcome
    if outcome is None:
        return ""
    if outcome.ending is Ending.NO_MOVES:
        return match.game.view(match.position).no_move_reason
    return match.last.objection.removesuffix(".") if match.last else ""


def result_sentence(match: Match[Any, Any], names: tuple[str, str], kinds: tuple[str, str] = (HUMAN, HUMAN)) -> str:
    """Say how a match ended, in one to three sentences; return nothing while it goes on."""
    outcome = match.outcome
    if outcome is None:
        return ""
    beats_person = kinds[outcome.winner - 1] != HUMAN == kinds[outcome.loser - 1]
    win = (_WIN_OVER_PERSON if beats_person else _WIN).format(winner=names[outcome.winner - 1])
    if outcome.ending is Ending.NO_MOVES:
        return f"{stuck_sentence(match, names[match.seat - 1])} {win}"
    objection = match.last.objection if match.last else ""
    loss = LOSSES[outcome.ending].format(loser=names[outcome.loser - 1])
    return " ".join(filter(None, (objection, loss, win)))
