"""The theory of the pie rule: the second player wins, by swapping exactly what is lost to move from.

Proof: docs/variants.md.
"""

from dataclasses import dataclass
from functools import cached_property
from typing import Any

from aliquot.games.swap import WORD, Swap, SwapPosition
from aliquot.games.wrapper import unwrap
from aliquot.oracle.reasons import Claim, Reason, Side
from aliquot.oracle.verdict import Certificate, Verdict, certify, has_verifier


@dataclass(frozen=True, slots=True)
class SecondPlayerChooses(Claim):
    """After any first move the second player has the choice of sides."""

    def words(self, mover: Side, other: Side) -> str:
        """Name the choice in either case."""
        return (
            f"Whatever {mover.does('play')}, {other.does('get')} the better side: if the position is then won for the "
            f"player to move, {other.does('play')} on; if it is lost, {other.does('swap')}, and {mover.does('have')} "
            f"to move."
        )


@dataclass(frozen=True, slots=True)
class SwapWins(Claim):
    """The position is lost for the player to move, so swapping wins."""

    def words(self, mover: Side, other: Side) -> str:
        """Say so; the reason why the position is lost follows."""
        return f"Whoever must move here loses, so {mover.does('swap')}, and {other.does('have')} to move."


@dataclass(frozen=True, slots=True)
class PlayingOnWins(Claim):
    """The position is won for the player to move, so playing on wins."""

    def words(self, mover: Side, other: Side) -> str:
        """Say so; the reason why the position is won follows."""
        return f"Whoever must move here wins, so {mover.does('play')} on and the swap is left alone."


@dataclass(frozen=True, slots=True)
class AfterSwap(Claim):
    """A claim about the position after a swap, with the other side to move."""

    claim: Claim

    def words(self, mover: Side, other: Side) -> str:
        """The words of the claim with the sides exchanged."""
        return self.claim.words(other, mover)


@dataclass(frozen=True)
class SwapVerdict(Verdict):
    """A verdict about a game with the pie rule, from the verdict about the position inside."""

    game: Swap
    position: SwapPosition
    inside: Verdict
    """The verdict about the position of the game inside."""

    @property
    def _open(self) -> bool:
        return self.game.is_open(self.position)

    @property
    def _is_first(self) -> bool:
        """True if the first move is to be made, after which the opponent may swap."""
        return not self.position.opened and self.game.outcome(self.position) is None

    @property
    def wins(self) -> bool:
        """False at the first move, True with an open swap, and otherwise as in the game inside."""
        return not self._is_first and (self._open or self.inside.wins)

    @cached_property
    def winning_moves(self) -> tuple[Any, ...]:
        """The winning moves of the game inside, or the swap if there are none."""
        if not self.wins:
            return ()
        return tuple(self.inside.winning_moves) if self.inside.wins else (self.game.swap_move,)

    @property
    def grundy(self) -> int | None:
        """The value in the game inside, once the swap is no longer possible."""
        return None if self._is_first or self._open else self.inside.grundy

    @property
    def remoteness(self) -> int | None:
        """The length of play in the game inside, and one more if the swap is the winning move."""
        length = self.inside.remoteness
        if length is None or self._is_first:
            return None
        return length + 1 if self._open and not self.inside.wins else length

    @property
    def reason(self) -> Reason:
        """The decision about the swap, and the reason inside."""
        if self._is_first:
            return Reason((SecondPlayerChooses(),))
        if not self._open:
            return self.inside.reason
        if self.inside.wins:
            return Reason((PlayingOnWins(), *self.inside.reason.claims))
        return Reason((SwapWins(), *map(AfterSwap, self.inside.reason.claims)))

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        return self.inside.pairs

    @property
    def nudge(self) -> str:
        """A hint where the win lies."""
        if self._open:
            return "Would you rather move from here, or have your opponent do it?"
        return self.inside.nudge

    @property
    def certificate(self) -> Certificate | None:
        """The certificate of the position inside, which decides about the swap."""
        if self._is_first:
            return certify(self, {"swap": True, **self._first_divisor()})
        inside = self.inside.certificate
        if inside is None or not self._open:
            return inside
        return certify(self, inside["proof"])

    def _first_divisor(self) -> dict[str, int]:
        """A divisor, where there are numbers, to show that there is a first move."""
        if unwrap(self.game)[0].slug == "divisor-duel-pool":
            return {}
        first = self.game.legal_moves(self.position)[0]
        return {"divisor": abs(first[1] if isinstance(first, tuple) else first)}

    @property
    def is_proved(self) -> bool:
        return has_verifier(self.game) if self._is_first else self.inside.is_proved

    def move_json(self, move: Any) -> Any:
        """Return a move as JSON has it; a swap by its name."""
        return WORD if move == self.game.swap_move else self.inside.move_json(move)
