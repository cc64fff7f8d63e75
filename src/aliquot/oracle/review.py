"""Judge the moves of a match: which keep the win, which give it away, and what would have won."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from typing import Any, NamedTuple

from aliquot.core.game import AnyGame
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import Seat, other
from aliquot.oracle import explain, solve
from aliquot.oracle.hints import advise
from aliquot.oracle.verdict import Explanation


class Mark(StrEnum):
    """The value of a move."""

    BEST = "best"
    """It keeps the win, and no move wins sooner."""
    FINE = "fine"
    """It keeps the win, but another move wins sooner."""
    WINS = "wins"
    """It keeps the win; another move may win sooner."""
    BLUNDER = "blunder"
    """It gives the win away."""
    LOST = "lost"
    """No move could win."""


SIGNS = {Mark.BEST: "!", Mark.FINE: "", Mark.WINS: "!", Mark.BLUNDER: "??", Mark.LOST: ""}
"""The sign for each mark, in records and reviews."""


@dataclass(frozen=True, slots=True)
class Judgement:
    """The value of one move."""

    number: int
    """The number of the move, from 1."""
    seat: Seat
    """The seat that made it."""
    move: str
    """The move, as records write it."""
    mark: Mark
    is_choice: bool
    """True if some moves kept the win and others gave it away."""
    explanation: Explanation
    """The reason why the move wins or loses."""
    better: tuple[str, ...]
    """The moves that would have won, if this one gave the win away."""


@dataclass(frozen=True, slots=True)
class Review:
    """The judgements of a whole match."""

    judgements: tuple[Judgement, ...]
    leaders: tuple[Seat, ...]
    """The seat that was winning before each move and at the end."""
    turning_point: int | None
    """The number of the last move that gave the win away."""

    def accuracy(self, seat: Seat) -> tuple[int, int]:
        """Return how often a seat kept a win it could have given away, and how often it had that choice."""
        choices = [j for j in self.judgements if j.seat == seat and j.is_choice]
        return sum(j.mark is not Mark.BLUNDER for j in choices), len(choices)


def review(match: Match[Any, Any]) -> Review:
    """Judge every move of a match.

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


class Weight(NamedTuple):
    """A move of a match, and what it was chosen from."""

    turn: Turn[Any, Any]
    winning: int
    """The number of winning moves; 0 in a lost position."""
    moves: int
    """The number of legal moves."""
    keeps_win: bool
    """True if the move keeps the win; False in a lost position, and if it was illegal."""

    @property
    def matters(self) -> bool:
        """True if some moves kept the win and others gave it away."""
        return 0 < self.winning < self.moves


def weigh(match: Match[Any, Any]) -> Iterator[Weight]:
    """Yield every move with the number of winning moves, in a fraction of the time of a review.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    for turn in match.turns:
        verdict = solve(match.game, turn.before)
        winning = verdict.winning_moves if verdict.wins else ()
        keeps_win = turn.after is not None and turn.move in winning
        yield Weight(turn, len(winning), match.game.count_moves(turn.before), keeps_win)


def judge(game: AnyGame, number: int, turn: Turn[Any, Any]) -> Judgement:
    """Judge one legal move.

    Args:
        game: The game.
        number: The number of the move, from 1.
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
        advice = advise(game, before)
        mark = Mark.WINS if not advice.exact else Mark.BEST if move in advice.moves else Mark.FINE
    is_choice = verdict.wins and len(verdict.winning_moves) < len(game.legal_moves(before))
    better = tuple(game.spell(before, best) for best in verdict.winning_moves) if mark is Mark.BLUNDER else ()
    return Judgement(number, turn.seat, game.spell(before, move), mark, is_choice, explanation, better)
