"""The lost numbers of misère Subtraction and the lengths of play, against the rules of the game."""

from random import Random

import numpy as np
import pytest
from numpy.typing import NDArray

from aliquot.arithmetic import divisors
from aliquot.oracle.misere_subtraction_table import (
    exponents,
    is_lost,
    lengths_to,
    lost_numbers,
    remoteness,
    special_numbers,
)
from aliquot.oracle.subtraction_table import REACH

QUICK, DEEP = 10**6, 10**8


def follows_from_the_rules(lost: NDArray[np.uint8]) -> bool:
    """Return whether a number is marked exactly if it has a move and no move to a marked number.

    By induction only one marking does that. The moves from a number qd to (q - 1)d are tried for all d at once if q
    is small, and for all q at once if d is.
    """
    limit = len(lost) - 1
    reaches, has_move = np.zeros_like(lost), np.zeros_like(lost)
    root = int(limit**0.5)
    for d in range(2, root + 1):
        reaches[2 * d :: d] |= lost[d:-d:d] if limit % d == 0 else lost[d : limit - d + 1 : d]
        has_move[2 * d :: d] = 1
    for q in range(2, limit // root + 2):
        count = len(range(2 * q, limit + 1, q))
        reaches[2 * q :: q] |= lost[2 * (q - 1) :: q - 1][:count]
        has_move[2 * q :: q] = 1
    return bool(np.array_equal(lost, has_move & (reaches ^ 1)))


def check_to(limit: int) -> None:
    lost = np.frombuffer(lost_numbers(limit), np.uint8).copy()
    assert follows_from_the_rules(lost)
    for number in Random(limit).sample(range(2, limit), 20):
        lost[number] ^= 1
        assert not follows_from_the_rules(lost[: 2 * number + 1]), "the check can fail"
        lost[number] ^= 1


def test_every_number_to_a_million_follows_from_the_rules() -> None:
    check_to(QUICK)


@pytest.mark.deep
def test_every_number_to_a_hundred_million_follows_from_the_rules() -> None:
    lost = np.frombuffer(lost_numbers(DEEP), np.uint8)
    assert follows_from_the_rules(lost)


def test_the_rule_for_one_number_agrees_with_the_sieve() -> None:
    assert [*map(is_lost, range(1, 200_001))] == [*map(bool, lost_numbers(200_000)[1:])]
    for limit in range(1, 100):
        assert lost_numbers(limit) == lost_numbers(100)[: limit + 1]


def test_the_exponents_are_those_of_the_theorem() -> None:
    a, b = exponents(59)
    assert b == [13, 17, 31]
    assert a[:12] == [2, 5, 7, 9, 11, 13, 16, 21, 23, 25, 27, 29]
    # The table of what the rules give is the other way to find them.
    lost = lost_numbers(QUICK)
    assert [k for k in range(1, 20) if lost[2**k]] == [k for k in a if k < 20]
    assert [k for k in range(1, 18) if lost[3 * 2**k]] == [k for k in b if k < 18]


def special_forms() -> list[int]:
    """Numbers up to 10^18 near which something about the list is special, and what leads to them."""
    special = special_numbers()
    forms = {n for group in special for n in group}
    forms |= {m * n for n in forms for m in (2, 3, 4, 5, 6, 11)}
    forms |= {m * 2**k for k in range(1, 60) for m in (1, 3, 5, 7)}
    forms |= {m * (2**k + sign) for k in range(2, 60) for m in (1, 2, 3, 4, 6) for sign in (1, -1)}
    forms |= {n + step for n in forms for step in (-3, -2, 2, 3)}
    return sorted(n for n in forms if 1 <= n <= 10**18)


def test_special_numbers_are_lost_exactly_if_no_move_leads_to_a_lost_one() -> None:
    tried = special_forms() + [Random(5).randrange(1, 10**18) for _ in range(300)]
    assert len(tried) > 3000
    for number in tried:
        moves = divisors(number)[1:-1]
        if len(moves) < 2000:
            assert is_lost(number) is (bool(moves) and not any(is_lost(number - d) for d in moves)), number


@pytest.mark.parametrize("use_numba", [False, True])
def test_lengths_follow_from_smaller_ones(use_numba: bool) -> None:
    if use_numba:
        pytest.importorskip("numba")
    limit = 5000
    lengths, lost = lengths_to(limit, use_numba=use_numba), lost_numbers(limit)
    for number in range(1, limit + 1):
        moves = divisors(number)[1:-1]
        options = [lengths[number - d] for d in moves if lost[number] or lost[number - d]]
        assert lengths[number] == 1 + (max if lost[number] else min)(options, default=-1), number


def test_lengths_are_odd_exactly_where_the_number_is_lost() -> None:
    limit = 300_000
    lengths = np.array(lengths_to(limit))
    assert np.array_equal(lengths[1:] % 2, np.frombuffer(lost_numbers(limit), np.uint8)[1:])


def test_lengths_end_with_the_table() -> None:
    assert remoteness(REACH) == lengths_to(REACH)[REACH]
    assert remoteness(REACH + 1) is None, "it is not prime"
    assert remoteness(10**18) is None
    assert remoteness(999_999_999_999_999_989) == 0, "a prime has no move"
    assert ([*lengths_to(1)], [*lengths_to(2)]) == ([0, 0], [0, 0, 0])
