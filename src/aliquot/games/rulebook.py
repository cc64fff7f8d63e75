"""What every duel has in common: how it is named, set up, checked and described."""

from abc import ABC, abstractmethod
from inspect import cleandoc
from sys import modules
from typing import Any, ClassVar, Generic, Self

from aliquot.core.errors import IllegalMove, InvalidParameter
from aliquot.core.game import M, P, Penalty
from aliquot.core.numerals import quote
from aliquot.core.outcome import Ending, Outcome, Seat, other


class RuleBook(ABC, Generic[P, M]):
    """The part of the game interface that is the same in every duel.

    A duel adds its data and says what a legal move is, what it does, and why another is not one.
    """

    __slots__ = ()

    slug: ClassVar[str]
    title: ClassVar[str]
    tagline: ClassVar[str]
    """One line that says what the game is."""
    version: ClassVar[int] = 1
    penalty: ClassVar[Penalty]
    parameter: ClassVar[str]
    """The name of the one parameter the game is set up with."""
    example: ClassVar[str]
    """The value of that parameter that the rule book recommends, as text."""
    bounds: ClassVar[str]
    """What that parameter may be, in words."""

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

    @classmethod
    @abstractmethod
    def locate(cls, text: str) -> tuple[Self, P]:
        """A game in which the position a text describes occurs, and that position.

        Raises:
            InvalidPosition: The text describes no position.
            InvalidParameter: It names parameters the game cannot be set up with.
        """

    @classmethod
    def rules(cls) -> str:
        """The rules and the theory in our own words: the text its module opens with."""
        return cleandoc(modules[cls.__module__].__doc__ or cls.tagline)

    @property
    @abstractmethod
    def value(self) -> str:
        """The value of the parameter, as text."""

    @property
    def id(self) -> str:
        """The game with its parameters; `aliquot.game` reads it back."""
        return f"{self.slug}({self.parameter}={self.value})"

    def __repr__(self) -> str:
        """The id, marked as a game."""
        return f"<Game {self.id}>"

    @abstractmethod
    def seat(self, p: P) -> Seat:
        """Whose turn it is."""

    @abstractmethod
    def is_legal(self, p: P, move: M) -> bool:
        """Whether a move is legal."""

    @abstractmethod
    def is_over(self, p: P) -> bool:
        """Whether the mover has no legal move."""

    @abstractmethod
    def child(self, p: P, move: M) -> P:
        """The position after a legal move."""

    @abstractmethod
    def objection(self, p: P, move: Any) -> str:
        """Why a whole number is not a legal move, in one sentence."""

    def play(self, p: P, move: M) -> P:
        """The position after a move from outside, or IllegalMove with the reason."""
        if not self.is_legal(p, move):
            if type(move) is not int:
                raise IllegalMove(f"{quote(move)} is not a whole number.")
            raise IllegalMove(self.objection(p, move))
        return self.child(p, move)

    def outcome(self, p: P) -> Outcome | None:
        """The mover who has no legal move has lost."""
        return Outcome(other(self.seat(p)), Ending.NO_MOVES) if self.is_over(p) else None
