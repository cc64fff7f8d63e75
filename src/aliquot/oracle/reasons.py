"""Reasons: structured claims, each checkable on its own, and the sentences they become.

A claim holds the numbers it speaks of, so that a test can check it by brute force, and words
itself for anybody: the reader ("you") and "your opponent", or two players by their names.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from aliquot.core.text import listing

Factors = tuple[tuple[int, int], ...]


_IRREGULAR = {"have": "has", "do": "does"}

MOST_NAMED = 10
"""How many things a sentence names; of more it names a few less and says how many others there are."""


@dataclass(frozen=True, slots=True)
class Side:
    """A party to the duel, as a sentence speaks of it."""

    subject: str
    third_person: bool

    def does(self, verb: str) -> str:
        """The subject with a verb.

        >>> YOU.does("have"), OPPONENT.does("have"), OPPONENT.does("lose")
        ('you have', 'your opponent has', 'your opponent loses')
        """
        if self.third_person:
            verb = _IRREGULAR.get(verb, f"{verb}s")
        return f"{self.subject} {verb}"


YOU = Side("you", third_person=False)
OPPONENT = Side("your opponent", third_person=True)


def sides(names: tuple[str, str]) -> tuple[Side, Side]:
    """The players as sentences speak of them: by their names, or by their seats if the names are the same.

    >>> [side.does("win") for side in sides(("Ada", "Emmy"))]
    ['Ada wins', 'Emmy wins']
    >>> [side.subject for side in sides(("Ada", "Ada"))]
    ['Player 1', 'Player 2']
    """
    first, second = names if names[0] != names[1] else ("Player 1", "Player 2")
    return Side(first, third_person=True), Side(second, third_person=True)


class Claim(ABC):
    """One thing said about a position, true or false by the numbers in it."""

    __slots__ = ()

    @abstractmethod
    def words(self, mover: Side, other: Side) -> str:
        """The claim as one or more sentences, told with `mover` to move."""


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a position is won or lost for the player to move."""

    claims: tuple[Claim, ...]

    def tell(self, mover: Side = YOU, other: Side = OPPONENT) -> str:
        """The reason in sentences."""
        return " ".join(claim.words(mover, other) for claim in self.claims)

    def __str__(self) -> str:
        """The reason, told to the player to move."""
        return self.tell()


def name_some(things: Sequence[object], conjunction: str = "or") -> str:
    """Names things in a row: all of them, or of many the first and how many more there are.

    >>> name_some([3, 5, 9])
    '3, 5 or 9'
    >>> name_some(range(3, 33, 2))
    '3, 5, 7, 9, 11, 13, 15, 17 or 7 others'
    """
    if len(things) <= MOST_NAMED:
        return listing([str(thing) for thing in things], conjunction)
    named = [str(thing) for thing in things[: MOST_NAMED - 2]]
    return f"{', '.join(named)} {conjunction} {len(things) - len(named):,} others"
