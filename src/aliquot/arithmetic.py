"""Primes, factorisations and divisors, by python-flint.

All results are exact for every number the games accept: FLINT proves primality below 2^64. FLINT is imported on first
use, to keep the start-up short.
"""

from functools import cache, lru_cache
from typing import Any


@cache
def _fmpz() -> Any:
    """FLINT's integers, looked up once: an import statement takes as long as a small factorisation."""
    from flint import fmpz

    return fmpz


@lru_cache(maxsize=1024)
def factorise(n: int) -> tuple[tuple[int, int], ...]:
    """The prime factorisation of n ≥ 1 as (prime, exponent) pairs, primes ascending.

    >>> factorise(60)
    ((2, 2), (3, 1), (5, 1))
    """
    # FLINT does not sort large primes.
    return tuple(sorted([(int(prime), exponent) for prime, exponent in _fmpz()(n).factor()]))


def is_prime(n: int) -> bool:
    """Return whether n is prime.

    >>> [n for n in range(12) if is_prime(n)]
    [2, 3, 5, 7, 11]
    """
    return bool(_fmpz()(n).is_prime())


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
