"""Kernels that play and label many matches of numbers at once.

Board b has its nodes at `nodes[b * places:(b + 1) * places]`. The rows are as in `aliquot.envs.rows.Graph`; an action
is the label of an edge, plus one where the pie rule puts the swap first. Kernels pass each other arrays and numbers,
not tuples of arrays, whose references numba counts; from outside they take plain tuples, because unpacking named ones
takes longer than a step. The kernels of pools share these types but no code: numba would not notice when a kernel of
another module changes.
"""

from typing import Any, TypeAlias

from aliquot.oracle.kernel import Slots, kernel

NONE = -1
WORD = 0xFFFFFFFF

Grid: TypeAlias = Any
"""Slots in rows and columns, an array in either case."""

Events: TypeAlias = tuple[Slots, Slots, Slots]
"""The results of a step: the reward of the player who acted, 1 if it ended the match, 1 if it was illegal."""

Policy: TypeAlias = tuple[Slots, int, int]
"""Weights, and for each seat the index of its first weight, or NONE for all moves equally likely.

There is a weight for each edge, and after them one for the swap. Where all weights of a position are 0 its moves are
equally likely.
"""

Rows: TypeAlias = tuple[Slots, Slots, Slots, Slots, Grid]
"""The start of each row; the labels of the edges; the nodes they lead to; the nodes of each start; and, if there are
few nodes, a table with the child of every node for every label, or NONE. Otherwise the table is empty."""

Rules: TypeAlias = tuple[int, int, int, int]
"""The number of places; then 1 or 0 for the pie rule, for misère, and for the loss by an illegal action."""

Boards: TypeAlias = tuple[Slots, Slots, Slots, Slots, Slots]
"""The nodes of all boards; for each board its start, the phase of the pie rule, the seat to move, and 1 if over."""


@kernel
def is_stuck(offsets: Slots, nodes: Slots, first: int, places: int) -> bool:
    """Return whether no place of a board, which begins at `first`, has a move."""
    for place in range(first, first + places):
        node = nodes[place]
        if offsets[node + 1] > offsets[node]:
            return False
    return True


@kernel
def find_edge(offsets: Slots, labels: Slots, node: int, label: int) -> int:
    """The edge of a label in the row of a node, or NONE."""
    low, end = offsets[node], offsets[node + 1]
    high = end
    while low < high:
        middle = (low + high) >> 1
        if labels[middle] < label:
            low = middle + 1
        else:
            high = middle
    if low < end and labels[low] == label:
        return low
    return NONE


@kernel
def step(rows: Rows, rules: Rules, boards: Boards, actions: Slots, events: Events) -> None:
    """Make one action on every board; a board whose match is over goes back to its start instead."""
    offsets, labels, children, starts, square = rows
    nodes, start, phase, seat, over = boards
    rewards, ended, illegal = events
    places, swap, misere, forfeit = rules
    for board in range(len(actions)):
        first, label = board * places, actions[board] - swap
        rewards[board] = ended[board] = illegal[board] = 0
        if over[board] == 1:
            for place in range(places):
                nodes[first + place] = starts[start[board] * places + place]
            phase[board] = over[board] = 0
            seat[board] = 1
            continue
        legal = label < 0 and phase[board] == 1 and not (misere == 1 and is_stuck(offsets, nodes, first, places))
        for place in range(first, first + places if label >= 0 else first):
            if len(square) > 0:
                child = square[nodes[place], label]
            else:
                edge = find_edge(offsets, labels, nodes[place], label)
                child = children[edge] if edge != NONE else NONE
            if child != NONE:
                nodes[place] = child
                legal = True
                break
        if legal:
            seat[board] = 3 - seat[board]
            phase[board] = 1 if phase[board] == 0 else 2
            is_open = swap == 1 and phase[board] == 1 and misere == 0
            if not is_open and is_stuck(offsets, nodes, first, places):
                over[board] = ended[board] = 1
                rewards[board] = 1 - 2 * misere
        else:
            illegal[board] = 1
            over[board] = ended[board] = forfeit
            rewards[board] = -forfeit


@kernel
def show_masks(rows: Rows, rules: Rules, boards: Boards, masks: Grid) -> None:
    """Write the legal actions of every board over zeros; of a match that is over, all: no mask is ever empty."""
    offsets, labels, _, _, _ = rows
    nodes, _, phase, _, over = boards
    places, swap, misere, _ = rules
    for board in range(len(over)):
        first = board * places
        if over[board] == 1:
            for action in range(masks.shape[1]):
                masks[board, action] = 1
            continue
        if swap == 1 and phase[board] == 1 and not (misere == 1 and is_stuck(offsets, nodes, first, places)):
            masks[board, 0] = 1
        for place in range(first, first + places):
            node = nodes[place]
            for edge in range(offsets[node], offsets[node + 1]):
                masks[board, swap + labels[edge]] = 1


@kernel
def scramble(word: int) -> int:
    """Hash a word of 32 bits."""
    word ^= word >> 16
    word = (word * 0x7FEB352D) & WORD
    word ^= word >> 15
    word = (word * 0x846CA68B) & WORD
    return word ^ (word >> 16)


@kernel
def weigh(offsets: Slots, nodes: Slots, weights: Slots, base: int, target: int) -> int:
    """The total weight of all legal edges, or the edge at which their running weight exceeds a target.

    Of equal places only the first counts. The weights begin at `base`; if that is NONE every edge weighs 1.
    """
    if base == NONE and len(nodes) == 1:
        start = offsets[nodes[0]]
        return start + target if target >= 0 else offsets[nodes[0] + 1] - start
    total = 0
    for place in range(len(nodes)):
        node = nodes[place]
        repeated = False
        for earlier in range(place):
            if nodes[earlier] == node:
                repeated = True
        if repeated:
            continue
        start, stop = offsets[node], offsets[node + 1]
        if base == NONE:
            if target >= 0 and target < total + stop - start:
                return start + target - total
            total += stop - start
        else:
            for edge in range(start, stop):
                total += weights[base + edge]
                if target >= 0 and target < total:
                    return edge
    return total


@kernel
def play_out(
    rows: Rows, rules: Rules, chance: tuple[int, int], policy: Policy, nodes: Slots, results: tuple[Slots, ...]
) -> None:
    """Play whole random matches.

    Args:
        rows: The rows.
        rules: The rules.
        chance: The number of the first match, and the seed, a word of 32 bits.
        policy: The weights of the moves.
        nodes: Storage, one slot for each place.
        results: The start of each match; its winner and its length are written to the others.
    """
    start_of, winners, lengths = results
    offsets, _, children, starts, _ = rows
    places, swap, misere, _ = rules
    weights, first_base, second_base = policy
    swap_at = len(children)
    for match in range(len(winners)):
        for place in range(places):
            nodes[place] = starts[start_of[match] * places + place]
        luck = scramble((scramble((chance[0] + match) & WORD) + chance[1]) & WORD)
        seat = length = 0
        while True:
            is_open = swap == 1 and length == 1 and not (misere == 1 and is_stuck(offsets, nodes, 0, places))
            base = first_base if seat == 0 else second_base
            total = weigh(offsets, nodes, weights, base, NONE)
            extra = 0
            if is_open:
                extra = 1 if base == NONE else weights[base + swap_at]
            if total + extra == 0 and base != NONE:
                base, extra = NONE, 1 if is_open else 0
                total = weigh(offsets, nodes, weights, base, NONE)
            if total + extra == 0:
                break
            pick = (scramble((luck + length * 0x9E3779B1) & WORD) * (total + extra)) >> 32
            if pick >= extra:
                edge = weigh(offsets, nodes, weights, base, pick - extra)
                for place in range(places):
                    if offsets[nodes[place]] <= edge and edge < offsets[nodes[place] + 1]:
                        nodes[place] = children[edge]
                        break
            seat = 1 - seat
            length += 1
        winners[match] = 1 + (seat if misere == 1 else 1 - seat)
        lengths[match] = length


@kernel
def play_out_evenly(
    rows: Rows, rules: Rules, chance: tuple[int, int], policy: Policy, nodes: Slots, results: tuple[Slots, ...]
) -> None:
    """The same as `play_out`, with the same results but faster, for one place, no pie rule and no policy."""
    start_of, winners, lengths = results
    offsets, _, children, starts, _ = rows
    misere = rules[2]
    for match in range(len(winners)):
        luck = scramble((scramble((chance[0] + match) & WORD) + chance[1]) & WORD)
        node, length = starts[start_of[match]], 0
        first = offsets[node]
        count = offsets[node + 1] - first
        while count > 0:
            pick = (scramble((luck + length * 0x9E3779B1) & WORD) * count) >> 32
            node = children[first + pick]
            first = offsets[node]
            count = offsets[node + 1] - first
            length += 1
        winners[match] = 1 + (length + 1 + misere) % 2
        lengths[match] = length


@kernel
def value_nodes(rows: Rows, misere: int, grundy: Slots, wins: Slots, seen: Slots) -> None:
    """Compute every node from those it leads to, which come before it.

    Args:
        rows: The rows.
        misere: 1 if the last move loses; this changes `wins` only.
        grundy: The Grundy value of each node in normal play.
        wins: 1 if the player to move at this node alone wins.
        seen: Storage of zeros, two slots more than there are moves from any node.
    """
    offsets, _, children, _, _ = rows
    for node in range(len(grundy)):
        start, stop = offsets[node], offsets[node + 1]
        wins[node] = 1 if start == stop and misere == 1 else 0
        for edge in range(start, stop):
            child = children[edge]
            seen[grundy[child]] = 1
            if wins[child] == 0:
                wins[node] = 1
        value = 0
        while seen[value] == 1:
            value += 1
        grundy[node] = value
        for edge in range(start, stop):
            seen[grundy[children[edge]]] = 0


@kernel
def label_single(rows: Rows, nodes: Slots, wins: Slots, values: Slots, optimal: Grid) -> None:
    """Label boards with one place: 1 or 0 for won or lost, and the optimal moves, over zeros."""
    offsets, labels, children, _, _ = rows
    for board in range(len(nodes)):
        node = nodes[board]
        won = wins[node]
        values[board] = won
        for edge in range(offsets[node], offsets[node + 1]):
            optimal[board, labels[edge]] = 1 - won * wins[children[edge]]


@kernel
def is_won(total: int, ones: int, larger: int, misere: int) -> int:
    """Return 1 if heaps are won: by their XOR, or in misère play with no larger heap than 1 by the number of ones."""
    if misere == 1 and larger == 0:
        return 1 - ones % 2
    return 1 if total != 0 else 0


@kernel
def label_several(rows: Rows, rules: Rules, nodes: Slots, grundy: Slots, values: Slots, optimal: Grid) -> None:
    """Label boards with several places, each worth a Nim heap, like `label_single`."""
    offsets, labels, children, _, _ = rows
    places, _, misere, _ = rules
    for board in range(len(values)):
        first = board * places
        total = ones = larger = 0
        for place in range(first, first + places):
            heap = grundy[nodes[place]]
            total ^= heap
            ones += 1 if heap == 1 else 0
            larger += 1 if heap > 1 else 0
        won = is_won(total, ones, larger, misere)
        values[board] = won
        for place in range(first, first + places):
            node = nodes[place]
            heap = grundy[node]
            for edge in range(offsets[node], offsets[node + 1]):
                after = grundy[children[edge]]
                ones_after = ones - (1 if heap == 1 else 0) + (1 if after == 1 else 0)
                larger_after = larger - (1 if heap > 1 else 0) + (1 if after > 1 else 0)
                optimal[board, labels[edge]] = 1 - won * is_won(total ^ heap ^ after, ones_after, larger_after, misere)
