"""Reasons: claims about a position, and their sentences.

A claim holds the numbers it is about, so that a test can check it by brute force. Its sentences are about "you" and
"your opponent", or about two players by name.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass

from aliquot.core.text import listing

Factors = tuple[tuple[int, int], ...]


_IRREGULAR = {"have": "has", "do": "does"}

MOST_NAMED = 10
"""The most things a sentence lists in full; of more it lists a few fewer and counts the others."""


@dataclass(frozen=True, slots=True)
class Side:
    """A player as the subject of a sentence."""

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
    """The sides of two players: by name, or by seat if the names are the same; an empty name is the reader's.

    >>> [side.does("win") for side in sides(("Ada", "Emmy"))]
    ['Ada wins', 'Emmy wins']
    >>> [side.subject for side in sides(("Ada", "Ada"))]
    ['Player 1', 'Player 2']
    >>> [side.does("win") for side in sides(("", "Emmy"))]
    ['you win', 'Emmy wins']
    """
    first, second = names if names[0] != names[1] else ("Player 1", "Player 2")
    return Side(first, third_person=True) if first else YOU, Side(second, third_person=True) if second else YOU


class Claim(ABC):
    """One statement about a position, which can be checked by the numbers in it."""

    __slots__ = ()

    @abstractmethod
    def words(self, mover: Side, other: Side) -> str:
        """The claim as one or more sentences, with `mover` to move."""


@dataclass(frozen=True, slots=True)
class Reason:
    """The reason why a position is won or lost for the player to move."""

    claims: tuple[Claim, ...]

    def tell(self, mover: Side = YOU, other: Side = OPPONENT) -> str:
        """The reason in sentences."""
        return " ".join(claim.words(mover, other) for claim in self.claims)

    def __str__(self) -> str:
        """The reason in sentences for the player to move."""
        return self.tell()


def name_some(things: Sequence[object], conjunction: str = "or") -> str:
    """Join things to a list: all of them, or of many the first and the number of others.

    >>> name_some([3, 5, 9])
    '3, 5 or 9'
    >>> name_some(range(3, 33, 2))
    '3, 5, 7, 9, 11, 13, 15, 17 or 7 others'
    """
    if len(things) <= MOST_NAMED:
        return listing([str(thing) for thing in things], conjunction)
    first = [str(thing) for thing in things[: MOST_NAMED - 2]]
    return f"{', '.join(first)} {conjunction} {len(things) - len(first):,} others"
