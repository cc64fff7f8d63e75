"""Primes and factorisations in plain Python, exact below 2^64, for places without python-flint.

Miller and Rabin's test with the first primes as bases is a proof up to the bounds of `_PROVEN` (Jaeschke; Jiang and
Deng; Sorenson and Webster). Composite numbers are split by trial division, then by Pollard's rho in Brent's form. The
constants are tried in order, so that a number is always split in the same way.
"""

from itertools import count
from math import gcd, isqrt

LIMIT = 2**64
"""Numbers from here on are refused: nothing proves the test for all of them."""
_SIEVED = 1_000
_SMALL = tuple(p for p in range(2, _SIEVED) if all(p % q for q in range(2, isqrt(p) + 1)))
_SQUARE = 1_009**2
"""A number below this without a prime factor in `_SMALL` is prime, for 1009 is the next prime."""
_PROVEN = ((3_474_749_660_383, 6), (341_550_071_728_321, 7), (3_825_123_056_546_413_051, 9), (LIMIT, 12))
"""Bounds below which the first so many primes, as bases, find every composite number."""
_BATCH = 128
"""Differences that are multiplied before their common factor is sought."""


def is_prime(n: int) -> bool:
    """Return whether n < 2^64 is prime.

    >>> [n for n in range(20) if is_prime(n)]
    [2, 3, 5, 7, 11, 13, 17, 19]
    """
    for prime in _SMALL:
        if prime * prime > n:
            return n > 1
        if n % prime == 0:
            return False
    return n < _SQUARE or _passes(n)


def factorise(n: int) -> tuple[tuple[int, int], ...]:
    """The prime factorisation of 1 ≤ n < 2^64 as (prime, exponent) pairs, primes ascending.

    >>> factorise(60), factorise(1000003 * 1000033)
    (((2, 2), (3, 1), (5, 1)), ((1000003, 1), (1000033, 1)))
    """
    _check(n)
    exponents: dict[int, int] = {}
    for prime in _SMALL:
        if prime * prime > n:
            break
        while n % prime == 0:
            exponents[prime] = exponents.get(prime, 0) + 1
            n //= prime
    rest = [n] if n > 1 else []
    while rest:
        n = rest.pop()
        if n < _SQUARE or _passes(n):
            exponents[n] = exponents.get(n, 0) + 1
        else:
            factor = _split(n)
            rest += [factor, n // factor]
    return tuple(sorted(exponents.items()))


def _check(n: int) -> None:
    if not 1 <= n < LIMIT:
        raise ValueError("Without python-flint, only numbers from 1 to 2^64 - 1 can be factorised.")


def _passes(n: int) -> bool:
    """Return whether n, odd and without a small factor, is prime by Miller and Rabin's test."""
    _check(n)
    bases = next(bases for bound, bases in _PROVEN if n < bound)
    twos = ((n - 1) & (1 - n)).bit_length() - 1
    odd = n >> twos
    for base in _SMALL[:bases]:
        power = pow(base, odd, n)
        if power in (1, n - 1):
            continue
        for _ in range(twos - 1):
            power = power * power % n
            if power == n - 1:
                break
        else:
            return False
    return True


def _split(n: int) -> int:
    """A proper factor of a composite n without a small one."""
    root = isqrt(n)
    if root * root == n:
        return root
    return next(factor for constant in count(1) if (factor := _rho(n, constant)) < n)


def _rho(n: int, constant: int) -> int:
    """A factor of n from the sequence x → x² + constant; n itself if all are met at once."""
    tortoise, hare, length, factor = 2, 2, 1, 1
    while factor == 1:
        tortoise = hare
        # A period of at most half the length has a multiple in the second half, so the first is not compared.
        for _ in range(length // 2):
            hare = (hare * hare + constant) % n
        for start in range(length // 2, length, _BATCH):
            saved, product = hare, 1
            for _ in range(min(_BATCH, length - start)):
                hare = (hare * hare + constant) % n
                product = product * (tortoise - hare) % n
            factor = gcd(product, n)
            if factor > 1:
                break
        length *= 2
    if factor < n:
        return factor
    # Several were met within the batch: go through it again, one by one.
    factor = 1
    while factor == 1:
        saved = (saved * saved + constant) % n
        factor = gcd(tortoise - saved, n)
    return factor
