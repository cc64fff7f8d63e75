"""One number to subtract from, where the last move loses: the list of lost numbers, and the moves to them.

The certificate's proof is `{"factors": [F(N), F(N-2), F(N-3)], "primes": …}`, where F(n) lists the prime powers of n
as pairs, and every prime is proved, as for other numbers. F(N-2) is there exactly if N is even and above 2, F(N-3)
exactly if N is a multiple of 6. Winning moves are the divisors, ascending.

These factors decide every primality the rule asks for. A move by d leaves a multiple M of d. If M is prime, d is M and
N is 2M. If M = 2p with p prime, d is 2, p or 2p, so that p divides N-2 (and N is even) or N. If M = 3p is odd with p
prime, N is even, and d is 3, p or 3p, so that p divides N-3 (and 6 divides N) or N. Hence a prime that matters is one
of those listed.
"""

from functools import cache
from typing import Any, NamedTuple

from aliquot.oracle.verify.claims import UNKNOWN, Facts, claim_listed, number_in
from aliquot.oracle.verify.primes import list_divisors, read_primes_of


class Special(NamedTuple):
    """The numbers of the theorem that depend on an exponent in A or B, within the bounds of the games."""

    lost: frozenset[int]
    """2^k with k in A, and 3·2^k with k in B: lost."""
    odd_won: frozenset[int]
    """3(2^k + 1) with k in B: odd, composite and won."""
    twice_won: frozenset[int]
    """The primes p for which 2p is won: 3, 2^(k-1) + 1 with k in A, and 3·2^(k-1) + 1 with k in B."""


A = (2, 5, 7, 9, 11, 13, 16, *range(21, 32, 2), *range(34, 60, 2))
"""2, not 3, and every k ≥ 4 for which k - 1 is not in A, k - 2 is not in B and 2^(k-1) - 1 is not prime; up to 59."""
B = (13, 17, 31)
"""The k ≥ 3 for which 2^k - 1 is prime and 3·2^(k-1) - 1 is not; up to 59."""


@cache
def special() -> Special:
    """Return the special numbers."""
    # Theorems: misere_subtraction_lost, exponents_listed
    return Special(
        frozenset({2**k for k in A} | {3 * 2**k for k in B}),
        frozenset(3 * (2**k + 1) for k in B),
        frozenset({3} | {2 ** (k - 1) + 1 for k in A if k > 2} | {3 * 2 ** (k - 1) + 1 for k in B}),
    )


def _is_listed(number: int, primes: set[int]) -> bool:
    """Return whether a number is on the list, where `primes` has every prime that matters."""
    # Theorem: misere_subtraction_lost
    if number % 2 == 0:
        return number in special().lost or _is_listed_twice(number // 2, primes)
    if number == 1 or number in primes or number in special().odd_won:
        return False
    return number % 3 > 0 or not _is_listed_twice(number // 3, primes)


def _is_listed_twice(number: int, primes: set[int]) -> bool:
    """Return whether a number is a prime whose double is lost."""
    # Theorem: misere_subtraction_lost
    return number in primes and number not in special().twice_won


def judge_misere_subtraction(position: str, moves: list[Any], proof: dict[str, Any]) -> Facts:
    """Return the facts that the factors show of the number, if exactly these moves win."""
    # Theorems: misere_subtraction_won, divisors_listed
    number = number_in(position)
    needed = [number]
    if number % 2 == 0 and number > 2:
        needed += [number - 2] + [number - 3] * (number % 3 == 0)
    read = read_primes_of(needed, proof)
    primes = {prime for some in read for prime in some}
    divisors = sorted(divisor for divisor, _ in list_divisors(read[0]))
    claim_listed(moves, [divisor for divisor in divisors if _is_listed(number - divisor, primes)])
    return Facts(not _is_listed(number, primes), None, UNKNOWN if divisors else 0)
