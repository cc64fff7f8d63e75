"""Exact labels for many positions at once: who wins, which actions keep that, and what any other action gives away.

Values are in the unit of rewards: +1 if the player to move wins, −1 if they lose. The regret of an action is what it
gives away: 0 if it keeps the value, 2 if it turns a win into a loss. In a lost position nothing can be given away, so
every legal action is optimal. An illegal action counts as losing.

Numbers are worked out upwards from the end, sums by their Grundy values, pools by maximum matchings, all in kernels.
What has no such theory (misère pools, misère sums with subtraction) is left to the oracle, one position after the
other, which searches or says that it does not know.
"""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.envs import pool_kernels, row_kernels
from aliquot.envs.batch import Batch, PoolBatch, RowBatch, kernel_of, rows_of
from aliquot.envs.encoding_base import OPEN, UNOPENED, Bits, Encoding
from aliquot.envs.rows import RowEncoding
from aliquot.oracle import solve
from aliquot.oracle.forest import bare_forest, mark_missed
from aliquot.oracle.kernel import compiler_installed

_PART = 2048
"""How many positions of a pool one thread takes at a time."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The truth about positions."""

    values: Bits
    """+1 for every position that is won for the player to move, −1 for every other."""
    optimal: Bits
    """For each position, 1 for every action that keeps its value."""

    @property
    def winning(self) -> Bits:
        """For each position, 1 for every action that wins."""
        return self.optimal * (self.values[:, None] > 0)

    def regret(self, actions: ArrayLike) -> NDArray[np.int8]:
        """What an action in each position gives away.

        Raises:
            InvalidParameter: There is not one action in range for each position.
        """
        given = np.asarray(actions)
        if given.shape != self.values.shape or not np.issubdtype(given.dtype, np.integer):
            raise InvalidParameter(f"Actions have the shape {self.values.shape} and are whole numbers.")
        if len(given) and (given.min() < 0 or given.max() >= self.optimal.shape[1]):
            raise InvalidParameter(f"Actions lie between 0 and {self.optimal.shape[1] - 1}.")
        kept = self.optimal[np.arange(len(given)), given] == 1
        return np.where(kept, 0, self.values + 1).astype(np.int8)


def label(what: Encoding | Batch, positions: Sequence[Any] | None = None) -> Labels:
    """The labels of positions.

    Args:
        what: An encoding, with positions; or a batch of matches, whose positions are meant.
        positions: Positions of the encoding's game.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    if isinstance(what, Encoding):
        if not positions:
            return Labels(np.zeros(0, np.int8), np.zeros((0, len(what.actions)), np.int8))
        return label(Batch.at(what, positions))
    if has_theory(what.encoding):
        return _with_swap(what, *_label_inside(what))
    return _label_one_by_one(what)


def has_theory(encoding: Encoding) -> bool:
    """Whether labels are worked out in kernels, for any number of positions."""
    if not isinstance(encoding, RowEncoding):
        return not encoding.misere
    return encoding.places == 1 or not encoding.misere or _are_heaps(encoding)


@lru_cache(maxsize=32)
def _are_heaps(encoding: RowEncoding) -> bool:
    """Whether every node has moves to exactly the Grundy values below its own, as a Nim heap has.

    Then it is that heap, in misère play too.
    """
    graph, (grundy, _) = encoding.graph, _values(encoding, compiler_installed())
    for node, value in enumerate(grundy):
        children = graph.children[graph.offsets[node] : graph.offsets[node + 1]]
        if set(grundy[children].tolist()) != set(range(int(value))):
            return False
    return True


@lru_cache(maxsize=32)
def _values(encoding: RowEncoding, compiled: bool) -> tuple[NDArray[np.int32], Bits]:
    """The Grundy value of every node, and whether it alone is won."""
    graph = encoding.graph
    grundy, wins = np.zeros(len(graph.keys), np.int32), np.zeros(len(graph.keys), np.int8)
    seen = np.zeros(int(np.diff(graph.offsets).max()) + 2, np.int8)
    kernel_of(row_kernels.value_nodes, compiled)(rows_of(encoding), int(encoding.misere), grundy, wins, seen)
    return grundy, wins


def _label_inside(batch: Batch) -> tuple[Bits, Bits]:
    """The labels without regard to the pie rule: 1 or 0 for won or lost, and the optimal moves."""
    actions = len(batch.encoding.actions) - int(batch.encoding.swap)
    values, optimal = np.zeros(batch.size, np.int8), np.zeros((batch.size, actions), np.int8)
    if isinstance(batch, RowBatch):
        grundy, wins = _values(batch.encoding, batch.compiled)
        nodes = batch.nodes.reshape(-1)
        if batch.encoding.places == 1:
            kernel_of(row_kernels.label_single, batch.compiled)(batch.rows, nodes, wins, values, optimal)
        else:
            kernel_of(row_kernels.label_several, batch.compiled)(
                batch.rows, batch.rules, nodes, grundy, values, optimal
            )
    elif isinstance(batch, PoolBatch):
        missed = _missed(batch)
        run = kernel_of(pool_kernels.label, batch.compiled)
        run(batch.pool, batch.planes, batch.current, missed, values, optimal)
    return values, optimal


def _missed(batch: PoolBatch) -> Bits:
    """For each match, the numbers left that some maximum matching of them misses."""
    graph, left = batch.encoding.graph, np.ascontiguousarray(batch.left)
    offsets, targets = np.array(graph.offsets, np.int32), np.array(graph.targets, np.int32)
    missed = np.zeros_like(left)

    def mark(part: slice) -> None:
        forest = bare_forest(left.shape[1], compiled=batch.compiled)
        run(offsets, targets, forest, left[part].reshape(-1), missed[part].reshape(-1))

    run = kernel_of(mark_missed, batch.compiled)
    parts = [slice(start, start + _PART) for start in range(0, batch.size, _PART)]
    if len(parts) == 1:
        mark(parts[0])
    else:
        with ThreadPoolExecutor(cpu_count()) as threads:
            list(threads.map(mark, parts))
    return missed


def _with_swap(batch: Batch, won: Bits, optimal: Bits) -> Labels:
    """The labels with regard to the pie rule.

    Before the first move nothing can be kept that is worth keeping; with the swap open, a position that is lost inside
    is better handed over.
    """
    if not batch.encoding.swap:
        return Labels((2 * won - 1).astype(np.int8), optimal)
    swaps = (batch.phase == OPEN) & (won == 0)
    if batch.encoding.misere:
        # Whoever cannot move has won already, and there is nothing to hand over.
        swaps &= optimal.any(axis=1)
    unopened = batch.phase == UNOPENED
    won = np.where(unopened, 0, np.where(swaps, 1, won))
    optimal = optimal.copy()
    optimal[swaps] = 0
    inside = batch.masks()[:, 1:] * (batch.over == 0)[:, None]
    optimal[unopened] = inside[unopened]
    return Labels((2 * won - 1).astype(np.int8), np.concatenate((swaps[:, None].astype(np.int8), optimal), axis=1))


def _label_one_by_one(batch: Batch) -> Labels:
    """The labels by asking the oracle about each position."""
    values, optimal = np.zeros(batch.size, np.int8), batch.masks() * (batch.over == 0)[:, None]
    for match, position in enumerate(batch.positions()):
        verdict = solve(batch.encoding.game, position)
        values[match] = 1 if verdict.wins else -1
        if verdict.wins:
            optimal[match] = 0
            optimal[match, [batch.encoding.index(move) for move in verdict.winning_moves]] = 1
    return Labels(values, optimal.astype(np.int8))
