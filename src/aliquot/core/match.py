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
    """What happened on one turn; the event that screens, files and networks are told of."""

    seat: Seat
    """Who moved."""
    move: M
    """What they chose."""
    before: P
    """The position they faced."""
    after: P | None
    """The position they left, or None if the choice was illegal and lost the game."""
    outcome: Outcome | None
    """The result, if this turn decided it."""
    objection: str = ""
    """Why the choice was illegal, if it was."""


class Match(Generic[P, M]):
    """Plays one game between two seats. Every move from outside passes through `play`."""

    def __init__(self, game: Game[P, M], *, penalty: Penalty | None = None) -> None:
        """Sets up a match.

        Args:
            game: The game to play.
            penalty: What an illegal choice costs; what the rule book says unless given.
        """
        self.game = game
        self.penalty: Penalty = penalty or game.penalty
        # Only ever added to: whoever was handed a view of them keeps what it showed.
        self._turns: list[Turn[P, M]] = []
        self._moves: list[M] = []
        self._position = game.start()
        self._outcome = game.outcome(self._position)

    def __repr__(self) -> str:
        """The game and its moves, for people reading logs."""
        played = ", ".join(self.game.spell(turn.before, turn.move) for turn in self._turns)
        return f"<Match {self.game.id}: {played or 'no moves yet'}>"

    @property
    def turns(self) -> Sequence[Turn[P, M]]:
        """The turns taken so far. To look costs nothing; it stays as it is when the match goes on."""
        return Prefix(self._turns, len(self._turns))

    @property
    def ply(self) -> int:
        """How many turns have been taken."""
        return len(self._turns)

    @property
    def last(self) -> Turn[P, M] | None:
        """The last turn, if there was one."""
        return self._turns[-1] if self._turns else None

    @property
    def moves(self) -> Sequence[M]:
        """The moves made so far."""
        return Prefix(self._moves, len(self._moves))

    @property
    def position(self) -> P:
        """The position on the board. An illegal choice leaves the board as it was."""
        return self._position

    @property
    def seat(self) -> Seat:
        """Whose turn it is, or would be."""
        return self.game.seat(self.position)

    @property
    def outcome(self) -> Outcome | None:
        """The result, or None while the match goes on."""
        return self._outcome

    def play(self, move: M, *, penalty: Penalty | None = None) -> Turn[P, M]:
        """Makes a move for the seat whose turn it is.

        Args:
            move: The choice.
            penalty: What an illegal choice costs this time; what it costs in the match unless given.

        Raises:
            IllegalMove: The match is over, or the move is illegal and the penalty is another
                try. Under the penalty of forfeit an illegal move is a turn that loses.
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
        """Ends the match against a seat, by default the one to move, for a reason off the board.

        Raises:
            IllegalMove: The match is over already.
        """
        if self._outcome is not None:
            raise IllegalMove("The match is over.")
        self._outcome = Outcome(other(seat or self.seat), ending)
        return self._outcome

    def undo(self, turns: int = 1) -> None:
        """Takes back the last turns, and with them whatever ended the match.

        Raises:
            IllegalMove: There are not that many turns to take back.
        """
        if not 1 <= turns <= len(self._turns):
            raise IllegalMove("There is no such turn to take back.")
        self._position = self._turns[-turns].before
        self._turns, self._moves = self._turns[:-turns], self._moves[:-turns]
        self._outcome = None
