"""The pool: all winning openings of large pools, and single verdicts of a small one."""

import resource
from collections.abc import Iterator
from functools import partial
from random import Random
from statistics import median
from time import perf_counter

import rustworkx

from aliquot.oracle.graph import Graph, divisor_graph
from aliquot.oracle.kernel import Slots, kernel, runner, slots
from aliquot.oracle.matching import DynamicMatching, decompose, winning_replies
from benchmarks.harness import Row, best, duration, faster, within

TITLE = "Pool"


@kernel
def list_edges(lo: int, hi: int, left: Slots, right: Slots) -> int:
    """Writes each edge of a divisor graph once, as its two ends, and counts them."""
    count = 0
    for divisor in range(lo, hi // 2 + 1):
        for multiple in range(2 * divisor, hi + 1, divisor):
            left[count] = divisor
            right[count] = multiple
            count += 1
    return count


def _solve(high: int, compiled: bool) -> None:
    decompose(divisor_graph(2, high, compiled=compiled))


def _peer_graph(graph: Graph) -> "rustworkx.PyGraph[None, None]":
    peer: rustworkx.PyGraph[None, None] = rustworkx.PyGraph()
    peer.add_nodes_from([None] * len(graph))
    for vertex in range(len(graph)):
        for number in graph.neighbours(graph.first + vertex):
            if number - graph.first > vertex:
                peer.add_edge(vertex, number - graph.first, None)
    return peer


def _against_rustworkx() -> Iterator[Row]:
    peer = _peer_graph(divisor_graph(2, 3000))
    theirs = best(lambda: rustworkx.max_weight_matching(peer, max_cardinality=True), 1)
    for name, compiled, aim in (("compiled", True, 300), ("interpreted", False, 2)):
        _solve(100, compiled)
        ours = best(partial(_solve, 3000, compiled), 1)
        yield faster(f"all winning openings of 2–3000, {name}", ours, "one rustworkx matching", theirs, aim)


def _listing(high: int, edges: int) -> None:
    """Lists every edge into memory it allocates, as a graph that is built has to."""
    left, right = slots(edges, 0, compiled=True), slots(edges, 0, compiled=True)
    runner(list_edges, True)(2, high, left, right)


def _at_scale() -> Iterator[Row]:
    edges = len(divisor_graph(2, 1_000_000, compiled=True).targets) // 2
    listing = best(partial(_listing, 1_000_000, edges), 1)
    large = best(partial(_solve, 1_000_000, True), 4)
    yield within("all winning openings of 2–1,000,000, compiled", large, "listing the edges once", listing, 20)
    small = best(partial(_solve, 100_000, True), 1)
    yield within("growth from 2–100,000 to 2–1,000,000", large, "2–100,000", small, 14)
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 2**20
    yield Row("peak memory of all this", f"{peak:.2f} GiB", "–", "–", "≤ 1 GiB", peak <= 1)


def _verdicts() -> Iterator[Row]:
    """Verdicts at random positions of 2–50, interpreted."""
    chance, graph = Random(0), divisor_graph(2, 50, compiled=False)
    kept_times, scratch_times = [], []
    for _ in range(200):
        kept, used, choices = DynamicMatching(graph), list[int](), list(range(2, 51))
        while choices:
            current = chance.choice(choices)
            used.append(current)
            begun = perf_counter()
            kept.remove(current)
            kept.winning_reply(current)
            kept_times.append(perf_counter() - begun)
            begun = perf_counter()
            winning_replies(graph, used, current)
            scratch_times.append(perf_counter() - begun)
            choices = [number for number in graph.neighbours(current) if number not in used]
    for name, times, aim in (
        ("from scratch, all winning replies", scratch_times, 1e-3),
        ("kept matching, one winning reply", kept_times, 1e-4),
    ):
        middle = median(times)
        yield Row(f"a verdict in mid-game 2–50, {name}", duration(middle), "–", "–", f"< {duration(aim)}", middle < aim)


def rows() -> Iterator[Row]:
    """Against a matching library, against listing the edges, and on their own."""
    yield from _against_rustworkx()
    yield from _at_scale()
    yield from _verdicts()
