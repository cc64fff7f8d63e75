"""The study of a position: who wins, by which moves and why, in the one shape that every interface shows."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from typing import Any

from aliquot.core.errors import Unsolved
from aliquot.core.game import AnyGame
from aliquot.core.match import Match
from aliquot.core.outcome import Seat, other
from aliquot.core.text import listing
from aliquot.core.view import MOST_OPTIONS, PoolView
from aliquot.games import create
from aliquot.oracle import solve
from aliquot.oracle.budget import Budget
from aliquot.oracle.reasons import OPPONENT, YOU, sides
from aliquot.oracle.verdict import Certificate, Verdict

WINS = "The player to move wins."
LOSES = "The player to move loses."
WINS_BY_NAME = "{name} wins from here."
OVER = "There is no move left: {name} has won."
NOT_KNOWN = "It is not known who wins."
SAME_LETTER = "Partners have the same letter."
NO_PARTNER = "Without a partner: {numbers}."

_MOST_PAIRED = 2_000
"""The longest pool in which every number is paired."""

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
    """True if the player to move wins; None if that is not known."""
    winning_moves: tuple[Any, ...]
    """Every winning move as JSON has it: an int, a pair of ints in a sum, or "swap"."""
    winning_texts: tuple[str, ...]
    """The winning moves as text, at most the first 1,000."""
    grundy: int | None
    """The Grundy value; None where it is not known or there is none."""
    remoteness: int | None
    """Moves to the end if the winner hurries and the loser delays; None where not known."""
    summary: str
    """The winner, in one sentence."""
    reason: str
    """The reason, or why the winner is not known. Names the players, or addresses the player to move if unnamed."""
    pairs: Pairs
    """The partners in a pool: as many pairs as possible."""
    alone: tuple[int, ...]
    """The numbers of the pool that have no partner in these pairs."""
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
            names: The players, if the sentences are to name them.
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
        pairs, alone = _pair(verdict)
        return cls(
            game=game.id,
            position=game.text(position),
            to_move=mover,
            wins=verdict.wins,
            winning_moves=tuple(_move(verdict, move) for move in winning),
            winning_texts=tuple(game.spell(position, move) for move in winning[:MOST_OPTIONS]),
            grundy=verdict.grundy,
            remoteness=verdict.remoteness,
            summary=_summary(verdict, names),
            reason=verdict.reason.tell(mover_side, other_side),
            pairs=pairs,
            alone=alone,
            stacks=_stacks(verdict),
            proved=verdict.is_proved,
            certificate=verdict.certificate if certificate else None,
        )

    @classmethod
    def unknown(cls, game: AnyGame, position: Any, problem: str) -> "Study":
        """Return the study of a position about which the oracle knows nothing, with the sentence that says why."""
        return cls(
            game=game.id,
            position=game.text(position),
            to_move=game.seat(position),
            wins=None,
            winning_moves=(),
            winning_texts=(),
            grundy=None,
            remoteness=None,
            summary=NOT_KNOWN,
            reason=problem,
            pairs=(),
            alone=(),
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
        """The sentences that explain the letters of partners and name who has none; empty without partners."""
        if not self.pairs:
            return ""
        return f"{SAME_LETTER} {self.alone_text}".strip()

    @property
    def alone_text(self) -> str:
        """The sentence that names the numbers without a partner; empty if there are none."""
        return NO_PARTNER.format(numbers=listing([*map(str, self.alone)], "and")) if self.alone else ""


def study(
    game: AnyGame, position: Any, names: Names | None = None, *, budget: Budget | None = None, certificate: bool = False
) -> Study:
    """Study a position as `Study.of` does; where the oracle does not know, return a study that says so."""
    try:
        return Study.of(game, position, names, budget=budget, certificate=certificate)
    except Unsolved as problem:
        return Study.unknown(game, position, str(problem))


def study_match(game: str, moves: Sequence[str], names: Names, seconds: float) -> Study:
    """Study the position that some moves lead to.

    Args:
        game: The id of the game.
        moves: The moves as text.
        names: The players.
        seconds: The most time to spend.
    """
    match: Match[Any, Any] = Match(create(game))
    for text in moves:
        match.play(match.game.parse(match.position, text))
    return study(match.game, match.position, names, budget=Budget(time=timedelta(seconds=seconds)))


def _move(verdict: Verdict, move: Any) -> Any:
    value = verdict.move_json(move)
    return tuple(value) if isinstance(value, list) else value


def _summary(verdict: Verdict, names: Names | None) -> str:
    winner = verdict.to_move if verdict.wins else other(verdict.to_move)
    outcome = verdict.game.outcome(verdict.position)
    if outcome is not None:
        return OVER.format(name=f"player {winner}" if names is None else sides(names)[winner - 1].subject)
    if names is not None:
        return WINS_BY_NAME.format(name=sides(names)[winner - 1].subject)
    return WINS if verdict.wins else LOSES


def _pair(verdict: Verdict) -> tuple[Pairs, tuple[int, ...]]:
    """Return the partners among the numbers left and the numbers without one; of a long pool only those of the reason.

    Only the theory of pools has partners: they mean nothing where the last move loses.
    """
    from aliquot.oracle.pie import SwapVerdict
    from aliquot.oracle.pool import PoolVerdict

    view = verdict.game.view(verdict.position)
    inside = verdict.inside if isinstance(verdict, SwapVerdict) else verdict
    if not isinstance(inside, PoolVerdict) or not isinstance(view, PoolView):
        return (), ()
    if verdict.game.outcome(verdict.position) is not None:
        return (), ()
    if view.high - view.low >= _MOST_PAIRED:
        return verdict.pairs, ()
    from aliquot.oracle.graph import divisor_graph
    from aliquot.oracle.matching import decompose

    # The winner answers with partners: the mover with that of the last pick, unless as many pairs do without it.
    graph = divisor_graph(view.low, view.high)
    parts = decompose(graph, [number for number in view.turns if number != view.current])
    if view.current is not None and parts.is_inessential(view.current):
        parts = decompose(graph, view.turns)
    partners = parts.partners
    alone = [number for number in view.available if number not in partners]
    return tuple(sorted((a, b) for a, b in partners.items() if a < b)), tuple(alone)


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
