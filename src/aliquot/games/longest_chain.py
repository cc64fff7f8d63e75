"""The Longest Chain: for one player. Write as many different numbers as possible, neighbours dividing one another.

Rules: the numbers 1 to N; each is used at most once; of two neighbours one divides the other; the chain grows at
either end. Theory: docs/games/longest-chain.md says how the longest length is proved, for every N we ship.

It is not a `Game`, which has two players, so it is not in the registry; `catalogue.PUZZLES` names it for every door.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Literal, NamedTuple

from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.text import not_whole, parse_whole, plain_dashes, quote
from aliquot.games.rulebook import RULES, RuleText, Section

SLUG = "longest-chain"
TITLE = "The Longest Chain"
TAGLINE = "Write the longest chain of numbers in which neighbours divide one another."
TASK = "Add divisors or multiples at either end, each number once."
AIM = "Make the chain as long as you can."
SMALLEST, LARGEST, USUAL = 2, 1000, 100
"""The bounds of N, and the N of the classroom."""
BOUNDS = f"a whole number from {SMALLEST} to {LARGEST}"

TEXT = RuleText(
    f"{TITLE}: a puzzle for one, or a race for a class.",
    (
        Section(
            RULES,
            (
                "Choose from the numbers 1 to 100, or 1 to N. Write a chain of different numbers in which each number "
                "divides its neighbour or is divided by it. The chain may grow at both ends. Make it as long as you "
                "can.",
                "After 12 the choices are 1, 2, 3, 4, 6, 24, 36, 48, 60, 72, 84 and 96.",
                "A wrong number costs nothing: you are told why. You can always take numbers back.",
            ),
        ),
        Section(
            "How it differs",
            ("The duels are for two. Here nobody plays against you but the ceiling: the length no chain can exceed.",),
        ),
        Section(
            "Theory",
            (
                "The longest chain of 1 to 100 has 77 numbers. That 77 can be done, a chain shows; that 78 cannot, a "
                "certificate shows: tolls on the numbers and borders around groups of them, which every chain has to "
                "pay.",
            ),
        ),
    ),
    "docs/games/longest-chain.md",
)

End = Literal["left", "right"]
LEFT: End = "left"
RIGHT: End = "right"
_MOST_TEXT = 8 * LARGEST
"""The longest text of a position: all numbers, and a little room."""
_MOVE = re.compile(r"(?P<left><?)(?P<number>[^<>]*)(?P<right>>?)")


class Extension(NamedTuple):
    """A number to add, and the end to add it to."""

    end: End
    number: int


def related(a: int, b: int) -> bool:
    """Return whether one of two different numbers divides the other; 0 divides nothing here.

    >>> related(3, 12), related(12, 3), related(8, 12), related(5, 5), related(0, 5)
    (True, True, False, False, False)
    """
    return a != b and min(a, b) > 0 and max(a, b) % min(a, b) == 0


def parse_limit(value: object) -> int:
    """Return N, given as a number or as text.

    Raises:
        InvalidParameter: It is not a whole number from 2 to 1000.
    """
    limit = parse_whole(value) if isinstance(value, str) else value
    if type(limit) is not int or not SMALLEST <= limit <= LARGEST:
        raise InvalidParameter(f"{TITLE} is played on the numbers 1 to N, with N {BOUNDS}, not {quote(value)}.")
    return limit


def names(game: str) -> bool:
    """Return whether a name or an id is that of this game: `longest-chain` or `longest-chain(limit=100)`."""
    return game.partition("(")[0] == SLUG


def locate(game: str, text: str | None) -> "Chain":
    """Return the chain that a name or an id and a position stand for; by default the empty chain of 1 to 100.

    >>> locate("longest-chain", None).text, locate("longest-chain(limit=30)", None).text, locate(SLUG, "30/2,6").text
    ('1-100/', '1-30/', '1-30/2,6')

    Raises:
        InvalidParameter: The id or the limit is wrong.
        InvalidPosition: The text does not describe a position of that game.
        IllegalMove: The numbers are no chain.
    """
    limit, chain = None, None if text is None else Chain.read(text)
    if "(" in game:
        name, _, value = game.partition("(")[2].removesuffix(")").partition("=")
        if name != "limit":
            raise InvalidParameter(f"{TITLE} takes the parameter 'limit', not {quote(name)}.")
        limit = parse_limit(value)
    if chain is None:
        return Chain(limit or USUAL)
    if limit not in (None, chain.limit):
        raise InvalidPosition(f"{quote(text)} is not a position of {SLUG}(limit={limit}).")
    return chain


@dataclass(frozen=True, slots=True)
class Chain:
    """A chain of different numbers from 1 to a limit, of which neighbours divide one another.

    >>> chain = Chain(30).extend("right", 12).extend("right", 4).extend("left", 6)
    >>> chain.numbers, chain.extensions("left"), chain.extensions("right")
    ((6, 12, 4), (1, 2, 3, 18, 24, 30), (1, 2, 8, 16, 20, 24, 28))
    >>> chain.text
    '1-30/6,12,4'
    """

    limit: int
    """The largest number allowed."""
    numbers: tuple[int, ...] = ()
    """The chain from its left end to its right end."""

    def __post_init__(self) -> None:
        """Check the limit and every number and link.

        Raises:
            InvalidParameter: The limit is out of bounds.
            IllegalMove: The numbers are no chain.
        """
        parse_limit(self.limit)
        seen: set[int] = set()
        for number in self.numbers:
            self._check_number(number, seen)
            seen.add(number)
        for a, b in pairwise(self.numbers):
            _check_link(a, b)

    @property
    def id(self) -> str:
        """The game with its parameter, as the ids of the duels are written."""
        return f"{SLUG}(limit={self.limit})"

    @property
    def text(self) -> str:
        """The chain in one token, which `read` reads back."""
        return f"1-{self.limit}/{','.join(map(str, self.numbers))}"

    @classmethod
    def read(cls, text: str) -> "Chain":
        """Read a position: a limit, `100`, or a limit and a chain, `1-100/6,12,4` or `100/6,12,4`.

        Raises:
            InvalidPosition: It is not written like that.
            InvalidParameter: The limit is out of bounds.
            IllegalMove: The numbers are no chain.
        """
        limit, _, numbers = plain_dashes(text[:_MOST_TEXT]).strip().partition("/")
        bound = parse_whole(limit.removeprefix("1-"))
        members = [parse_whole(number) for number in numbers.split(",")] if numbers.strip() else []
        chain = [number for number in members if number is not None]
        if bound is None or len(chain) < len(members) or len(text) > _MOST_TEXT:
            raise InvalidPosition(f"A chain is written like 1-100/6,12,4, not {quote(text)}.")
        return cls(bound, tuple(chain))

    @property
    def is_over(self) -> bool:
        """True if the chain can grow at neither end."""
        return not self.extensions(LEFT) and not self.extensions(RIGHT)

    def end(self, end: End) -> int | None:
        """Return the number at an end; None while the chain is empty."""
        return None if not self.numbers else self.numbers[0 if end == LEFT else -1]

    def extensions(self, end: End) -> tuple[int, ...]:
        """Return the numbers that may be added at an end, ascending; all of them while the chain is empty."""
        last = self.end(end)
        if last is None:
            return tuple(range(1, self.limit + 1))
        used = set(self.numbers)
        divisors = [d for d in range(1, last // 2 + 1) if last % d == 0 and d not in used]
        return (*divisors, *(m for m in range(2 * last, self.limit + 1, last) if m not in used))

    def extend(self, end: End, number: int) -> "Chain":
        """Return the chain with a number added at an end.

        Raises:
            IllegalMove: The number is not in 1 to N, is used already, or has no link to that end.
        """
        self._check_number(number, self.numbers)
        last = self.end(end)
        if last is not None:
            _check_link(last, number)
        return Chain(self.limit, (number, *self.numbers) if end == LEFT else (*self.numbers, number))

    def shorten(self, end: End) -> "Chain":
        """Return the chain without the number at an end.

        Raises:
            IllegalMove: The chain is empty.
        """
        if not self.numbers:
            raise IllegalMove("The chain is empty: there is nothing to take back.", code="empty-chain")
        return Chain(self.limit, self.numbers[1:] if end == LEFT else self.numbers[:-1])

    def parse(self, text: str, preferred: End = RIGHT) -> Extension:
        """Read a number to add, and the end: `<12` is left, `12>` right, and `12` where it fits.

        A number that fits at both ends, or at neither, goes to the preferred end.

        Raises:
            InvalidMove: The text is no number.
        """
        match = _MOVE.fullmatch(text.strip())
        number = parse_whole(match["number"]) if match else None
        if match is None or number is None or (match["left"] and match["right"]):
            raise InvalidMove(f"{not_whole(text)} Type a number to add, <12 to add 12 on the left, 12> on the right.")
        end = LEFT if match["left"] else RIGHT if match["right"] else self.end_for(number, preferred)
        return Extension(end, number)

    def end_for(self, number: int, preferred: End = RIGHT) -> End:
        """Return the end at which a number fits: the preferred one, unless it fits only at the other."""
        other = LEFT if preferred == RIGHT else RIGHT
        near, far = self.end(preferred), self.end(other)
        fits_only_there = near is not None and far is not None and not related(near, number) and related(far, number)
        return other if fits_only_there else preferred

    def _check_number(self, number: object, used: Iterable[int]) -> None:
        if type(number) is not int or not 1 <= number <= self.limit:
            raise IllegalMove(
                f"{quote(number)} is not one of the numbers 1 to {self.limit}.", code="not-in-range", move=number
            )
        if number in used:
            raise IllegalMove(f"{number} is in the chain already.", code="number-used", move=number)


def _check_link(a: int, b: int) -> None:
    if not related(a, b):
        raise IllegalMove(f"Neither of {a} and {b} divides the other.", code="no-link", move=b, neighbour=a)
