"""Verdicts: the oracle's answer about a position, and its certificate."""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any

from aliquot.arithmetic import factorise, prove_prime
from aliquot.core.game import AnyGame
from aliquot.core.outcome import Seat
from aliquot.games import options_of, other_variants_of
from aliquot.games.sum import Sum
from aliquot.games.wrapper import unwrap
from aliquot.oracle.budget import Budget
from aliquot.oracle.reasons import OPPONENT, YOU, Reason, Side

_MOST_COUNTED = 64
"""The most winning moves whose replies are counted for a hint."""

Certificate = dict[str, Any]
"""A JSON document that proves a verdict to `aliquot.oracle.verify`."""


@dataclass(frozen=True)
class Verdict(ABC):
    """An exact verdict about one position; each theory has its own subclass.

    Only what is cheap is decided at once. Every property is worked out when it is read.
    """

    game: AnyGame
    """The game."""
    position: Any
    """The position the verdict is about."""
    budget: Budget | None = field(default=None, compare=False, repr=False, kw_only=True)
    """The limit for what is worked out later; by default that of any search."""

    @property
    @abstractmethod
    def wins(self) -> bool:
        """True if the player to move wins against any play."""

    @property
    @abstractmethod
    def winning_moves(self) -> Sequence[Any]:
        """Every move that keeps the win, ascending."""

    @property
    def grundy(self) -> int | None:
        """The Grundy value, or None where it is not known or, as in misère play, there is none."""
        return None

    @property
    def remoteness(self) -> int | None:
        """Moves to the end when the winner hurries and the loser delays, or None where not known."""
        return None

    @property
    @abstractmethod
    def reason(self) -> Reason:
        """The reason, as claims anybody can check."""

    @property
    def certificate(self) -> Certificate | None:
        """The proof as a document, or None where the verdict rests on a search or a table.

        Those prove nothing to somebody who does not repeat them.
        """
        return None

    @property
    def is_proved(self) -> bool:
        """True if there is a certificate."""
        return self.certificate is not None

    @property
    def pairs(self) -> tuple[tuple[int, int], ...]:
        """Numbers and their partners, where a pairing is the reason."""
        return ()

    @property
    def nudge(self) -> str:
        """A hint where to look in a won position, without the answer.

        By default it says how many moves win, and how few replies the narrowest of them leaves.
        """
        game, p, winning = self.game, self.position, self.winning_moves
        moves = len(game.legal_moves(p))
        if moves == 1:
            return "You have only one move, and it wins."
        replies = min(len(game.legal_moves(game.child(p, move))) for move in winning[:_MOST_COUNTED])
        if not replies:
            return "One of your moves leaves your opponent nothing to do."
        count = f"{len(winning)} of your {moves:,} moves {'wins' if len(winning) == 1 else 'win'}"
        after = "after it" if len(winning) == 1 else "after one of them"
        if replies == 1:
            return f"{count}: {after} your opponent has only 1 reply, and it does not help."
        return f"{count}: {after} your opponent has only {replies:,} replies, and none of them helps."

    @property
    def to_move(self) -> Seat:
        """The seat to move."""
        return self.game.seat(self.position)

    def move_json(self, move: Any) -> Any:
        """Return a move as JSON has it."""
        return list(move) if isinstance(move, tuple) else move


@dataclass(frozen=True, slots=True)
class Explanation:
    """The effect of one move."""

    move: Any
    """The move explained."""
    notation: str
    """The move, as records write it."""
    wins: bool
    """True if it wins."""
    replies: Sequence[Any]
    """The replies that punish it; none if it wins."""
    reason: Reason
    """The reason about the position it leaves, in which it is the other player's turn."""

    def tell(self, mover: Side = YOU, other: Side = OPPONENT) -> str:
        """Return what the move does and why, in sentences about the mover and the other player."""
        return f"{self.notation} {'wins' if self.wins else 'loses'}. {self.reason.tell(other, mover)}"

    @property
    def why(self) -> str:
        """The reason alone, addressed to the player who makes the move."""
        return self.reason.tell(OPPONENT, YOU)

    @property
    def text(self) -> str:
        """The effect of the move and the reason, addressed to the player who makes it."""
        return self.tell()

    def __str__(self) -> str:
        """The text."""
        return self.text


CERTIFICATE_VERSION = 3

BOOKS = frozenset(("dividers-duel", "divide-and-conquer", "factor-duel", "divisor-duel-subtract", "divisor-duel-pool"))
"""The rule books the verifier knows."""


def _without_start(game: AnyGame) -> str:
    """Return a game's id without the numbers it starts from, which the position gives.

    >>> from aliquot.games import create
    >>> _without_start(create("dividers-duel", start="60,84", misere=True)), _without_start(create("factor-duel"))
    ('dividers-duel(misere)', 'factor-duel')
    """
    start, *options = options_of(game.id)
    if "=" not in start:
        # A mixture: the rule of each number matters.
        options.insert(0, "+".join(part.partition(":")[0] for part in start.split("+")))
    return f"{game.slug}({','.join(options)})" if options else game.slug


def has_verifier(game: AnyGame) -> bool:
    """Return whether the verifier knows the rules of a game, so that a verdict about it can have a certificate."""
    inside, _ = unwrap(game)
    return BOOKS.issuperset(member.slug for member in (inside.members if isinstance(inside, Sum) else (inside,)))


def prove_factors(numbers: Iterable[int]) -> dict[str, Any]:
    """Return the factorisations of numbers, and a proof of every prime in them, as a certificate has them.

    A prime comes after those its own proof rests on.
    """
    factors = [[list(factor) for factor in factorise(number)] for number in numbers]
    proofs: dict[int, list[Any]] = {}

    def prove(prime: int) -> None:
        if prime not in proofs:
            base, before = prove_prime(prime)
            for smaller in before:
                prove(smaller)
            proofs[prime] = [prime, base, list(before)]

    for prime in sorted({prime for each in factors for prime, _ in each}):
        prove(prime)
    return {"factors": factors, "primes": list(proofs.values())}


def certify(verdict: Verdict, proof: dict[str, Any]) -> Certificate | None:
    """Return a proof with what it proves as a document, or None if the verifier does not know the game."""
    if not has_verifier(verdict.game):
        return None
    if other_variants_of(verdict.game.id):
        return None
    return {
        "format": "aliquot-certificate",
        "version": CERTIFICATE_VERSION,
        "game": _without_start(verdict.game),
        "position": verdict.game.text(verdict.position),
        "wins": verdict.wins,
        "winning_moves": [verdict.move_json(move) for move in verdict.winning_moves],
        "proof": proof,
    }
