"""The three division duels against exhaustive search, and at sizes no search reaches."""

from collections.abc import Hashable
from typing import TYPE_CHECKING

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sympy import factorint, isprime

from aliquot import solve
from aliquot.games import find
from aliquot.games.number import NumberPosition
from aliquot.oracle.search import Value, evaluate
from tests.effort import tries

from .brute_force import study_json

if TYPE_CHECKING:
    from tests.oracle.conftest import Naive, Proves

SLUGS = ["dividers-duel", "divide-and-conquer", "factor-duel"]


@pytest.mark.parametrize("slug", [SLUGS[0], *(pytest.param(slug, marks=pytest.mark.deep) for slug in SLUGS[1:])])
def test_every_start_to_5000_is_judged_as_two_searches_judge_it(
    slug: str, naive: "Naive", assert_proved: "Proves"
) -> None:
    game, known = find(slug).create(), dict[Hashable, Value]()
    for number in naive.starts:
        truth, verdict = naive.number(slug, number), solve(game, NumberPosition(number))
        searched = evaluate(game, NumberPosition(number), values=known)
        assert (searched.wins, searched.grundy, searched.remoteness) == (truth.wins, truth.grundy, truth.remoteness)
        assert (verdict.wins, verdict.grundy, verdict.remoteness) == (truth.wins, truth.grundy, truth.remoteness)
        assert verdict.winning_moves == truth.winning, number
        assert_proved(verdict)


@pytest.mark.parametrize("slug", SLUGS)
def test_whose_turn_it_is_does_not_change_the_verdict(slug: str) -> None:
    game = find(slug).create()
    for number in range(1, 200):
        first, second = (solve(game, NumberPosition(number, seat)) for seat in (1, 2))
        assert (first.to_move, second.to_move) == (1, 2)
        assert study_json(first) == {**study_json(second), "to_move": 1, "summary": study_json(first)["summary"]}


@settings(max_examples=tries(100))
@given(number=st.integers(2, 10**18))
def test_large_numbers_are_won_exactly_by_the_moves_that_leave_a_prime(number: int) -> None:
    factors = factorint(number)
    verdict = solve(find("dividers-duel").create(), NumberPosition(number))
    composite = sum(factors.values()) > 1
    assert verdict.wins is composite
    assert set(verdict.winning_moves) == ({number // prime for prime in factors} if composite else set())
    assert verdict.winning_moves == tuple(sorted(verdict.winning_moves))
    assert all(isprime(number // move) for move in verdict.winning_moves)
    assert verdict.grundy == sum(factors.values()) - 1


@pytest.mark.parametrize(
    ("number", "grundy", "moves"),
    [
        (10**18, 35, (2 * 10**17, 5 * 10**17)),
        (2**59, 58, (2**58,)),
        (999_999_999_999_999_989, 0, ()),
        (999_999_937**2, 1, (999_999_937,)),
        (614_889_782_588_491_410, 14, None),
    ],
)
def test_the_largest_numbers_are_proved_too(
    number: int, grundy: int, moves: tuple[int, ...] | None, assert_proved: "Proves"
) -> None:
    verdict = solve(find("factor-duel").create(), NumberPosition(number))
    assert verdict.grundy == grundy
    assert moves is None or verdict.winning_moves == moves
    assert len(verdict.winning_moves) == (15 if moves is None else len(moves))
    assert_proved(verdict)


def test_the_position_is_by_default_the_start() -> None:
    for slug in SLUGS:
        game = find(slug).create()
        assert solve(game) == solve(game, game.start())
