"""Whole random matches, in one compiled call for each core.

Every match depends on the seed and its own number alone, so the result is the same for any number of threads.
"""

import os
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.core.text import quote
from aliquot.envs import pool_kernels, row_kernels
from aliquot.envs.batch import Batch, RowBatch, kernel_of
from aliquot.envs.encoding_base import Bits, Encoding
from aliquot.envs.pool import PoolEncoding

Weights = NDArray[np.int32]
"""The weight of each possible move relative to the others of the same position."""

_NONE = np.zeros(0, np.int32)
_MOST_WEIGHT = 1 << 31


@dataclass(frozen=True, slots=True)
class Playouts:
    """The results of random matches."""

    winners: Bits
    """The seat that won each match."""
    lengths: NDArray[np.int32]
    """The number of moves of each."""


def table_shape(encoding: Encoding) -> tuple[int, ...]:
    """Return the shape of a policy table.

    A line for each number (`encoding.graph.keys`) and a column for each action; in a sum, where an action names its
    number, one line. In a pool, a line for the opening and one for each number picked last.
    """
    actions = len(encoding.actions)
    if isinstance(encoding, PoolEncoding):
        return len(encoding.pool) + 1, actions
    rows: Any = encoding
    return (len(rows.graph.keys), actions) if rows.places == 1 else (actions,)


def play_out(
    encoding: Encoding,
    count: int,
    *,
    seed: int,
    policies: tuple[ArrayLike | None, ArrayLike | None] = (None, None),
    starts: ArrayLike | None = None,
    threads: int | None = None,
    compiled: bool | None = None,
) -> Playouts:
    """Play whole random matches.

    Args:
        encoding: The game.
        count: The number of matches.
        seed: The seed of all random choices.
        policies: For either seat None, for all moves equally likely, or a table of whole numbers of the shape
            `table_shape` gives: the probability of a legal move is proportional to its entry, and all are equally
            likely where the entries are 0.
        starts: The index of each match's start among those of the encoding; by default 0.
        threads: The number of threads; by default one for each core.
        compiled: Whether to run compiled; by default if numba is installed.

    Raises:
        InvalidParameter: The count, the seed, a table or the starts are invalid.
    """
    if type(count) is not int or count < 1:
        raise InvalidParameter(f"The number of matches is a whole number from 1, not {quote(count)}.")
    if type(seed) is not int or seed < 0:
        raise InvalidParameter(f"A seed is a whole number from 0, not {quote(seed)}.")
    batch = Batch.of(encoding, 1, compiled=compiled)
    policy = _policy(encoding, policies)
    start_of = np.zeros(count, np.int32)
    if starts is not None:
        indices = np.asarray(starts)
        if indices.shape != (count,) or indices.min() < 0 or indices.max() >= len(encoding.games):
            raise InvalidParameter(f"Starts are {count} whole numbers from 0 to {len(encoding.games) - 1}.")
        start_of[:] = indices
    winners, lengths = np.zeros(count, np.int8), np.zeros(count, np.int32)
    word = int(np.random.SeedSequence(seed).generate_state(1)[0])
    workers = threads or os.cpu_count() or 1
    bounds = [count * worker // workers for worker in range(workers + 1)]
    play = _player(batch, word, policy)
    with ThreadPoolExecutor(workers) as pool:
        parts = [slice(low, high) for low, high in pairwise(bounds) if low < high]
        list(pool.map(lambda part: play(part, start_of[part], winners[part], lengths[part]), parts))
    return Playouts(winners, lengths)


Play = Callable[[slice, NDArray[np.int32], Bits, NDArray[np.int32]], None]


def _player(batch: Batch, seed: int, policy: Any) -> Play:
    """Return a function that plays one part of the matches.

    Interpreted kernels run on lists, because the integers of arrays would overflow.
    """
    kernel, board, rules, storage = _kernel_for(batch, policy)
    run, with_starts = kernel_of(kernel, batch.compiled), isinstance(batch, RowBatch)

    def play(part: slice, start_of: NDArray[np.int32], winners: Bits, lengths: NDArray[np.int32]) -> None:
        chance = part.start, seed
        if batch.compiled:
            arrays = (start_of, winners, lengths) if with_starts else (winners, lengths)
            run(board, rules, chance, policy, storage.copy(), arrays)
            return
        winner_list, length_list = winners.tolist(), lengths.tolist()
        lists = tuple(each.tolist() for each in board)
        results = (start_of.tolist(), winner_list, length_list) if with_starts else (winner_list, length_list)
        run(lists, rules, chance, (policy[0].tolist(), *policy[1:]), storage.tolist(), results)
        winners[:], lengths[:] = winner_list, length_list

    return play


def _kernel_for(batch: Any, policy: Any) -> tuple[Any, Any, Any, NDArray[Any]]:
    """The fastest kernel for a batch and a policy, with its rows or pool, its rules and its storage."""
    encoding = batch.encoding
    is_even = policy[1:] == (row_kernels.NONE, row_kernels.NONE) and not encoding.swap
    if isinstance(batch, RowBatch):
        kernel: Any = row_kernels.play_out_evenly if is_even and encoding.places == 1 else row_kernels.play_out
        return kernel, batch.rows, batch.rules, np.zeros(encoding.places, np.int32)
    count = len(encoding.pool)
    if is_even and count <= pool_kernels.BITS:
        bits = np.array([encoding.near(place)[0] for place in (*range(count), -1)], np.int64)
        return pool_kernels.play_out_evenly, batch.pool, batch.rules, bits
    return pool_kernels.play_out, _with_openings(batch.pool), batch.rules, np.zeros(2 * count + 1, np.int32)


def _with_openings(pool: Any) -> Any:
    """Add a last row with the numbers that may be picked first to a pool."""
    offsets, targets, allowed, near = pool
    openings = np.flatnonzero(allowed).astype(np.int32)
    longer = np.append(offsets, offsets[-1] + len(openings)).astype(np.int32)
    return longer, np.concatenate((targets, openings)), allowed, near


def _policy(encoding: Encoding, policies: tuple[ArrayLike | None, ArrayLike | None]) -> tuple[Weights, int, int]:
    """Join both tables, and return the index of each seat's first weight."""
    tables = [_NONE if table is None else _weights(encoding, table) for table in policies]
    first, second = (row_kernels.NONE if not len(table) else 0 for table in tables)
    return np.concatenate(tables), first, second if second == row_kernels.NONE else len(tables[0])


def _weights(encoding: Any, policy: ArrayLike) -> Weights:
    """The entries of a policy table in the order of the edges, the swap's at the end."""
    table, shape = np.asarray(policy), table_shape(encoding)
    if table.shape != shape or not np.issubdtype(table.dtype, np.integer):
        raise InvalidParameter(f"A policy table for {encoding.game.id} has whole numbers in the shape {shape}.")
    if table.min() < 0 or table.reshape(-1, table.shape[-1]).sum(axis=1).max() >= _MOST_WEIGHT:
        raise InvalidParameter(
            "The entries of a policy table are at least 0, and those of a line less than 2^31 together."
        )
    swap = int(encoding.swap)
    last = [0 if not swap else table[..., 0].max()]
    if isinstance(encoding, PoolEncoding):
        offsets, targets = encoding.rows
        source = np.repeat(np.arange(len(encoding.pool)), np.diff(offsets))
        openings = table[0, np.flatnonzero(encoding.openings) + swap]
        return np.concatenate((table[source + 1, targets + swap], openings, last)).astype(np.int32)
    graph = encoding.graph
    source = np.repeat(np.arange(len(graph.keys)), np.diff(graph.offsets))
    labels = graph.labels + swap
    edges = table[source, labels] if table.ndim == 2 else table[labels]
    return np.concatenate((edges, last)).astype(np.int32)
