"""Kernels that play and label many matches over one pool at once.

A number is its place in the pool. Board b has 1 for every remaining number in `planes[b, 0]`, and its last pick in
`current`, or NONE, and in `planes[b, 1]`. An action is a place, plus one where the pie rule puts the swap first. See
`row_kernels` for how kernels take their arguments.
"""

from typing import TypeAlias

from aliquot.envs.row_kernels import Events, Grid, Policy
from aliquot.oracle.kernel import Slots, kernel

NONE = -1
WORD = 0xFFFFFFFF
BITS = 62
"""The most numbers that fit into the bits of one word without its sign."""


Pool: TypeAlias = tuple[Slots, Slots, Slots, Grid]
"""The start of each number's neighbours; the neighbours, ascending; 1 for every number that may be picked first; and,
if the pool is small, the neighbours as a matrix of zeros and ones. Otherwise the matrix is empty."""

Rules: TypeAlias = tuple[int, int, int]
"""1 or 0 for the pie rule, for misère, and for the loss by an illegal action."""

Boards: TypeAlias = tuple[Grid, Slots, Slots, Slots, Slots]
"""The planes of all boards; for each board the last pick, phase of the pie rule, seat to move, and 1 if over."""


@kernel
def show_choices(
    offsets: Slots, targets: Slots, planes: Grid, board: int, current: int, masks: Grid, shift: int
) -> int:
    """Write the numbers that can be picked after a number, over zeros, and return how many there are.

    It never stops early: the branch would take longer than the rest of the loop.
    """
    count = 0
    for edge in range(offsets[current], offsets[current + 1]):
        number = targets[edge]
        remains = planes[board, 0, number]
        masks[board, shift + number] = remains
        count += remains
    return count


@kernel
def is_near(offsets: Slots, targets: Slots, current: int, number: int) -> int:
    """Return 1 if a number is a neighbour of the current one, otherwise 0."""
    result = 0
    for edge in range(offsets[current], offsets[current + 1]):
        result |= 1 if targets[edge] == number else 0
    return result


@kernel
def begin(planes: Grid, last: Slots, board: int) -> None:
    """Reset a board to the start."""
    for number in range(planes.shape[2]):
        planes[board, 0, number] = 1
    if last[board] != NONE:
        planes[board, 1, last[board]] = 0
    last[board] = NONE


@kernel
def pick(planes: Grid, last: Slots, board: int, number: int) -> None:
    """Remove a number from the pool."""
    planes[board, 0, number] = 0
    if last[board] != NONE:
        planes[board, 1, last[board]] = 0
    planes[board, 1, number] = 1
    last[board] = number


@kernel
def step(pool: Pool, rules: Rules, boards: Boards, actions: Slots, events: Events, masks: Grid) -> None:
    """Make one action on every board; a board whose match is over goes back to its start instead.

    The masks are scratch space here; see `show_masks`.
    """
    offsets, targets, openings, near = pool
    planes, last, phase, seat, over = boards
    rewards, ended, illegal = events
    swap, misere, forfeit = rules
    for board in range(len(actions)):
        current, number = last[board], actions[board] - swap
        rewards[board] = ended[board] = illegal[board] = 0
        if over[board] == 1:
            begin(planes, last, board)
            phase[board] = over[board] = 0
            seat[board] = 1
            continue
        if number < 0:
            legal = phase[board] == 1
            if legal and misere == 1:
                legal = show_choices(offsets, targets, planes, board, current, masks, swap) > 0
        elif current == NONE:
            legal = openings[number] == 1
        elif len(near) > 0:
            legal = near[current, number] & planes[board, 0, number] == 1
        else:
            legal = is_near(offsets, targets, current, number) & planes[board, 0, number] == 1
        if legal:
            if number >= 0:
                pick(planes, last, board, number)
            seat[board] = 3 - seat[board]
            phase[board] = 1 if phase[board] == 0 else 2
        else:
            illegal[board] = 1
            over[board] = ended[board] = forfeit
            rewards[board] = -forfeit


@kernel
def show_masks(pool: Pool, rules: Rules, boards: Boards, events: Events, masks: Grid) -> None:
    """Write the legal actions of every board, and end the matches without any.

    With a matrix of neighbours every entry is written; otherwise the masks must be zeros. The mask of a match that is
    over has all actions, so that no mask is empty. The plane of the swap is set too.
    """
    offsets, targets, openings, near = pool
    planes, last, phase, _, over = boards
    rewards, ended, _ = events
    swap, misere, _ = rules
    for board in range(len(over)):
        current, choices, is_open = last[board], 1, False
        if current == NONE:
            for number in range(len(openings)):
                masks[board, swap + number] = openings[number]
        elif len(near) > 0:
            # A pass over all numbers is faster than one over the list of neighbours.
            line, remaining, mask = near[current], planes[board, 0], masks[board, swap:]
            choices = 0
            for number in range(len(line)):
                mask[number] = line[number] & remaining[number]
                choices |= mask[number]
        else:
            choices = show_choices(offsets, targets, planes, board, current, masks, swap)
        if swap == 1:
            # A forfeit leaves the position as it was, and the swap open.
            is_open = phase[board] == 1 and (misere == 0 or choices > 0)
            masks[board, 0] = 1 if is_open else 0
            for number in range(len(openings)):
                planes[board, 2, number] = 1 if is_open else 0
        if choices == 0 and not is_open and over[board] == 0:
            over[board] = ended[board] = 1
            rewards[board] = 1 - 2 * misere
        if over[board] == 1:
            for action in range(masks.shape[1]):
                masks[board, action] = 1


@kernel
def scramble(word: int) -> int:
    """Hash a word of 32 bits."""
    word ^= word >> 16
    word = (word * 0x7FEB352D) & WORD
    word ^= word >> 15
    word = (word * 0x846CA68B) & WORD
    return word ^ (word >> 16)


@kernel
def choose(weights: Slots, base: int, choices: Slots, count: int, target: int) -> int:
    """The total weight of all choices, or the place of the one at which their running weight exceeds a target.

    The choices are edges. The weights begin at `base`; if that is NONE every choice weighs 1.
    """
    if base == NONE:
        return count if target < 0 else target
    total = 0
    for place in range(count):
        total += weights[base + choices[place]]
        if target >= 0 and target < total:
            return place
    return total


@kernel
def play_out(
    pool: Pool, rules: Rules, chance: tuple[int, int], policy: Policy, storage: Grid, results: tuple[Slots, ...]
) -> None:
    """Play whole random matches.

    Args:
        pool: The pool, its rows followed by one of all numbers that may be picked first.
        rules: The rules.
        chance: The number of the first match, and the seed, a word of 32 bits.
        policy: The weights of the picks.
        storage: Two slots for each number, and one more: the remaining numbers, and the choices.
        results: The winner and the length of each match are written here.
    """
    winners, lengths = results
    offsets, targets, openings, _ = pool
    weights, first_base, second_base = policy
    swap, misere, _ = rules
    count = len(openings)
    remaining, choices = storage[:count], storage[count:]
    for match in range(len(winners)):
        for number in range(count):
            remaining[number] = 1
        luck = scramble((scramble((chance[0] + match) & WORD) + chance[1]) & WORD)
        current, seat, length = count, 0, 0
        while True:
            options = 0
            for edge in range(offsets[current], offsets[current + 1]):
                # Written first and counted if it remains: faster than a branch.
                choices[options] = edge
                options += remaining[targets[edge]]
            is_open = swap == 1 and length == 1 and (misere == 0 or options > 0)
            base = first_base if seat == 0 else second_base
            total = choose(weights, base, choices, options, NONE)
            extra = 0
            if is_open:
                extra = 1 if base == NONE else weights[base + len(targets)]
            if total + extra == 0:
                base, total, extra = NONE, options, 1 if is_open else 0
                if total + extra == 0:
                    break
            pick = (scramble((luck + length * 0x9E3779B1) & WORD) * (total + extra)) >> 32
            if pick >= extra:
                current = targets[choices[choose(weights, base, choices, options, pick - extra)]]
                remaining[current] = 0
            seat = 1 - seat
            length += 1
        winners[match] = 1 + (seat if misere == 1 else 1 - seat)
        lengths[match] = length


@kernel
def count_bits(word: int) -> int:
    """Count the bits among the lower 62 of a word that are set."""
    word = (word & 0x1555555555555555) + ((word >> 1) & 0x1555555555555555)
    word = (word & 0x3333333333333333) + ((word >> 2) & 0x3333333333333333)
    word = (word & 0x0F0F0F0F0F0F0F0F) + ((word >> 4) & 0x0F0F0F0F0F0F0F0F)
    word += word >> 8
    word += word >> 16
    word += word >> 32
    return word & 0x7F


@kernel
def play_out_evenly(
    pool: Pool, rules: Rules, chance: tuple[int, int], policy: Policy, storage: Grid, results: tuple[Slots, ...]
) -> None:
    """The same as `play_out`, with the same results but faster, for at most 62 numbers, no pie rule and no policy.

    The storage has the neighbours of each number as the bits of one word, and last those that may be picked first.
    """
    winners, lengths = results
    misere, count = rules[1], len(storage) - 1
    for match in range(len(winners)):
        luck = scramble((scramble((chance[0] + match) & WORD) + chance[1]) & WORD)
        remaining, length = (1 << count) - 1, 0
        choices = storage[count]
        while choices != 0:
            pick = (scramble((luck + length * 0x9E3779B1) & WORD) * count_bits(choices)) >> 32
            while pick > 0:
                choices &= choices - 1
                pick -= 1
            lowest = choices & -choices
            remaining ^= lowest
            choices = storage[count_bits(lowest - 1)] & remaining
            length += 1
        winners[match] = 1 + (length + 1 + misere) % 2
        lengths[match] = length


@kernel
def label(pool: Pool, planes: Grid, current: Slots, missed: Grid, values: Slots, optimal: Grid) -> None:
    """Label boards: 1 or 0 for won or lost, and the optimal picks, over zeros.

    Args:
        pool: The pool.
        planes: The boards.
        current: The last pick of each.
        missed: 1 for every remaining number that some maximum matching misses: those that win if they can be picked.
        values: Output: 1 or 0 for each board.
        optimal: Output: the picks.
    """
    offsets, targets, openings, _ = pool
    for board in range(len(values)):
        last, won = current[board], 0
        if last == NONE:
            for number in range(len(openings)):
                won |= openings[number] & missed[board, number]
            for number in range(len(openings)):
                optimal[board, number] = openings[number] & (missed[board, number] | (1 - won))
        else:
            for edge in range(offsets[last], offsets[last + 1]):
                won |= missed[board, targets[edge]]
            for edge in range(offsets[last], offsets[last + 1]):
                number = targets[edge]
                optimal[board, number] = planes[board, 0, number] & (missed[board, number] | (1 - won))
        values[board] = won
