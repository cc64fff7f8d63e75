"""Exhaustive search of walks along unused vertices of a graph: the kernels.

A position is the vertex a player is on and the unused vertices that can still be reached from it, as the bits of an
integer. Positions are visited depth first; the value of each is stored when it is settled, so that none is visited
twice. Which positions are visited depends on the graph alone: the children of a position come in a fixed order,
as far as the first one that settles it.
"""

from typing import NamedTuple

from aliquot.oracle.kernel import Slots, kernel

BITS = 63
"""The most vertices a compiled search can have: the bits of an integer without its sign."""
MOST = 1 << 7
"""More vertices than any search can have."""
MODULUS = 131
"""A prime modulo which the first `MOST` powers of two are different."""
ONGOING, FULL, DONE = 0, 1, 2

_FAR = MOST - 1


class Walk(NamedTuple):
    """A search: the graph, the positions on the path to the current one, and the settled positions."""

    rows: Slots
    """The neighbours of each vertex, as bits."""
    places: Slots
    """The vertex of a bit, by its remainder modulo `MODULUS`."""
    vertex: Slots
    """The vertex of each position on the path. This and the following have one slot for each of them."""
    unused: Slots
    """The unused vertices that can be reached from it."""
    untried: Slots
    """The children that have not been looked at."""
    shortest: Slots
    """The length of play after the quickest winning move so far, or `_FAR`."""
    longest: Slots
    """The length of play after the slowest losing move so far, or -1."""
    grundies: Slots
    """The Grundy values of the children so far, as bits."""
    keys: Slots
    """A hash table of the settled positions: their unused vertices."""
    values: Slots
    """Their vertices and values; 0 in an empty slot."""
    counts: Slots
    """The length of the path, the number of positions visited, and the value settled last."""


@kernel
def pack(wins: int, length: int, grundy: int) -> int:
    """Pack a value into an integer."""
    return (grundy * MOST + length) * 2 + wins


@kernel
def slot_of(walk: Walk, vertex: int, unused: int) -> int:
    """The slot of the table where a position is or would be."""
    size = len(walk.keys)
    mixed = unused % 4294967291 + vertex * 2654435761
    slot = (mixed ^ (mixed >> 15)) % size
    while walk.values[slot] != 0 and (walk.keys[slot] != unused or walk.values[slot] % MOST != vertex + 1):
        slot = slot + 1 if slot + 1 < size else 0
    return slot


@kernel
def reach(walk: Walk, vertex: int, unused: int) -> int:
    """The unused vertices that can be reached from a vertex."""
    rows, places = walk.rows, walk.places
    fresh = rows[vertex] & unused
    reached = fresh
    while fresh:
        bit = fresh & -fresh
        more = rows[places[bit % MODULUS]] & unused & ~reached
        reached |= more
        fresh = (fresh ^ bit) | more
    return reached


@kernel
def next_child(walk: Walk, untried: int, unused: int, exact: int) -> int:
    """The bit of the child to look at next: that with the fewest neighbours, which a search settles soonest."""
    best = untried & -untried
    if exact or best == untried:
        return best
    fewest = MOST
    while untried:
        bit = untried & -untried
        untried ^= bit
        others = walk.rows[walk.places[bit % MODULUS]] & unused
        count = 0
        while others and count < fewest:
            others &= others - 1
            count += 1
        if count < fewest:
            best, fewest = bit, count
    return best


@kernel
def enter(walk: Walk, vertex: int, unused: int) -> None:
    """Append a position to the path."""
    depth = walk.counts[0]
    walk.vertex[depth], walk.unused[depth] = vertex, unused
    walk.untried[depth] = walk.rows[vertex] & unused
    walk.shortest[depth], walk.longest[depth], walk.grundies[depth] = _FAR, -1, 0
    walk.counts[0] = depth + 1
    walk.counts[1] += 1


@kernel
def add_child(walk: Walk, value: int, exact: int) -> None:
    """Take the value of a child into account at the end of the path."""
    depth = walk.counts[0] - 1
    walk.counts[2] = value
    if depth < 0:
        return
    length = value // 2 % MOST
    if value % 2 == 0:
        if length < walk.shortest[depth]:
            walk.shortest[depth] = length
        if not exact:
            walk.untried[depth] = 0
    elif length > walk.longest[depth]:
        walk.longest[depth] = length
    walk.grundies[depth] |= 1 << (value // 2 // MOST)


@kernel
def settle(walk: Walk, exact: int) -> None:
    """Store the value of the last position of the path, and remove it from the path."""
    depth = walk.counts[0] - 1
    wins = 1 if walk.shortest[depth] < _FAR else 0
    length = 1 + (walk.shortest[depth] if wins else walk.longest[depth])
    grundy, grundies = 0, walk.grundies[depth]
    while exact and grundies & 1:
        grundies >>= 1
        grundy += 1
    value = pack(wins, length, grundy)
    slot = slot_of(walk, walk.vertex[depth], walk.unused[depth])
    walk.keys[slot] = walk.unused[depth]
    walk.values[slot] = value * MOST + walk.vertex[depth] + 1
    walk.counts[0] = depth
    add_child(walk, value, exact)


@kernel
def copy_settled(source: Walk, target: Walk) -> None:
    """Copy the settled positions into a larger table."""
    for slot in range(len(source.keys)):
        value = source.values[slot]
        if value != 0:
            place = slot_of(target, value % MOST - 1, source.keys[slot])
            target.keys[place], target.values[place] = source.keys[slot], value


@kernel
def search(walk: Walk, misere: int, exact: int, most: int, slice_end: int) -> int:
    """Go on with a search.

    Args:
        walk: The search.
        misere: 1 if a player who cannot move wins.
        exact: 1 to settle lengths and Grundy values too; 0 to settle the winner, passing over what cannot matter.
        most: The most positions to visit.
        slice_end: The number of visited positions at which to return.

    Returns:
        DONE, FULL if more positions need to be visited than allowed, or ONGOING.
    """
    counts = walk.counts
    while counts[0] > 0:
        depth = counts[0] - 1
        if walk.untried[depth] == 0:
            settle(walk, exact)
            continue
        if counts[1] >= slice_end:
            return ONGOING
        unused = walk.unused[depth]
        bit = next_child(walk, walk.untried[depth], unused, exact)
        walk.untried[depth] ^= bit
        vertex = walk.places[bit % MODULUS]
        unused = reach(walk, vertex, unused ^ bit)
        if unused == 0:
            add_child(walk, pack(misere, 0, 0), exact)
            continue
        stored = walk.values[slot_of(walk, vertex, unused)]
        if stored != 0:
            add_child(walk, stored // MOST, exact)
        elif counts[1] >= most:
            return FULL
        else:
            enter(walk, vertex, unused)
    return DONE
