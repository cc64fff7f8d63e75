"""Maximum matching by alternating trees: the kernels.

Vertices are 0..n-1, in compressed rows: the neighbours of v are
`targets[offsets[v]:offsets[v + 1]]`, descending. A tree grows from an exposed root.
Its *outer* vertices are those an even alternating path reaches from the root, inside
blossoms too; its *inner* vertices are the others it reaches. A tree that cannot grow and
found no augmenting path stays as it is: it remains so however the matching grows
elsewhere, so its labels are final and no later search enters it.
"""

from typing import NamedTuple

from aliquot.oracle.kernel import Slots, kernel, runner, slots

NONE = -1
OUTER, UNSEEN, INNER, GONE = 0, -1, -2, -3

WIDE = 4096
"""The number of outer vertices from which on sorting them pays, to read their rows in order."""


class Forest(NamedTuple):
    """A matching and the alternating trees grown on it, one slot for each vertex."""

    mate: Slots
    """The partner, or NONE."""
    parent: Slots
    """The next vertex of an alternating path towards the root: of an inner vertex, or of an outer one whose path goes
    through its blossom.
    """
    base: Slots
    """Of an outer vertex, a union-find towards the base of its outermost blossom; one in none is its own.

    Of any other, its label: UNSEEN, INNER, or GONE for a vertex that is not in the graph. One slot for both,
    because a search looks up little else.
    """
    stamp: Slots
    """The last contraction whose walk to the root passed here, or the last ordering of the queue that this vertex
    took part in.
    """
    clock: Slots
    """One slot: the number of contractions and orderings so far."""
    look: Slots
    """The place in the row of this vertex from which to look for the next unmatched neighbour.

    NONE if there is none to look for; always so outside `saturate`.
    """
    queue: Slots
    """The outer vertices in the order they became so."""


def bare_forest(count: int, *, compiled: bool) -> Forest:
    """Create the storage for a graph of `count` vertices, none of them matched."""
    return Forest(
        mate=slots(count, NONE, compiled=compiled),
        parent=slots(count, NONE, compiled=compiled),
        base=slots(count, UNSEEN, compiled=compiled),
        stamp=slots(count, 0, compiled=compiled),
        clock=slots(1, 0, compiled=compiled),
        look=slots(count, NONE, compiled=compiled),
        queue=slots(count, NONE, compiled=compiled),
    )


@kernel
def find(base: Slots, vertex: int) -> int:
    """The base of the outermost blossom around a vertex, with path halving."""
    while base[vertex] != vertex:
        base[vertex] = base[base[vertex]]
        vertex = base[vertex]
    return vertex


@kernel
def meet(forest: Forest, left: int, right: int) -> int:
    """The base where the paths of two outer vertices to their root meet.

    The two walks take turns, so neither goes further above the meeting point than the
    other needs to reach it.
    """
    mate, parent, base, stamp = forest.mate, forest.parent, forest.base, forest.stamp
    now = forest.clock[0] + 1
    forest.clock[0] = now
    here, other = find(base, left), find(base, right)
    while True:
        if here != NONE:
            if stamp[here] == now:
                return here
            stamp[here] = now
            below = mate[here]
            here = NONE if below == NONE else find(base, parent[below])
        here, other = other, here


@kernel
def contract(forest: Forest, start: int, across: int, bottom: int, tail: int) -> int:
    """Merge into `bottom` the path to it from `start`, whose edge to `across` closes a blossom.

    Inner vertices on the path become outer and join the queue.

    Returns:
        The new end of the queue.
    """
    mate, parent, base = forest.mate, forest.parent, forest.base
    while find(base, start) != bottom:
        parent[start] = across
        across = mate[start]
        if base[across] == INNER:
            base[across] = across
            forest.queue[tail] = across
            tail += 1
        if base[start] == start:
            base[start] = bottom
        if base[across] == across:
            base[across] = bottom
        start = parent[across]
    return tail


@kernel
def augment(mate: Slots, parent: Slots, outer: int, free: int) -> None:
    """Match `outer` with `free`, and shift the matching along the path to the root."""
    while free != NONE:
        previous = mate[outer]
        mate[free] = outer
        mate[outer] = free
        free = previous
        if free != NONE:
            outer = parent[free]


@kernel
def free_below(offsets: Slots, targets: Slots, forest: Forest, vertex: int, root: int) -> int:
    """The greatest unmatched neighbour less than the root, or NONE.

    While the matching only grows and roots only decrease, a place passed over once need not be
    visited again, and a finished row stays finished.
    """
    mate, base, look = forest.mate, forest.base, forest.look
    place = look[vertex]
    if place == NONE:
        return NONE
    end = offsets[vertex + 1]
    while place < end:
        other = targets[place]
        if other < root and mate[other] == NONE and base[other] == UNSEEN:
            look[vertex] = place
            return other
        place += 1
    look[vertex] = NONE
    return NONE


@kernel
def arrange(forest: Forest, head: int, tail: int) -> None:
    """Sort a stretch of the queue, so that rows are read in the order of memory."""
    queue, stamp = forest.queue, forest.stamp
    now = forest.clock[0] + 1
    forest.clock[0] = now
    for place in range(head, tail):
        stamp[queue[place]] = now
    for vertex in range(len(stamp)):
        if stamp[vertex] == now:
            queue[head] = vertex
            head += 1


@kernel
def search(offsets: Slots, targets: Slots, forest: Forest, root: int, tail: int) -> int:
    """Grow a tree from an exposed root; augment the matching if possible.

    Args:
        offsets: Where each row starts.
        targets: The rows.
        forest: The matching and its trees; earlier trees end at `tail` of its queue.
        root: The exposed vertex; it is matched afterwards iff the matching grew.
        tail: The end of the queue.

    Returns:
        The new end of the queue.
    """
    mate, parent, base, queue = forest.mate, forest.parent, forest.base, forest.queue
    head = level = tail
    wide = False
    base[root] = queue[tail] = root
    tail += 1
    while head < tail:
        if head == level:
            level = tail
            wide = level - head >= WIDE
            if wide:
                arrange(forest, head, level)
        outer = queue[head]
        head += 1
        bottom = find(base, outer)
        for place in range(offsets[outer], offsets[outer + 1]):
            other = targets[place]
            home = base[other]
            if home <= INNER or home == bottom:
                continue
            if home == UNSEEN:
                beyond = mate[other]
                if beyond == NONE:
                    augment(mate, parent, outer, other)
                    return tail
                base[other], parent[other] = INNER, outer
                base[beyond] = queue[tail] = beyond
                tail += 1
                free = NONE if wide else free_below(offsets, targets, forest, beyond, root)
                if free != NONE:
                    augment(mate, parent, beyond, free)
                    return tail
            elif find(base, other) != bottom:
                # An outer vertex of an older tree would have drawn this one into its own tree.
                bottom = meet(forest, outer, other)
                tail = contract(forest, outer, other, bottom, tail)
                tail = contract(forest, other, outer, bottom, tail)
    return tail


@kernel
def forget(forest: Forest, start: int, tail: int) -> None:
    """Take the labels of the vertices of the trees queued from `start` to `tail`.

    An augmentation leaves every inner vertex matched to some outer vertex of its tree, so
    the queue and its partners are all of them.
    """
    mate, base, queue = forest.mate, forest.base, forest.queue
    for place in range(start, tail):
        outer = queue[place]
        base[outer] = UNSEEN
        if mate[outer] != NONE:
            base[mate[outer]] = UNSEEN


@kernel
def saturate(offsets: Slots, targets: Slots, forest: Forest) -> int:
    """Make the matching maximum, and leave the trees of all vertices still exposed.

    Roots are taken from the last to the first. All unmatched vertices without a tree are then
    below the root, which makes them cheap to find; and where vertices are numbered so that
    the best connected come first, as in a divisor graph, those stay free the longest, to end
    the paths of the others early.

    Returns:
        The end of the queue.
    """
    mate, base, look = forest.mate, forest.base, forest.look
    count = len(mate)
    for vertex in range(count):
        look[vertex] = offsets[vertex]
    tail = 0
    for step in range(count):
        root = count - 1 - step
        if mate[root] == NONE and base[root] == UNSEEN:
            free = free_below(offsets, targets, forest, root, root)
            if free != NONE:
                mate[root], mate[free] = free, root
            else:
                reached = search(offsets, targets, forest, root, tail)
                if mate[root] == NONE:
                    tail = reached
                else:
                    forget(forest, tail, reached)
    for vertex in range(count):
        look[vertex] = NONE
    return tail


@kernel
def mark_missed(offsets: Slots, targets: Slots, forest: Forest, present: Slots, missed: Slots) -> None:
    """Mark, for many subsets of the vertices, those that some maximum matching of the subset misses.

    Args:
        offsets: Where each row starts.
        targets: The rows.
        forest: Storage; its contents are overwritten.
        present: The subsets one after the other, 1 for each vertex that is in it.
        missed: As long as `present`; set to 1 or 0.
    """
    mate, parent, base, stamp, look = forest.mate, forest.parent, forest.base, forest.stamp, forest.look
    count = len(mate)
    for subset in range(len(present) // count):
        start = subset * count
        forest.clock[0] = 0
        for vertex in range(count):
            mate[vertex] = parent[vertex] = look[vertex] = NONE
            stamp[vertex] = 0
            base[vertex] = UNSEEN if present[start + vertex] == 1 else GONE
        saturate(offsets, targets, forest)
        for vertex in range(count):
            missed[start + vertex] = 1 if base[vertex] >= OUTER else 0


@kernel
def write_labels(base: Slots, label: Slots) -> None:
    """Write the label of each vertex, without its sign."""
    for vertex in range(len(base)):
        home = base[vertex]
        label[vertex] = -home if home < OUTER else OUTER


def labels_of(forest: Forest, *, compiled: bool) -> bytes:
    """The labels of all vertices, without their signs."""
    label = slots(len(forest.base), OUTER, compiled=compiled, narrow=True)
    runner(write_labels, compiled)(forest.base, label)
    return bytes(label)


class Sizes(NamedTuple):
    """Sizes of the Gallai-Edmonds decomposition after each vertex was added, one slot for each vertex."""

    edges: Slots
    """The edges of a maximum matching."""
    outer: Slots
    """The outer vertices."""
    inner: Slots
    """The inner vertices."""
    odd: Slots
    """The outer vertices at odd places: even numbers, if the first number is 1."""


@kernel
def add_vertices(offsets: Slots, targets: Slots, forest: Forest, stop: int, state: Slots, sizes: Sizes) -> None:
    """Add one vertex after the other, and measure the Gallai-Edmonds decomposition after each.

    A new vertex that no outer vertex is adjacent to leaves all trees as they are, and only its own is grown. Otherwise
    the matching grows, and the trees are grown anew.

    Args:
        offsets: Where each row starts.
        targets: The rows.
        forest: The matching of the vertices added so far and its trees; at first all vertices are GONE.
        stop: The vertex after the last one to add.
        state: The number of vertices added and the last sizes: edges, outer, inner and odd. All 0 at first.
        sizes: The sizes to write.
    """
    mate, base, queue = forest.mate, forest.base, forest.queue
    for vertex in range(state[0], stop):
        base[vertex] = UNSEEN
        grows = False
        for place in range(offsets[vertex], offsets[vertex + 1]):
            if base[targets[place]] >= OUTER:
                grows = True
                break
        start = state[2]
        if grows:
            forget(forest, 0, start)
            forget(forest, 0, search(offsets, targets, forest, vertex, 0))
            state[1] += 1
            start = state[3] = state[4] = 0
        tail = start
        for root in range(0 if grows else vertex, vertex + 1):
            if mate[root] == NONE and base[root] == UNSEEN:
                tail = search(offsets, targets, forest, root, tail)
        for place in range(start, tail):
            outer = queue[place]
            state[4] += outer % 2
            if mate[outer] != NONE and base[mate[outer]] == INNER:
                state[3] += 1
        state[0], state[2] = vertex + 1, tail
        sizes.edges[vertex], sizes.outer[vertex] = state[1], tail
        sizes.inner[vertex], sizes.odd[vertex] = state[3], state[4]
