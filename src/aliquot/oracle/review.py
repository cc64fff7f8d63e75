"""The review of a match: where it was won, where it was given away, and what would have held it."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from aliquot.core.game import AnyGame
from aliquot.core.match import Match, Turn
from aliquot.core.outcome import SEATS, Seat, other
from aliquot.oracle import explain, solve
from aliquot.oracle.advice import advise
from aliquot.oracle.reasons import sides
from aliquot.oracle.verdict import Explanation


class Mark(StrEnum):
    """What a move was worth."""

    BEST = "best"
    """It keeps the win, and no move wins sooner."""
    FINE = "fine"
    """It keeps the win, but another move wins sooner."""
    WINS = "wins"
    """It keeps the win; whether another move wins sooner is not known."""
    BLUNDER = "blunder"
    """It gives the win away."""
    LOST = "lost"
    """No move could win."""


SIGNS = {Mark.BEST: "!", Mark.FINE: "", Mark.WINS: "!", Mark.BLUNDER: "??", Mark.LOST: ""}
"""How a move is marked, in a record and wherever a review is shown."""


_MOST_BETTER = 6
"""How many moves are named that would have won."""


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
    explanation: Explanation
    """What the move does, to be told to anybody."""
    better: tuple[str, ...]
    """The moves that would have won, if it gave the win away."""

    @property
    def reason(self) -> str:
        """What the move does, told to whoever made it."""
        return self.explanation.text

    @property
    def remedy(self) -> str:
        """The sentence that says what would have won, if the move gave the win away.

        Of many moves it names the first ones.
        """
        if not self.better:
            return ""
        more = len(self.better) - _MOST_BETTER
        shown = ", ".join(self.better[:_MOST_BETTER]) + (f" and {more} more" if more > 0 else "")
        return f"What would have won: {shown}."

    def tell(self, names: tuple[str, str]) -> str:
        """What the move does and what would have been better, in sentences that speak of the players by name."""
        parties = sides(names)
        told = self.explanation.tell(parties[self.seat - 1], parties[other(self.seat) - 1])
        return f"{told} {self.remedy}".rstrip()

    def as_dict(self, names: tuple[str, str]) -> dict[str, Any]:
        """The judgement as JSON has it."""
        parties = sides(names)
        return {
            "number": self.number,
            "seat": self.seat,
            "spelt": self.spelt,
            "mark": self.mark.value,
            "mattered": self.mattered,
            "reason": self.explanation.tell(parties[self.seat - 1], parties[other(self.seat) - 1]),
            "better": list(self.better),
        }


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

    def as_dict(self, names: tuple[str, str]) -> dict[str, Any]:
        """The review as JSON has it."""
        accuracies = [self.accuracy(seat) for seat in SEATS]
        return {
            "judgements": [judgement.as_dict(names) for judgement in self.judgements],
            "leaders": list(self.leaders),
            "turning_point": self.turning_point,
            "accuracy": [{"kept": kept, "choices": choices} for kept, choices in accuracies],
        }


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


def accuracies(match: Match[Any, Any]) -> tuple[tuple[int, int], tuple[int, int]]:
    """What `Review.accuracy` says of each seat, in a fraction of the time: no reasons, and nothing but who wins.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    kept, choices = [0, 0], [0, 0]
    for turn in match.turns:
        if turn.after is not None and (verdict := solve(match.game, turn.before)).wins:
            winning = verdict.winning_moves
            if len(winning) < match.game.count_moves(turn.before):
                choices[turn.seat - 1] += 1
                kept[turn.seat - 1] += turn.move in winning
    return (kept[0], choices[0]), (kept[1], choices[1])


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
        advice = advise(game, before)
        mark = Mark.WINS if not advice.exact else Mark.BEST if move in advice.moves else Mark.FINE
    mattered = verdict.wins and len(verdict.winning_moves) < len(game.legal_moves(before))
    better = tuple(game.spell(before, best) for best in verdict.winning_moves) if mark is Mark.BLUNDER else ()
    return Judgement(number, turn.seat, game.spell(before, move), mark, mattered, explanation, better)
