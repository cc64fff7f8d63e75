"""Divisor Duel, Pool: take turns picking numbers that divide one another."""

from bisect import bisect_left
from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import chain
from typing import Any, ClassVar, Literal, Self

from aliquot.arithmetic import divisors, factorise, product
from aliquot.core.errors import IllegalMove, InvalidMove, InvalidParameter, InvalidPosition
from aliquot.core.outcome import Seat
from aliquot.core.text import LARGEST, listing, not_whole, parse_whole, plain_dashes, quote, shorten
from aliquot.core.view import Option, Options, PoolView
from aliquot.games.picks import Picks, Turns
from aliquot.games.rulebook import RuleBook, RuleText, Section

LARGEST_POOL = 1_000_000
"""The most numbers a pool may hold."""


Opening = Literal["any", "even", "even-below-50"]
OPENINGS: dict[Opening, str] = {
    "any": "any number",
    "even": "an even number",
    "even-below-50": "an even number below 50",
}
"""What the first pick may be, with a label for people."""


def pool_rules(title: str, first_sentences: str, example: str) -> RuleText:
    """Return the rules of the pool for a version of it.

    Args:
        title: The name of that version.
        first_sentences: The numbers in the pool, and the allowed first picks.
        example: The choices after some pick.
    """
    return RuleText(
        f"{title}: take turns picking numbers that divide one another.",
        (
            Section(
                "Rules",
                (
                    f"{first_sentences} From then on, pick a number that is still in the pool and is a divisor or a "
                    "multiple of the number picked last. A number once picked is gone. Whoever has nothing to pick "
                    "loses. Nobody may pass.",
                    "An illegal choice costs nothing: you are told why, and choose again.",
                    example,
                ),
            ),
            Section(
                "How it differs",
                (
                    "The other four duels change one shared number. Here nothing is divided or subtracted: the numbers "
                    "are picked up one by one, and the last pick decides what can be picked next.",
                ),
            ),
            Section(
                "Theory",
                (
                    "Draw a line between any two numbers of which one divides the other: the players walk along these "
                    "lines without ever coming back. The mover wins exactly if every maximum matching of the numbers "
                    "still in the pool together with the current one covers the current one; the winning answer is its "
                    "partner.",
                ),
            ),
        ),
        "docs/games/divisor-duel-pool.md",
    )


@dataclass(frozen=True, slots=True, init=False)
class PoolPosition:
    """The numbers picked so far, in order: the first by seat 1, the second by seat 2, and so on."""

    picks: Picks
    """Reads like a tuple, and shares what it has in common with the positions before and after it."""

    def __init__(self, picks: Iterable[int] = ()) -> None:
        """The position after these picks."""
        object.__setattr__(self, "picks", picks if isinstance(picks, Picks) else Picks(picks))

    def __hash__(self) -> int:
        return self.picks.fingerprint

    def __contains__(self, number: object) -> bool:
        """Return whether a number has been picked."""
        return number in self.picks

    @property
    def last(self) -> int | None:
        """The last pick, if there is one."""
        return self.picks.last

    def turn_of(self, number: int) -> int | None:
        """At which turn a number was picked, the first being 1; None if it is still in the pool."""
        return self.picks.turn_of(number)


@dataclass(frozen=True, slots=True, repr=False)
class PoolDuel(RuleBook[PoolPosition, int]):
    """Pick a divisor or a multiple of the last pick; whoever cannot, loses."""

    low: int
    """The smallest number in the pool."""
    high: int
    """The largest number in the pool."""
    opening: Opening = "any"
    """The kind of first pick: a key of OPENINGS."""

    slug: ClassVar[str] = "divisor-duel-pool"
    title: ClassVar[str] = "Divisor Duel: Pool"
    tagline: ClassVar[str] = "Pick a divisor or a multiple of the last pick. Whoever cannot loses."
    task: ClassVar[str] = "Pick a divisor or a multiple of the last number."
    aim: ClassVar[str] = "If you cannot, you lose."
    penalty = "retry"
    parameter: ClassVar[str] = "pool"
    example: ClassVar[str] = "2-50"
    bounds: ClassVar[str] = f"LO-HI with 1 ≤ LO ≤ HI ≤ 10^18 and at most {LARGEST_POOL:,} numbers"
    rules: ClassVar[RuleText] = pool_rules(
        "Divisor Duel, Pool",
        "All numbers from 2 to 50 lie in a pool, or from LO to HI if the players agree on others. The first player "
        "picks any of them.",
        "After 12, in the pool 2-50, the choices are 2, 3, 4, 6, 24, 36 and 48. Numbers such as 8 or 18, which share a "
        "factor with 12 but neither divide it nor are divided by it, are not among them, and neither is 60, which is "
        "not in the pool.",
    )

    def __post_init__(self) -> None:
        """Check that the pool is within the bounds."""
        for bound in (self.low, self.high):
            if type(bound) is not int or not 1 <= bound <= LARGEST:
                raise self._refusal(f"a bound of {quote(bound)}")
        if self.low > self.high:
            raise self._refusal(f"{self.value}: LO is larger than HI")
        if self.high - self.low >= LARGEST_POOL:
            raise self._refusal(f"{self.value} with {self.high - self.low + 1:,} numbers")
        if not self._openings:
            raise InvalidParameter(
                f"The pool {self.value} has nothing to open with: the first pick must be {OPENINGS[self.opening]}."
            )

    @classmethod
    def create(cls, **parameters: object) -> Self:
        """Create the game from its pool and, optionally, the opening."""
        wanted = parameters.pop("opening", "any")
        opening = next((each for each in OPENINGS if each == wanted), None)
        if opening is None:
            raise InvalidParameter(f"An opening is {listing(list(OPENINGS))}, not {quote(wanted)}.")
        game = super(PoolDuel, cls).create(**parameters)
        return cls(game.low, game.high, opening)

    @classmethod
    def _refusal(cls, value: str) -> InvalidParameter:
        return InvalidParameter(f"The pool of {cls.title} must be {cls.bounds}, not {value}.")

    @classmethod
    def from_value(cls, value: object) -> Self:
        """Sets the game up from a pool given as a pair of numbers or as `LO-HI`."""
        bounds = tuple(map(parse_whole, plain_dashes(value).split("-", 1))) if isinstance(value, str) else value
        match bounds:
            case (int(low), int(high)):
                return cls(low, high)
        raise cls._refusal(quote(value))

    @property
    def value(self) -> str:
        """The pool, as text."""
        return f"{self.low}-{self.high}"

    @property
    def options(self) -> tuple[str, ...]:
        """The pool, and the opening if it is restricted."""
        pool = f"pool={self.value}"
        return (pool,) if self.opening == "any" else (pool, f"opening={self.opening}")

    @property
    def _openings(self) -> range:
        """The numbers the first pick may be."""
        if self.opening == "any":
            return range(self.low, self.high + 1)
        highest = self.high if self.opening == "even" else min(self.high, 49)
        return range(self.low + self.low % 2, highest + 1, 2)

    @property
    def max_length(self) -> int:
        """Each move takes a number out of the pool."""
        return self.high - self.low + 1

    def start(self) -> PoolPosition:
        """The full pool, nothing picked."""
        return PoolPosition()

    def seat(self, p: PoolPosition) -> Seat:
        """The seats pick in turn."""
        return 2 if len(p.picks) % 2 else 1

    def available(self, p: PoolPosition) -> list[int]:
        """Every number still in the pool, ascending."""
        return p.picks.without(range(self.low, self.high + 1))

    def neighbours(self, number: int) -> Iterator[int]:
        """The other numbers of the pool that divide a number or that it divides, ascending."""
        return chain(self._divisors(number), self._multiples(number))

    def _divisors(self, number: int) -> Sequence[int]:
        if 2 * self.low > number:
            return ()  # In a pool of large numbers none divides another; one may have 100,000 divisors.
        smaller = divisors(number)[:-1]
        return smaller[bisect_left(smaller, self.low) :]

    def _multiples(self, number: int) -> range:
        return range(2 * number, self.high + 1, number)

    def legal_moves(self, p: PoolPosition) -> Sequence[int]:
        """The divisors and multiples of the last pick that are still in the pool."""
        last = p.last
        if last is None:
            return self._openings
        return (*p.picks.without(self._divisors(last)), *p.picks.without(self._multiples(last)))

    def count_moves(self, p: PoolPosition) -> int:
        """Count the numbers that can be picked."""
        last = p.last
        if last is None:
            return len(self._openings)
        return p.picks.count_without(self._divisors(last)) + p.picks.count_without(self._multiples(last))

    def is_legal(self, p: PoolPosition, move: int) -> bool:
        """Return whether the number is in the pool, untaken, and a divisor or multiple of the last pick."""
        if type(move) is not int or not self.low <= move <= self.high:
            return False
        last = p.last
        if last is None:
            return move in self._openings
        return (last % move == 0 or move % last == 0) and move not in p.picks

    def is_over(self, p: PoolPosition) -> bool:
        """Return whether nothing can be picked."""
        last = p.last
        if last is None:
            return False
        # Most often a multiple is left, and then nothing need be factorised.
        return p.picks.cover(self._multiples(last)) and p.picks.cover(self._divisors(last))

    def child(self, p: PoolPosition, move: int) -> PoolPosition:
        """The picks so far and one more."""
        return PoolPosition(p.picks.and_then(move))

    def objection(self, p: PoolPosition, move: Any) -> str:
        """Return why a number cannot be picked, in one sentence."""
        if type(move) is not int:
            return f"{quote(move)} is not a whole number."
        if self.is_over(p):
            return f"Nothing can be picked after {p.last}: the game is over."
        if not self.low <= move <= self.high:
            return f"{quote(move)} is not in the pool {self.value}."
        if p.last is None:
            return f"{move} is not allowed: the first pick must be {OPENINGS[self.opening]}."
        if move in p.picks:
            return f"{move} has already been taken."
        return f"{move} is neither a divisor nor a multiple of {p.last}."

    def key(self, p: PoolPosition) -> Hashable:
        """The last pick and the set of numbers taken: their order does not matter."""
        return p.picks[-1:], frozenset(p.picks)

    def text(self, p: PoolPosition) -> str:
        """The pool and the picks so far."""
        return f"{self.value}/{','.join(map(str, p.picks))}"

    def position(self, text: str) -> PoolPosition:
        """Reads a pool and the picks so far, checking each pick."""
        pool, _, picks = text.strip().partition("/")
        if plain_dashes(pool) != self.value:
            raise InvalidPosition(
                f"A position of this game is the pool {self.value}, a slash and the picks so far, "
                f"such as {self.value}/{self.low}, not {quote(text)}."
            )
        p = self.start()
        for pick in picks.split(",") if picks else ():
            try:
                p = self.play(p, self.parse(p, pick))
            except (IllegalMove, InvalidMove) as error:
                raise InvalidPosition(f"'{shorten(text)}' is not a position: {error}") from None
        return p

    def spell(self, p: PoolPosition, move: int) -> str:
        """The number picked."""
        return str(move)

    def parse(self, p: PoolPosition, text: str) -> int:
        """Reads the number picked."""
        move = parse_whole(text)
        if move is None:
            raise InvalidMove(not_whole(text))
        return move

    def view(self, p: PoolPosition) -> PoolView:
        """The pool, what is gone and who took it."""
        current, moves = p.last, self.legal_moves(p)
        return PoolView(
            to_move=self.seat(p),
            options=Options(moves, _option),
            prompt=(
                f"pick {OPENINGS[self.opening]}" if current is None else f"pick a divisor or a multiple of {current}"
            ),
            no_move_reason=f"No divisor and no multiple of {current} is left" if not moves else "",
            low=self.low,
            high=self.high,
            turns=Turns(p.picks),
            current=current,
        )


@lru_cache(maxsize=4096)
def _option(number: int) -> Option:
    return Option(number, str(number), str(number), factors=product(factorise(number)))
