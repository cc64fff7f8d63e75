"""What the page of a review says, worked out in a process of its own: plain functions, plain data."""

import json
from datetime import timedelta
from typing import Any

from aliquot.core.errors import InvalidParameter, Unsolved
from aliquot.core.record import Record
from aliquot.core.text import clean
from aliquot.core.view import MOST_OPTIONS
from aliquot.web.limits import ORACLE_SECONDS
from aliquot.web.site.explore_report import headline
from aliquot.web.site.explore_url import place_of

_ROOM = 100_000
"""Characters of boards that are sent along; the others are asked for one by one."""


def looked_back(record: Record) -> dict[str, Any]:
    """A match move by move, what each was worth, and the boards to step through.

    Raises:
        AliquotError: It is no match of ours, or too large for everybody's server.
    """
    match, names = _replayed(record)
    review, problem = _reviewed(match)
    told = _told(record, match, names, problem)
    told["boards"] = _boards(match, known=review is not None)
    return told if review is None else {**told, **_judged(match, review, names, told["turns"])}


def played_back(record: Record) -> dict[str, Any]:
    """The same without the oracle: only what happened. Boards are asked for one by one.

    Raises:
        AliquotError: It is no match of ours, or too large for everybody's server.
    """
    match, names = _replayed(record)
    told = _told(record, match, names, "This game takes too long to judge, so only its moves are shown.")
    told["boards"] = [None] * len(_positions(match))
    return told


def _told(record: Record, match: Any, names: tuple[str, str], problem: str) -> dict[str, Any]:
    """What happened."""
    from aliquot.reports.sentences import conclude, spell

    comments = [clean(" ".join(move.comment.split())) for move in record.moves]
    turns = []
    for number, turn in enumerate(match.turns, 1):
        spelt, left = spell(match.game, turn)
        told = {"mark": "", "sign": "", "told": turn.objection, "comment": "".join(comments[number - 1 : number])}
        turns.append({"number": number, "seat": turn.seat, "spelt": clean(spelt), "leaves": left, **told})
    return {
        "title": match.game.title,
        "game": match.game.id,
        "slug": match.game.slug,
        "names": list(names),
        "date": f"{record.date:%Y-%m-%d}" if record.date else "",
        "result": conclude(match, names) or "The game is not finished.",
        "start": match.game.text(match.game.start()),
        "began": headline(match.game, match.game.start()),
        "problem": problem,
        "turns": turns,
    }


def _replayed(record: Record) -> tuple[Any, tuple[str, str]]:
    from aliquot.games import create
    from aliquot.web.live.settings import check_offered

    game = create(record.game)
    check_offered(game)
    one, two = (clean(name) or f"Player {seat}" for seat, name in enumerate(record.names, 1))
    return record.replay(game), (one, two)


def _reviewed(match: Any) -> tuple[Any, str]:
    """The review, or none and the sentence that says why."""
    from aliquot.oracle.review import review

    try:
        return review(match), ""
    except Unsolved as problem:
        return None, str(problem)


def _judged(match: Any, review: Any, names: tuple[str, str], turns: list[dict[str, Any]]) -> dict[str, Any]:
    """What the oracle adds: a sentence about the match, and one about each move."""
    from aliquot.core.outcome import SEATS
    from aliquot.oracle.review import SIGNS, Mark
    from aliquot.reports.sentences import accuracy, turning_point

    for judgement in review.judgements:
        lost = judgement.mark is Mark.LOST
        turns[judgement.number - 1] |= {
            "mark": judgement.mark.value,
            "sign": SIGNS[judgement.mark],
            "told": "Nothing could have won." if lost else judgement.tell(names),
        }
    told = [turning_point(review, names)]
    outcome = match.outcome
    if outcome is not None and outcome.loser == review.leaders[-1]:
        ending = outcome.ending.replace("_", " ")
        told.append(f"{names[outcome.loser - 1]} was winning all the same, and lost off the board ({ending}).")
    return {
        "text": " ".join(told),
        "accuracy": [accuracy(review, seat, names) for seat in SEATS],
        "leaders": list(review.leaders),
        "turning_point": review.turning_point,
    }


def _positions(match: Any) -> list[Any]:
    """Every position of a match, the start and the end included."""
    return [match.game.start(), *(turn.after for turn in match.turns if turn.after is not None)]


def _boards(match: Any, *, known: bool) -> list[dict[str, Any] | None]:
    """What to draw after so many moves, as long as that is not too much to send; the last comes first."""
    positions = _positions(match)
    boards: list[dict[str, Any] | None] = [None] * len(positions)
    room = _ROOM
    for ply in (len(positions) - 1, *range(len(positions) - 1)):
        board = _board(match.game, positions[ply], known=known)
        room -= len(json.dumps(board))
        if room < 0:
            break
        boards[ply] = board
    return boards


def _board(game: Any, position: Any, *, known: bool = True) -> dict[str, Any]:
    """A position to be drawn, with the truth about it where that is known."""
    from aliquot.oracle import solve
    from aliquot.oracle.budget import Budget

    board = {"view": game.view(position).as_json(), "href": place_of(game, position).path, "winning": None, "pairs": []}
    if not known:
        return board
    try:
        verdict = solve(game, position, Budget(time=timedelta(seconds=ORACLE_SECONDS / 2)))
        winning = [game.spell(position, move) for move in list(verdict.winning_moves)[:MOST_OPTIONS]]
        return {**board, "winning": winning, "pairs": [list(pair) for pair in verdict.pairs]}
    except Unsolved:
        return board


def board_after(record: Record, ply: int) -> dict[str, Any]:
    """What to draw after so many moves of a match.

    Raises:
        InvalidParameter: It has not that many.
    """
    match, _ = _replayed(record)
    positions = _positions(match)
    if not 0 <= ply < len(positions):
        raise InvalidParameter(f"The game has {len(positions) - 1} moves, so there is no board after move {ply}.")
    return _board(match.game, positions[ply])
