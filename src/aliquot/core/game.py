"""The interface that every game implements and all other code relies on."""

from collections.abc import Hashable, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from aliquot.core.outcome import Outcome, Seat
from aliquot.core.view import View

P = TypeVar("P", bound=Hashable)
"""A position: a frozen dataclass, equal by value."""
M = TypeVar("M", bound=Hashable)
"""A move: a whole number, or a pair of them where several numbers are in play."""

Penalty: TypeAlias = Literal["forfeit", "retry"]
"""The cost of an illegal move: the match, or nothing but another try."""


class Game(Protocol[P, M]):
    """A game with its parameters fixed: stateless, immutable, equal by `id`.

    A position holds whose turn it is and nothing else about the match. By the rules a match ends in
    one way only: the player to move has no legal move.
    """

    @property
    def id(self) -> str:
        """The game with its parameters, such as `dividers-duel(start=84)`."""
        ...

    @property
    def slug(self) -> str:
        """The rule book's name on the command line, in addresses and in files."""
        ...

    @property
    def title(self) -> str:
        """The rule book's name for people."""
        ...

    @property
    def tagline(self) -> str:
        """One line that says what the game is."""
        ...

    @property
    def version(self) -> int:
        """The version of the rules, increased with every change so that old records keep their own rules."""
        ...

    @property
    def penalty(self) -> Penalty:
        """The cost of an illegal move by the rule book."""
        ...

    @property
    def last_move_wins(self) -> bool:
        """True if a player who cannot move has lost (normal play), False if they have won (misère play)."""
        ...

    @property
    def max_length(self) -> int:
        """An upper bound on the number of moves of a match."""
        ...

    def start(self) -> P:
        """The position before the first move."""
        ...

    def seat(self, p: P) -> Seat:
        """The seat to move."""
        ...

    def legal_moves(self, p: P) -> Sequence[M]:
        """Every legal move, ascending; empty exactly when the game is over."""
        ...

    def count_moves(self, p: P) -> int:
        """The number of legal moves, counted without listing them where that is quicker."""
        ...

    def is_legal(self, p: P, move: M) -> bool:
        """Return whether a move is legal, by arithmetic rather than by listing the moves."""
        ...

    def child(self, p: P, move: M) -> P:
        """The position after a legal move; legality is not checked (for solvers)."""
        ...

    def play(self, p: P, move: M) -> P:
        """The position after a move, which is checked (for people, files and networks).

        Raises:
            IllegalMove: The rules do not allow the move; the message says why.
        """
        ...

    def outcome(self, p: P) -> Outcome | None:
        """The result, or None while there is a legal move."""
        ...

    def key(self, p: P) -> Hashable:
        """A key of the position: equal keys have the same moves and the same value for the player to move."""
        ...

    def text(self, p: P) -> str:
        """The position in one token, such as `60` or `2-50/12,6`."""
        ...

    def position(self, text: str) -> P:
        """Read the position that `text` writes, up to `key`.

        Where the text does not say whose turn it is, it is seat 1's.

        Raises:
            InvalidPosition: The text does not describe a position of this game.
        """
        ...

    def spell(self, p: P, move: M) -> str:
        """A move as records write it, such as `60/2`, `16-8` or `12`."""
        ...

    def parse(self, p: P, text: str) -> M:
        """Read a move as typed (`2`) or as spelt (`60/2`), legal or not.

        Raises:
            InvalidMove: The text is not a move.
        """
        ...

    def view(self, p: P) -> View:
        """The data needed to draw the position."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
"""A game with any type of position and move."""
