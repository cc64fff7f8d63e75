"""The longest chain of 1 to N: the proved length with a chain and a certificate, and how far a chain can still grow.

Up to N = 300, and for some N beyond, a file in this package has a longest chain and the proof that none is longer
(docs/games/longest-chain.md). `data/chains.py` made it; `oracle/verify/chain.py` checks it. For other N there is only
the best chain that is known, found by a search, which is never called longest.
"""

import gzip
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from itertools import pairwise
from typing import Any

from aliquot.games.longest_chain import LEFT, RIGHT, Chain, End, Extension, parse_limit
from aliquot.oracle.chain_search import improve, neighbours

ALL_PROVED_TO = 300
"""Up to here the longest length is proved for every N."""
_FORMAT = {"format": "aliquot-chain-certificate", "version": 1}
_SHORT, _LONG = 4_000, 16_000
"""The steps of a search from a chain that is good already, and from one that a person wrote."""
_MOST_TRIES = 20_000
"""The most chains that an exhaustive search looks at."""


@dataclass(frozen=True, slots=True)
class Ceiling:
    """The length to aim for on 1 to N."""

    limit: int
    chain: tuple[int, ...]
    """A chain that has it."""
    proved: bool
    """True if no chain is longer; False if this is only the longest known."""

    @property
    def length(self) -> int:
        """The length to aim for."""
        return len(self.chain)

    @property
    def certificate(self) -> dict[str, Any] | None:
        """The proof that no chain is longer, which `aliquot verify` checks; None if there is none."""
        if not self.proved:
            return None
        entry = _entry(self.limit)
        return {**_FORMAT, "limit": self.limit, "length": self.length, **entry}


@dataclass(frozen=True, slots=True)
class Reach:
    """The length a chain can become, if only its ends are extended."""

    at_least: int
    """The length of the continuation below."""
    at_most: int
    """A proved bound."""
    continuation: tuple[int, ...]
    """A chain that contains the one in question as a piece."""

    @property
    def is_exact(self) -> bool:
        """True if the continuation is as long as possible."""
        return self.at_least == self.at_most


@dataclass(frozen=True, slots=True)
class Hint:
    """The next number of a good continuation."""

    extension: Extension
    reach: Reach
    """How long the chain can become, before and after this extension."""


@lru_cache(maxsize=64)
def ceiling(limit: int) -> Ceiling:
    """Return the longest length on 1 to a limit where it is proved, and the longest known otherwise.

    >>> ceiling(100).length, ceiling(100).proved
    (77, True)

    Raises:
        InvalidParameter: The limit is not from 2 to 1000.
    """
    parse_limit(limit)
    below = max(each for each in _lines() if each <= limit)
    entry = _entry(below)
    if below == limit:
        return Ceiling(limit, tuple(entry["chain"]), "scale" in entry)
    return Ceiling(limit, improve(limit, (), entry["chain"], steps=_SHORT), proved=False)


def reach(chain: Chain, plan: Sequence[int] = ()) -> Reach:
    """Return how long a chain can become.

    Args:
        chain: The chain.
        plan: A continuation given before, which is used again if it still contains the chain.
    """
    best = ceiling(chain.limit)
    at_most = most(chain)
    continuation = _longest(
        _continuation_in(plan, chain), _continuation_in(best.chain, chain), chain.numbers or best.chain
    )
    if len(continuation) < at_most:
        exhausted = _exhaust(chain)
        if exhausted is not None:
            return Reach(len(exhausted), len(exhausted), exhausted)
        if not _continuation_in(plan, chain):
            continuation = _longest(continuation, _search(chain, at_most))
    return Reach(len(continuation), at_most, continuation)


def hint(chain: Chain, plan: Sequence[int] = ()) -> Hint | None:
    """Return a number to add next, and how far it leads; None if the chain can grow at neither end.

    Args:
        chain: The chain.
        plan: A continuation given before, to stay with if it still contains the chain.
    """
    if chain.is_over:
        return None
    ahead = reach(chain, plan)
    first = ahead.continuation.index(chain.numbers[0]) if chain.numbers else 0
    end = first + len(chain.numbers)
    if end < len(ahead.continuation):
        return Hint(Extension(RIGHT, ahead.continuation[end]), ahead)
    return Hint(Extension(LEFT, ahead.continuation[first - 1]), ahead)


def most(chain: Chain) -> int:
    """Return a length that no continuation of a chain exceeds.

    The certificate of the limit is read again with what is known already. Every link of the chain that costs less than
    0, every border it crosses more than twice, every member worth less than nothing and every number that it cannot
    reach any more takes from the sum that bounds the length (docs/games/longest-chain.md).
    """
    reachable = _reachable(chain)
    count = len(chain.numbers) + len(reachable)
    prices = _prices(chain.limit)
    if prices is None:
        return count
    ring = [*chain.numbers]
    if ring and not chain.extensions(LEFT):
        ring.insert(0, 0)
    if ring and not chain.extensions(RIGHT):
        ring.append(0)
    return min(count, prices.bound(chain.numbers, ring, reachable))


class _Prices:
    """The tolls and cuts of a certificate, laid out for bounds on continuations."""

    def __init__(self, limit: int, proof: dict[str, Any]) -> None:
        self.scale: int = proof["scale"]
        self.tolls = [0] * (limit + 1)
        for toll, numbers in proof["tolls"]:
            for number in numbers:
                self.tolls[number] = toll
        self.prices = self.tolls.copy()
        self.weights: list[int] = [weight for weight, _, _ in proof["cuts"]]
        self.inside: list[set[int]] = [set() for _ in self.tolls]
        for place, (weight, keeper, group) in enumerate(proof["cuts"]):
            self.prices[keeper] += weight
            for number in group:
                self.inside[number].add(place)

    def bound(self, members: Sequence[int], ring: Sequence[int], reachable: set[int]) -> int:
        """Return the most numbers of a chain with these members, this piece of its ring, and others it can reach."""
        total = -2 * self.prices[0] + sum(self.scale - 2 * self.prices[number] for number in members)
        total += sum(max(0, self.scale - 2 * self.prices[number]) for number in reachable)
        crossings = [0] * len(self.weights)
        for a, b in pairwise(ring):
            crossed = self.inside[a] ^ self.inside[b]
            total += self.tolls[a] + self.tolls[b] + sum(self.weights[place] for place in crossed)
            for place in crossed:
                crossings[place] += 1
        # A ring crosses a border an even number of times.
        excess = (weight * max(0, count + count % 2 - 2) for weight, count in zip(self.weights, crossings, strict=True))
        return (total - sum(excess)) // self.scale


@lru_cache(maxsize=16)
def _prices(limit: int) -> _Prices | None:
    entry = _entry(limit) if limit in _lines() else {}
    return _Prices(limit, entry) if "scale" in entry else None


@cache
def _lines() -> dict[int, bytes]:
    """Return the entries of the file by limit, unparsed."""
    data = gzip.decompress(files("aliquot.oracle").joinpath("chains.jsonl.gz").read_bytes())
    limits = (line.partition(b" ") for line in data.splitlines())
    return {int(limit): entry for limit, _, entry in limits}


def _entry(limit: int) -> dict[str, Any]:
    """Return the chain of a limit in the file and, where it is proved, scale, tolls and cuts."""
    entry: dict[str, Any] = json.loads(_lines()[limit])
    return entry


def _longest(*chains: tuple[int, ...]) -> tuple[int, ...]:
    return max(chains, key=len)


def _continuation_in(plan: Sequence[int], chain: Chain) -> tuple[int, ...]:
    """Return a plan, in the direction of a chain that is a piece of it; nothing if it is none."""
    piece = chain.numbers
    for numbers in (tuple(plan), tuple(plan)[::-1]):
        if not piece:
            return numbers
        if piece[0] in numbers:
            first = numbers.index(piece[0])
            if numbers[first : first + len(piece)] == piece:
                return numbers
    return ()


@lru_cache(maxsize=256)
def _search(chain: Chain, target: int) -> tuple[int, ...]:
    return improve(chain.limit, chain.numbers, steps=_LONG, target=target)


def _reachable(chain: Chain) -> set[int]:
    """Return the free numbers that a walk over free numbers reaches from an end of the chain."""
    links = neighbours(chain.limit)
    free = set(range(1, chain.limit + 1)).difference(chain.numbers)
    reached: set[int] = set()
    front = {*chain.extensions(LEFT), *chain.extensions(RIGHT)}
    while front:
        reached |= front
        front = {other for number in front for other in links[number] & free} - reached
    return reached


@lru_cache(maxsize=256)
def _exhaust(chain: Chain) -> tuple[int, ...] | None:
    """Return a longest continuation of a chain, if all can be looked at; None if they are too many."""
    links = neighbours(chain.limit)
    limit = len(chain.numbers) + len(_reachable(chain))
    if not chain.numbers or limit - len(chain.numbers) > 40:
        return None
    best, tries = chain.numbers, 0
    # The right end first; once it is left, only the left end grows. So every continuation comes up once.
    stack: list[tuple[tuple[int, ...], End]] = [(chain.numbers, RIGHT)]
    while stack:
        numbers, end = stack.pop()
        tries += 1
        if tries > _MOST_TRIES:
            return None
        if len(numbers) > len(best):
            best = numbers
            if len(best) == limit:
                break
        used = frozenset(numbers)
        stack += [((number, *numbers), LEFT) for number in links[numbers[0]] - used]
        if end == RIGHT:
            stack += [((*numbers, number), RIGHT) for number in links[numbers[-1]] - used]
    return best
