"""The numbers that are lost in misère Subtraction, and the length of play.

From N a move subtracts a divisor d of N with 1 < d < N, and a player who cannot move wins. Which numbers are lost is
a theorem, proved in docs/misere-subtraction.md. For the lengths no rule is known: they are found by working upwards,
and known only as far as that reaches.
"""

from array import array
from functools import cache
from math import isqrt
from typing import NamedTuple

from aliquot.arithmetic import is_prime
from aliquot.core.text import LARGEST
from aliquot.oracle.kernel import Slots, compiler_installed, kernel, runner, slots
from aliquot.oracle.subtraction_table import COMPILE_FROM, REACH, as_array

_UNSETTLED = (1 << 31) - 1
"""Above any length: every move subtracts at least 2."""

_FLIP = bytes([1, 0]) + bytes(254)


class SpecialNumbers(NamedTuple):
    """The numbers up to the largest start whose place in the theorem depends on an exponent in its set A or B."""

    lost: frozenset[int]
    """2^k with k in A, and 3·2^k with k in B: lost."""
    odd_won: frozenset[int]
    """3(2^k + 1) with k in B: won, though odd and composite."""
    twice_won: frozenset[int]
    """3, 2^(k-1) + 1 with k in A, and 3·2^(k-1) + 1 with k in B: where such a number p is prime, 2p is won."""


def exponents(most: int) -> tuple[list[int], list[int]]:
    """The members of the sets A and B up to `most`.

    B has every k ≥ 3 for which 2^k - 1 is prime and 3·2^(k-1) - 1 is not. A has 2, not 3, and every k ≥ 4 for which
    k - 1 is not in A, k - 2 is not in B and 2^(k-1) - 1 is not prime.

    >>> exponents(32)
    ([2, 5, 7, 9, 11, 13, 16, 21, 23, 25, 27, 29, 31], [13, 17, 31])
    """
    b = [k for k in range(3, most + 1) if is_prime(2**k - 1) and not is_prime(3 * 2 ** (k - 1) - 1)]
    a = [2]
    for k in range(4, most + 1):
        if a[-1] != k - 1 and k - 2 not in b and not is_prime(2 ** (k - 1) - 1):
            a.append(k)
    return a, b


@cache
def special_numbers() -> SpecialNumbers:
    """Return the special numbers."""
    a, b = exponents(LARGEST.bit_length() - 1)
    return SpecialNumbers(
        lost=frozenset([2**k for k in a] + [3 * 2**k for k in b]),
        odd_won=frozenset(3 * (2**k + 1) for k in b),
        twice_won=frozenset([3] + [2 ** (k - 1) + 1 for k in a if k > 2] + [3 * 2 ** (k - 1) + 1 for k in b]),
    )


def is_lost(number: int) -> bool:
    """Return whether the player to move loses at a number from 1 to 10^18.

    >>> [n for n in range(1, 33) if is_lost(n)]
    [4, 9, 10, 14, 22, 25, 26, 27, 32]
    """
    special = special_numbers()
    if number % 2 == 0:
        return number in special.lost or _is_lost_twice(number // 2)
    if number == 1 or number in special.odd_won or is_prime(number):
        return False
    return number % 3 != 0 or not _is_lost_twice(number // 3)


def _is_lost_twice(number: int) -> bool:
    """Return whether a number is a prime whose double is lost."""
    return number not in special_numbers().twice_won and is_prime(number)


def lost_numbers(limit: int) -> bytearray:
    """For every number from 0 to the limit, 1 if it is lost for the player to move.

    >>> [n for n, lost in enumerate(lost_numbers(32)) if lost]
    [4, 9, 10, 14, 22, 25, 26, 27, 32]
    """
    composite = bytearray(limit + 1)
    for prime in range(3, isqrt(limit) + 1, 2):
        if not composite[prime]:
            composite[prime * prime :: 2 * prime] = b"\1" * len(range(prime * prime, limit + 1, 2 * prime))
    special, lost = special_numbers(), bytearray(limit + 1)
    # 2p is lost, for the odd numbers p above 3 that are not composite.
    lost[10::4] = composite[5::2][: len(range(10, limit + 1, 4))].translate(_FLIP)
    for number in (2 * prime for prime in special.twice_won if 2 * prime <= limit):
        lost[number] = 0
    lost[1::2] = composite[1::2]
    # An odd 3n with n > 1 is composite, and won exactly if 2n is lost.
    lost[9::6] = lost[6::4][: len(range(9, limit + 1, 6))].translate(_FLIP)
    for number in (number for number in special.odd_won if number <= limit):
        lost[number] = 0
    for number in (number for number in special.lost if number <= limit):
        lost[number] = 1
    return lost


def remoteness(number: int) -> int | None:
    """The number of moves to the end when the winner hurries and the loser delays; None where it is out of reach."""
    if number <= REACH:
        return _table(max(1 << 12, 1 << (number - 1).bit_length()))[number]
    return 0 if is_prime(number) else None


def lengths_to(limit: int, *, use_numba: bool | None = None) -> "array[int]":
    """The length of play from every number up to the limit, indexed by the number; index 0 is unused.

    Args:
        limit: The largest number, at least 1.
        use_numba: Whether to run compiled; by default if that pays and numba is installed.
    """
    if use_numba is None:
        use_numba = limit >= COMPILE_FROM and compiler_installed()
    lengths = slots(limit + 1, _UNSETTLED, compiled=use_numba)
    head = slots((limit >> 1) + 1, 0, compiled=use_numba)
    link = slots(limit // 6 + 1, 0, compiled=use_numba)
    runner(settle, use_numba)(limit, lengths, head, link)
    return as_array(lengths, "i")


@cache
def _table(limit: int) -> "array[int]":
    """The length of play from every number up to a limit; immutable."""
    return lengths_to(limit, use_numba=False)


@kernel
def settle(limit: int, lengths: Slots, head: Slots, link: Slots) -> None:
    """Settle the length of play from every number, upwards.

    A lost number takes the longest of its options and offers one move more to its predecessors, which are won and
    keep the shortest offer. So a number without an offer when its turn comes is lost, or has no move.
    """
    lengths[0] = lengths[1] = 0
    if limit > 1:
        lengths[2] = 0
    for x in range(3, limit + 1):
        if x & 1:
            settle_odd(x, limit, lengths, head, link)
        elif lengths[x] == _UNSETTLED:
            settle_lost_even(x, limit, lengths)


@kernel
def settle_odd(x: int, limit: int, lengths: Slots, head: Slots, link: Slots) -> None:
    """Settle an odd number; all smaller numbers are settled.

    The proper divisors d > 1 of x stand in a linked list: `head[x >> 1]` is the first and `link[d >> 1]` the one after
    d. Each d is in one list at a time, that of its next odd multiple, and moves on to x + 2d.
    """
    first = head[x >> 1]
    lost = first > 0 and lengths[x] == _UNSETTLED
    longest = -1
    if lost:
        d = first
        while d > 0:
            longest = max(longest, lengths[x - d])
            d = link[d >> 1]
    if lost or first == 0:
        lengths[x] = longest + 1
    if lost and 2 * x <= limit:
        lengths[2 * x] = min(lengths[2 * x], longest + 2)
    d = first
    while d > 0:
        after = link[d >> 1]
        n = x + d
        if lost and n <= limit:
            lengths[n] = min(lengths[n], longest + 2)
        n += d
        if n <= limit:
            link[d >> 1] = head[n >> 1]
            head[n >> 1] = d
        d = after
    if 3 * x <= limit:
        link[x >> 1] = head[(3 * x) >> 1]
        head[(3 * x) >> 1] = x


@kernel
def settle_lost_even(x: int, limit: int, lengths: Slots) -> None:
    """Settle an even number that is lost: 2p, 2^k or 3·2^k.

    Its divisors are therefore powers of two, and powers of two times its odd part.
    """
    odd = x
    while odd & 1 == 0:
        odd >>= 1
    longest = -1
    for first in (2, odd):
        d = first
        while 1 < d < x and x % d == 0:
            longest = max(longest, lengths[x - d])
            d *= 2
    lengths[x] = longest + 1
    for first in (2, odd):
        d = first
        while 1 < d <= x and x % d == 0 and x + d <= limit:
            lengths[x + d] = min(lengths[x + d], longest + 2)
            d *= 2
