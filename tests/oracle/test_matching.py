"""Maximum matchings, their decomposition, and the games they decide."""

import os
import random
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.util import find_spec
from itertools import pairwise

import pytest
import rustworkx
from hypothesis import given, settings
from hypothesis import strategies as st

from aliquot.oracle.graph import Graph, divisor_graph, graph_of_edges
from aliquot.oracle.matching import Decomposition, DynamicMatching, decompose, winning_replies
from tests.effort import tries

Edge = tuple[int, int]

needs_numba = pytest.mark.skipif(
    find_spec("numba") is None and os.environ.get("ALIQUOT_REQUIRE_ALL") != "1",
    reason="numba is not installed",
)


def edges_of(graph: Graph, removed: Iterable[int] = ()) -> list[Edge]:
    """Return the edges between numbers that are not removed."""
    gone = set(removed)
    numbers = [n for n in range(graph.first, graph.first + len(graph)) if n not in gone]
    return [(n, m) for n in numbers for m in graph.neighbours(n) if n < m and m not in gone]


def peer_size(edges: Iterable[Edge]) -> int:
    """Return the size of a maximum matching as rustworkx finds it."""
    peer: rustworkx.PyGraph[None, None] = rustworkx.PyGraph()
    index: dict[int, int] = {}
    for edge in edges:
        for number in edge:
            if number not in index:
                index[number] = peer.add_node(None)
        peer.add_edge(index[edge[0]], index[edge[1]], None)
    return len(rustworkx.max_weight_matching(peer, max_cardinality=True))


def odd_components(edges: Iterable[Edge], numbers: set[int]) -> int:
    """Count the components of odd size of the graph on some numbers."""
    home = {number: number for number in numbers}

    def top(number: int) -> int:
        while home[number] != number:
            home[number] = home[home[number]]
            number = home[number]
        return number

    for left, right in edges:
        if left in home and right in home:
            home[top(left)] = top(right)
    sizes: dict[int, int] = {}
    for number in numbers:
        sizes[top(number)] = sizes.get(top(number), 0) + 1
    return sum(size % 2 for size in sizes.values())


def check_certificate(graph: Graph, parts: Decomposition, removed: Iterable[int] = ()) -> None:
    """Check that the matching is one, and by Tutte and Berge that it is maximum."""
    edges = edges_of(graph, removed)
    present = set(range(graph.first, graph.first + len(graph))) - set(removed)
    matched = {number for number in present if parts.partner(number) is not None}
    for number in matched:
        partner = parts.partner(number)
        assert partner is not None
        assert parts.partner(partner) == number
        assert partner in present
        assert partner in graph.neighbours(number)
    barrier = set(parts.barrier)
    deficit = odd_components(edges, present - barrier) - len(barrier)
    assert len(present) - len(matched) == deficit
    assert parts.edges == len(matched) // 2


def check_by_definition(count: int, edges: list[Edge]) -> None:
    """Check the decomposition of a small graph against the definitions of its parts."""
    graph = graph_of_edges(count, edges)
    parts = decompose(graph)
    check_certificate(graph, parts)
    size = peer_size(edges_of(graph))
    assert parts.edges == size
    missed = tuple(v for v in range(count) if peer_size(edges_of(graph, [v])) == size)
    assert parts.inessential == missed
    around = {w for v in missed for w in graph.neighbours(v)} - set(missed)
    assert parts.barrier == tuple(sorted(around))


def blossom_rich() -> Iterator[tuple[str, int, list[Edge]]]:
    """Name some graphs full of odd cycles."""
    for length in (3, 5, 7, 9):
        yield f"cycle {length}", length, [(v, (v + 1) % length) for v in range(length)]
    for links in (2, 3, 6):
        chain = [(2 * k + a, 2 * k + b) for k in range(links) for a, b in ((0, 1), (1, 2), (0, 2))]
        yield f"triangles {links}", 2 * links + 1, chain
        apart = [(3 * k + a, 3 * k + b) for k in range(links) for a, b in ((0, 1), (1, 2), (0, 2))]
        yield f"bridged {links}", 3 * links, apart + [(3 * k + 2, 3 * k + 3) for k in range(links - 1)]
    ring = [(v, (v + 1) % 5) for v in range(5)]
    star = [(5 + v, 5 + (v + 2) % 5) for v in range(5)]
    yield "Petersen", 10, ring + star + [(v, v + 5) for v in range(5)]
    stem = [(0, 1), (1, 2)]
    yield "flower", 8, [*stem, (2, 3), (3, 4), (4, 5), (5, 6), (6, 2), (4, 7)]
    nested = [(2, 3), (3, 4), (4, 2), (4, 5), (5, 6), (6, 3), (6, 7), (7, 8), (8, 2), (8, 9)]
    yield "nested flower", 10, stem + nested


@pytest.mark.parametrize(("count", "edges"), [pytest.param(n, e, id=name) for name, n, e in blossom_rich()])
def test_blossoms_in_any_numbering(count: int, edges: list[Edge]) -> None:
    chance = random.Random(count)
    for _ in range(20):
        names = chance.sample(range(count), count)
        check_by_definition(count, [(names[left], names[right]) for left, right in edges])


def test_small_random_graphs_by_definition() -> None:
    chance = random.Random(1)
    for _ in range(1500):
        count = chance.randint(1, 12)
        density = chance.random()
        pairs = [(v, w) for w in range(count) for v in range(w)]
        check_by_definition(count, [pair for pair in pairs if chance.random() < density])


def test_sparse_random_graphs() -> None:
    chance = random.Random(2)
    for _ in range(1500):
        count = chance.randint(10, 60)
        draws = int(count * chance.uniform(0.5, 2))
        edges = [(chance.randrange(count), chance.randrange(count)) for _ in range(draws)]
        graph = graph_of_edges(count, edges)
        parts = decompose(graph)
        check_certificate(graph, parts)
        assert parts.edges == peer_size(edges_of(graph))


@given(st.integers(1, 9).flatmap(lambda n: st.tuples(st.just(n), st.sets(st.tuples(*[st.integers(0, n - 1)] * 2)))))
@settings(max_examples=tries(200))
def test_any_graph_by_definition(drawn: tuple[int, set[Edge]]) -> None:
    count, edges = drawn
    check_by_definition(count, sorted(edges))


def test_divisor_rows() -> None:
    for lo, hi in [(1, 1), (1, 2), (1, 40), (2, 100), (7, 300), (90, 100), (90, 5000), (4000, 9000)]:
        graph = divisor_graph(lo, hi, compiled=False)
        for number in range(lo, hi + 1):
            divisors = [d for d in range(lo, number // 2 + 1) if number % d == 0] if hi < 1000 else None
            multiples = list(range(2 * number, hi + 1, number))
            row = graph.neighbours(number)
            assert row == sorted(set(row))
            assert row[len(row) - len(multiples) :] == multiples
            below = row[: len(row) - len(multiples)]
            assert all(number % d == 0 and lo <= d < number for d in below)
            assert divisors is None or below == divisors


def test_pool_of_fifty() -> None:
    graph = divisor_graph(2, 50)
    parts = decompose(graph)
    assert len(edges_of(graph)) == 108
    assert parts.edges == 21
    assert set(range(2, 51)) - set(parts.inessential) == {5, 7, 34, 38, 46, 50}


@pytest.mark.sampled(10)
@pytest.mark.parametrize("hi", [10, 11, 12, 25, 50, 99, 100, 250, 500, 1000, 3000])
@pytest.mark.parametrize("lo", [1, 2, 5])
def test_divisor_graphs_against_peer(lo: int, hi: int) -> None:
    graph = divisor_graph(lo, hi, compiled=False)
    parts = decompose(graph)
    check_certificate(graph, parts)
    assert parts.edges == peer_size(edges_of(graph))


def test_removed_numbers_count_for_nothing() -> None:
    chance = random.Random(3)
    for _ in range(200):
        lo, hi = chance.randint(1, 5), chance.randint(10, 60)
        graph = divisor_graph(lo, hi)
        removed = chance.sample(range(lo, hi + 1), chance.randint(0, hi - lo))
        parts = decompose(graph, removed)
        check_certificate(graph, parts, removed)
        assert parts.edges == peer_size(edges_of(graph, removed))
        assert not set(parts.inessential) & set(removed)


@needs_numba
def test_compiled_agrees_with_interpreted() -> None:
    chance = random.Random(4)
    for hi in [2, 3, 4, 10, 50, 333, 1000, 3000]:
        plain, fast = divisor_graph(2, hi, compiled=False), divisor_graph(2, hi, compiled=True)
        assert list(plain.targets) == list(fast.targets)
        removed = chance.sample(range(2, hi + 1), (hi - 1) // 3)
        for gone in ([], removed):
            slow, quick = decompose(plain, gone), decompose(fast, gone)
            assert slow.labels == quick.labels
            assert slow.edges == quick.edges
    for _ in range(300):
        count = chance.randint(1, 40)
        edges = [(chance.randrange(count), chance.randrange(count)) for _ in range(2 * count)]
        slow = decompose(graph_of_edges(count, edges, compiled=False))
        quick = decompose(graph_of_edges(count, edges, compiled=True))
        assert (slow.labels, slow.edges) == (quick.labels, quick.edges)


@needs_numba
@pytest.mark.deep
def test_every_size_to_three_thousand() -> None:
    before = 0
    for hi in range(2, 3001):
        edges = decompose(divisor_graph(2, hi, compiled=True)).edges
        assert before <= edges <= before + 1
        before = edges
    assert before == 1315


@needs_numba
def test_every_size_to_two_hundred() -> None:
    edges = [decompose(divisor_graph(2, hi, compiled=True)).edges for hi in range(2, 201)]
    assert all(after - before in (0, 1) for before, after in pairwise(edges))


@needs_numba
def test_hundred_thousand() -> None:
    parts = decompose(divisor_graph(2, 100_000))
    assert 99_999 - 2 * parts.edges == 12_615
    assert len(parts.inessential) == 28_515
    assert len(parts.barrier) == 8_570


def exact_game(lo: int, hi: int) -> Iterator[tuple[frozenset[int], int, tuple[int, ...]]]:
    """Yield every reachable position of a pool with its winning replies, by search."""
    graph = divisor_graph(lo, hi)
    rows = {number: graph.neighbours(number) for number in range(lo, hi + 1)}
    seen: set[tuple[frozenset[int], int]] = set()

    @cache
    def winning(unused: frozenset[int], current: int) -> tuple[int, ...]:
        seen.add((unused, current))
        free = [number for number in rows[current] if number in unused]
        return tuple(number for number in free if not winning(unused - {number}, number))

    everything = frozenset(rows)
    for opening in rows:
        winning(everything - {opening}, opening)
    for unused, current in seen:
        yield unused, current, winning(unused, current)


@pytest.mark.parametrize("hi", range(1, 13))
def test_every_position_by_game_search(hi: int) -> None:
    for lo in range(1, hi + 1):
        graph = divisor_graph(lo, hi)
        numbers = set(range(lo, hi + 1))
        losing_openings = set()
        for unused, current, replies in exact_game(lo, hi):
            used = numbers - unused
            assert winning_replies(graph, used, current) == replies
            kept = DynamicMatching(graph, used)
            reply = kept.winning_reply(current)
            assert kept.wins(current) == bool(replies)
            assert reply in replies if replies else reply is None
            assert kept.winning_replies(current) == replies
            if used == {current} and replies:
                losing_openings.add(current)
        assert set(DynamicMatching(graph).winning_openings()) == numbers - losing_openings


@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=needs_numba)])
def test_kept_matching_through_random_games(compiled: bool) -> None:
    chance = random.Random(5)
    for _ in range(60):
        lo, hi = chance.randint(1, 3), chance.randint(10, 80)
        graph = divisor_graph(lo, hi, compiled=compiled)
        kept = DynamicMatching(graph)
        assert kept.winning_openings() == decompose(graph).inessential
        used: list[int] = []
        choices = list(range(lo, hi + 1))
        while choices:
            current = chance.choice(choices)
            kept.remove(current)
            used.append(current)
            replies = winning_replies(graph, used, current)
            for _ in range(chance.randint(0, 2)):
                reply = kept.winning_reply(current)
                assert reply in replies if replies else reply is None
            if chance.random() < 0.5:
                assert kept.winning_replies(current) == replies
            choices = [number for number in graph.neighbours(current) if number not in used]


def test_misuse_is_refused() -> None:
    for lo, hi in [(0, 5), (3, 2)]:
        with pytest.raises(ValueError, match="no pool"):
            divisor_graph(lo, hi)
    kept = DynamicMatching.of_pool(2, 20)
    with pytest.raises(ValueError, match="not in"):
        kept.remove(21)
    with pytest.raises(ValueError, match="still unused"):
        kept.wins(4)
    kept.remove(4)
    with pytest.raises(ValueError, match="used before"):
        kept.remove(4)
