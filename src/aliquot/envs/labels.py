"""Exact labels for many positions at once: the value, the optimal actions, and the regret of the others.

Values are in the unit of rewards: +1 if the player to move wins, −1 if they lose. The regret of an action is its
loss of value: 0 if it keeps the value, 2 if it turns a win into a loss. In a lost position every legal action is
optimal. An illegal action counts as losing.

Kernels label numbers upwards from the end, sums by Grundy values, and pools by maximum matchings. Games without such a
theory (misère pools, misère sums with subtraction) are labelled by the oracle, one position after the other.
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
"""The number of pool positions that a thread labels at a time."""


@dataclass(frozen=True, slots=True)
class Labels:
    """The labels of positions."""

    values: Bits
    """+1 for every position that is won for the player to move, −1 for every other."""
    optimal: Bits
    """For each position, 1 for every action that keeps its value."""

    @property
    def winning(self) -> Bits:
        """For each position, 1 for every action that wins."""
        return self.optimal * (self.values[:, None] > 0)

    def regret(self, actions: ArrayLike) -> NDArray[np.int8]:
        """The regret of an action in each position.

        Raises:
            InvalidParameter: There is not one action in range for each position.
        """
        array = np.asarray(actions)
        if array.shape != self.values.shape or not np.issubdtype(array.dtype, np.integer):
            raise InvalidParameter(f"Actions have the shape {self.values.shape} and are whole numbers.")
        if len(array) and (array.min() < 0 or array.max() >= self.optimal.shape[1]):
            raise InvalidParameter(f"Actions lie between 0 and {self.optimal.shape[1] - 1}.")
        is_optimal = self.optimal[np.arange(len(array)), array] == 1
        return np.where(is_optimal, 0, self.values + 1).astype(np.int8)


def label(source: Encoding | Batch, positions: Sequence[Any] | None = None) -> Labels:
    """Return the labels of positions.

    Args:
        source: An encoding, with positions; or a batch, whose positions are labelled.
        positions: Positions of the encoding's game.

    Raises:
        Unsolved: The game has no theory and is too large to search.
    """
    if isinstance(source, Encoding):
        if not positions:
            return Labels(np.zeros(0, np.int8), np.zeros((0, len(source.actions)), np.int8))
        return label(Batch.at(source, positions))
    if has_theory(source.encoding):
        return _with_swap(source, *_label_inside(source))
    return _label_one_by_one(source)


def has_theory(encoding: Encoding) -> bool:
    """Return whether kernels can label the positions."""
    if not isinstance(encoding, RowEncoding):
        return not encoding.misere
    return encoding.places == 1 or not encoding.misere or _are_heaps(encoding)


@lru_cache(maxsize=32)
def _are_heaps(encoding: RowEncoding) -> bool:
    """Return whether every node has moves to exactly the Grundy values below its own, like a Nim heap.

    Then it is that heap in misère play too.
    """
    graph, (grundy, _) = encoding.graph, _values(encoding, compiler_installed())
    for node, value in enumerate(grundy):
        children = graph.children[graph.offsets[node] : graph.offsets[node + 1]]
        if set(grundy[children].tolist()) != set(range(int(value))):
            return False
    return True


@lru_cache(maxsize=32)
def _values(encoding: RowEncoding, compiled: bool) -> tuple[NDArray[np.int32], Bits]:
    """The Grundy value of every node, and 1 for every node that is won alone."""
    graph = encoding.graph
    grundy, wins = np.zeros(len(graph.keys), np.int32), np.zeros(len(graph.keys), np.int8)
    seen = np.zeros(int(np.diff(graph.offsets).max()) + 2, np.int8)
    kernel_of(row_kernels.value_nodes, compiled)(rows_of(encoding), int(encoding.misere), grundy, wins, seen)
    return grundy, wins


def _label_inside(batch: Batch) -> tuple[Bits, Bits]:
    """The labels without the pie rule: 1 or 0 for won or lost, and the optimal moves."""
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
    """For each match, the remaining numbers that some maximum matching of them misses."""
    graph, remaining = batch.encoding.graph, np.ascontiguousarray(batch.remaining)
    offsets, targets = np.array(graph.offsets, np.int32), np.array(graph.targets, np.int32)
    missed = np.zeros_like(remaining)

    def mark(part: slice) -> None:
        forest = bare_forest(remaining.shape[1], compiled=batch.compiled)
        run(offsets, targets, forest, remaining[part].reshape(-1), missed[part].reshape(-1))

    run = kernel_of(mark_missed, batch.compiled)
    parts = [slice(start, start + _PART) for start in range(0, batch.size, _PART)]
    if len(parts) == 1:
        mark(parts[0])
    else:
        with ThreadPoolExecutor(cpu_count()) as threads:
            list(threads.map(mark, parts))
    return missed


def _with_swap(batch: Batch, won: Bits, optimal: Bits) -> Labels:
    """The labels with the pie rule.

    The first move always loses; with the swap open, a position that is lost inside is won by a swap.
    """
    if not batch.encoding.swap:
        return Labels((2 * won - 1).astype(np.int8), optimal)
    swaps = (batch.phase == OPEN) & (won == 0)
    if batch.encoding.misere:
        # A player who cannot move has won already, and there is no swap.
        swaps &= optimal.any(axis=1)
    unopened = batch.phase == UNOPENED
    won = np.where(unopened, 0, np.where(swaps, 1, won))
    optimal = optimal.copy()
    optimal[swaps] = 0
    inside = batch.masks()[:, 1:] * (batch.over == 0)[:, None]
    optimal[unopened] = inside[unopened]
    return Labels((2 * won - 1).astype(np.int8), np.concatenate((swaps[:, None].astype(np.int8), optimal), axis=1))


def _label_one_by_one(batch: Batch) -> Labels:
    """Label each position by the oracle."""
    values, optimal = np.zeros(batch.size, np.int8), batch.masks() * (batch.over == 0)[:, None]
    for match, position in enumerate(batch.positions()):
        verdict = solve(batch.encoding.game, position)
        values[match] = 1 if verdict.wins else -1
        if verdict.wins:
            optimal[match] = 0
            optimal[match, [batch.encoding.index(move) for move in verdict.winning_moves]] = 1
    return Labels(values, optimal.astype(np.int8))
