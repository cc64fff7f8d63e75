"""The review of a match: where it was won, where it was given away, and what would have held it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Seat, other
from aliquot.oracle import explain, solve
from aliquot.oracle.advice import advise


class Mark(StrEnum):
    """What a move was worth."""

    BEST = "best"
    """It keeps the win, as quickly as is known to be possible."""
    FINE = "fine"
    """It keeps the win, but slower."""
    BLUNDER = "blunder"
    """It gives the win away."""
    LOST = "lost"
    """No move could win."""


ANNOTATIONS = {Mark.BEST: "!", Mark.FINE: "", Mark.BLUNDER: "??", Mark.LOST: ""}
"""How a record marks a move."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """One move, judged."""

    number: int
    """Which move of the match it is, counted from 1."""
    seat: Seat
    """Who made it."""
    spelt: str
    """The move, as records write it."""
    mark: Mark
    mattered: bool
    """Whether there was a choice: the mover was winning, and some moves give that away."""
    reason: str
    """What the move does."""
    better: tuple[str, ...]
    """The moves that would have won, if it gave the win away."""


@dataclass(frozen=True, slots=True)
class Review:
    """A whole match, judged."""

    judgements: tuple[Judgement, ...]
    leaders: tuple[Seat, ...]
    """Who was winning before each move and at the end."""
    turning_point: int | None
    """The number of the last move that gave the win away."""

    def accuracy(self, seat: Seat) -> tuple[int, int]:
        """How often a seat kept a win it could have lost, and how often it could have."""
        choices = [j for j in self.judgements if j.seat == seat and j.mattered]
        return sum(j.mark is not Mark.BLUNDER for j in choices), len(choices)


def review(match: Match[Any, Any]) -> Review:
    """Judges every move of a match.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    game = match.game
    judgements = tuple(
        judge(game, number, turn) for number, turn in enumerate(match.turns, 1) if turn.after is not None
    )
    positions = [turn.before for turn in match.turns if turn.after is not None] + [match.position]
    leaders = []
    for p in positions:
        seat = game.seat(p)
        leaders.append(seat if solve(game, p).wins else other(seat))
    blunders = [judgement.number for judgement in judgements if judgement.mark is Mark.BLUNDER]
    return Review(judgements, tuple(leaders), blunders[-1] if blunders else None)


def judge(game: AnyGame, number: int, turn: Turn[Any, Any]) -> Judgement:
    """Judges one legal move.

    Args:
        game: The game.
        number: Which move of the match it is.
        turn: The move.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    before, move = turn.before, turn.move
    verdict = solve(game, before)
    explanation = explain(game, before, move)
    if not verdict.wins:
        mark = Mark.LOST
    elif not explanation.wins:
        mark = Mark.BLUNDER
    else:
        mark = Mark.BEST if move in advise(game, before).moves else Mark.FINE
    mattered = verdict.wins and len(verdict.winning_moves) < len(game.legal_moves(before))
    better = tuple(game.spell(before, best) for best in verdict.winning_moves) if mark is Mark.BLUNDER else ()
    return Judgement(number, turn.seat, game.spell(before, move), mark, mattered, explanation.text, better)
