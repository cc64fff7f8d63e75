"""The one interface every duel has, and all that the rest of the house may know of a duel."""

from collections.abc import Hashable, Sequence
from typing import Any, Literal, Protocol, TypeAlias, TypeVar

from aliquot.core.outcome import Outcome, Seat
from aliquot.core.view import View

P = TypeVar("P", bound=Hashable)
"""A position: a frozen dataclass, equal by value."""
M = TypeVar("M", bound=Hashable)
"""A move: a whole number, or a pair of them where several numbers are in play."""

Penalty: TypeAlias = Literal["forfeit", "retry"]
"""What an illegal choice costs: the game, or nothing but another try."""


class Game(Protocol[P, M]):
    """A duel with its parameters fixed: stateless, immutable, equal by `id`.

    A position knows whose turn it is and nothing else about the match. The rules themselves end a
    match in one way only: the mover has no legal move.
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
        """Raised whenever a rule changes, so that old records are read by their own rules."""
        ...

    @property
    def penalty(self) -> Penalty:
        """What the rule book asks for an illegal choice."""
        ...

    @property
    def last_move_wins(self) -> bool:
        """Whether the mover who has no legal move has lost (normal play) or won (misère play)."""
        ...

    @property
    def max_length(self) -> int:
        """No match has more moves than this."""
        ...

    def start(self) -> P:
        """The position before the first move."""
        ...

    def seat(self, p: P) -> Seat:
        """Whose turn it is."""
        ...

    def legal_moves(self, p: P) -> Sequence[M]:
        """Every legal move, ascending; empty exactly when the game is over."""
        ...

    def count_moves(self, p: P) -> int:
        """How many legal moves there are, without listing them where counting is quicker."""
        ...

    def is_legal(self, p: P, move: M) -> bool:
        """Whether a move is legal, decided by arithmetic and not by listing the moves."""
        ...

    def child(self, p: P, move: M) -> P:
        """The position after a legal move. Unchecked: for solvers, which only try legal ones."""
        ...

    def play(self, p: P, move: M) -> P:
        """The position after a move from outside.

        Raises:
            IllegalMove: The rules do not allow it; the message says why.
        """
        ...

    def outcome(self, p: P) -> Outcome | None:
        """Who has won, or None while the game goes on."""
        ...

    def key(self, p: P) -> Hashable:
        """What decides the future: equal keys have the same moves and the same value for the mover."""
        ...

    def text(self, p: P) -> str:
        """The position in one token, such as `60` or `2-50/12,6`."""
        ...

    def position(self, text: str) -> P:
        """Reads what `text` writes, up to `key`.

        A number alone does not say whose turn it is; it is then seat 1's.

        Raises:
            InvalidPosition: The text describes no position of this game.
        """
        ...

    def spell(self, p: P, move: M) -> str:
        """A move as records write it, such as `60/2`, `16-8` or `12`."""
        ...

    def parse(self, p: P, text: str) -> M:
        """Reads a move as typed (`2`) or as spelt (`60/2`), legal or not.

        Raises:
            InvalidMove: The text is no move at all.
        """
        ...

    def view(self, p: P) -> View:
        """What somebody needs to draw the position; the only word on how the game looks."""
        ...


AnyGame: TypeAlias = Game[Any, Any]
"""A game whose kind of position does not matter here."""
