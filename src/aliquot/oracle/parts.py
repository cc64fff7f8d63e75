"""Proofs that numbers are inessential: ear decompositions of the parts they form, and steps between the parts.

The numbers that some maximum matching misses fall into parts with no edge between them. Each part is
factor-critical: without any one of its numbers it has a perfect matching, which an ear decomposition shows (Lovász). A
maximum matching pairs up a part but for one number, which is free or paired with a number of the barrier; steps over
the barrier lead from the parts with a free number to all others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from aliquot.oracle.graph import Graph, graph_of_edges
from aliquot.oracle.matching import Decomposition, decompose

Ear = list[int]
"""A path that begins and ends in a part, with an even number of numbers between that are new to the part."""


@dataclass
class Part:
    """A part, built up from its root: the one number that has no partner in the part."""

    root: int
    near: Mapping[int, list[int]]
    """The neighbours of each number within the part."""
    mate: Mapping[int, int]
    covered: set[int] = field(default_factory=set)
    touch: dict[int, int] = field(default_factory=dict)
    """For numbers not yet added, a neighbour that is."""
    ears: list[Ear] = field(default_factory=list)

    def grow(self) -> None:
        """Add ears until all numbers are covered: short ones first, then those a search finds."""
        self._add([self.root])
        while len(self.covered) < len(self.near):
            self._add_ear(self._long_ear() or self._any_ear())

    def _add_ear(self, ear: Ear) -> None:
        self.ears.append(ear)
        self._add(ear[1:-1])

    def _add(self, numbers: list[int]) -> None:
        queue = list(numbers)
        self.covered.update(queue)
        for number in queue:
            for n in self.near[number]:
                if n in self.covered:
                    continue
                self.touch.setdefault(n, number)
                other = self.mate[n]
                if other in self.touch and other not in self.covered:
                    self.ears.append([self.touch[n], n, other, self.touch[other]])
                    self.covered |= {n, other}
                    queue += (n, other)

    def _long_ear(self) -> Ear | None:
        """An ear of several pairs, if a walk that never meets itself finds one."""
        starts = [n for n in self.touch if n not in self.covered]
        before: dict[int, int | None] = dict.fromkeys(starts)
        for n in starts:
            for step in self.near[self.mate[n]]:
                if step in self.covered or step in before:
                    continue
                path = self._path(before, n)
                if step in path or self.mate[step] in path:
                    continue
                before[step] = n
                if self.mate[step] in self.touch:
                    path += [step, self.mate[step]]
                    return [self.touch[path[0]], *path, self.touch[path[-1]]]
                starts.append(step)
        return None

    def _path(self, before: Mapping[int, int | None], number: int) -> list[int]:
        """The pairs from the covered numbers to a number and its partner."""
        path: list[int] = []
        at: int | None = number
        while at is not None:
            path += (self.mate[at], at)
            at = before[at]
        return path[::-1]

    def _any_ear(self) -> Ear:
        """An ear from comparing the matching with one that misses a neighbour of the covered numbers."""
        first = next(n for n in self.touch if n not in self.covered)
        places = {number: place for place, number in enumerate(self.near)}
        numbers = list(self.near)
        edges = ((places[a], places[b]) for a, row in self.near.items() for b in row if a < b)
        pairs = decompose(graph_of_edges(len(places), edges, compiled=False), [places[first]]).partners
        ear, at = [self.touch[first]], first
        while at not in self.covered:
            ear += (at, self.mate[at])
            at = numbers[pairs[places[self.mate[at]]]]
        return [*ear, at]


def parts_of(graph: Graph, matching: Decomposition) -> tuple[list[Part], list[tuple[int, int]]]:
    """Return the parts that the inessential numbers form, with their ears, and steps that reach all parts.

    A step is a number of the barrier and a neighbour of it in a part reached before; it leads to the part of the
    number's partner.
    """
    mate, home, parts = matching.partners, dict[int, int](), list[Part]()
    for number in matching.inessential:
        if number in home:
            continue
        near: dict[int, list[int]] = {}
        queue = [number]
        home[number] = len(parts)
        for n in queue:
            near[n] = [other for other in graph.neighbours(n) if matching.is_inessential(other)]
            new = [other for other in near[n] if other not in home]
            home.update(dict.fromkeys(new, len(parts)))
            queue += new
        root = next(n for n in queue if mate.get(n) not in near)
        parts.append(Part(root, near, mate))
        parts[-1].grow()
    return parts, _steps(graph, matching, parts, home)


def _steps(graph: Graph, matching: Decomposition, parts: list[Part], home: Mapping[int, int]) -> list[tuple[int, int]]:
    mate, barrier = matching.partners, set(matching.barrier)
    reached = [part for part in parts if part.root not in mate]
    steps = []
    for part in reached:
        for number in part.near:
            for over in graph.neighbours(number):
                if over in barrier:
                    barrier.remove(over)
                    steps.append((over, number))
                    reached.append(parts[home[mate[over]]])
    return steps
