"""Maximum matchings and the Gallai-Edmonds decomposition, which decide the pool.

A pick from the unused numbers wins iff some maximum matching of them misses it: iff it is
*inessential*. The mover at a current number wins iff one of its unused neighbours is
inessential among the unused numbers, that is, iff the current number would let their
maximum matching grow by one edge.
"""

from collections.abc import Iterable
from dataclasses import dataclass

from aliquot.oracle.forest import (
    GONE,
    INNER,
    NONE,
    OUTER,
    UNSEEN,
    Forest,
    bare_forest,
    forget,
    labels_of,
    saturate,
    search,
)
from aliquot.oracle.graph import Graph, divisor_graph
from aliquot.oracle.kernel import Slots, runner


@dataclass(frozen=True, slots=True)
class Decomposition:
    """A maximum matching and the parts every maximum matching agrees on."""

    first: int
    """The least number of the graph."""
    mates: Slots
    """The partner of each vertex, as a vertex, or -1."""
    labels: bytes
    """One byte for each vertex: its label of `aliquot.oracle.forest`, without the sign."""

    def partner(self, number: int) -> int | None:
        """The number matched with a number, or None if it is unmatched."""
        mate = int(self.mates[number - self.first])
        return None if mate == NONE else self.first + mate

    def is_inessential(self, number: int) -> bool:
        """Return whether some maximum matching misses a number."""
        return self.labels[number - self.first] == OUTER

    @property
    def inessential(self) -> tuple[int, ...]:
        """The numbers some maximum matching misses, ascending."""
        return self._labelled(OUTER)

    @property
    def partners(self) -> dict[int, int]:
        """Every matched number and its partner."""
        first = self.first
        return {number: first + int(mate) for number, mate in enumerate(self.mates, first) if mate != NONE}

    @property
    def barrier(self) -> tuple[int, ...]:
        """The other neighbours of inessential numbers, ascending."""
        return self._labelled(INNER)

    @property
    def edges(self) -> int:
        """The number of edges of a maximum matching."""
        return sum(mate != NONE for mate in self.mates) // 2

    def _labelled(self, label: int) -> tuple[int, ...]:
        return tuple(number for number, each in enumerate(self.labels, self.first) if each == -label)


def decompose(graph: Graph, removed: Iterable[int] = ()) -> Decomposition:
    """Compute a maximum matching and the Gallai-Edmonds decomposition.

    Args:
        graph: Any graph.
        removed: Numbers to leave out.

    Raises:
        ValueError: A removed number is not in the graph.
    """
    forest = bare_forest(len(graph), compiled=graph.compiled)
    for number in removed:
        forest.base[graph.vertex(number)] = GONE
    runner(saturate, graph.compiled)(graph.offsets, graph.targets, forest)
    return Decomposition(graph.first, forest.mate, labels_of(forest, compiled=graph.compiled))


def winning_replies(graph: Graph, used: Iterable[int], current: int) -> tuple[int, ...]:
    """Compute the winning replies to the current number from scratch, ascending.

    Args:
        graph: The divisor graph of the pool.
        used: The numbers picked so far, with or without the current one.
        current: The last number picked.
    """
    parts = decompose(graph, {*used, current})
    return tuple(number for number in graph.neighbours(current) if parts.is_inessential(number))


class DynamicMatching:
    """A maximum matching of the unused numbers, repaired after each pick."""

    def __init__(self, graph: Graph, used: Iterable[int] = ()) -> None:
        """Compute the matching of a position.

        Args:
            graph: The divisor graph of the pool.
            used: The numbers picked so far.
        """
        self._graph = graph
        self._forest: Forest = bare_forest(len(graph), compiled=graph.compiled)
        self._search = runner(search, graph.compiled)
        self._forget = runner(forget, graph.compiled)
        self._inessential: bytes | None = None
        for number in used:
            self._forest.base[graph.vertex(number)] = GONE
        self._winning_picks()

    @classmethod
    def of_pool(cls, lo: int, hi: int, *, compiled: bool | None = None) -> "DynamicMatching":
        """Start with all numbers of the pool lo..hi unused."""
        return cls(divisor_graph(lo, hi, compiled=compiled))

    def remove(self, number: int) -> None:
        """Remove a number from the unused ones; at most one search repairs the matching.

        Raises:
            ValueError: The number is not in the pool, or was used before.
        """
        vertex = self._graph.vertex(number)
        mate, base = self._forest.mate, self._forest.base
        if base[vertex] == GONE:
            raise ValueError(f"{number} was used before")
        self._inessential = None
        base[vertex] = GONE
        partner = mate[vertex]
        if partner != NONE:
            mate[vertex] = mate[partner] = NONE
            self._grow_from(partner)

    def restore(self, number: int) -> None:
        """Put a used number back; at most one search makes the matching maximum again.

        Raises:
            ValueError: The number is not in the pool, or is unused.
        """
        vertex = self._used_vertex(number)
        self._inessential = None
        self._forest.base[vertex] = UNSEEN
        self._grow_from(vertex)

    def winning_reply(self, current: int) -> int | None:
        """One winning reply to the current number, or None if the mover loses.

        Raises:
            ValueError: The current number is not in the pool, or is still unused.
        """
        vertex = self._used_vertex(current)
        mate, base = self._forest.mate, self._forest.base
        base[vertex] = UNSEEN
        self._grow_from(vertex)
        base[vertex] = GONE
        reply = mate[vertex]
        if reply == NONE:
            return None
        # Without the current number the matching is maximum again, and now misses the reply.
        mate[vertex] = mate[reply] = NONE
        return self._graph.first + int(reply)

    def wins(self, current: int) -> bool:
        """Return whether the mover at the current number, itself used, wins."""
        return self.winning_reply(current) is not None

    def winning_replies(self, current: int) -> tuple[int, ...]:
        """All winning replies to the current number, itself used, ascending."""
        self._used_vertex(current)
        labels, first = self._winning_picks(), self._graph.first
        return tuple(number for number in self._graph.neighbours(current) if labels[number - first] == OUTER)

    def winning_openings(self) -> tuple[int, ...]:
        """The numbers that would win if any unused one could be picked, ascending."""
        return tuple(number for number, label in enumerate(self._winning_picks(), self._graph.first) if label == OUTER)

    def _used_vertex(self, number: int) -> int:
        vertex = self._graph.vertex(number)
        if self._forest.base[vertex] != GONE:
            raise ValueError(f"{number} is still unused")
        return vertex

    def _grow_from(self, root: int) -> None:
        """Search from an exposed root, and clear the labels."""
        tail = self._search(self._graph.offsets, self._graph.targets, self._forest, root, 0)
        self._forget(self._forest, 0, tail)

    def _winning_picks(self) -> bytes:
        """The labels of the unused numbers, computed once between two changes."""
        if self._inessential is None:
            graph, forest = self._graph, self._forest
            tail = runner(saturate, graph.compiled)(graph.offsets, graph.targets, forest)
            self._inessential = labels_of(forest, compiled=graph.compiled)
            self._forget(forest, 0, tail)
        return self._inessential
