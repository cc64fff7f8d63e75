import copy
import pickle
import threading
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.games.divisor_duel_pool import PoolDuel, PoolPosition
from aliquot.games.picks import Picks, Turns

BRANCHES = st.lists(st.tuples(st.integers(0, 30), st.integers(1, 12)), max_size=40)
"""From which of the picks made so far to go on, and with which number."""


def assert_reads_like(picks: Picks, plain: tuple[int, ...]) -> None:
    assert (tuple(picks), len(picks), bool(picks), repr(picks)) == (plain, len(plain), bool(plain), repr(plain))
    assert picks == plain
    assert plain == picks
    assert hash(picks) == hash(plain)
    assert (picks[1:], picks[:-1], picks[::-2]) == (plain[1:], plain[:-1], plain[::-2])
    assert [picks[i] for i in range(-len(plain), len(plain))] == [*plain, *plain]
    for number in range(14):
        assert (number in picks) is (number in Turns(picks)) is (number in plain)
        assert picks.turn_of(number) == (plain.index(number) + 1 if number in plain else None)


@given(BRANCHES)
def test_picks_are_what_tuples_were_however_play_branches(branches: list[tuple[int, int]]) -> None:
    made: list[Picks] = [Picks()]
    plain: list[tuple[int, ...]] = [()]
    for origin, number in branches:
        origin %= len(made)
        made.append(made[origin].and_then(number))
        plain.append((*plain[origin], number))
    for picks, expected in zip(made, plain, strict=True):
        assert_reads_like(picks, expected)
        assert_reads_like(pickle.loads(pickle.dumps(picks)), expected)
        assert_reads_like(copy.deepcopy(picks), expected)
    for one, first in zip(made, plain, strict=True):
        for two, second in zip(made, plain, strict=True):
            assert (one == two) is (first == second)
            assert (PoolPosition(one) == PoolPosition(second)) is (first == second)
            if first == second:
                assert hash(PoolPosition(one)) == hash(PoolPosition(second))


@pytest.mark.parametrize("index", [-3, 2, 10])
def test_a_pick_that_was_not_made_cannot_be_had(index: int) -> None:
    picks = Picks((12, 6))
    picks.and_then(18).and_then(9)
    with pytest.raises(IndexError):
        picks[index]


def test_picks_of_other_things_are_not_equal() -> None:
    assert Picks((2, 4)) != [2, 4]
    assert Picks((2, 4)) != "24"
    position: object = PoolPosition((2, 4))
    assert position != (2, 4)


def test_a_position_says_what_was_picked_and_when() -> None:
    p = PoolPosition((12, 6, 18))
    assert (p.last, p.turn_of(6), p.turn_of(9), 18 in p, 9 in p) == (18, 2, None, True, False)
    assert (PoolPosition().last, 12 in PoolPosition()) == (None, False)
    assert repr(p) == "PoolPosition(picks=(12, 6, 18))"


def test_an_earlier_position_does_not_see_what_came_later() -> None:
    game = PoolDuel(2, 50)
    before = game.play(game.start(), 12)
    first = game.play(before, 6)
    second = game.play(before, 24)
    assert [tuple(p.picks) for p in (before, first, second)] == [(12,), (12, 6), (12, 24)]
    assert 6 in game.legal_moves(before)
    assert 6 not in second
    assert game.is_legal(before, 6)


def test_a_number_picked_twice_counts_from_the_first_time() -> None:
    p = PoolPosition((2, 4))
    twice = PoolPosition(p.picks.and_then(2))
    assert (p.turn_of(2), twice.turn_of(2), PoolPosition((2, 4, 2)).turn_of(2)) == (1, 1, 1)


def test_a_line_of_play_is_kept_once() -> None:
    """Every position of a game of n moves together hold n numbers, where copies would hold n²/2."""
    game, positions = PoolDuel(2, 10_000), [PoolPosition()]
    for number in range(50, 99):
        positions.append(game.play(positions[-1], number))
        positions.append(game.play(positions[-1], number * (number + 1)))
    assert len({id(p.picks._steps) for p in positions}) == 1
    assert len({id(game.play(p, after.last or 0).picks._steps) for p, after in pairwise(positions)}) == 1


def extend(trunk: Picks, seed: int, barrier: threading.Barrier) -> list[Picks]:
    generator, line = Random(seed), [trunk]
    barrier.wait()
    for _ in range(40):
        line.append(line[-1].and_then(generator.randrange(8)))
    return line


def test_threads_that_go_on_from_the_same_position_do_not_disturb_each_other() -> None:
    with ThreadPoolExecutor(4) as pool:
        for trial in range(100):
            trunk, barrier = Picks(range(100, 110)), threading.Barrier(4)
            seeds = (2 * trial, 2 * trial, 2 * trial + 1, 2 * trial + 1)  # Two of them each go the same way.
            lines = [pool.submit(extend, trunk, seed, barrier) for seed in seeds]
            for seed, line in zip(seeds, lines, strict=True):
                generator, expected = Random(seed), tuple(range(100, 110))
                for picks in line.result():
                    assert_reads_like(picks, expected)
                    expected = (*expected, generator.randrange(8))
            assert trunk == tuple(range(100, 110))
