"""Many matches at once, their state in arrays, stepped by kernels.

The vectorised environment, the exact labels and the playouts are built on batches. A match that is over goes back to
its start at the next step, whatever the action.
"""

from abc import ABC, abstractmethod
from collections.abc import Sequence
from typing import Any, Literal, cast

import numpy as np
from numpy.typing import ArrayLike, NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.core.game import Penalty
from aliquot.core.text import quote
from aliquot.envs import pool_kernels, row_kernels
from aliquot.envs.encoding_base import DECIDED, OPEN, Bits, EncodedPosition, Encoding
from aliquot.envs.pool import PoolEncoding
from aliquot.envs.rows import RowEncoding
from aliquot.oracle.kernel import compiler_installed, runner

_MOST_CELLS = 1 << 20
"""The most cells of a table of all nodes and actions."""


def kernel_of(function: Any, compiled: bool) -> Any:
    """Return a kernel to call with arrays; compiled, it releases the GIL."""
    return runner(function, compiled, nogil=True)


class Batch(ABC):
    """Matches side by side."""

    seats: Bits
    """The seat to move in each match."""
    over: Bits
    """1 for every match that is over."""

    def __init__(
        self, encoding: Encoding, size: int, penalty: Penalty | None = None, compiled: bool | None = None
    ) -> None:
        """Create matches, all of them at the first start.

        Args:
            encoding: The game.
            size: The number of matches.
            penalty: The cost of an illegal action; by default that of the rule book.
            compiled: Whether to run compiled; by default if numba is installed.
        """
        if type(size) is not int or size < 1:
            raise InvalidParameter(f"A batch has at least one match, not {quote(size)}.")
        self.encoding = encoding
        self.size = size
        self.compiled = compiler_installed() if compiled is None else compiled
        self.forfeit = int((penalty or encoding.penalty) == "forfeit")
        self.phase = np.zeros(size, np.int8)
        self.seats = np.ones(size, np.int8)
        self.over = np.zeros(size, np.int8)
        self.starts = np.zeros(size, np.int32)
        self._masks: Bits | None = None

    @staticmethod
    def of(encoding: Encoding, size: int, *, penalty: Penalty | None = None, compiled: bool | None = None) -> "Batch":
        """Create a batch of the kind of the encoding."""
        if isinstance(encoding, PoolEncoding):
            return PoolBatch(encoding, size, penalty, compiled)
        return RowBatch(cast("RowEncoding", encoding), size, penalty, compiled)

    @staticmethod
    def at(encoding: Encoding, positions: Sequence[Any], *, compiled: bool | None = None) -> "Batch":
        """Create a batch with one match at each position."""
        batch = Batch.of(encoding, len(positions), compiled=compiled)
        batch.enter([encoding.read(position) for position in positions])
        return batch

    def reset(self, starts: ArrayLike | None = None) -> None:
        """Put every match to its start.

        Args:
            starts: The index of each match's start among those of the encoding; by default unchanged.

        Raises:
            InvalidParameter: There is not one index in range for each match.
        """
        if starts is not None:
            indices = np.asarray(starts)
            is_valid = indices.shape == (self.size,) and np.issubdtype(indices.dtype, np.integer)
            if not is_valid or indices.min() < 0 or indices.max() >= len(self.encoding.games):
                raise InvalidParameter(
                    f"Starts are {self.size} whole numbers from 0 to {len(self.encoding.games) - 1}."
                )
            self.starts[:] = indices
        self.restart()

    def restart(self, boards: NDArray[np.bool_] | None = None) -> None:
        """Put some matches back to their start; by default all."""
        chosen: Any = slice(None) if boards is None else boards
        self._begin(chosen)
        self.phase[chosen], self.seats[chosen], self.over[chosen] = 0, 1, 0
        self._masks = None

    def step(self, actions: ArrayLike) -> tuple[Bits, Bits, Bits]:
        """Make an action in every match.

        Returns:
            The rewards of the players who acted, 1 for each match that ended, and 1 for each illegal action.

        Raises:
            InvalidParameter: The actions are not whole numbers in range, one for each match.
        """
        checked = self.check(actions)
        rewards, ended, illegal = np.empty((3, self.size), np.int8)
        self._masks = self._step(checked, (rewards, ended, illegal))
        return rewards, ended, illegal

    def check(self, actions: ArrayLike) -> NDArray[np.int64]:
        """Check actions and return them as the kernels take them.

        Raises:
            InvalidParameter: They are not whole numbers in range, one for each match.
        """
        array = np.asarray(actions)
        if array.shape != (self.size,):
            raise InvalidParameter(f"Actions have the shape ({self.size},), not {array.shape}.")
        if not np.issubdtype(array.dtype, np.integer):
            raise InvalidParameter(f"Actions are whole numbers, not of the kind {array.dtype}.")
        if array.min() < 0 or array.max() >= len(self.encoding.actions):
            raise InvalidParameter(f"Actions lie between 0 and {len(self.encoding.actions) - 1}.")
        return array.astype(np.int64, copy=False)

    def masks(self) -> Bits:
        """The legal actions of each match; all actions for a match that is over, so that no mask is empty.

        Every step makes a new array; callers must not change it before the next step.
        """
        if self._masks is None:
            self._masks = self._show_masks()
        return self._masks

    def observe(self) -> Bits:
        """The planes of each match."""
        self.masks()
        return self._show_planes()

    def positions(self) -> list[Any]:
        """The position of each match, up to its key."""
        return [self.encoding.write(self._encoded(match)) for match in range(self.size)]

    def enter(self, positions: Sequence[EncodedPosition]) -> None:
        """Go to one position in each match."""
        self.reset()
        for index, position in enumerate(positions):
            self.seats[index], self.phase[index] = position.seat, position.phase
            match = self.encoding.new_match()
            match.enter(position)
            self.over[index] = match.is_over
            self._enter(index, position.content)
        self._masks = None

    def _seat(self, match: int) -> Literal[1, 2]:
        return 1 if self.seats[match] == 1 else 2

    @abstractmethod
    def _begin(self, chosen: Any) -> None: ...

    @abstractmethod
    def _step(self, actions: NDArray[np.int64], events: tuple[Bits, Bits, Bits]) -> Bits: ...

    @abstractmethod
    def _show_masks(self) -> Bits: ...

    @abstractmethod
    def _show_planes(self) -> Bits: ...

    @abstractmethod
    def _encoded(self, match: int) -> EncodedPosition: ...

    @abstractmethod
    def _enter(self, match: int, content: tuple[int, ...]) -> None: ...


def rows_of(encoding: RowEncoding) -> row_kernels.Rows:
    """Return the rows of an encoding as the kernels take them."""
    graph: Any = encoding.graph
    count = len(encoding.actions) - int(encoding.swap)
    table = np.zeros((0, count), np.int32)
    if count * len(graph.keys) <= _MOST_CELLS:
        table = np.full((len(graph.keys), count), row_kernels.NONE, np.int32)
        table[np.repeat(np.arange(len(graph.keys)), np.diff(graph.offsets)), graph.labels] = graph.children
    return graph.offsets, graph.labels, graph.children, graph.starts.reshape(-1), table


class RowBatch(Batch):
    """Matches of numbers."""

    encoding: RowEncoding

    def __init__(self, encoding: RowEncoding, size: int, penalty: Penalty | None, compiled: bool | None) -> None:
        """Create matches; see `Batch`."""
        super().__init__(encoding, size, penalty, compiled)
        self.rows = rows_of(encoding)
        self.rules = encoding.places, int(encoding.swap), int(encoding.misere), self.forfeit
        self.nodes = np.zeros((size, encoding.places), np.int32)
        self._lines: Bits | None = None
        if encoding.places == 1 and not encoding.swap and len(self.rows[-1]):
            self._lines = np.append(self.rows[-1] >= 0, np.ones((1, len(encoding.actions)), bool), axis=0).astype(
                np.int8
            )
        self._begin(slice(None))

    @property
    def _boards(self) -> row_kernels.Boards:
        # Views are made for each call: a copied or pickled view would no longer be one of the copied array.
        return self.nodes.reshape(-1), self.starts, self.phase, self.seats, self.over

    def _begin(self, chosen: Any) -> None:
        self.nodes[chosen] = self.encoding.graph.starts[self.starts[chosen]]

    def _step(self, actions: NDArray[np.int64], events: tuple[Bits, Bits, Bits]) -> Bits:
        run = kernel_of(row_kernels.step, self.compiled)
        run(self.rows, self.rules, self._boards, actions, events)
        return self._show_masks()

    def _show_masks(self) -> Bits:
        if self._lines is not None:
            # The last line has every action, for matches that are over.
            lines = np.where(self.over, len(self._lines) - 1, self.nodes[:, 0])
            return self._lines.take(lines, axis=0)
        masks = np.zeros((self.size, len(self.encoding.actions)), np.int8)
        kernel_of(row_kernels.show_masks, self.compiled)(self.rows, self.rules, self._boards, masks)
        return masks

    def _show_planes(self) -> Bits:
        planes: Bits = self.encoding.graph.features.take(self.nodes, axis=0)
        if not self.encoding.swap:
            return planes
        # A forfeit leaves the position as it was, and the swap open.
        is_open = self.phase == OPEN
        if self.encoding.misere:
            is_open &= np.diff(self.encoding.graph.offsets)[self.nodes].any(axis=1)
        plane = np.repeat(is_open[:, None, None], planes.shape[2], axis=2).astype(np.int8)
        return np.concatenate((planes, plane), axis=1)

    def _encoded(self, match: int) -> EncodedPosition:
        keys = self.encoding.graph.keys
        content = tuple(keys[node] for node in self.nodes[match])
        return EncodedPosition(content, self._seat(match), int(self.phase[match]))

    def _enter(self, match: int, content: tuple[int, ...]) -> None:
        self.nodes[match] = [self.encoding.node(key) for key in content]


def _pool_of(encoding: PoolEncoding) -> pool_kernels.Pool:
    """Return the pool of an encoding as the kernels take it."""
    offsets, targets = encoding.rows
    count = len(encoding.pool)
    near = np.zeros((0, count), np.int8)
    if count * count <= _MOST_CELLS:
        near = np.zeros((count, count), np.int8)
        near[np.repeat(np.arange(count), np.diff(offsets)), targets] = 1
    parts: Any = offsets, targets, encoding.openings, near
    return cast("pool_kernels.Pool", parts)


class PoolBatch(Batch):
    """Matches over a pool."""

    encoding: PoolEncoding

    def __init__(self, encoding: PoolEncoding, size: int, penalty: Penalty | None, compiled: bool | None) -> None:
        """Create matches; see `Batch`."""
        super().__init__(encoding, size, penalty, compiled)
        self.pool = _pool_of(encoding)
        self.rules = int(encoding.swap), int(encoding.misere), self.forfeit
        self.planes = np.zeros((size, *encoding.shape), np.int8)
        self.current = np.full(size, pool_kernels.NONE, np.int32)
        self._begin(slice(None))

    @property
    def _boards(self) -> pool_kernels.Boards:
        return self.planes, self.current, self.phase, self.seats, self.over

    def _begin(self, chosen: Any) -> None:
        self.planes[chosen], self.current[chosen] = 0, pool_kernels.NONE
        self.planes[chosen, 0] = 1

    @property
    def remaining(self) -> Bits:
        """1 for every remaining number of each match."""
        return self.planes[:, 0]

    def _step(self, actions: NDArray[np.int64], events: tuple[Bits, Bits, Bits]) -> Bits:
        masks = self._new_masks()
        kernel_of(pool_kernels.step, self.compiled)(self.pool, self.rules, self._boards, actions, events, masks)
        kernel_of(pool_kernels.show_masks, self.compiled)(self.pool, self.rules, self._boards, events, masks)
        return masks

    def _show_masks(self) -> Bits:
        masks = self._new_masks()
        nothing = tuple(np.zeros((3, self.size), np.int8))
        kernel_of(pool_kernels.show_masks, self.compiled)(self.pool, self.rules, self._boards, nothing, masks)
        return masks

    def _new_masks(self) -> Bits:
        """New masks; with a matrix of neighbours every entry will be written, otherwise only some."""
        make = np.empty if len(self.pool[-1]) else np.zeros
        return make((self.size, len(self.encoding.actions)), np.int8)

    def _show_planes(self) -> Bits:
        return self.planes.copy()

    def _encoded(self, match: int) -> EncodedPosition:
        low, last = self.encoding.pool.start, int(self.current[match])
        earlier = [int(place) + low for place in np.flatnonzero(self.remaining[match] == 0) if place != last]
        picks = (*earlier, last + low) if last >= 0 else ()
        seat, phase = self._seat(match), int(self.phase[match])
        swapped = self.encoding.swap and phase == DECIDED and len(picks) % 2 != seat - 1
        return EncodedPosition(picks, seat, phase, swapped)

    def _enter(self, match: int, content: tuple[int, ...]) -> None:
        places = [number - self.encoding.pool.start for number in content]
        self.planes[match, 0, places] = 0
        if places:
            self.current[match] = places[-1]
            self.planes[match, 1, places[-1]] = 1
