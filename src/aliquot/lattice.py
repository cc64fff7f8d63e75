"""The divisors of a number as a lattice, and where each lies in a drawing of it; nothing is drawn here.

A rank is a number of prime factors: the start has the highest, 1 the lowest. Two numbers are joined where one is the
other times a prime. Every drawing, in whatever characters or pixels, takes its order from here.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, product

from aliquot.arithmetic import divisors, factorise, omega

_MOST_PRIMES, _MOST_DIVISORS = 4, 48
"""Numbers with more than these are not tried with parallel edges."""
_CROWDED = 0.6
"""Parallel edges are worth it while the numbers of a rank stand at least so far apart, compared with an even spread."""
MOST_NODES = 60
"""Of a number with more divisors only the neighbourhood of one of them is laid out."""
MOST_DIVISORS = 1_000
"""A neighbourhood in a larger lattice says nothing any more."""
_WIDEST = 18
"""How many numbers a rank of a neighbourhood may have, if it is to be read from left to right."""


def count_ranks(number: int) -> list[int]:
    """How many divisors of a number have 0, 1, 2 … prime factors.

    >>> count_ranks(60)
    [1, 3, 4, 3, 1]
    """
    counts = [1]
    for _, exponent in factorise(number):
        grown = [0] * (len(counts) + exponent)
        for rank, count in enumerate(counts):
            for more in range(exponent + 1):
                grown[rank + more] += count
        counts = grown
    return counts


def by_rank(numbers: Iterable[int]) -> list[list[int]]:
    """Numbers by rank, the highest first, each rank in the order given.

    >>> by_rank((1, 2, 3, 6))
    [[6], [2, 3], [1]]
    """
    ranks: dict[int, list[int]] = {}
    for number in numbers:
        ranks.setdefault(omega(number), []).append(number)
    return [ranks[factors] for factors in sorted(ranks, reverse=True)]


@lru_cache(maxsize=256)
def slants(exponents: tuple[int, ...]) -> tuple[int, ...]:
    """How far aside a factor of each prime leads if all edges of a prime are parallel and no two divisors meet.

    Of all such ways the narrowest, for the room it leaves between divisors, that has the number above 1; then the
    most even.

    >>> slants((1, 1)), slants((2, 1))
    ((-1, 1), (-1, 2))
    """
    best: tuple[float, float, int, tuple[int, ...]] = (float("inf"), 0, 0, ())
    numbers = list(product(*(range(exponent + 1) for exponent in exponents)))
    for tried in combinations(range(-5, 6), len(exponents)):
        ranks: dict[int, list[int]] = {}
        for powers in numbers:
            ranks.setdefault(sum(powers), []).append(sum(a * b for a, b in zip(powers, tried, strict=True)))
        gaps = [b - a for places in ranks.values() for a, b in pairwise(sorted(places))]
        if least := min(gaps, default=1):
            places = [place for rank in ranks.values() for place in rank]
            breadth = max(places) - min(places) + 2 * abs(places[-1])
            uneven = sum(gap * gap for gap in gaps) / least**2
            best = min(best, (breadth / least, uneven, sum(map(abs, tried)), tried))
    return best[3]


def parallel(start: int) -> tuple[int, ...]:
    """The slants of the primes of a number; none if it has too many divisors to be drawn with parallel edges."""
    exponents = tuple(exponent for _, exponent in factorise(start))
    count = sum(count_ranks(start))
    return slants(exponents) if len(exponents) <= _MOST_PRIMES and count <= _MOST_DIVISORS else ()


def aside(start: int, numbers: Iterable[int], slanted: Sequence[int] = ()) -> dict[int, int]:
    """How far aside of 1 each divisor is, if a factor of each prime leads so far aside.

    Args:
        start: The number at the top.
        numbers: Divisors of it.
        slanted: How far each prime of the start leads, ascending; by default evenly, the smallest to the left.
    """
    primes = [prime for prime, _ in factorise(start)]
    slant = dict(zip(primes, slanted or range(1 - len(primes), len(primes), 2), strict=True))
    return {number: sum(slant[prime] * exponent for prime, exponent in factorise(number)) for number in numbers}


@dataclass(frozen=True, slots=True)
class Lattice:
    """Divisors of a number laid out in a square of side 1."""

    start: int
    """The number whose divisors they are."""
    is_whole: bool
    """Whether all divisors of the number that was asked for are among them."""
    places: Mapping[int, float]
    """How far from the left each number lies, from 0 to 1; by rank, the highest first, then from left to right."""
    edges: tuple[tuple[int, int], ...]
    """Which numbers are joined, the larger first."""
    gap: float
    """The smallest distance between two numbers of a rank."""


@lru_cache(maxsize=256)
def lay_out(start: int, at: int) -> Lattice:
    """Lays out the divisors of a number, or, where those are many, the neighbourhood of one of them.

    A lattice of at most `MOST_NODES` is whole. Otherwise it is that of the divisor alone; otherwise what lies within a
    few primes of it; and nothing at all where it has more than `MOST_DIVISORS` itself.

    >>> lattice = lay_out(12, 6)
    >>> lattice.is_whole, lattice.places
    (True, {12: 0.5, 4: 0.0, 6: 0.75, 2: 0.25, 3: 1.0, 1: 0.5})

    Raises:
        ValueError: If `at` is no divisor of the start.
    """
    if start < 1 or at < 1 or start % at:
        raise ValueError(f"{at} is no divisor of {start}.")
    if sum(count_ranks(start)) <= MOST_NODES:
        return _laid_out(start, divisors(start), is_whole=True)
    count = sum(count_ranks(at))
    if count <= MOST_NODES:
        return _laid_out(at, divisors(at), is_whole=False)
    return _laid_out(start, _near(start, at) if count <= MOST_DIVISORS else (), is_whole=False)


def _near(start: int, at: int) -> tuple[int, ...]:
    """The divisors of the start that can be reached from one of them by few factors or divisions by a prime."""
    primes = [prime for prime, _ in factorise(start)]
    near, edge = {at}, {at}
    while True:
        down = {number // prime for number in edge for prime in primes if number % prime == 0}
        up = {number * prime for number in edge for prime in primes if start % (number * prime) == 0}
        edge = (down | up) - near
        grown = near | edge
        if not edge or len(grown) > MOST_NODES or (len(near) > 1 and max(map(len, by_rank(grown))) > _WIDEST):
            return tuple(sorted(near))
        near = grown


def _laid_out(start: int, numbers: Sequence[int], *, is_whole: bool) -> Lattice:
    ranks = by_rank(numbers)
    even = _evenly(start, ranks)
    places, gap = even, _gap(ranks, even)
    if is_whole or len(numbers) == sum(count_ranks(start)):
        slanted = _scaled(aside(start, numbers, tilted)) if (tilted := parallel(start)) else {}
        if slanted and _gap(ranks, slanted) >= _CROWDED * gap:
            places, gap = slanted, _gap(ranks, slanted)
    ordered = {number: places[number] for row in ranks for number in sorted(row, key=places.__getitem__)}
    primes = [prime for prime, _ in factorise(start)]
    edges = [(a, a // p) for a in ordered for p in primes if a % p == 0 and a // p in ordered]
    return Lattice(start, is_whole, ordered, tuple(edges), gap)


def _scaled(places: Mapping[int, int]) -> dict[int, float]:
    least, most = min(places.values()), max(places.values())
    return {number: (place - least) / (most - least) if most > least else 0.5 for number, place in places.items()}


def _evenly(start: int, ranks: Sequence[Sequence[int]]) -> dict[int, float]:
    """Every rank spread as the longest is, about the middle."""
    longest = max(map(len, ranks), default=1)
    step = 1 / max(1, longest - 1)
    places: dict[int, float] = {}
    for row in ranks:
        tilts = aside(start, row)
        for place, number in enumerate(sorted(row, key=lambda number: (tilts[number], number))):
            places[number] = 0.5 + (place - (len(row) - 1) / 2) * step
    return places


def _gap(ranks: Iterable[Sequence[int]], places: Mapping[int, float]) -> float:
    return min((b - a for row in ranks for a, b in pairwise(sorted(map(places.__getitem__, row)))), default=1.0)
