"""Graphs in compressed rows, and the divisor graph of a pool."""

from collections.abc import Iterable
from dataclasses import dataclass

from aliquot.oracle.kernel import Slots, compiler_installed, kernel, runner, slots

COMPILE_FROM = 20_000
"""The number of vertices from which on compiled kernels pay."""

_BLOCK = 4096


@dataclass(frozen=True, slots=True)
class Graph:
    """An undirected graph on consecutive numbers."""

    first: int
    """The least number: vertex 0 of the rows."""
    offsets: Slots
    """The start of the row of each vertex, and the end of the last row."""
    targets: Slots
    """The neighbours, as vertices, descending in each row."""
    compiled: bool
    """True if the rows are arrays for compiled kernels."""

    def __len__(self) -> int:
        """The number of vertices."""
        return len(self.offsets) - 1

    def vertex(self, number: int) -> int:
        """The vertex of a number.

        Raises:
            ValueError: The number is not in the graph.
        """
        if not 0 <= number - self.first < len(self):
            raise ValueError(f"{number} is not in {self.first}..{self.first + len(self) - 1}")
        return number - self.first

    def degree(self, number: int) -> int:
        """The number of neighbours of a number."""
        vertex = self.vertex(number)
        return int(self.offsets[vertex + 1] - self.offsets[vertex])

    def neighbours(self, number: int) -> list[int]:
        """The neighbours of a number, ascending."""
        vertex = self.vertex(number)
        row = range(self.offsets[vertex], self.offsets[vertex + 1])
        return [self.first + int(self.targets[place]) for place in reversed(row)]


def _compiled_for(count: int, compiled: bool | None) -> bool:
    """Return whether a graph of `count` vertices is for compiled kernels."""
    if compiled is None:
        return count >= COMPILE_FROM and compiler_installed()
    return compiled


@kernel
def measure(lo: int, hi: int, offsets: Slots, below: Slots) -> None:
    """Set the row offsets, and for each number of the pool the number of its divisors in the pool.

    Divisors come in pairs d < q with the multiple d * q, besides square roots. Working block by
    block keeps the memory that a pass over all d writes to in cache.
    """
    for start in range(lo, hi + 1, _BLOCK):
        stop = min(start + _BLOCK, hi + 1)
        small = 1
        while small * small < stop:
            gain = (1 if small >= lo else 0) + (1 if small > 1 else 0)
            large = max(small + 1, -(-start // small), lo)
            if gain > 0:
                for multiple in range(small * large, stop, small):
                    below[multiple - lo] += gain
            if small >= lo and small > 1 and small * small >= start:
                below[small * small - lo] += 1
            small += 1
    total = 0
    for number in range(lo, hi + 1):
        offsets[number - lo] = total
        total += below[number - lo] + hi // number - 1
    offsets[hi - lo + 1] = total


@kernel
def fill(lo: int, hi: int, offsets: Slots, targets: Slots, front: Slots, back: Slots) -> None:
    """Write the rows: multiples, then divisors from both ends inwards.

    Args:
        lo: The least number.
        hi: The greatest number.
        offsets: Where each row starts.
        targets: The rows to write.
        front: Storage with a slot for each number; its contents are overwritten.
        back: Storage of the same size.
    """
    for start in range(lo, hi + 1, _BLOCK):
        stop = min(start + _BLOCK, hi + 1)
        for number in range(start, stop):
            vertex = number - lo
            place = offsets[vertex]
            for multiple in range(hi - hi % number, number, -number):
                targets[place] = multiple - lo
                place += 1
            front[vertex] = place
            back[vertex] = offsets[vertex + 1] - 1
        small = 1
        while small * small < stop:
            large = max(small + 1, -(-start // small), lo)
            for multiple in range(small * large, stop, small):
                vertex = multiple - lo
                if small >= lo:
                    targets[back[vertex]] = small - lo
                    back[vertex] -= 1
                if small > 1:
                    targets[front[vertex]] = large - lo
                    front[vertex] += 1
                large += 1
            if small >= lo and small > 1 and small * small >= start:
                targets[front[small * small - lo]] = small - lo
            small += 1


def divisor_graph(lo: int, hi: int, *, compiled: bool | None = None) -> Graph:
    """Build the graph on lo..hi whose edges join each divisor to its multiples.

    Args:
        lo: The least number, at least 1.
        hi: The greatest number, at least `lo`.
        compiled: Build it for compiled kernels or not; by default if it is large and numba
            is installed.

    Raises:
        ValueError: The range is empty or starts below 1.
    """
    if not 1 <= lo <= hi:
        raise ValueError(f"no pool {lo}..{hi}")
    count = hi - lo + 1
    compiled = _compiled_for(count, compiled)
    offsets = slots(count + 1, 0, compiled=compiled)
    if 2 * lo > hi:
        # No number has a multiple here, however large the numbers are.
        return Graph(lo, offsets, slots(0, 0, compiled=compiled), compiled)
    below = slots(count, 0, compiled=compiled)
    runner(measure, compiled)(lo, hi, offsets, below)
    targets = slots(int(offsets[count]), 0, compiled=compiled)
    front = slots(count, 0, compiled=compiled)
    runner(fill, compiled)(lo, hi, offsets, targets, front, below)
    return Graph(lo, offsets, targets, compiled)


def graph_of_edges(count: int, edges: Iterable[tuple[int, int]], *, compiled: bool | None = None) -> Graph:
    """Build the graph on 0..count-1 with the given edges; loops and repetitions are ignored."""
    rows: list[set[int]] = [set() for _ in range(count)]
    for left, right in edges:
        if left != right:
            rows[left].add(right)
            rows[right].add(left)
    compiled = _compiled_for(count, compiled)
    offsets = slots(count + 1, 0, compiled=compiled)
    targets = slots(sum(map(len, rows)), 0, compiled=compiled)
    place = 0
    for vertex, row in enumerate(rows):
        for other in sorted(row, reverse=True):
            targets[place] = other
            place += 1
        offsets[vertex + 1] = place
    return Graph(0, offsets, targets, compiled)
