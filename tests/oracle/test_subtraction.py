"""Subtraction against exhaustive search, and at sizes no search reaches. Its table has tests of its own."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot import solve
from aliquot.arithmetic import divisors
from aliquot.games import find
from aliquot.games.number import NumberPosition
from aliquot.oracle.search import Value, evaluate
from aliquot.oracle.subtraction import is_lost, leaving_powers
from tests.effort import tries

if TYPE_CHECKING:
    from tests.oracle.conftest import Naive, Proves

SLUG = "divisor-duel-subtract"
NEAR_POWERS = sorted(
    {
        n
        for k in range(1, 60)
        for j in {0, 1, 2, 3, k // 2, k - 2, k - 1} & {*range(k)}
        for n in (2**k, 2**k + 2**j, 2**k - 2**j)
        if n <= 10**18
    }
)


def test_every_start_to_5000_is_judged_as_two_searches_judge_it(naive: "Naive", assert_proved: "Proves") -> None:
    game, known = find(SLUG).create(), dict[Hashable, Value]()
    for number in naive.starts:
        truth, verdict = naive.number(SLUG, number), solve(game, NumberPosition(number))
        searched = evaluate(game, NumberPosition(number), values=known)
        assert (searched.wins, searched.grundy, searched.remoteness) == (truth.wins, truth.grundy, truth.remoteness)
        assert verdict.wins == truth.wins, number
        assert verdict.winning_moves == truth.winning, number
        assert (verdict.grundy, verdict.remoteness) == (truth.grundy, truth.remoteness), number
        assert_proved(verdict)


def test_near_powers_of_two_of_every_size_the_verdict_follows_from_those_one_move_on(
    assert_proved: "Proves",
) -> None:
    game = find(SLUG).create()
    for number in NEAR_POWERS:
        verdict = solve(game, NumberPosition(number))
        followers = {d: solve(game, NumberPosition(number - d)) for d in divisors(number)[1:-1]}
        assert verdict.winning_moves == tuple(d for d, after in followers.items() if not after.wins), number
        assert verdict.wins is bool(verdict.winning_moves)
        assert_proved(verdict)


@settings(max_examples=tries(60))
@given(number=st.integers(2, 10**18) | st.integers(1, 10**6).map(lambda n: n * 12252240))
def test_of_large_numbers_too(number: int) -> None:
    game = find(SLUG).create()
    verdict = solve(game, NumberPosition(number))
    lost = [d for d in divisors(number)[1:-1] if is_lost(number - d)]
    assert list(verdict.winning_moves) == lost
    assert verdict.wins is bool(lost)
    assert verdict.wins is not is_lost(number)


def test_the_moves_that_leave_two_to_an_odd_power_are_all_found(naive: "Naive") -> None:
    powers = {2**k for k in range(1, 60, 2)}
    for number in naive.starts:
        expected = [d for d in naive.proper_divisors(number) if number - d in powers]
        assert list(leaving_powers(number)) == expected, number


def test_a_length_out_of_reach_is_not_guessed() -> None:
    game = find(SLUG).create()
    assert solve(game, NumberPosition(10**18)).remoteness is None
    assert solve(game, NumberPosition(10**18 - 1)).remoteness is None
    assert solve(game, NumberPosition(999_999_999_999_999_989)).remoteness == 0, "it is prime"
    assert solve(game, NumberPosition(2 * 999_999_937)).remoteness == 1, "it is twice a prime"


@pytest.mark.parametrize("number", [999_999_999_999_999_989, 10**18, 2**59, 2**58, 999_999_937**2, 10**18 - 1])
def test_the_largest_numbers_are_proved_too(number: int, assert_proved: "Proves") -> None:
    assert_proved(solve(find(SLUG).create(), NumberPosition(number)))
