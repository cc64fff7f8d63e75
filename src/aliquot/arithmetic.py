"""Primes, factorisations and divisors.

All results are exact for every number the games accept. Small numbers are factorised in plain Python, which takes less
time than importing FLINT; large ones by FLINT if python-flint is installed (it proves primality below 2^64), otherwise
in plain Python too.
"""

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from functools import cache, lru_cache
from typing import Any, overload

from aliquot import factorisation

FEW = 1_000
"""The divisors at either end that `ProperDivisors` finds without listing all of them."""
_SMALL = 10**6
"""Numbers below this are factorised as fast without FLINT."""


@cache
def _fmpz() -> Any:
    """FLINT's integers, looked up once: an import statement takes as long as a small factorisation. None without it."""
    try:
        from flint import fmpz
    except ImportError:
        return None
    return fmpz


@lru_cache(maxsize=1024)
def factorise(n: int) -> tuple[tuple[int, int], ...]:
    """The prime factorisation of n ≥ 1 as (prime, exponent) pairs, primes ascending.

    >>> factorise(60)
    ((2, 2), (3, 1), (5, 1))
    """
    if n < _SMALL or (fmpz := _fmpz()) is None:
        return factorisation.factorise(n)
    # FLINT does not sort large primes.
    return tuple(sorted([(int(prime), exponent) for prime, exponent in fmpz(n).factor()]))


def is_prime(n: int) -> bool:
    """Return whether n is prime.

    >>> [n for n in range(12) if is_prime(n)]
    [2, 3, 5, 7, 11]
    """
    if n < _SMALL or (fmpz := _fmpz()) is None:
        return factorisation.is_prime(n)
    return bool(fmpz(n).is_prime())


@lru_cache(maxsize=1024)
def prove_prime(p: int) -> tuple[int, tuple[int, ...]]:
    """A proof by Lucas' test that p is prime: a base of order p - 1, and the primes that multiply to p - 1.

    p is prime exactly if the base to the power p - 1 leaves the remainder 1, and for none of those primes q the base to
    the power (p - 1) / q does.

    >>> prove_prime(2), prove_prime(13)
    ((1, ()), (2, (2, 2, 3)))
    """
    primes = tuple(prime for prime, exponent in factorise(p - 1) for _ in range(exponent))
    bases = range(1, p)
    return next(base for base in bases if all(pow(base, (p - 1) // q, p) != 1 for q in {*primes})), primes


@lru_cache(maxsize=16)
def divisors(n: int) -> tuple[int, ...]:
    """Every divisor of n ≥ 1, ascending, from 1 to n.

    >>> divisors(12)
    (1, 2, 3, 4, 6, 12)
    """
    result = [1]
    for prime, exponent in factorise(n):
        power, smaller = 1, list(result)
        for _ in range(exponent):
            power *= prime
            result += [power * d for d in smaller]
    return tuple(sorted(result))


def count_divisors(n: int) -> int:
    """Count the divisors of n ≥ 1 without listing them.

    >>> count_divisors(12), count_divisors(1), count_divisors(897612484786617600)
    (6, 1, 103680)
    """
    count = 1
    for _, exponent in factorise(n):
        count *= exponent + 1
    return count


@lru_cache(maxsize=64)
def smallest_divisors(n: int, count: int) -> tuple[int, ...]:
    """The smallest divisors of n ≥ 1, ascending; all of them if there are fewer than `count`.

    A divisor d·q, where q is a power of the next prime, has at least as many smaller ones as d has, so that nothing
    but the smallest divisors found so far is ever needed.

    >>> smallest_divisors(60, 5), smallest_divisors(6, 5)
    ((1, 2, 3, 4, 5), (1, 2, 3, 6))
    """
    result = [1]
    for prime, exponent in factorise(n):
        power, smaller = 1, result
        for _ in range(exponent):
            power *= prime
            if len(result) < count:
                fitting = smaller
            elif power > result[-1]:
                break
            else:
                fitting = smaller[: bisect_right(smaller, result[-1] // power)]
            result = sorted([*result, *[power * d for d in fitting]])[:count]
    return tuple(result)


class ProperDivisors(Sequence[int]):
    """The divisors of n ≥ 1 other than 1 and n, ascending: an immutable sequence that equals a tuple of them.

    Counting them, asking for one of them, and reading the first or the last few never lists all: there may be 100,000.

    >>> divisors_of_60 = ProperDivisors(60)
    >>> len(divisors_of_60), divisors_of_60[:3], divisors_of_60[-1], 15 in divisors_of_60
    (10, (2, 3, 4), 30, True)
    """

    __slots__ = ("_length", "_number")

    def __init__(self, n: int) -> None:
        """Take the number; only its factorisation is calculated."""
        self._number = n
        self._length = max(0, count_divisors(n) - 2)

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> int: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[int, ...]: ...
    def __getitem__(self, index: int | slice) -> int | tuple[int, ...]:
        # The range handles negative indices, slices and bounds.
        place = range(self._length)[index]
        if isinstance(place, int):
            return self._at(place)
        if place.step == 1 and place.stop <= FEW:
            return smallest_divisors(self._number, place.stop + 1)[place.start + 1 :]
        return tuple(map(self._at, place))

    def _at(self, place: int) -> int:
        if place < FEW:
            return smallest_divisors(self._number, FEW + 1)[place + 1]
        if place >= self._length - FEW:
            # Divisors come in pairs whose product is the number.
            return self._number // smallest_divisors(self._number, FEW + 1)[self._length - place]
        return divisors(self._number)[place + 1]

    def __iter__(self) -> Iterator[int]:
        return iter(divisors(self._number)[1:-1])

    def __contains__(self, item: object) -> bool:
        return type(item) is int and 1 < item < self._number and self._number % item == 0

    def __eq__(self, other: object) -> bool:
        if isinstance(other, ProperDivisors):
            return self._number == other._number or len(self) == len(other) == 0
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


def omega(n: int) -> int:
    """The number of prime factors of n ≥ 1, counted with multiplicity.

    >>> omega(60), omega(7), omega(1)
    (4, 1, 0)
    """
    return sum(exponent for _, exponent in factorise(n))


def product(factors: tuple[tuple[int, int], ...]) -> str:
    """Write a factorisation as a product.

    >>> product(((2, 2), (3, 1), (5, 1))), product(((2, 18), (5, 18))), product(((7, 1),))
    ('2·2·3·5', '2^18·5^18', '7')
    """
    if sum(exponent for _, exponent in factors) <= 6:
        return "·".join(str(prime) for prime, exponent in factors for _ in range(exponent))
    return "·".join(f"{prime}^{exponent}" if exponent > 1 else str(prime) for prime, exponent in factors)
