"""The duel of the day as it is told to a page: the position, a try so far with the answer to it, and why it was won.

Plain functions of plain data, which are worked out in the processes that think.
"""

from datetime import date
from typing import Any

from aliquot import daily
from aliquot.core.match import Match
from aliquot.oracle import solve
from aliquot.reports.sentences import move_sentence, turn_texts
from aliquot.web.site.explore_url import place_of

MOST_MOVES = 500
"""How many moves a try may have; no duel of a day is that long."""


def told(number: int) -> dict[str, Any]:
    """A duel before the first try."""
    found = daily.duel(number)
    match = _played(found, [])
    return {**_standing(found, match), "text": _faced(match)}


def tried(number: int, moves: list[str]) -> dict[str, Any]:
    """A try so far, with the opponent's answer if it is the opponent's turn.

    Args:
        number: Which duel.
        moves: Every move of the try, the opponent's included.

    Raises:
        AliquotError: They do not lead there.
    """
    found = daily.duel(number)
    match = _played(found, moves)
    text = ""
    if match.outcome is None and match.seat != found.you:
        answer = daily.reply(found, moves) or ""
        view, move = match.game.view(match.position), match.game.parse(match.position, answer)
        text = f"{move_sentence('Your opponent', view, view.option(move))}."
        match.play(move)
    if match.outcome is not None:
        text = f"{text} {_ended(found, match)}".strip()
    return {**_standing(found, match), "text": text or _faced(match)}


def explained(number: int) -> dict[str, Any]:
    """Why the duel of a day gone by was won, and by what."""
    found = daily.duel(number)
    verdict = solve(found.game, found.position)
    winning = [found.game.spell(found.position, move) for move in verdict.winning_moves]
    return {
        "number": number,
        "name": found.name,
        "faced": f"{found.name}. {_faced(_played(found, []))}",
        "winning": winning,
        "count": found.game.count_moves(found.position),
        "reason": str(verdict.reason),
        "explore": place_of(found.game, found.position).path,
    }


def _played(found: daily.DailyDuel, moves: list[str]) -> Match[Any, Any]:
    match: Match[Any, Any] = Match(found.game, penalty="retry")
    for text in (*found.given, *moves):
        match.play(match.game.parse(match.position, text))
    return match


def _standing(found: daily.DailyDuel, match: Match[Any, Any]) -> dict[str, Any]:
    turns = [(turn.seat, *turn_texts(match.game, turn)) for turn in match.turns]
    return {
        "number": found.number,
        "date": found.day.isoformat(),
        "name": found.name,
        "rules": found.game.tagline,
        "slug": found.game.slug,
        "start": found.game.text(found.game.start()),
        "you": found.you,
        "given": len(found.given),
        "turns": [{"seat": seat, "move": move, "leaves": leaves} for seat, move, leaves in turns],
        "view": match.game.view(match.position).as_json(),
        "won": None if match.outcome is None else match.outcome.winner == found.you,
    }


def _faced(match: Match[Any, Any]) -> str:
    """What there is to do."""
    end = "" if match.game.last_move_wins else "The last move loses. "
    return f"{end}Your move: {match.game.view(match.position).asks}."


def _ended(found: daily.DailyDuel, match: Match[Any, Any]) -> str:
    """How a try ended, and why."""
    why, mine = match.game.view(match.position).stuck, match.seat == found.you
    turned = "" if match.game.last_move_wins else ", and the last move loses"
    won = match.outcome is not None and match.outcome.winner == found.you
    end = "You have won." if won else "This try is lost."
    return f"{why}: {'you' if mine else 'your opponent'} cannot move{turned}. {end}"


def today(milliseconds: int) -> int:
    """The number of the duel at a time.

    >>> today(1_767_225_600_000), today(1_767_225_599_999 + 86_400_000)
    (1, 1)
    """
    return daily.number_of(date.fromordinal(date(1970, 1, 1).toordinal() + milliseconds // 86_400_000))
