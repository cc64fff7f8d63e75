"""The factoriser in plain Python, against FLINT's."""

import random
import subprocess
import sys
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from aliquot import arithmetic
from aliquot.factorisation import LIMIT, factorise, is_prime

flint = pytest.importorskip("flint")
LARGEST = 10**18
FOOLERS = [
    # Strong pseudoprimes to the first 4, 5, 6, 7 and 9 primes: one base fewer would take them for primes.
    *(3_215_031_751, 2_152_302_898_747, 3_474_749_660_383, 341_550_071_728_321, 3_825_123_056_546_413_051),
    *(561, 1_105, 1_729, 1_009 * 1_013, 1_009**2, 1_009**6, 999_999_937**2, 4_294_967_291**2),
]


def by_flint(n: int) -> tuple[tuple[int, int], ...]:
    return tuple(sorted((int(prime), exponent) for prime, exponent in flint.fmpz(n).factor()))


def compare(numbers: Iterable[int]) -> None:
    wrong = [n for n in numbers if factorise(n) != by_flint(n) or is_prime(n) != bool(flint.fmpz(n).is_prime())]
    assert wrong == []


def prime_below(n: int) -> int:
    while not flint.fmpz(n).is_prime():
        n -= 1
    return n


def semiprimes(chance: random.Random, count: int) -> Iterable[int]:
    """Products of two primes near 10^9, which no small factor makes easier."""
    for _ in range(count):
        yield prime_below(chance.randint(5 * 10**8, 10**9)) * prime_below(chance.randint(5 * 10**8, 10**9))


def run(program: str) -> str:
    """Return what a program prints in a Python of its own."""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=False)
    assert done.stderr == ""
    return done.stdout


def test_small_numbers_and_those_that_fool_weak_tests() -> None:
    compare(range(1, 20_000))
    compare(FOOLERS)
    assert not any(is_prime(n) for n in range(-10, 2))


def test_products_of_two_large_primes_and_their_neighbours() -> None:
    compare(semiprimes(random.Random(1), 20))
    compare(range(LARGEST - 50, LARGEST + 1))
    compare([LARGEST - 11, 999_999_937 * 999_999_929, 2**59, LIMIT - 59, LIMIT - 1])


@given(st.integers(1, LARGEST) | st.integers(LIMIT - 10**6, LIMIT - 1))
def test_any_number_below_the_limit(n: int) -> None:
    compare([n])


@pytest.mark.parametrize("n", [LIMIT, 2**89 - 1, 0, -6])
def test_a_number_beyond_the_proof_is_refused(n: int) -> None:
    with pytest.raises(ValueError, match="2\\^64"):
        factorise(n)


@pytest.mark.deep
def test_a_million_numbers() -> None:
    chance = random.Random(20_261_118)
    compare(range(1, 920_001))
    compare(chance.randint(1, 10**12) for _ in range(60_000))
    compare(chance.randint(1, LARGEST) for _ in range(19_000))
    compare(semiprimes(chance, 1_000))


def test_the_arithmetic_is_the_same_without_flint(monkeypatch: pytest.MonkeyPatch) -> None:
    numbers = [*range(999_900, 1_000_100), *FOOLERS, *range(LARGEST - 20, LARGEST + 1)]
    expected = [(arithmetic.factorise(n), arithmetic.is_prime(n)) for n in numbers]
    monkeypatch.setattr(arithmetic, "_fmpz", lambda: None)
    arithmetic.factorise.cache_clear()
    try:
        assert [(arithmetic.factorise(n), arithmetic.is_prime(n)) for n in numbers] == expected
    finally:
        arithmetic.factorise.cache_clear()


def test_a_certificate_made_without_flint_is_verified() -> None:
    program = (
        "import sys; sys.modules['flint'] = None\n"
        "import aliquot\n"
        "from aliquot.oracle.verify import verify\n"
        "game = aliquot.game('dividers-duel', start=999999937 * 998244353)\n"
        "verdict = aliquot.solve(game, game.start())\n"
        "print(verdict.winning_moves, verify(verdict.certificate)['wins'])\n"
    )
    assert run(program) == "(998244353, 999999937) True\n"


def test_small_numbers_do_not_import_flint() -> None:
    program = "import sys, aliquot; game = aliquot.game('dividers-duel', start=60); aliquot.solve(game, game.start())\n"
    assert run(program + "print('flint' in sys.modules)") == "False\n"
