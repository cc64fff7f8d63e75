"""The review of a match: every move with its mark and a sentence, who was winning, and where it was decided."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import SEATS, Ending, Seat, other
from aliquot.core.record import Record
from aliquot.core.text import clean, listing
from aliquot.games import title_of
from aliquot.oracle import explain
from aliquot.oracle.reasons import OPPONENT, YOU, sides
from aliquot.oracle.review import SIGNS, Judgement, Mark, Review, review
from aliquot.reports.sentences import describe_turns, result_sentence, start_text

UNFINISHED = "The game is not finished."
NO_LEGAL_MOVE = "No legal move was made."
NO_TURNING_POINT = "No move gave the win away."
HOPELESS = "No move could win."
_LEADER = "No move gave the win away: {name} was winning from the start."
_TURNING_POINT = "The turning point was move {number}: {name} played {move}, but {better} would have won."
_INSTEAD = "{better} would have won instead of {move}. {reason}"
_AT_ONCE = "{better} would have won instead of {move}. {reason}, so your opponent could not move."
_BETTER = "Winning moves: {better}."
_ACCURACY = "{name} kept the win in {wins} of {choices} positions where it could be lost ({share:.0%})."
_NO_CHOICE = "{name} never had a choice that mattered."
_WASTED_WINS = {
    Ending.ILLEGAL_MOVE: "{name} had a winning position but made an illegal choice.",
    Ending.RESIGNED: "{name} had a winning position but resigned.",
    Ending.OUT_OF_TIME: "{name} had a winning position but lost on time.",
    Ending.ABANDONED: "{name} had a winning position but abandoned the game.",
}
"""The sentence for each way to lose a match from a winning position."""
_MOST_BETTER = 6
"""The most winning moves that a sentence names."""


@dataclass(frozen=True, slots=True)
class ReviewTurn:
    """One move of the match."""

    number: int
    """The number of the move, from 1."""
    seat: Seat
    move: str
    """The move, as records write it."""
    leaves: str
    """The numbers it leaves, for people; empty where that takes a board."""
    numbers: tuple[str, ...]
    """The numbers it leaves, as data; empty after an illegal move and where that takes a board."""
    comment: str
    """The comment in the record."""
    sentence: str
    """The reason why the move wins or loses, or why it is illegal."""
    mark: Mark | None = None
    """The value of the move; None where it was not judged."""
    sign: str = ""
    """The sign for the mark, such as `??`."""
    is_choice: bool = False
    """True if some moves kept the win and others gave it away."""
    better: tuple[str, ...] = ()
    """The moves that would have won, if this one gave the win away."""


@dataclass(frozen=True, slots=True)
class Accuracy:
    """The share of positions in which a player kept the win."""

    wins: int
    """The number of positions in which the player kept the win."""
    choices: int
    """The number of positions in which the win could be lost."""
    sentence: str


@dataclass(frozen=True, slots=True)
class MissedWin:
    """The last move that gave the win away, and what would have won instead."""

    number: int
    """The number of the move, from 1."""
    seat: Seat
    """The seat that made it."""
    move: str
    better: tuple[str, ...]
    """The moves that would have won, for a board to mark."""
    sentence: str
    """For the player who made the move, such as `15 would have won instead of 5. …`."""


@dataclass(frozen=True, slots=True)
class ReviewReport:
    """A match for people to look back at. Pairs are by seat: first seat 1, then seat 2."""

    game: str
    """The id of the game."""
    slug: str
    title: str
    start: str
    """The position at the start, as records write it."""
    start_text: str
    """The same for people."""
    start_numbers: tuple[str, ...]
    """The numbers at the start; empty in a pool."""
    names: tuple[str, str]
    date: str
    """The day it was played, such as `2026-11-18`; empty where that is unknown."""
    result: str
    """The sentences that say how it ended."""
    turns: tuple[ReviewTurn, ...]
    problem: str = ""
    """The reason why it could not be judged; then the fields below are empty."""
    leaders: tuple[Seat, ...] = ()
    """The seat that was winning before each move and at the end."""
    turning_point: int | None = None
    """The number of the last move that gave the win away."""
    missed: MissedWin | None = None
    """The turning point, for the player who gave the win away."""
    summary: str = ""
    """The sentences that say where the match was decided."""
    accuracy: tuple[Accuracy, ...] = ()


def review_record(record: Record, game: AnyGame) -> ReviewReport:
    """Replay a record of that game and judge every move.

    Raises:
        RecordError: The record cannot be replayed.
        Unsolved: The game has no theory and is too large to search.
    """
    match: Match[Any, Any] = record.replay(game)
    return _judge(describe_record(record, game, match=match), match, review(match))


def review_match(match: Match[Any, Any], names: tuple[str, str]) -> ReviewReport:
    """Judge every move of a match.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    return _judge(describe_match(match, names), match, review(match))


def describe_record(
    record: Record, game: AnyGame, problem: str = "", *, match: Match[Any, Any] | None = None
) -> ReviewReport:
    """Report what happened in a record of that game, without the oracle.

    Args:
        record: The record.
        game: The game it is of.
        problem: The reason why the match is not judged.
        match: The record's match, if the caller has replayed it.

    Raises:
        RecordError: The record cannot be replayed.
    """
    one, two = (clean(name) or f"Player {seat}" for seat, name in enumerate(record.names, 1))
    comments = [clean(" ".join(move.comment.split())) for move in record.moves]
    report = describe_match(match or record.replay(game), (one, two), problem, comments)
    return replace(report, date=f"{record.date:%Y-%m-%d}" if record.date else "")


def describe_match(
    match: Match[Any, Any], names: tuple[str, str], problem: str = "", comments: Sequence[str] = ()
) -> ReviewReport:
    """Report what happened in a match, without the oracle."""
    game, turns = match.game, []
    for number, (turn, report) in enumerate(zip(match.turns, describe_turns(match), strict=True), 1):
        comment = "".join(comments[number - 1 : number])
        move = clean(report.move)
        turns.append(ReviewTurn(number, turn.seat, move, report.leaves, report.numbers, comment, turn.objection))
    return ReviewReport(
        game=game.id,
        slug=game.slug,
        title=title_of(game),
        start=game.text(game.start()),
        start_text=start_text(game),
        start_numbers=game.view(game.start()).number_texts,
        names=names,
        date="",
        result=result_sentence(match, names) or UNFINISHED,
        turns=tuple(turns),
        problem=problem,
    )


def _judge(report: ReviewReport, match: Match[Any, Any], judged: Review) -> ReviewReport:
    """Add the judgements to a report."""
    turns = list(report.turns)
    for judgement in judged.judgements:
        turns[judgement.number - 1] = replace(
            turns[judgement.number - 1],
            sentence=judgement_sentence(judgement, report.names),
            mark=judgement.mark,
            sign=SIGNS[judgement.mark],
            is_choice=judgement.is_choice,
            better=judgement.better,
        )
    return replace(
        report,
        turns=tuple(turns),
        leaders=judged.leaders,
        turning_point=judged.turning_point,
        missed=_missed(match, judged),
        summary=_summary(match, judged, report.names),
        accuracy=tuple(_accuracy(judged, seat, report.names) for seat in SEATS),
    )


def judgement_sentence(judgement: Judgement, names: tuple[str, str]) -> str:
    """Say why a move wins or loses, and which moves would have won."""
    if judgement.mark is Mark.LOST:
        return HOPELESS
    players = sides(names)
    reason = judgement.explanation.tell(players[judgement.seat - 1], players[other(judgement.seat) - 1])
    if not judgement.better:
        return reason
    return f"{reason} {_BETTER.format(better=_first_moves(judgement.better, 'and'))}"


def _first_moves(moves: tuple[str, ...], conjunction: str) -> str:
    """List moves; of many, the first ones and the number of the others."""
    more = len(moves) - _MOST_BETTER
    if more > 0:
        return f"{', '.join(moves[:_MOST_BETTER])} and {more} more"
    return listing([*moves], conjunction)


def _summary(match: Match[Any, Any], judged: Review, names: tuple[str, str]) -> str:
    """Say where a match was decided, and how a winning position was lost off the board."""
    leader, outcome = judged.leaders[-1], match.outcome
    wasted = outcome is not None and outcome.loser == leader
    sentences = []
    if judged.turning_point is not None:
        last = next(j for j in judged.judgements if j.number == judged.turning_point)
        better = _first_moves(last.better, "or")
        name = names[last.seat - 1]
        sentences.append(_TURNING_POINT.format(number=last.number, name=name, move=last.move, better=better))
    elif not judged.judgements:
        sentences.append(NO_LEGAL_MOVE)
    else:
        sentences.append(NO_TURNING_POINT if wasted else _LEADER.format(name=names[leader - 1]))
    if outcome is not None and wasted:
        sentences.append(_WASTED_WINS[outcome.ending].format(name=names[leader - 1]))
    return " ".join(sentences)


def _missed(match: Match[Any, Any], judged: Review) -> MissedWin | None:
    """Return what would have won at the turning point, if there was one."""
    last = next((judgement for judgement in judged.judgements if judgement.number == judged.turning_point), None)
    if last is None:
        return None
    before = match.turns[last.number - 1].before
    better = match.game.parse(before, last.better[0])
    if stuck := match.game.view(match.game.play(before, better)).no_move_reason:
        sentence = _AT_ONCE.format(better=last.better[0], move=last.move, reason=stuck)
        return MissedWin(last.number, last.seat, last.move, last.better, sentence)
    explanation = explain(match.game, before, better)
    reason = explanation.reason.tell(OPPONENT, YOU)
    sentence = _INSTEAD.format(better=last.better[0], move=last.move, reason=reason)
    return MissedWin(last.number, last.seat, last.move, last.better, sentence)


def _accuracy(judged: Review, seat: Seat, names: tuple[str, str]) -> Accuracy:
    wins, choices = judged.accuracy(seat)
    if not choices:
        return Accuracy(wins, choices, _NO_CHOICE.format(name=names[seat - 1]))
    share = wins / choices
    return Accuracy(wins, choices, _ACCURACY.format(name=names[seat - 1], wins=wins, choices=choices, share=share))
