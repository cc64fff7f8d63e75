"""Where the divisors of a number lie: in ranks, in order, apart from each other, whole or near one of them."""

from itertools import pairwise

import pytest

from aliquot.arithmetic import divisors, omega
from aliquot.lattice import MOST_DIVISORS, MOST_NODES, by_rank, count_ranks, lay_out, parallel, place_divisors


def test_ranks_are_counted_as_they_are_listed() -> None:
    for number in range(1, 2_000):
        assert count_ranks(number)[::-1] == [len(rank) for rank in by_rank(divisors(number))]


def test_every_lattice_of_few_divisors_is_whole_and_lies_in_the_square() -> None:
    for start in (*range(1, 400), 720, 840, 1024, 2310, 5040, 2**59):
        lattice = lay_out(start, start)
        if len(divisors(start)) > MOST_NODES:
            continue
        assert lattice.is_whole
        assert sorted(lattice.places) == list(divisors(start))
        assert all(0 <= x <= 1 for x in lattice.places.values())
        assert [omega(number) for number in lattice.places] == sorted(map(omega, lattice.places), reverse=True)
        for rank in by_rank(lattice.places):
            xs = [lattice.places[number] for number in rank]
            assert xs == sorted(xs), "from left to right"
            assert all(b - a >= lattice.gap - 1e-9 > 0 for a, b in pairwise(xs))
        assert set(lattice.edges) == {
            (a, b) for a in divisors(start) for b in divisors(a) if omega(a) == omega(b) + 1
        }, "joined where one prime is between"


def test_the_same_whole_lattice_is_drawn_wherever_the_match_has_come_to() -> None:
    assert all(lay_out(360, at) == lay_out(360, 360) for at in divisors(360))


def test_of_many_divisors_those_near_one_of_them_are_laid_out() -> None:
    own = lay_out(720720, 60)
    assert (own.is_whole, own.start, sorted(own.places)) == (False, 60, list(divisors(60)))
    near = lay_out(720720, 720720)
    assert not near.is_whole
    assert 7 <= len(near.places) <= MOST_NODES
    assert {720720 // prime for prime in (2, 3, 5, 7, 11, 13)} <= near.places.keys()
    middle = lay_out(10**18, 10**9)
    assert {2 * 10**9, 5 * 10**9, 10**9 // 2, 10**9 // 5} <= middle.places.keys()
    for lattice in (near, middle):
        assert all(a in lattice.places and b in lattice.places for a, b in lattice.edges)


def test_past_a_thousand_divisors_nothing_is_laid_out() -> None:
    start = 897_612_484_786_617_600
    assert sum(count_ranks(start)) > MOST_DIVISORS
    assert lay_out(start, start).places == {}
    assert lay_out(start, 60).places.keys() == set(divisors(60))


def test_what_divides_nothing_lies_nowhere() -> None:
    for at in (0, 7, 120):
        with pytest.raises(ValueError, match="is not a divisor of 60"):
            lay_out(60, at)


def test_primes_lead_aside_as_they_are_told_or_evenly() -> None:
    assert parallel(1) == ()
    assert parallel(2**4 * 3**2 * 5 * 7 * 11) == ()
    assert place_divisors(6, (1, 2, 3, 6)) == {1: 0, 2: -1, 3: 1, 6: 0}
    assert place_divisors(6, (2, 3), (-1, 2)) == {2: -1, 3: 2}
