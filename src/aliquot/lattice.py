"""The layout of the lattice of divisors of a number, shared by all drawings of it.

The rank of a divisor is the number of its prime factors: the start has the highest, 1 the lowest. Two numbers are
joined if one is the other times a prime.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import combinations, pairwise, product

from aliquot.arithmetic import divisors, factorise, omega

_MOST_PRIMES, _MOST_DIVISORS = 4, 48
"""The most primes and divisors of a number that is drawn with parallel edges."""
_CROWDED = 0.6
"""Parallel edges are used if the smallest gap within a rank is at least this share of that of an even spread."""
MOST_NODES = 60
"""The most nodes of a layout; of a larger lattice only the neighbourhood of one divisor is laid out."""
MOST_DIVISORS = 1_000
"""The most divisors of a number whose neighbourhood is laid out."""
_WIDEST = 18
"""The most numbers in a rank of a neighbourhood."""


def count_ranks(number: int) -> list[int]:
    """The number of divisors of a number with 0, 1, 2 … prime factors.

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
    """Group numbers by rank, the highest first, each rank in the order of the input.

    >>> by_rank((1, 2, 3, 6))
    [[6], [2, 3], [1]]
    """
    ranks: dict[int, list[int]] = {}
    for number in numbers:
        ranks.setdefault(omega(number), []).append(number)
    return [ranks[factors] for factors in sorted(ranks, reverse=True)]


@lru_cache(maxsize=256)
def slants(exponents: tuple[int, ...]) -> tuple[int, ...]:
    """Horizontal offsets, one for each prime, such that parallel edges never put two divisors in one place.

    Of all such offsets those with the smallest width for the gap between divisors, with the number above 1; then the
    most even.

    >>> slants((1, 1)), slants((2, 1))
    ((-1, 1), (-1, 2))
    """
    best: tuple[float, float, int, tuple[int, ...]] = (float("inf"), 0, 0, ())
    numbers = list(product(*(range(exponent + 1) for exponent in exponents)))
    for offsets in combinations(range(-5, 6), len(exponents)):
        ranks: dict[int, list[int]] = {}
        for powers in numbers:
            ranks.setdefault(sum(powers), []).append(sum(a * b for a, b in zip(powers, offsets, strict=True)))
        gaps = [b - a for places in ranks.values() for a, b in pairwise(sorted(places))]
        if least := min(gaps, default=1):
            places = [place for rank in ranks.values() for place in rank]
            breadth = max(places) - min(places) + 2 * abs(places[-1])
            uneven = sum(gap * gap for gap in gaps) / least**2
            best = min(best, (breadth / least, uneven, sum(map(abs, offsets)), offsets))
    return best[3]


def parallel(start: int) -> tuple[int, ...]:
    """The slants of the primes of a number; empty if it has too many divisors for parallel edges."""
    exponents = tuple(exponent for _, exponent in factorise(start))
    count = sum(count_ranks(start))
    return slants(exponents) if len(exponents) <= _MOST_PRIMES and count <= _MOST_DIVISORS else ()


def place_divisors(start: int, numbers: Iterable[int], slants: Sequence[int] = ()) -> dict[int, int]:
    """The horizontal place of each divisor, relative to that of 1.

    Args:
        start: The number at the top.
        numbers: Divisors of it.
        slants: The horizontal offset of each prime of the start, ascending; by default evenly spread, the smallest
            to the left.
    """
    primes = [prime for prime, _ in factorise(start)]
    slant = dict(zip(primes, slants or range(1 - len(primes), len(primes), 2), strict=True))
    return {number: sum(slant[prime] * exponent for prime, exponent in factorise(number)) for number in numbers}


@dataclass(frozen=True, slots=True)
class Lattice:
    """Divisors of a number with their horizontal places, from 0 to 1."""

    start: int
    """The number whose divisors they are."""
    is_whole: bool
    """True if it holds all divisors of the start that was asked for."""
    places: Mapping[int, float]
    """The place of each number, from 0 to 1; ordered by rank, highest first, then left to right."""
    edges: tuple[tuple[int, int], ...]
    """The joined pairs, the larger number first."""
    gap: float
    """The smallest distance between two numbers of a rank."""


@lru_cache(maxsize=256)
def lay_out(start: int, at: int) -> Lattice:
    """Lay out the divisors of a number, or the neighbourhood of one of them.

    With at most `MOST_NODES` divisors all are laid out. Otherwise those of the divisor `at`, if they are few enough;
    otherwise the divisors within a few primes of it; and none if it has more than `MOST_DIVISORS` itself.

    >>> lattice = lay_out(12, 6)
    >>> lattice.is_whole, lattice.places
    (True, {12: 0.5, 4: 0.0, 6: 0.75, 2: 0.25, 3: 1.0, 1: 0.5})

    Raises:
        ValueError: `at` is not a divisor of the start.
    """
    if start < 1 or at < 1 or start % at:
        raise ValueError(f"{at} is not a divisor of {start}.")
    if sum(count_ranks(start)) <= MOST_NODES:
        return _build(start, divisors(start), is_whole=True)
    count = sum(count_ranks(at))
    if count <= MOST_NODES:
        return _build(at, divisors(at), is_whole=False)
    return _build(start, _near(start, at) if count <= MOST_DIVISORS else (), is_whole=False)


def _near(start: int, at: int) -> tuple[int, ...]:
    """The divisors of the start within a few multiplications or divisions by a prime of one of them."""
    primes = [prime for prime, _ in factorise(start)]
    near, edge = {at}, {at}
    while True:
        down = {number // prime for number in edge for prime in primes if number % prime == 0}
        up = {number * prime for number in edge for prime in primes if start % (number * prime) == 0}
        edge = (down | up) - near
        larger = near | edge
        if not edge or len(larger) > MOST_NODES or (len(near) > 1 and max(map(len, by_rank(larger))) > _WIDEST):
            return tuple(sorted(near))
        near = larger


def _build(start: int, numbers: Sequence[int], *, is_whole: bool) -> Lattice:
    ranks = by_rank(numbers)
    places = _spread(start, ranks)
    gap = _gap(ranks, places)
    if is_whole or len(numbers) == sum(count_ranks(start)):
        slanted = _scale(place_divisors(start, numbers, offsets)) if (offsets := parallel(start)) else {}
        if slanted and _gap(ranks, slanted) >= _CROWDED * gap:
            places, gap = slanted, _gap(ranks, slanted)
    ordered = {number: places[number] for row in ranks for number in sorted(row, key=places.__getitem__)}
    primes = [prime for prime, _ in factorise(start)]
    edges = [(a, a // p) for a in ordered for p in primes if a % p == 0 and a // p in ordered]
    return Lattice(start, is_whole, ordered, tuple(edges), gap)


def _scale(places: Mapping[int, int]) -> dict[int, float]:
    least, most = min(places.values()), max(places.values())
    return {number: (place - least) / (most - least) if most > least else 0.5 for number, place in places.items()}


def _spread(start: int, ranks: Sequence[Sequence[int]]) -> dict[int, float]:
    """Place every rank around the middle with the step of the longest rank."""
    longest = max(map(len, ranks), default=1)
    step = 1 / max(1, longest - 1)
    places: dict[int, float] = {}
    for row in ranks:
        tilts = place_divisors(start, row)
        for place, number in enumerate(sorted(row, key=lambda number: (tilts[number], number))):
            places[number] = 0.5 + (place - (len(row) - 1) / 2) * step
    return places


def _gap(ranks: Iterable[Sequence[int]], places: Mapping[int, float]) -> float:
    return min((b - a for row in ranks for a, b in pairwise(sorted(map(places.__getitem__, row)))), default=1.0)
