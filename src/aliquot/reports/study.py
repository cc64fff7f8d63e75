"""The study of a position: who wins, by which moves and why, in the one shape that every interface shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from time import process_time
from typing import Any

from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Seat, other
from aliquot.core.text import listing
from aliquot.core.view import MOST_OPTIONS
from aliquot.games import create, options_of
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget
from aliquot.oracle.reasons import OPPONENT, YOU, sides
from aliquot.oracle.verdict import Certificate, Verdict

WINS = "The player to move wins."
LOSES = "The player to move loses."
WINS_BY_NAME = "{name} wins from here."
OVER = "There is no move left: {name} has won."
WINS_BY_YOU = "You win from here."
OVER_BY_YOU = "There is no move left: you have won."
NOT_KNOWN = "It is not known who wins."
NOT_SEARCHED = "Not searched: too many positions can follow."
NOT_FINISHED = "Not searched to the end."
GAPS = "{what} not searched: too many positions can follow."
NO_LENGTH = "The number of moves to the end is not known."
SAME_LETTER = "Partners have the same letter."

_UNSOLVED = {"too-large": NOT_SEARCHED, "out-of-time": NOT_FINISHED, "cancelled": NOT_FINISHED}
"""The summary for a search that was refused or stopped, by the code of the error. The winner could be found."""

Names = tuple[str, str]
Pairs = tuple[tuple[int, int], ...]


@dataclass(frozen=True, slots=True)
class StackRow:
    """One of several numbers, and the powers of two that add up to its worth."""

    number: str
    worth: int
    """The Grundy value."""
    has: tuple[bool, ...]
    """For each power of the table whether it is part of the worth."""


@dataclass(frozen=True, slots=True)
class Stacks:
    """The worth of several numbers in powers of two. The player to move loses if every count is even."""

    powers: tuple[int, ...]
    """The columns of the table, the largest power first."""
    rows: tuple[StackRow, ...]
    counts: tuple[int, ...]
    """For each power how often it occurs."""


@dataclass(frozen=True)
class Study:
    """The oracle's report on a position, as plain data: `dataclasses.asdict` makes the JSON of it."""

    game: str
    """The id of the game."""
    position: str
    to_move: Seat
    wins: bool | None
    """True if the player to move wins; None if that was not searched or is not known, as the summary says."""
    winning_moves: tuple[Any, ...]
    """Every winning move as JSON has it: an int, a pair of ints in a sum, or "swap"."""
    winning_texts: tuple[str, ...]
    """The winning moves as text, at most the first 1,000."""
    grundy: int | None
    """The Grundy value; None where it was not searched, in misère play, which has none, and under the pie rule."""
    remoteness: int | None
    """Moves to the end if the winner hurries and the loser delays; None where that was not searched or is not known."""
    gaps: str
    """The sentence that says which of the two was not searched or is not known; empty if nothing is missing."""
    summary: str
    """The winner, in one sentence."""
    reason: str
    """The reason, or why there is no winner. Names the players, or addresses the player to move if unnamed."""
    pairs: Pairs
    """The partners in a pool that the reason speaks of."""
    stacks: Stacks | None
    """The worth of several numbers, where the position is their sum and any of them is worth something."""
    proved: bool
    """True if there is a certificate."""
    certificate: Certificate | None
    """The certificate, where it was asked for."""

    @classmethod
    def of(
        cls,
        game: AnyGame,
        position: Any,
        names: Names | None = None,
        *,
        budget: Budget | None = None,
        certificate: bool = False,
    ) -> "Study":
        """Study a position, which may take a while.

        Args:
            game: The game.
            position: The position.
            names: The players, if the sentences are to name them; an empty name is the reader's.
            budget: What a search may cost.
            certificate: Whether to include the certificate.

        Raises:
            Unsolved: The oracle does not know.
        """
        return cls.from_verdict(solve(game, position, budget), names, certificate=certificate)

    @classmethod
    def from_verdict(cls, verdict: Verdict, names: Names | None = None, *, certificate: bool = False) -> "Study":
        """Return the study that reports a verdict.

        Raises:
            Unsolved: A part of the verdict cannot be worked out within its budget.
        """
        game, position, mover = verdict.game, verdict.position, verdict.to_move
        winning = verdict.winning_moves
        mover_side, other_side = (YOU, OPPONENT)
        if names is not None:
            named = sides(names)
            mover_side, other_side = named[mover - 1], named[other(mover) - 1]
        return cls(
            game=game.id,
            position=game.text(position),
            to_move=mover,
            wins=verdict.wins,
            winning_moves=tuple(_move(verdict, move) for move in winning),
            winning_texts=tuple(game.spell(position, move) for move in winning[:MOST_OPTIONS]),
            grundy=verdict.grundy,
            remoteness=verdict.remoteness,
            gaps=_gaps(verdict),
            summary=_summary(verdict, names),
            reason=verdict.reason.tell(mover_side, other_side),
            pairs=verdict.pairs,
            stacks=_stacks(verdict),
            proved=verdict.is_proved,
            certificate=verdict.certificate if certificate else None,
        )

    @classmethod
    def unknown(cls, game: AnyGame, position: Any, problem: str, code: str = "") -> "Study":
        """Return the study of a position without a verdict, with the sentence that says why and the error's code."""
        return cls(
            game=game.id,
            position=game.text(position),
            to_move=game.seat(position),
            wins=None,
            winning_moves=(),
            winning_texts=(),
            grundy=None,
            remoteness=None,
            gaps="",
            summary=_UNSOLVED.get(code, NOT_KNOWN),
            reason=problem,
            pairs=(),
            stacks=None,
            proved=False,
            certificate=None,
        )

    @property
    def text(self) -> str:
        """The winner and the reason."""
        return f"{self.summary} {self.reason}"

    def wins_by(self, move: Any) -> bool:
        """Return whether a move wins."""
        return move in self._winning

    @cached_property
    def _winning(self) -> frozenset[Any]:
        return frozenset(self.winning_moves)

    @property
    def partners_text(self) -> str:
        """The sentence that explains the letters of partners; empty without partners."""
        return SAME_LETTER if self.pairs else ""


def study(
    game: AnyGame, position: Any, names: Names | None = None, *, budget: Budget | None = None, certificate: bool = False
) -> Study:
    """Study a position as `Study.of` does; where the oracle does not know, return a study that says so."""
    try:
        return Study.of(game, position, names, budget=budget, certificate=certificate)
    except Unsolved as problem:
        return Study.unknown(game, position, str(problem), problem.code)


def study_match(game: str, moves: Sequence[str], names: Names, seconds: float) -> Study:
    """Study the position that some moves lead to.

    Args:
        game: The id of the game.
        moves: The moves as text.
        names: The players.
        seconds: The most processor time to spend.
    """
    match: Match[Any, Any] = Match(create(game))
    for text in moves:
        match.play(match.game.parse(match.position, text))
    return study(match.game, match.position, names, budget=Budget(time=timedelta(seconds=seconds), clock=process_time))


def _gaps(verdict: Verdict) -> str:
    """The sentence that names what is missing although the winner is known; empty if there is nothing."""
    variants = options_of(verdict.game.id)
    if "swap" in variants:
        return ""
    if not any(option.startswith("pool=") or "+" in option for option in variants):
        # Of a single number past the tables no search is tried.
        return "" if verdict.remoteness is not None else NO_LENGTH
    missing = ["The Grundy value"] if verdict.grundy is None and "misere" not in variants else []
    if verdict.remoteness is None:
        missing.append("the number of moves to the end")
    what = listing(missing, "and")
    return GAPS.format(what=f"{what[0].upper()}{what[1:]} {'was' if len(missing) == 1 else 'were'}") if missing else ""


def _move(verdict: Verdict, move: Any) -> Any:
    value = verdict.move_json(move)
    return tuple(value) if isinstance(value, list) else value


def _summary(verdict: Verdict, names: Names | None) -> str:
    winner = verdict.to_move if verdict.wins else other(verdict.to_move)
    outcome = verdict.game.outcome(verdict.position)
    if names is not None and not names[winner - 1]:
        return WINS_BY_YOU if outcome is None else OVER_BY_YOU
    if outcome is not None:
        return OVER.format(name=f"player {winner}" if names is None else sides(names)[winner - 1].subject)
    if names is not None:
        return WINS_BY_NAME.format(name=sides(names)[winner - 1].subject)
    return WINS if verdict.wins else LOSES


def _stacks(verdict: Verdict) -> Stacks | None:
    from aliquot.oracle.nim import SumVerdict, powers

    if not isinstance(verdict, SumVerdict) or not any(verdict.values):
        return None
    columns = tuple(powers((1 << max(verdict.values).bit_length()) - 1))
    rows = tuple(
        StackRow(str(number), worth, tuple(bool(worth & power) for power in columns))
        for number, worth in zip(verdict.position.numbers, verdict.values, strict=True)
    )
    return Stacks(columns, rows, tuple(sum(bool(row.worth & power) for row in rows) for power in columns))
