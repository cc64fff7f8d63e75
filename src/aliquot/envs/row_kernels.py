"""Many matches over rows at once: the kernels.

Board b has its nodes at `nodes[b * places:(b + 1) * places]`. The rows are as in `aliquot.envs.rows.Graph`; an action
is the label of an edge, one more where the pie rule puts the swap first. Compiled kernels should hand each other arrays
and numbers, not tuples of arrays, which are counted in and out; and be handed plain tuples from outside, since to
recognise named ones takes longer than to make a step.
"""

from typing import TypeAlias

from aliquot.envs.kernel_types import Events, Grid, Policy
from aliquot.oracle.kernel import Slots, kernel

NONE = -1
WORD = 0xFFFFFFFF


Rows: TypeAlias = tuple[Slots, Slots, Slots, Slots, Grid]
"""Where each row starts; the labels of the edges; the nodes they lead to; the nodes of each start; and, if there are
few, a square that has a line for each node and in it the child for every label, or NONE. Else the square is empty."""

Rules: TypeAlias = tuple[int, int, int, int]
"""How many places there are; and 1 for each of these that holds: the pie rule, misère, that an illegal action loses."""

Boards: TypeAlias = tuple[Slots, Slots, Slots, Slots, Slots]
"""The nodes of all boards; the start of each; how far its pie rule is; whose turn it is; whether it is over."""


@kernel
def is_stuck(offsets: Slots, nodes: Slots, first: int, places: int) -> bool:
    """Whether no place of a board, which begins at `first`, has a move."""
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
    """Makes one action on every board; a board whose match is over goes back to its start instead."""
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
    """Writes the legal actions of every board over zeros; of a match that is over, all: no mask is ever empty."""
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
    """A word of 32 bits that looks unlike the one given."""
    word ^= word >> 16
    word = (word * 0x7FEB352D) & WORD
    word ^= word >> 15
    word = (word * 0x846CA68B) & WORD
    return word ^ (word >> 16)


@kernel
def weigh(offsets: Slots, nodes: Slots, weights: Slots, base: int, target: int) -> int:
    """The weight of all legal edges, or the edge at which their running weight exceeds a target.

    Of places that hold the same, the first counts. The weights begin at `base`; if that is NONE every edge weighs 1.
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
    """Plays whole matches by chance.

    Args:
        rows: The rows.
        rules: The rules.
        chance: The number of the first match, and the seed, a word of 32 bits.
        policy: How likely the moves are.
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
    """As `play_out`, and with the same results, where there is one place, no pie rule, and no policy: much quicker."""
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
    """Works out every node from those it leads to, which come before it.

    Args:
        rows: The rows.
        misere: Whether the last move loses, which only `wins` knows of.
        grundy: The Grundy value of each node, under normal play.
        wins: Whether whoever must move at a node, and nowhere else, wins.
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
    """Labels boards with one place: 1 or 0 for won or lost, and over zeros the moves that keep that."""
    offsets, labels, children, _, _ = rows
    for board in range(len(nodes)):
        node = nodes[board]
        won = wins[node]
        values[board] = won
        for edge in range(offsets[node], offsets[node + 1]):
            optimal[board, labels[edge]] = 1 - won * wins[children[edge]]


@kernel
def is_won(total: int, ones: int, larger: int, misere: int) -> int:
    """Whether heaps are won: by their XOR, or where all are ones and the last move loses, by their number."""
    if misere == 1 and larger == 0:
        return 1 - ones % 2
    return 1 if total != 0 else 0


@kernel
def label_several(rows: Rows, rules: Rules, nodes: Slots, grundy: Slots, values: Slots, optimal: Grid) -> None:
    """Labels boards with several places, each worth a Nim heap; otherwise as `label_single`."""
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
                left = grundy[children[edge]]
                others = ones - (1 if heap == 1 else 0) + (1 if left == 1 else 0)
                larger_left = larger - (1 if heap > 1 else 0) + (1 if left > 1 else 0)
                optimal[board, labels[edge]] = 1 - won * is_won(total ^ heap ^ left, others, larger_left, misere)
