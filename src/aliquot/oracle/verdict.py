"""What the oracle answers: who wins, by which moves, and why."""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from aliquot.core.errors import AliquotError
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Seat
from aliquot.oracle.reasons import Reason

Certificate = dict[str, Any]
"""A JSON document that proves a verdict to `aliquot.oracle.verify`."""


class Unsolved(AliquotError):
    """The oracle does not know, and says so instead of guessing."""


@dataclass(frozen=True)
class Verdict(ABC):
    """An exact verdict about one position. Each theory has its own kind.

    What is cheap is decided at once; what may take a while is worked out when it is asked for.
    """

    game: AnyGame
    """The game."""
    position: Any
    """The position the verdict is about."""

    @property
    @abstractmethod
    def wins(self) -> bool:
        """Whether the player to move wins against any play."""

    @property
    @abstractmethod
    def winning_moves(self) -> Sequence[Any]:
        """Every move that keeps the win, ascending."""

    @property
    @abstractmethod
    def grundy(self) -> int | None:
        """The Grundy value, or None where it is not known."""

    @property
    @abstractmethod
    def remoteness(self) -> int | None:
        """Moves to the end when the winner hurries and the loser delays, or None where not known."""

    @property
    @abstractmethod
    def reason(self) -> Reason:
        """Why, in words anybody can check."""

    @property
    @abstractmethod
    def certificate(self) -> Certificate | None:
        """The proof as a document, or None where the verdict rests on an exhaustive search."""

    @property
    def nudge(self) -> str:
        """What to look for in a won position, without the answer."""
        return "At least one of your moves wins."

    @property
    def to_move(self) -> Seat:
        """Whose turn it is."""
        return self.game.seat(self.position)

    def as_dict(self) -> dict[str, Any]:
        """The verdict as JSON has it."""
        return {
            "game": self.game.id,
            "position": self.game.text(self.position),
            "to_move": self.to_move,
            "wins": self.wins,
            "winning_moves": list(self.winning_moves),
            "grundy": self.grundy,
            "remoteness": self.remoteness,
            "reason": str(self.reason),
            "certificate": self.certificate,
        }


@dataclass(frozen=True, slots=True)
class Explanation:
    """What one particular move does."""

    move: Any
    """The move explained."""
    wins: bool
    """Whether it wins."""
    replies: Sequence[Any]
    """The replies that punish it; none if it wins."""
    text: str
    """What it does and why, in sentences."""

    def __str__(self) -> str:
        """The text."""
        return self.text


CERTIFICATE_VERSION = 1


def certify(verdict: Verdict, move: Any, proof: dict[str, Any]) -> Certificate:
    """Wraps a proof in the document that names what it proves."""
    return {
        "format": "aliquot-certificate",
        "version": CERTIFICATE_VERSION,
        "game": verdict.game.slug,
        "position": verdict.game.text(verdict.position),
        "wins": verdict.wins,
        "move": move,
        "proof": proof,
    }
