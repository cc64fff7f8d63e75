"""Proof that numbers are inessential: the parts they form, grown by ears, and the steps from one part to another.

What some maximum matching leaves out falls into parts with no line between them. Each part is factor-critical: it can
be paired up with any one of its numbers left out, which an ear decomposition shows (Lovász). A part that a maximum
matching pairs up but for one number has that number free, or paired with a number of the barrier; steps over the
barrier lead from the parts with a free number to all others.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field

from aliquot.oracle.graph import Graph, graph_of_edges
from aliquot.oracle.matching import Decomposition, decompose

Ear = list[int]
"""A way that begins and ends in a part, with an even number of numbers between that are new to it."""


@dataclass
class Part:
    """A part while it grows from its root, the one number that is paired with nothing in it."""

    root: int
    near: Mapping[int, list[int]]
    """The neighbours within the part of each of its numbers."""
    mate: Mapping[int, int]
    grown: set[int] = field(default_factory=set)
    touch: dict[int, int] = field(default_factory=dict)
    """For numbers not grown yet, a neighbour that is."""
    ears: list[Ear] = field(default_factory=list)

    def grow(self) -> None:
        """Adds ears until nothing is left; first short ones, then such as a search finds."""
        self._add([self.root])
        while len(self.grown) < len(self.near):
            self._hang(self._long_ear() or self._surest_ear())

    def _hang(self, ear: Ear) -> None:
        self.ears.append(ear)
        self._add(ear[1:-1])

    def _add(self, numbers: list[int]) -> None:
        queue = list(numbers)
        self.grown.update(queue)
        for number in queue:
            for n in self.near[number]:
                if n in self.grown:
                    continue
                self.touch.setdefault(n, number)
                other = self.mate[n]
                if other in self.touch and other not in self.grown:
                    self.ears.append([self.touch[n], n, other, self.touch[other]])
                    self.grown |= {n, other}
                    queue += (n, other)

    def _long_ear(self) -> Ear | None:
        """An ear of several pairs, one after another, if a walk that never turns back into itself finds one."""
        starts = [n for n in self.touch if n not in self.grown]
        before: dict[int, int | None] = dict.fromkeys(starts)
        for n in starts:
            for step in self.near[self.mate[n]]:
                if step in self.grown or step in before:
                    continue
                way = self._way(before, n)
                if step in way or self.mate[step] in way:
                    continue
                before[step] = n
                if self.mate[step] in self.touch:
                    way += [step, self.mate[step]]
                    return [self.touch[way[0]], *way, self.touch[way[-1]]]
                starts.append(step)
        return None

    def _way(self, before: Mapping[int, int | None], number: int) -> list[int]:
        """The pairs from the part to a number and its partner."""
        way: list[int] = []
        at: int | None = number
        while at is not None:
            way += (self.mate[at], at)
            at = before[at]
        return way[::-1]

    def _surest_ear(self) -> Ear:
        """An ear by pairing the part up without a number next to what has grown, and comparing the two pairings."""
        first = next(n for n in self.touch if n not in self.grown)
        places = {number: place for place, number in enumerate(self.near)}
        numbers = list(self.near)
        edges = ((places[a], places[b]) for a, row in self.near.items() for b in row if a < b)
        pairs = decompose(graph_of_edges(len(places), edges, compiled=False), [places[first]]).partners
        ear, at = [self.touch[first]], first
        while at not in self.grown:
            ear += (at, self.mate[at])
            at = numbers[pairs[places[self.mate[at]]]]
        return [*ear, at]


def parts_of(graph: Graph, found: Decomposition) -> tuple[list[Part], list[tuple[int, int]]]:
    """The parts that inessential numbers form, each grown whole, and steps that reach all of them.

    A step is a number of the barrier and a neighbour of it in a part that was reached before; it leads to the part of
    the number's partner.
    """
    mate, home, parts = found.partners, dict[int, int](), list[Part]()
    for number in found.inessential:
        if number in home:
            continue
        near: dict[int, list[int]] = {}
        queue = [number]
        home[number] = len(parts)
        for n in queue:
            near[n] = [other for other in graph.neighbours(n) if found.is_inessential(other)]
            new = [other for other in near[n] if other not in home]
            home.update(dict.fromkeys(new, len(parts)))
            queue += new
        root = next(n for n in queue if mate.get(n) not in near)
        parts.append(Part(root, near, mate))
        parts[-1].grow()
    return parts, _steps(graph, found, parts, home)


def _steps(graph: Graph, found: Decomposition, parts: list[Part], home: Mapping[int, int]) -> list[tuple[int, int]]:
    mate, barrier = found.partners, set(found.barrier)
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
