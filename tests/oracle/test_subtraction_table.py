"""The Subtraction duel's values against their definitions and their theorem."""

import os
import subprocess
import sys
from collections.abc import Iterable
from math import log2
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.arithmetic import divisors, is_prime
from aliquot.oracle.kernel import compiler_installed
from aliquot.oracle.subtraction_table import (
    REACH,
    REGULAR_ODD_PART,
    Table,
    grundy,
    remoteness,
    table,
)
from tests.effort import tries

SOURCE = Path(__file__).resolve().parents[2] / "src"
SMALL_ODD_PARTS = range(1, REGULAR_ODD_PART, 2)
INDUCTION_FROM = 10
BASE_LIMIT = (REGULAR_ODD_PART - 2) << (INDUCTION_FROM - 1)

needs_numba = pytest.mark.skipif(
    not compiler_installed() and os.environ.get("ALIQUOT_REQUIRE_ALL") != "1",
    reason="numba is not installed",
)


def options(n: int) -> list[int]:
    return [n - d for d in divisors(n)[1:-1]]


def mex(values: Iterable[int]) -> int:
    present = set(values)
    least = 0
    while least in present:
        least += 1
    return least


@pytest.fixture(scope="module")
def played() -> tuple[list[int], list[int]]:
    """Grundy values and remoteness by the rules alone, up to ``BASE_LIMIT``."""
    moves: list[list[int]] = [[] for _ in range(BASE_LIMIT + 1)]
    for d in range(2, BASE_LIMIT + 1):
        for n in range(2 * d, BASE_LIMIT + 1, d):
            moves[n].append(n - d)
    values, lengths = [0] * (BASE_LIMIT + 1), [0] * (BASE_LIMIT + 1)
    for n in range(1, BASE_LIMIT + 1):
        values[n] = mex(values[m] for m in moves[n])
        wins = [lengths[m] for m in moves[n] if values[m] == 0]
        if wins:
            lengths[n] = 1 + min(wins)
        elif moves[n]:
            lengths[n] = 1 + max(lengths[m] for m in moves[n])
    return values, lengths


def test_every_small_number_has_the_values_the_rules_give(
    played: tuple[list[int], list[int]],
) -> None:
    values, lengths = played
    numbers = range(1, 5001)
    assert [grundy(n) for n in numbers] == values[1:5001]
    assert [remoteness(n) for n in numbers] == lengths[1:5001]


@pytest.mark.parametrize("limit", [*range(1, 40), 63, 64, 65, 1000, BASE_LIMIT])
def test_a_table_is_right_at_every_limit(played: tuple[list[int], list[int]], limit: int) -> None:
    found = table(limit, use_numba=False)
    assert found.limit == limit
    assert found.grundy.tolist()[1:] == played[0][1 : limit + 1]
    assert found.remoteness.tolist()[1:] == played[1][1 : limit + 1]


def test_the_induction_has_its_base(played: tuple[list[int], list[int]]) -> None:
    for odd in SMALL_ODD_PARTS:
        for twos in range(INDUCTION_FROM):
            assert grundy(odd << twos) == played[0][odd << twos]


@pytest.mark.parametrize("odd", SMALL_ODD_PARTS)
def test_the_induction_steps(odd: int) -> None:
    for twos in range(INDUCTION_FROM, 60):
        n = odd << twos
        moves = [e << j for e in divisors(odd) for j in range(twos + 1)]
        assert grundy(n) == mex(grundy(n - d) for d in moves if 1 < d < n)


def test_the_bounds_that_make_large_odd_parts_regular(
    played: tuple[list[int], list[int]],
) -> None:
    for twos in range(1, INDUCTION_FROM):
        power, three, five, *others = (played[0][odd << twos] for odd in SMALL_ODD_PARTS)
        assert power == 0 or power >= twos - 2
        assert three >= max(1, twos - 2)
        assert five >= max(1, twos - 1)
        assert all(value >= twos for value in others)


def test_the_exceptions_to_the_valuation(played: tuple[list[int], list[int]]) -> None:
    exceptions: dict[int, list[int]] = {}
    for n in range(1, BASE_LIMIT + 1):
        twos = (n & -n).bit_length() - 1
        if played[0][n] != twos:
            exceptions.setdefault(twos, []).append(n)
    assert exceptions[1] == [2, 6]
    assert exceptions[2] == [4, 12, 20]
    assert exceptions[3] == [8, 24, 40, 56, 72, 88, 120]
    for twos in range(4, INDUCTION_FROM):
        assert exceptions[twos] == [odd << twos for odd in SMALL_ODD_PARTS]
    assert sum(n <= 4000 for found in exceptions.values() for n in found) == 59


@given(st.integers(1, 10**18))
def test_a_large_value_is_the_least_its_options_lack(n: int) -> None:
    assert grundy(n) == mex(map(grundy, options(n)))


@given(st.integers(0, 45), st.integers(0, 2000))
def test_a_value_with_many_twos_is_the_least_its_options_lack(twos: int, half: int) -> None:
    n = (2 * half + 1) << twos
    assert grundy(n) == mex(map(grundy, options(n)))


@given(st.integers(1, 10**18))
def test_lost_means_odd_or_an_odd_power_of_two(n: int) -> None:
    odd_power = n & (n - 1) == 0 and n.bit_length() % 2 == 0
    assert (grundy(n) == 0) == (n % 2 == 1 or odd_power)


def length_by_options(n: int, known: Table) -> int:
    """The remoteness of ``n`` from that of its options."""
    wins = [known.remoteness[m] for m in options(n) if grundy(m) == 0]
    if wins:
        return 1 + min(wins)
    return max((1 + known.remoteness[m] for m in options(n)), default=0)


@pytest.fixture(scope="module")
def reached() -> Table:
    return table(REACH, use_numba=False)


def test_remoteness_agrees_with_its_options(reached: Table) -> None:
    for n in Random(0).sample(range(1, REACH + 1), 3000):
        assert remoteness(n) == reached.remoteness[n] == length_by_options(n, reached)


def test_remoteness_of_powers_of_two_agrees_with_their_options(reached: Table) -> None:
    for twos in range(REACH.bit_length()):
        n = 1 << twos
        assert remoteness(n) == length_by_options(n, reached)


def test_remoteness_is_short_only_where_the_proof_says(reached: Table) -> None:
    assert [n for n in range(1, REACH) if reached.remoteness[n] == 2] == [8, 9]
    for n in range(1, REACH):
        length = reached.remoteness[n]
        assert (length == 0) == (n == 1 or is_prime(n))
        assert (length == 1) == (n % 2 == 0 and is_prime(n // 2))
        assert length < 2 or length >= 2 + log2(n / 9)


@settings(max_examples=tries(50))
@given(st.integers(REACH + 1, 10**18))
def test_remoteness_past_the_table_is_decided_for_primes_and_their_doubles(
    n: int,
) -> None:
    if is_prime(n):
        assert remoteness(n) == 0
        assert remoteness(2 * n) == 1
    elif n % 2 == 0 and is_prime(n // 2):
        assert remoteness(n) == 1
    else:
        assert remoteness(n) is None


def test_a_large_prime_and_its_double() -> None:
    prime = 10**18 - 11
    assert remoteness(prime) == 0
    assert remoteness(2 * prime) == 1
    assert remoteness(4 * prime) is None


@pytest.mark.parametrize("n", [0, -6])
def test_only_positive_numbers_are_played(n: int) -> None:
    with pytest.raises(ValueError, match="positive"):
        grundy(n)
    with pytest.raises(ValueError, match="positive"):
        remoteness(n)


@pytest.mark.parametrize("limit", [0, -1, 1 << 31])
def test_a_table_refuses_limits_it_cannot_hold(limit: int) -> None:
    with pytest.raises(ValueError, match="table reaches"):
        table(limit)


@needs_numba
def test_numba_compiled_table_is_the_interpreted_one() -> None:
    assert table(20_000, use_numba=True) == table(20_000, use_numba=False)


@needs_numba
def test_numba_compiled_table_reaches_a_million() -> None:
    million = table(1_000_000, use_numba=True)
    start = 999_000
    assert [million.grundy[n] for n in range(start, 10**6)] == [grundy(n) for n in range(start, 10**6)]
    for n in (*range(start, 10**6), 1 << 18, 1 << 19, 3 << 18):
        assert million.remoteness[n] == length_by_options(n, million)


def run_in_new_process(program: str, **environment: str) -> str:
    finished = subprocess.run(
        [sys.executable, "-c", program],
        env={**os.environ, "PYTHONPATH": str(SOURCE), **environment},
        capture_output=True,
        text=True,
        check=True,
    )
    return finished.stdout.strip()


@pytest.mark.deep
@needs_numba
def test_numba_compiles_once_for_all_processes(tmp_path: Path) -> None:
    program = (
        "from aliquot.oracle.kernel import runner\n"
        "from aliquot.oracle.subtraction_table import sweep_odd, table\n"
        "table(100, use_numba=True)\n"
        "print(sum(runner(sweep_odd, True).stats.cache_misses.values()))\n"
    )
    runs = [run_in_new_process(program, NUMBA_CACHE_DIR=str(tmp_path)) for _ in "12"]
    assert runs == ["1", "0"]


def test_nothing_optional_is_imported_before_it_is_used() -> None:
    program = (
        "import sys\n"
        "from aliquot.oracle.subtraction_table import remoteness, table\n"
        "table(100), remoteness(100)\n"
        "print({'numba', 'numpy'} & set(sys.modules))\n"
    )
    assert run_in_new_process(program) == "set()"
