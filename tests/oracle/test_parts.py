"""Parts and ears of any graph: every inessential number is in one, and each can be left out."""

from itertools import combinations, pairwise
from random import Random

import pytest

from aliquot.oracle.graph import Graph, divisor_graph, graph_of_edges
from aliquot.oracle.matching import decompose
from aliquot.oracle.parts import Part, parts_of

Edge = tuple[int, int]


def check(graph: Graph, edges: set[Edge]) -> list[Part]:
    """Checks everything that is said of the parts, by the edges alone."""
    found = decompose(graph)
    parts, steps = parts_of(graph, found)
    lines = edges | {(b, a) for a, b in edges}
    inside = [number for part in parts for number in part.near]
    assert sorted(inside) == list(found.inessential)
    for part in parts:
        grown = {part.root}
        for ear in part.ears:
            assert len(ear) % 2 == 0
            assert set(pairwise(ear)) <= lines
            assert {ear[0], ear[-1]} <= grown
            assert len(set(ear[1:-1])) == len(ear) - 2 > 0
            assert not grown & set(ear[1:-1])
            grown.update(ear[1:-1])
        assert grown == set(part.near)
    for one, other in combinations(parts, 2):
        assert not lines & {(a, b) for a in one.near for b in other.near}
    home = {number: place for place, part in enumerate(parts) for number in part.near}
    reached = {home[number] for number in home if found.partner(number) is None}
    for over, start in steps:
        assert over in found.barrier
        assert (over, start) in lines
        assert home[start] in reached
        reached.add(home[found.partners[over]])
    assert reached == set(range(len(parts)))
    return parts


@pytest.mark.parametrize("trials", [300, pytest.param(8000, marks=pytest.mark.deep)])
def test_random_graphs(trials: int) -> None:
    generator, longest, sizes = Random(7), 0, set()
    for _ in range(trials):
        count = generator.randint(1, 24)
        share = generator.choice((0.06, 0.1, 0.15, 0.3))
        edges = {(a, b) for a, b in combinations(range(count), 2) if generator.random() < share}
        for part in check(graph_of_edges(count, edges), edges):
            longest = max(longest, *(len(ear) for ear in part.ears), 0)
            sizes.add(len(part.near))
    assert longest > 6, "ears of several pairs came up"
    assert len(sizes) > 4


def ring(length: int, first: int = 0) -> set[Edge]:
    """A circle of that many numbers."""
    return {(min(e), max(e)) for e in ((first + i, first + (i + 1) % length) for i in range(length))}


@pytest.mark.parametrize("length", [3, 5, 7, 15, 31])
def test_an_odd_circle_is_one_ear(length: int) -> None:
    edges = ring(length)
    (part,) = check(graph_of_edges(length, edges), edges)
    assert [len(ear) for ear in part.ears] == [length + 1]


def test_circles_that_hang_together_by_stems() -> None:
    edges = ring(5) | {(1, 5), (5, 6), (2, 6)} | ring(5, 7) | {(6, 7)} | ring(3, 12) | {(11, 12)}
    generator = Random(3)
    for _ in range(40):
        names = generator.sample(range(15), 15)
        renamed = {(min(names[a], names[b]), max(names[a], names[b])) for a, b in edges}
        check(graph_of_edges(15, renamed), renamed)


def test_the_any_ear_is_an_ear() -> None:
    for length in (5, 9, 13):
        numbers = range(length)
        near = {n: [(n - 1) % length, (n + 1) % length] for n in numbers}
        mate = {n: n + 1 if n % 2 else n - 1 for n in numbers if n}
        part = Part(0, near, mate)
        part._add([0])
        ear = part._any_ear()
        assert ear[0] == ear[-1] == 0
        assert sorted(ear[1:-1]) == list(range(1, length))


@pytest.mark.parametrize("pool", [(2, 50), (1, 100), (3, 200), (7, 200), (1, 500)])
def test_pools(pool: tuple[int, int]) -> None:
    low, high = pool
    edges = {(a, b) for a in range(low, high + 1) for b in range(2 * a, high + 1, a)}
    assert any(part.ears for part in check(divisor_graph(low, high), edges)) is (pool != (7, 500))
