"""One match: a game, the turns taken so far, and the result."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Generic

from aliquot.core.errors import IllegalMove
from aliquot.core.game import Game, M, P, Penalty
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.core.prefix import Prefix


@dataclass(frozen=True, slots=True)
class Turn(Generic[P, M]):
    """One turn of a match, as sent to screens, files and networks."""

    seat: Seat
    """The seat that moved."""
    move: M
    """The move."""
    before: P
    """The position before the move."""
    after: P | None
    """The position after it, or None if the move was illegal and lost the match."""
    outcome: Outcome | None
    """The result, if this turn ended the match."""
    objection: str = ""
    """The reason why the move was illegal, if it was."""


class Match(Generic[P, M]):
    """One play of a game between two seats. Every move from outside goes through `play`."""

    def __init__(self, game: Game[P, M], *, penalty: Penalty | None = None) -> None:
        """Set up a match.

        Args:
            game: The game to play.
            penalty: The cost of an illegal move; by default that of the rule book.
        """
        self.game = game
        self.penalty: Penalty = penalty or game.penalty
        # Append-only: prefixes handed out by `turns` and `moves` must not change.
        self._turns: list[Turn[P, M]] = []
        self._moves: list[M] = []
        self._position = game.start()
        self._outcome = game.outcome(self._position)

    def __repr__(self) -> str:
        """The game and its moves, for people reading logs."""
        moves = ", ".join(self.game.spell(turn.before, turn.move) for turn in self._turns)
        return f"<Match {self.game.id}: {moves or 'no moves yet'}>"

    @property
    def turns(self) -> Sequence[Turn[P, M]]:
        """The turns so far, as an immutable view in constant time."""
        return Prefix(self._turns, len(self._turns))

    @property
    def ply(self) -> int:
        """The number of turns so far."""
        return len(self._turns)

    @property
    def last(self) -> Turn[P, M] | None:
        """The last turn, if there was one."""
        return self._turns[-1] if self._turns else None

    @property
    def moves(self) -> Sequence[M]:
        """The moves so far."""
        return Prefix(self._moves, len(self._moves))

    @property
    def position(self) -> P:
        """The current position. An illegal move leaves it unchanged."""
        return self._position

    @property
    def seat(self) -> Seat:
        """The seat to move, also after the match has ended."""
        return self.game.seat(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the match goes on."""
        return self._outcome

    def play(self, move: M, *, penalty: Penalty | None = None) -> Turn[P, M]:
        """Make a move for the seat whose turn it is.

        Args:
            move: The move.
            penalty: The cost of an illegal move this time; by default that of the match.

        Raises:
            IllegalMove: The match is over, or the move is illegal and the penalty is `retry`. With
                the penalty `forfeit` an illegal move is a turn that loses.
        """
        if self._outcome is not None:
            raise IllegalMove("The match is over.")
        before = self._position
        seat = self.game.seat(before)
        try:
            after = self.game.play(before, move)
        except IllegalMove as error:
            if (penalty or self.penalty) == "retry":
                raise
            outcome = Outcome(other(seat), Ending.ILLEGAL_MOVE)
            turn = Turn(seat, move, before, None, outcome, str(error))
        else:
            turn = Turn(seat, move, before, after, self.game.outcome(after))
            self._position = after
        self._turns.append(turn)
        self._moves.append(move)
        self._outcome = turn.outcome
        return turn

    def concede(self, ending: Ending, seat: Seat | None = None) -> Outcome:
        """End the match as a loss for a seat, by default the one to move.

        Raises:
            IllegalMove: The match is over already.
        """
        if self._outcome is not None:
            raise IllegalMove("The match is over.")
        self._outcome = Outcome(other(seat or self.seat), ending)
        return self._outcome

    def undo(self, turns: int = 1) -> None:
        """Take back the last turns; a finished match goes on.

        Raises:
            IllegalMove: There are fewer turns than that.
        """
        if not 1 <= turns <= len(self._turns):
            raise IllegalMove("There are not that many turns to take back.")
        self._position = self._turns[-turns].before
        self._turns, self._moves = self._turns[:-turns], self._moves[:-turns]
        self._outcome = None
