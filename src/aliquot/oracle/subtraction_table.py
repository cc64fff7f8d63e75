"""Exact Grundy values and remoteness of the Subtraction duel.

From N a move subtracts a divisor d of N with 1 < d < N; a player who cannot
move loses. `docs/subtraction-grundy.md` proves the statements relied on here:

* the Grundy value is given by a closed form for every N;
* N is lost exactly when it is odd or an odd power of two;
* remoteness is 0 at 1 and at primes and 1 exactly at doubled primes, and elsewhere
  grows at least like log2 N, so that no line of play cuts a large N short.

Hence `grundy` answers for every N, while `remoteness` answers from a table up
to `REACH` and beyond it only for primes and doubled primes.
"""

from array import array
from dataclasses import dataclass
from functools import cache

from aliquot.arithmetic import is_prime
from aliquot.oracle.kernel import Slots, compiler_installed, kernel, runner, slots

REACH = 1 << 17
"""The largest N of the table of remoteness."""

COMPILE_FROM = 1 << 18
"""The limit from which on a compiled kernel pays."""

REGULAR_ODD_PART = 17
"""Every N whose odd part is at least this has Grundy value v2(N)."""

# _IRREGULAR[k][i] is the Grundy value of 2^k (2i + 1), for odd parts 1, 3, ..., 15.
_IRREGULAR = (
    (0, 0, 0, 0, 0, 0, 0, 0),
    (0, 2, 1, 1, 1, 1, 1, 1),
    (1, 3, 3, 2, 2, 2, 2, 2),
    (0, 4, 4, 4, 4, 4, 3, 4),
    (2, 3, 3, 5, 5, 5, 5, 5),
    (0, 6, 6, 6, 6, 6, 6, 6),
)

# From k = 6 on the value of 2^k (2i + 1) is k + _EXCESS[i], but 0 at odd powers of two.
_EXCESS = (-1, -2, 2, 1, 1, 1, 1, 1)

# Above any remoteness: every move takes at least 2, so play is shorter than the limit.
_UNSETTLED = (1 << 31) - 1


@dataclass(frozen=True, slots=True)
class Table:
    """Values of every N up to `limit`, indexed by N; index 0 is unused."""

    limit: int
    """The largest N covered."""
    grundy: "array[int]"
    """The Grundy values."""
    remoteness: "array[int]"
    """The number of moves to the end under best play."""


def grundy(n: int) -> int:
    """The Grundy value of `n`, exact for every `n` of any size.

    Args:
        n: A positive integer.

    Raises:
        ValueError: `n` is not positive.
    """
    if n < 1:
        raise ValueError(f"the duel is played on positive integers, not {n}")
    twos = (n & -n).bit_length() - 1
    odd = n >> twos
    if odd >= REGULAR_ODD_PART:
        return twos
    if twos < len(_IRREGULAR):
        return _IRREGULAR[twos][odd >> 1]
    if odd == 1 and twos & 1:
        return 0
    return twos + _EXCESS[odd >> 1]


def remoteness(n: int) -> int | None:
    """The length of best play from `n`: the winner hurries, the loser delays.

    Values up to `REACH` come from a table that grows on demand and is kept. Past it
    only 0 (`n` prime) and 1 (`n` twice a prime) are decided: best play from any
    other `n` leads all the way down, through more numbers than a query can afford.

    Args:
        n: A positive integer.

    Returns:
        The exact number of moves, or None if it is out of reach.

    Raises:
        ValueError: `n` is not positive.
    """
    if n < 1:
        raise ValueError(f"the duel is played on positive integers, not {n}")
    if n <= REACH:
        return _remoteness_table(max(1 << 12, 1 << (n - 1).bit_length()))[n]
    if n & 1:
        return 0 if is_prime(n) else None
    return 1 if is_prime(n >> 1) else None


def table(limit: int, *, use_numba: bool | None = None) -> Table:
    """Grundy values and remoteness of every N from 1 to `limit`.

    Args:
        limit: The largest N to cover, from 1 up to `2**31 - 2`.
        use_numba: Whether to run compiled; by default if `limit` is large enough to
            repay it and numba is installed.

    Raises:
        ValueError: `limit` is out of range.
        ImportError: Numba is requested and not installed.
    """
    if not 1 <= limit < _UNSETTLED:
        raise ValueError(f"a table reaches from 1 to {_UNSETTLED - 1}, not to {limit}")
    if use_numba is None:
        use_numba = limit >= COMPILE_FROM and compiler_installed()
    valuations = slots(limit + 1, 0, compiled=use_numba, narrow=True)
    runner(fill_valuations, use_numba)(limit, valuations)
    values = as_array(valuations, "b")
    for odd in range(1, REGULAR_ODD_PART, 2):
        n = odd
        while n <= limit:
            values[n] = grundy(n)
            n *= 2
    return Table(limit, values, as_array(_remoteness_cells(limit, use_numba), "i"))


@kernel
def fill_valuations(limit: int, valuations: Slots) -> None:
    """Set `valuations[n]` to the exponent of 2 in n, over cells of 0."""
    for n in range(2, limit + 1, 2):
        valuations[n] = valuations[n >> 1] + 1


@kernel
def unsettle_even(limit: int, lengths: Slots) -> None:
    """Mark every even n as without an offer from a lost number."""
    for n in range(2, limit + 1, 2):
        lengths[n] = _UNSETTLED


@kernel
def sweep_odd(start: int, stop: int, limit: int, lengths: Slots, head: Slots, link: Slots) -> None:
    """Settle the odd x with `start <= x < stop`, and update their predecessors.

    An odd x is lost, its moves subtract its odd divisors, and its predecessors are the
    even x + d with d > 1 dividing x. So x takes the longest of its options, all even,
    smaller and settled, and offers one move more to each predecessor, which keeps the
    shortest offer.

    The proper divisors d > 1 of x stand in a linked list: `head[x >> 1]` is the first
    and `link[d >> 1]` the one after d. Each d is in one list at a time, that of its
    next odd multiple, and moves on to x + 2d when x has been settled.
    """
    for x in range(start, stop, 2):
        longest = -1
        d = head[x >> 1]
        while d > 0:
            length = lengths[x - d]
            longest = max(longest, length)
            d = link[d >> 1]
        lengths[x] = longest + 1
        offer = longest + 2
        d = head[x >> 1]
        while d > 0:
            after = link[d >> 1]
            n = x + d
            if n <= limit and offer < lengths[n]:
                lengths[n] = offer
            n += d
            if n <= limit:
                link[d >> 1] = head[n >> 1]
                head[n >> 1] = d
            d = after
        n = x + x
        if n <= limit and offer < lengths[n]:
            lengths[n] = offer
        n += x
        if n <= limit:
            link[x >> 1] = head[n >> 1]
            head[n >> 1] = x


def _settle_odd_power(power: int, limit: int, lengths: Slots) -> None:
    """Settle `power`, a lost power of two, and update its predecessors.

    Its moves subtract smaller powers of two, and the moves that lead to it subtract
    powers of two up to itself: itself from its double, which has no other lost option.
    """
    longest = -1
    d = 2
    while d < power:
        longest = max(longest, lengths[power - d])
        d *= 2
    lengths[power] = longest + 1
    d = 2
    while d <= power and power + d <= limit:
        lengths[power + d] = min(lengths[power + d], longest + 2)
        d *= 2


def as_array(cells: Slots, typecode: str) -> "array[int]":
    """Copy slots to an array of Python ints."""
    if isinstance(cells, list):
        return array(typecode, cells)
    from numpy import asarray

    return array(typecode, asarray(cells, typecode).tobytes())


def _remoteness_cells(limit: int, use_numba: bool) -> Slots:
    """The remoteness of every N up to `limit`, one power of two to the next.

    Invariant: when `power` is reached every smaller number is settled, since the
    lost options of an even number are odd or odd powers of two.
    """
    lengths = slots(limit + 1, 0, compiled=use_numba)
    head = slots((limit >> 1) + 1, 0, compiled=use_numba)
    link = slots(limit // 6 + 1, 0, compiled=use_numba)
    runner(unsettle_even, use_numba)(limit, lengths)
    sweep = runner(sweep_odd, use_numba)
    power = 2
    lost = True
    while power <= limit:
        if lost:
            _settle_odd_power(power, limit, lengths)
        sweep(power + 1, min(2 * power, limit + 1), limit, lengths, head, link)
        power *= 2
        lost = not lost
    return lengths


@cache
def _remoteness_table(limit: int) -> "array[int]":
    """The remoteness of every N up to a limit; immutable."""
    return as_array(_remoteness_cells(limit, use_numba=False), "i")
