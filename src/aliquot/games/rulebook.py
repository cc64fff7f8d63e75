"""The base of every game: how it is named, set up, checked, and described to people."""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Any, ClassVar, Generic, Self, TypeAlias

from aliquot.core.errors import IllegalMove, InvalidParameter
from aliquot.core.game import M, P, Penalty
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.core.text import quote
from aliquot.core.view import View, plain_view


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and the paragraphs under it."""

    heading: str
    paragraphs: tuple[str, ...]


RULES = "Rules"
"""The heading of the section that says how the game is played."""
_WIDTH = 97


@dataclass(frozen=True, slots=True)
class RuleText:
    """The rules of a game or a variant, written for people."""

    summary: str
    """The name, and what it is about in one sentence."""
    sections: tuple[Section, ...] = ()
    """The rules first, then how the game differs from others, and the theory."""
    proof: str = ""
    """The file of the documentation that proves the theory."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The paragraphs that say how the game is played, without the theory."""
        return next((section.paragraphs for section in self.sections if section.heading == RULES), ())

    def text(self) -> str:
        """Return everything as plain text, folded, with a pointer to the proof at the end."""
        from textwrap import fill

        blocks = [self.summary]
        for section in self.sections:
            paragraphs = list(section.paragraphs)
            if self.proof and section is self.sections[-1]:
                paragraphs[-1] += f" Proof: {self.proof}."
            folded = [
                fill(each, _WIDTH, initial_indent="    ", subsequent_indent="    ", break_on_hyphens=False)
                for each in paragraphs
            ]
            blocks += [f"{section.heading}\n{folded[0]}", *folded[1:]]
        return "\n\n".join(blocks)


class Rules(ABC, Generic[P, M]):
    """The part of the game interface that is the same in every game, variants included.

    A game says what a legal move is, what it does, and why another is not one.
    """

    __slots__ = ()

    @property
    @abstractmethod
    def slug(self) -> str:
        """The name on the command line, in addresses and in files."""

    @property
    @abstractmethod
    def title(self) -> str:
        """The name for people."""

    @property
    @abstractmethod
    def tagline(self) -> str:
        """One line that says what the game is."""

    @property
    @abstractmethod
    def task(self) -> str:
        """A turn in one sentence, such as `Divide the number`; empty where a game does not say."""

    @property
    @abstractmethod
    def aim(self) -> str:
        """The way to win in one sentence, such as `If you leave a prime, you win`."""

    @property
    def goal(self) -> str:
        """The task and the aim, in one line for somebody who has never played."""
        return f"{self.task} {self.aim}" if self.task else self.tagline

    @property
    @abstractmethod
    def version(self) -> int:
        """Raised whenever a rule changes."""

    @property
    @abstractmethod
    def penalty(self) -> Penalty:
        """The penalty for an illegal choice."""

    @property
    @abstractmethod
    def options(self) -> tuple[str, ...]:
        """The parameters as the id writes them, such as `start=60`."""

    @property
    def id(self) -> str:
        """The game with its parameters; `aliquot.game` reads it back."""
        return f"{self.slug}({','.join(self.options)})"

    def __repr__(self) -> str:
        """The id, marked as a game."""
        return f"<Game {self.id}>"

    @property
    def last_move_wins(self) -> bool:
        """True if the player who cannot move has lost."""
        return True

    @property
    @abstractmethod
    def max_length(self) -> int:
        """No match has more moves than this."""

    @abstractmethod
    def start(self) -> P:
        """The position before the first move."""

    @abstractmethod
    def seat(self, p: P) -> Seat:
        """Return the seat to move."""

    @abstractmethod
    def legal_moves(self, p: P) -> Sequence[M]:
        """Every legal move, ascending."""

    def count_moves(self, p: P) -> int:
        """Count the legal moves."""
        return len(self.legal_moves(p))

    @abstractmethod
    def is_legal(self, p: P, move: M) -> bool:
        """Return whether a move is legal."""

    @abstractmethod
    def is_over(self, p: P) -> bool:
        """Return whether the mover has no legal move."""

    @abstractmethod
    def child(self, p: P, move: M) -> P:
        """The position after a legal move."""

    @abstractmethod
    def objection(self, p: P, move: Any) -> str:
        """Return why a move is illegal, in one sentence."""

    @abstractmethod
    def key(self, p: P) -> Hashable:
        """Return the part of a position that decides the future.

        Positions with equal keys have the same moves and the same value for the player to move.
        """

    @abstractmethod
    def text(self, p: P) -> str:
        """The position in one token."""

    @abstractmethod
    def position(self, text: str) -> P:
        """Reads what `text` writes, or raises InvalidPosition."""

    @abstractmethod
    def spell(self, p: P, move: M) -> str:
        """A move as records write it."""

    @abstractmethod
    def parse(self, p: P, text: str) -> M:
        """Reads a move as typed or as spelt, legal or not, or raises InvalidMove."""

    def view(self, p: P) -> View:
        """Return the view of a position; a plain one unless the game overrides this."""
        return plain_view(self, p)

    def play(self, p: P, move: M) -> P:
        """The position after a move from outside, or IllegalMove with the reason."""
        if not self.is_legal(p, move):
            raise IllegalMove(self.objection(p, move), move=move)
        return self.child(p, move)

    def outcome(self, p: P) -> Outcome | None:
        """The mover who has no legal move has lost, or has won where the last move loses."""
        if not self.is_over(p):
            return None
        mover = self.seat(p)
        return Outcome(other(mover) if self.last_move_wins else mover, Ending.NO_MOVES)


class RuleBook(Rules[P, M]):
    """One of the rule books: a game that is set up with one parameter and named in the registry."""

    __slots__ = ()

    slug: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    """One line that says what the game is."""
    task: ClassVar[str] = ""
    aim: ClassVar[str] = ""
    version: ClassVar[int] = 1
    penalty: ClassVar[Penalty]
    parameter: ClassVar[str]
    """The name of the one parameter the game is set up with."""
    example: ClassVar[str]
    """The value of that parameter that the rule book recommends, as text."""
    bounds: ClassVar[str]
    """The allowed values of the parameter, in words."""
    is_summable: ClassVar[bool] = False
    """True if the parameter is one number, so that several make a sum and chance can choose it."""
    rules: ClassVar[RuleText]
    """The rules for people; title and tagline unless a book says more."""

    def __init_subclass__(cls, **arguments: Any) -> None:
        """Give a book that has a title of its own, but no rules, its title and tagline as rules."""
        super().__init_subclass__(**arguments)
        own = vars(cls)
        if "rules" not in own and "title" in own and hasattr(cls, "tagline"):
            cls.rules = RuleText(f"{cls.title}: {cls.tagline}")

    @classmethod
    def create(cls, **parameters: object) -> Self:
        """Sets the game up from its parameter, given as a value or as text.

        Raises:
            InvalidParameter: It is not a parameter of this game, or not an acceptable value.
        """
        for name in parameters:
            if name != cls.parameter:
                raise InvalidParameter(f"{cls.title} takes the parameter '{cls.parameter}', not {quote(name)}.")
        return cls.from_value(parameters.get(cls.parameter, cls.example))

    @classmethod
    @abstractmethod
    def from_value(cls, value: object) -> Self:
        """Sets the game up from the value of its parameter."""

    @property
    @abstractmethod
    def value(self) -> str:
        """The value of the parameter, as text."""

    @property
    def options(self) -> tuple[str, ...]:
        """The parameter and its value."""
        return (f"{self.parameter}={self.value}",)


AnyBook: TypeAlias = type[RuleBook[Any, Any]]
"""A rule book: what the registry holds, and what sets a game up."""
