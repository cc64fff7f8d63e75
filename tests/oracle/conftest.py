"""The naive second opinion: the rules of the duels written down once more, and tried out to the end.

Nothing here knows any theory, and nothing is taken from the package but positions to ask it about.
"""

import json
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from typing import Any, ClassVar

import pytest

from aliquot.core.errors import IllegalMove
from aliquot.core.game import Penalty
from aliquot.core.outcome import Ending, Outcome, Seat, other
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.oracle.verdict import Verdict
from aliquot.oracle.verify import verify

STARTS = range(1, 5001)
"""The numbers that are searched exhaustively."""
POOLS = [(low, high) for high in range(1, 17) for low in range(1, high + 1)]
"""The pools that are searched exhaustively."""

DIVISION = ("dividers-duel", "divide-and-conquer", "factor-duel")


@dataclass(frozen=True, slots=True)
class Truth:
    """What trying everything shows about a number."""

    winning: tuple[int, ...]
    """The moves after which the opponent loses, ascending."""
    grundy: int
    """The least value that no move reaches."""
    remoteness: int
    """Moves to the end when the winner hurries and the loser delays."""

    @property
    def wins(self) -> bool:
        """Whether some move wins."""
        return bool(self.winning)


def proper_divisors(number: int) -> list[int]:
    """Every divisor but 1 and the number, by trial."""
    small = [d for d in range(2, int(number**0.5) + 1) if number % d == 0]
    return sorted({*small, *(number // d for d in small)})


def _search_numbers(after: Callable[[int, int], int]) -> dict[int, Truth]:
    found: dict[int, Truth] = {}
    for number in STARTS:
        options = {divisor: found[after(number, divisor)] for divisor in proper_divisors(number)}
        winning = tuple(divisor for divisor, truth in options.items() if not truth.wins)
        values = {truth.grundy for truth in options.values()}
        length = 0
        if winning:
            length = 1 + min(options[divisor].remoteness for divisor in winning)
        elif options:
            length = 1 + max(truth.remoteness for truth in options.values())
        found[number] = Truth(winning, min(set(range(len(values) + 1)) - values), length)
    return found


@cache
def _division() -> dict[int, Truth]:
    return _search_numbers(lambda number, divisor: number // divisor)


@cache
def _subtraction() -> dict[int, Truth]:
    return _search_numbers(lambda number, divisor: number - divisor)


Key = tuple[int, frozenset[int]]


@dataclass
class PoolTruth:
    """One pool, searched by trying every pick; what is remembered goes by the last pick and the set of picks."""

    low: int
    high: int
    _winning: dict[Key, tuple[int, ...]] = field(default_factory=dict)
    _measures: dict[Key, tuple[int, int]] = field(default_factory=dict)

    @property
    def game(self) -> PoolDuel:
        """The game to ask the package about."""
        return PoolDuel(self.low, self.high)

    @cached_property
    def _related(self) -> dict[int, list[int]]:
        """What may follow each number, by looking at every number there is; anything may follow 0, the beginning."""
        numbers = range(self.low, self.high + 1)
        return {0: [*numbers], **{c: [n for n in numbers if n != c and (n % c == 0 or c % n == 0)] for c in numbers}}

    def options(self, picks: tuple[int, ...]) -> list[int]:
        """Every legal pick."""
        return [n for n in self._related[picks[-1] if picks else 0] if n not in picks]

    def winning(self, picks: tuple[int, ...]) -> tuple[int, ...]:
        """Every pick that wins."""
        key = _key(picks)
        if key not in self._winning:
            self._winning[key] = tuple(pick for pick in self.options(picks) if not self.wins((*picks, pick)))
        return self._winning[key]

    def wins(self, picks: tuple[int, ...]) -> bool:
        """Whether the player to move wins."""
        return bool(self.winning(picks))

    def measures(self, picks: tuple[int, ...]) -> tuple[int, int]:
        """The Grundy value, and the moves to the end when the winner hurries and the loser delays."""
        key = _key(picks)
        if key not in self._measures:
            after = {pick: self.measures((*picks, pick)) for pick in self.options(picks)}
            values = {grundy for grundy, _ in after.values()}
            lost = [length for grundy, length in after.values() if not grundy]
            length = 1 + (min(lost) if lost else max((length for _, length in after.values()), default=-1))
            self._measures[key] = (min(set(range(len(values) + 1)) - values), length)
        return self._measures[key]

    def reachable(self) -> Iterator[tuple[int, ...]]:
        """Every position that can come about, one order of picks for each last pick and set of picks."""
        seen: set[Key] = set()
        stack: list[tuple[int, ...]] = [()]
        while stack:
            picks = stack.pop()
            if _key(picks) not in seen:
                seen.add(_key(picks))
                yield picks
                stack += [(*picks, pick) for pick in self.options(picks)]


def _key(picks: tuple[int, ...]) -> Key:
    return picks[-1] if picks else 0, frozenset(picks)


_pool = cache(PoolTruth)


@dataclass(frozen=True)
class Naive:
    """Everything the naive search knows."""

    starts = STARTS
    pools = POOLS
    proper_divisors = staticmethod(proper_divisors)

    def number(self, slug: str, number: int) -> Truth:
        """A number of one of the four number games."""
        return (_division() if slug in DIVISION else _subtraction())[number]

    def numbers(self, slug: str) -> dict[int, Truth]:
        """All the numbers of one of the four number games."""
        return _division() if slug in DIVISION else _subtraction()

    def pool(self, low: int, high: int) -> PoolTruth:
        """A pool, remembered between tests."""
        return _pool(low, high)

    def holds(self, document: dict[str, Any]) -> bool:
        """Whether what a certificate says of who wins, and by which move, is true; its position must be small."""
        position, move = document["position"], document["move"]
        if document["game"] == "divisor-duel-pool":
            bounds, _, rest = position.partition("/")
            low, high = map(int, bounds.split("-"))
            picks = tuple(map(int, rest.split(","))) if rest else ()
            winning = self.pool(low, high).winning(picks)
        else:
            winning = self.number(document["game"], int(position)).winning
        return move in winning if document["wins"] is True else not winning and move is None


@dataclass(frozen=True, slots=True)
class HeapPosition:
    """A heap and whose turn it is."""

    size: int
    seat: Seat = 1


@dataclass(frozen=True, slots=True)
class Heap:
    """A stranger's game, which no theory here knows: take from 1 to `most` counters from a heap."""

    size: int
    most: int = 3
    last_move_wins: bool = True

    slug: ClassVar[str] = "heap"
    title: ClassVar[str] = "Heap"
    tagline: ClassVar[str] = "Take from one to three."
    version: ClassVar[int] = 1
    penalty: ClassVar[Penalty] = "retry"

    @property
    def id(self) -> str:
        """Its name and size."""
        return f"heap(size={self.size})"

    @property
    def max_length(self) -> int:
        """One counter a move."""
        return self.size

    def start(self) -> HeapPosition:
        """The whole heap."""
        return HeapPosition(self.size)

    def seat(self, p: HeapPosition) -> Seat:
        """Whose turn it is."""
        return p.seat

    def legal_moves(self, p: HeapPosition) -> Sequence[int]:
        """How many may be taken."""
        return range(1, min(self.most, p.size) + 1)

    def is_legal(self, p: HeapPosition, move: int) -> bool:
        """Whether so many may be taken."""
        return type(move) is int and 1 <= move <= min(self.most, p.size)

    def child(self, p: HeapPosition, move: int) -> HeapPosition:
        """What is left."""
        return HeapPosition(p.size - move, other(p.seat))

    def play(self, p: HeapPosition, move: int) -> HeapPosition:
        """What is left, if that may be taken."""
        if not self.is_legal(p, move):
            raise IllegalMove("So many cannot be taken.")
        return self.child(p, move)

    def outcome(self, p: HeapPosition) -> Outcome | None:
        """Who has won."""
        if p.size:
            return None
        return Outcome(other(p.seat) if self.last_move_wins else p.seat, Ending.NO_MOVES)

    def key(self, p: HeapPosition) -> Hashable:
        """The size."""
        return p.size

    def text(self, p: HeapPosition) -> str:
        """The size."""
        return str(p.size)

    def position(self, text: str) -> HeapPosition:
        """The size, read."""
        return HeapPosition(int(text))

    def spell(self, p: HeapPosition, move: int) -> str:
        """How many were taken."""
        return f"{p.size}:{move}"

    def parse(self, p: HeapPosition, text: str) -> int:
        """How many were taken, read."""
        return int(text.rpartition(":")[2])


@pytest.fixture(scope="session")
def heap() -> type[Heap]:
    """A game without a theory."""
    return Heap


@pytest.fixture(scope="session")
def naive() -> Naive:
    """The naive search."""
    return Naive()


Proves = Callable[[Verdict], None]


@pytest.fixture(scope="session")
def assert_proved() -> Proves:
    """Checks that a verdict's certificate survives JSON and is accepted, and that it is about this verdict."""

    def check(verdict: Verdict) -> None:
        certificate = verdict.certificate
        document = json.loads(json.dumps(certificate))
        assert document == certificate, "nothing in it changes on the way"
        proved = verify(document)
        assert proved == document
        assert (proved["game"], proved["wins"]) == (verdict.game.slug, verdict.wins)
        assert proved["position"] == verdict.game.text(verdict.position)
        if verdict.wins:
            assert proved["move"] in verdict.winning_moves
        else:
            assert proved["move"] is None

    return check
