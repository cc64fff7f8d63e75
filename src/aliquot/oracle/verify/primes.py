"""Primes, each shown to be prime by Lucas' test, and the numbers that are products of them.

A row `[p, base, primes]` shows that p is prime: the primes, all of them in rows before it, multiply to p − 1, and the
base has the order p − 1 modulo p, so that p − 1 remainders have no factor in common with p. Nothing is trusted to be
prime.
"""

from math import prod
from typing import Any, NamedTuple

from aliquot.oracle.verify.claims import claim, whole


class _Row(NamedTuple):
    """The proof of a prime, as it is written down."""

    prime: int
    base: int
    before: list[int]
    """The primes of the number before it."""


def read_primes_of(numbers: list[int], proof: dict[str, Any]) -> list[list[int]]:
    """Check the factors of each number and the proofs of its primes, and return the primes with multiplicity."""
    # Theorem: Omega_factors
    claim(set(proof) == {"factors", "primes"}, "the proof must be factors and primes")
    claim(all(isinstance(proof[name], list) for name in proof), "factors and primes must be lists")
    claim(len(proof["factors"]) == len(numbers), "every number needs its factors")
    primes = [_read_factors(number, factors) for number, factors in zip(numbers, proof["factors"], strict=True)]
    _check_primes([_read_row(row) for row in proof["primes"]], {prime for each in primes for prime in each})
    return primes


def _read_factors(number: int, factors: Any) -> list[int]:
    """Return the factors of a number with multiplicity."""
    claim(isinstance(factors, list), "the proof must be a list of factors")
    primes: list[int] = []
    for factor in factors:
        claim(isinstance(factor, list) and len(factor) == 2, "a factor is a prime and an exponent")
        prime, exponent = whole(factor[0]), whole(factor[1])
        claim(len(primes) + exponent < 60, "the factors multiply to something else")
        primes += [prime] * exponent
    claim(prod(primes) == number, "the factors multiply to something else")
    return primes


def _read_row(row: Any) -> _Row:
    claim(isinstance(row, list) and len(row) == 3, "a prime comes with a base and the primes of the number before it")
    prime, base, before = whole(row[0]), whole(row[1]), row[2]
    claim(isinstance(before, list) and len(before) < 60, f"the primes before {prime} must be a list")
    primes = [whole(number) for number in before]
    claim(prod(primes) == prime - 1, f"the primes of {prime} - 1 multiply to something else")
    return _Row(prime, base, primes)


def _check_primes(rows: list[_Row], primes: set[int]) -> None:
    """Check the proofs of these primes and of those they rest on.

    Each must be needed, and be there once. As the primes of a number multiply to it, there are few then, whatever a
    document holds.
    """
    # Theorem: proved_primes
    needed, listed = primes.union(*(row.before for row in rows)), {row.prime for row in rows}
    missing = min(needed - listed, default=None)
    claim(missing is None, f"{missing} is not shown to be prime")
    claim(listed <= needed and len(listed) == len(rows), "a prime is listed without need, or twice")
    known = set[int]()
    for prime, base, before in rows:
        claim(known.issuperset(before), f"a prime of {prime} - 1 is not shown to be prime")
        powers = (pow(base, (prime - 1) // smaller, prime) for smaller in set(before))
        claim(pow(base, prime - 1, prime) == 1 and 1 not in powers, f"{base} does not show that {prime} is prime")
        known.add(prime)


def list_divisors(primes: list[int]) -> list[tuple[int, int]]:
    """The divisors of a number other than 1 and itself, each with the number of its primes."""
    # Theorem: divisors_listed
    divisors = {1: 0}
    for prime in primes:
        divisors |= {divisor * prime: count + 1 for divisor, count in divisors.items()}
    return [(divisor, count) for divisor, count in divisors.items() if 0 < count < len(primes)]
