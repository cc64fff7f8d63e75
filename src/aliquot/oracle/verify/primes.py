"""Primes, each shown to be prime by Lucas' test, and the numbers that are products of them.

A row `[p, base, primes]` shows that p is prime: the primes, all of them in rows before it, multiply to p − 1, and the
base has the order p − 1 modulo p, so that p − 1 remainders have no factor in common with p. Nothing is trusted to be
prime.
"""

from math import prod
from typing import Any

from aliquot.oracle.verify.claims import claim, whole

MOST_PRIMES = 2_000
"""The most primes that are checked. A number below 2^60 needs fewer than 60: the proof of a prime p rests on at most
log2(p) primes, itself included."""


def read_primes(proof: dict[str, Any], rest: set[str]) -> set[int]:
    """Check the proofs of primes and return the primes; `rest` names the other fields of the proof."""
    # Theorem: proved_primes
    claim(set(proof) == {"primes", *rest}, f"the proof must be primes, {', '.join(sorted(rest))}")
    rows = proof["primes"]
    claim(isinstance(rows, list) and len(rows) <= MOST_PRIMES, "the primes must be a list, and not too long")
    known = set[int]()
    for row in rows:
        claim(
            isinstance(row, list) and len(row) == 3, "a prime comes with a base and the primes of the number before it"
        )
        prime, base, before = whole(row[0]), whole(row[1]), row[2]
        claim(isinstance(before, list) and len(before) < 60, f"the primes before {prime} must be a list")
        primes = [whole(number) for number in before]
        claim(known.issuperset(primes), f"a prime of {prime} - 1 is not shown to be prime")
        claim(prod(primes) == prime - 1, f"the primes of {prime} - 1 multiply to something else")
        powers = (pow(base, (prime - 1) // smaller, prime) for smaller in set(primes))
        claim(pow(base, prime - 1, prime) == 1 and 1 not in powers, f"{base} does not show that {prime} is prime")
        known.add(prime)
    return known


def read_factors(number: int, factors: Any, known: set[int]) -> list[int]:
    """Check a factorisation into known primes and return them with multiplicity."""
    # Theorem: Omega_factors
    claim(isinstance(factors, list), "the proof must be a list of factors")
    primes: list[int] = []
    for factor in factors:
        claim(isinstance(factor, list) and len(factor) == 2, "a factor is a prime and an exponent")
        prime, exponent = whole(factor[0]), whole(factor[1])
        claim(exponent < 60 and prime in known, f"{prime}^{exponent} is not a power of a prime that is proved")
        primes += [prime] * exponent
        claim(len(primes) < 60, "the factors multiply to something else")
    claim(prod(primes) == number, "the factors multiply to something else")
    return primes


def list_divisors(primes: list[int]) -> list[tuple[int, int]]:
    """The divisors of a number other than 1 and itself, each with the number of its primes."""
    # Theorem: divisors_listed
    divisors = {1: 0}
    for prime in primes:
        divisors |= {divisor * prime: count + 1 for divisor, count in divisors.items()}
    return [(divisor, count) for divisor, count in divisors.items() if 0 < count < len(primes)]
