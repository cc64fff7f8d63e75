"""The sequences against the OEIS, against matchings from scratch, and against search."""

from itertools import pairwise

import pytest
import rustworkx

from aliquot import solve
from aliquot.core.errors import InvalidParameter
from aliquot.games.divisor_duel_pool import PoolDuel
from aliquot.games.misere import Misere
from aliquot.oracle.budget import Budget
from aliquot.oracle.graph import divisor_graph
from aliquot.oracle.kernel import compiler_installed
from aliquot.oracle.matching import decompose
from aliquot.oracle.sequences import LARGEST_SINGLE, SEQUENCES, pool_sizes
from aliquot.oracle.verify import verify

A344497 = (
    "0 1 1 2 2 3 3 3 4 5 5 5 5 6 7 7 7 8 8 8 9 10 10 10 11 12 12 13 13 13 13 14 14 15 16 16 16 17 17 18 18 19 19 19 20 "
    "21 21 21 21 22 23 23 23 24 24 25 25 26 26 26 26 27 28 28 28 29 29 30 30 31 31"
)
JUNIPER_GREEN = (
    "2 4 5 6 7 9 10 11 15 18 19 21 22 23 25 26 28 29 32 35 42 43 45 46 47 51 54 56 72 73 74 76 78 79 81 82 83 85 86 92 "
    "110 117 118"
)
BOTH = [
    False,
    pytest.param(True, marks=pytest.mark.skipif(not compiler_installed(), reason="numba is not installed")),
]


def terms(name: str, limit: int) -> list[int]:
    found = list(SEQUENCES[name].terms(limit, lambda steps: None))
    assert [index for index, _ in found] == list(range(1, len(found) + 1))
    return [value for _, value in found]


def test_matching_numbers_are_those_of_the_oeis() -> None:
    assert terms("matching", 71) == [int(term) for term in A344497.split()]


def test_juniper_green_is_lost_for_the_43_known_numbers() -> None:
    assert terms("juniper-green", 400) == [int(term) for term in JUNIPER_GREEN.split()]


@pytest.mark.deep
@pytest.mark.skipif(not compiler_installed(), reason="numba is not installed")
def test_juniper_green_is_lost_for_no_other_number_to_20_000() -> None:
    assert terms("juniper-green", 20_000) == [int(term) for term in JUNIPER_GREEN.split()]


@pytest.mark.parametrize("compiled", BOTH)
def test_sizes_one_number_at_a_time_are_those_of_whole_pools(compiled: bool) -> None:
    sizes = pool_sizes(250, compiled=compiled)
    for n in range(1, 251):
        parts = decompose(divisor_graph(1, n, compiled=False))
        found = (sizes.matching[n - 1], sizes.inessential[n - 1], sizes.barrier[n - 1], sizes.even_openings[n - 1])
        even = sum(number % 2 == 0 for number in parts.inessential)
        assert found == (parts.edges, len(parts.inessential), len(parts.barrier), even), n
        assert sizes.rest[n - 1] == n - found[1] - found[2]


def test_matching_numbers_are_those_of_another_library() -> None:
    graph: rustworkx.PyGraph[None, None] = rustworkx.PyGraph()
    graph.add_nodes_from([None] * 301)
    numbers = terms("matching", 300)
    for n in range(1, 301):
        graph.add_edges_from_no_data([(d, n) for d in range(1, n) if n % d == 0])
        if n % 20 == 0:
            assert numbers[n - 1] == len(rustworkx.max_weight_matching(graph, max_cardinality=True))
    assert all(later - earlier in (0, 1) for earlier, later in pairwise(numbers))


@pytest.mark.parametrize("name", ["matching", "openings", "barrier", "rest"])
def test_a_single_term_is_the_same(name: str) -> None:
    found = terms(name, 120)
    assert [SEQUENCES[name].term(n) for n in (1, 2, 10, 99, 120)] == [found[n - 1] for n in (1, 2, 10, 99, 120)]


def test_openings_are_those_of_the_oracle() -> None:
    assert terms("openings", 30) == [len(solve(PoolDuel(1, n)).winning_moves) for n in range(1, 31)]


def test_misere_openings_are_those_of_a_naive_search() -> None:
    def wins(last: int, free: frozenset[int]) -> bool:
        moves = [n for n in free if n % last == 0 or last % n == 0]
        return not moves or any(not wins(n, free - {n}) for n in moves)

    expected = []
    for n in range(1, 13):
        pool = frozenset(range(1, n + 1))
        expected.append(sum(not wins(opening, pool - {opening}) for opening in pool))
    assert terms("misere-openings", 12) == expected


@pytest.mark.parametrize("high", [*range(11, 36), pytest.param(50, marks=pytest.mark.deep)])
def test_openings_of_1_to_n_that_win_also_do_where_the_last_pick_loses(high: int) -> None:
    pool = PoolDuel(1, high)
    assert solve(Misere(pool), None, Budget(2_000_000)).winning_moves == tuple(solve(pool).winning_moves)


def test_misere_subtraction_is_that_of_a_naive_table() -> None:
    lost: set[int] = set()
    for n in range(1, 501):
        moves = [n - d for d in range(2, n) if n % d == 0]
        if moves and lost.isdisjoint(moves):
            lost.add(n)
    assert terms("misere-subtraction", 500) == sorted(lost)


def test_certificates_of_juniper_green_prove_who_wins_for_every_n() -> None:
    lost = {int(term) for term in JUNIPER_GREEN.split()}
    documents = list(SEQUENCES["juniper-green"].certificates(60))
    assert len(documents) == 59
    for n, document in enumerate(documents, 2):
        verify(document)
        assert (document["game"], document["position"]) == ("divisor-duel-pool(opening=even)", f"1-{n}/")
        assert document["wins"] is (n not in lost)


def test_longest_chains_are_those_of_a_naive_search_and_have_certificates() -> None:
    def longest(last: int, free: frozenset[int]) -> int:
        return 1 + max((longest(n, free - {n}) for n in free if n % last == 0 or last % n == 0), default=0)

    every = [frozenset(range(1, n + 1)) for n in range(1, 13)]
    assert terms("longest-chain", 12) == [max(longest(n, numbers - {n}) for n in numbers) for numbers in every]
    found, documents = terms("longest-chain", 300), [*SEQUENCES["longest-chain"].certificates(300)]
    assert [(document["limit"], document["length"]) for document in documents] == [*enumerate(found, 1)][1:]
    for document in documents[::30]:
        verify(document)
    with pytest.raises(InvalidParameter, match="of juniper-green and longest-chain, not of matching"):
        SEQUENCES["matching"].certificates(60)


def test_limits_are_said() -> None:
    for name, each in SEQUENCES.items():
        for limit in (0, each.most + 1):
            with pytest.raises(InvalidParameter, match=f"The sequence {name} can end at 1 to"):
                each.check_limit(limit)
        each.check_limit(each.default)
    with pytest.raises(InvalidParameter, match="of matching, openings, barrier and rest, not of juniper-green"):
        SEQUENCES["juniper-green"].term(5)
    with pytest.raises(InvalidParameter, match="index from 1 to 1,000,000"):
        SEQUENCES["matching"].term(LARGEST_SINGLE + 1)
    with pytest.raises(InvalidParameter, match="Certificates can end at"):
        list(SEQUENCES["juniper-green"].certificates(1))
