from functools import reduce
from itertools import pairwise
from math import prod

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot.arithmetic import (
    ProperDivisors,
    count_divisors,
    divisors,
    factorise,
    is_prime,
    omega,
    smallest_divisors,
)

SMALL = 3000
LARGEST = 10**18
PRIMES = [2, 3, 5, 7, 11, 13, 101, 65_537, 999_983, 998_244_353, 999_999_937]

near_the_top = st.integers(LARGEST - 10**6, LARGEST)
smooth = st.lists(st.sampled_from(PRIMES), max_size=40).map(
    lambda factors: reduce(lambda n, f: n * f if n * f <= LARGEST else n, factors, 1)
)
numbers = near_the_top | smooth | st.integers(1, LARGEST)


def naive_divisors(n: int) -> list[int]:
    return [d for d in range(1, n + 1) if n % d == 0]


def test_every_small_number_has_the_divisors_found_by_trial() -> None:
    for n in range(1, SMALL + 1):
        assert list(divisors(n)) == naive_divisors(n)


def test_every_small_number_is_prime_exactly_if_it_has_two_divisors() -> None:
    assert [n for n in range(SMALL + 1) if is_prime(n)] == [n for n in range(SMALL + 1) if len(naive_divisors(n)) == 2]


def test_nothing_below_two_is_prime() -> None:
    assert not any(is_prime(n) for n in range(-10, 2))


def test_every_small_number_is_the_product_of_its_prime_factors() -> None:
    for n in range(1, SMALL + 1):
        factors = factorise(n)
        assert prod(prime**exponent for prime, exponent in factors) == n
        assert all(len(naive_divisors(prime)) == 2 and exponent >= 1 for prime, exponent in factors)
        assert [prime for prime, _ in factors] == sorted({prime for prime, _ in factors})
        assert omega(n) == sum(exponent for _, exponent in factors)


@pytest.mark.parametrize(
    ("n", "factors"),
    [
        (1, ()),
        (10**18, ((2, 18), (5, 18))),
        (2**59, ((2, 59),)),
        (3**37, ((3, 37),)),
        (999_999_999_999_999_989, ((999_999_999_999_999_989, 1),)),  # the largest prime below 10^18
        (999_999_937**2, ((999_999_937, 2),)),
        (999_999_937 * 998_244_353, ((998_244_353, 1), (999_999_937, 1))),
        (735_134_400, ((2, 6), (3, 3), (5, 2), (7, 1), (11, 1), (13, 1), (17, 1))),
    ],
)
def test_known_factorisations(n: int, factors: tuple[tuple[int, int], ...]) -> None:
    assert factorise(n) == factors


@pytest.mark.parametrize(
    ("n", "count"),
    [(5040, 60), (735_134_400, 1344), (963_761_198_400, 6720), (897_612_484_786_617_600, 103_680)],
)
def test_known_numbers_of_divisors(n: int, count: int) -> None:
    assert len(divisors(n)) == count


@pytest.mark.parametrize("n", [561, 1105, 3_215_031_751, 341_550_071_728_321, 3_825_123_056_546_413_051])
def test_numbers_that_fool_weak_tests_are_not_prime(n: int) -> None:
    assert not is_prime(n)


@given(numbers)
def test_a_factorisation_multiplies_back_and_its_primes_are_prime_and_ascend(n: int) -> None:
    factors = factorise(n)
    assert prod(prime**exponent for prime, exponent in factors) == n
    assert all(is_prime(prime) for prime, _ in factors)
    assert is_prime(n) == (sum(exponent for _, exponent in factors) == 1)
    assert [prime for prime, _ in factors] == sorted({prime for prime, _ in factors})


@given(numbers)
def test_large_numbers_have_as_many_divisors_as_their_exponents_say_and_each_divides(n: int) -> None:
    found = divisors(n)
    assert len(found) == prod(exponent + 1 for _, exponent in factorise(n))
    assert all(n % d == 0 for d in found)
    assert all(a < b for a, b in pairwise(found))
    assert (found[0], found[-1]) == (1, n)


@given(numbers)
def test_divisors_come_in_pairs(n: int) -> None:
    found = divisors(n)
    assert all(a * b == n for a, b in zip(found, reversed(found), strict=True))


@given(st.integers(1, 10**9), st.integers(1, 10**9))
def test_prime_factors_add_up_over_a_product(a: int, b: int) -> None:
    assert omega(a * b) == omega(a) + omega(b)


MANY = 897612484786617600
"""No number up to 10^18 has more divisors: 103,680."""


@given(numbers, st.integers(1, 50))
def test_the_smallest_divisors_are_the_first_of_all(n: int, count: int) -> None:
    assert smallest_divisors(n, count) == divisors(n)[:count]
    assert count_divisors(n) == len(divisors(n))


@given(st.sampled_from([1, 2, 4, 60, 5040, 735134400, MANY]), st.slices(120_000))
def test_proper_divisors_read_like_a_tuple_of_them(n: int, part: slice) -> None:
    proper, every = ProperDivisors(n), divisors(n)[1:-1]
    assert proper[part] == every[part]
    assert len(proper) == len(every)
    assert all(proper[place] == every[place] for place in range(-min(3, len(every)), min(3, len(every))))


def test_proper_divisors_are_compared_and_asked_for_without_a_list() -> None:
    listed = divisors.cache_info().misses
    proper = ProperDivisors(MANY * 10 // 9)
    assert [each for each in (1, 2, 7 * 10**17 + 1, "2") if each in proper] == [2]
    assert proper == ProperDivisors(MANY * 10 // 9)
    assert proper != ProperDivisors(60)
    assert (proper[:2], proper[-1], len(proper[:1000])) == ((2, 3), MANY * 10 // 18, 1000)
    assert divisors.cache_info().misses == listed
    assert ProperDivisors(2) == ProperDivisors(1) == ()
    few = ProperDivisors(12)
    assert [few == other for other in ((2, 3, 4, 6), [2, 3, 4, 6])] == [True, False]
    assert (hash(few), repr(few)) == (hash((2, 3, 4, 6)), "(2, 3, 4, 6)")
