"""The encoding of a pool: an action is a number to pick; the planes show the remaining numbers and the last pick."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aliquot.envs.encoding_base import Bits, Codec, EncodedMatch, EncodedPosition, Encoding
from aliquot.oracle.graph import Graph, divisor_graph

_CACHE = 1 << 26
"""The size in bytes of the cache of neighbourhoods."""


class PoolEncoding(Encoding):
    """The actions and observations of a pool of consecutive numbers."""

    kind = "pool"

    def __init__(self, codec: Codec, *, pool: range, swap_move: Any) -> None:
        """Create the encoding of a pool.

        Raises:
            InvalidParameter: The pool is too large.
        """
        super().__init__(codec)
        self.pool = pool
        self.set_actions(pool, swap_move, ("the numbers left", "the last pick"), len(pool))
        allowed = np.zeros(len(pool), np.int8)
        allowed[[number - pool.start for number in self.game.legal_moves(self.game.start())]] = 1
        self.openings: Bits = allowed
        self.whole: Bits = np.ones(len(pool), np.int8)
        self._near: dict[int, tuple[int, Bits, Bits]] = {}

    @cached_property
    def graph(self) -> Graph:
        """The divisors and multiples of every number."""
        return divisor_graph(self.pool.start, self.pool.stop - 1)

    @cached_property
    def rows(self) -> tuple[NDArray[np.int32], NDArray[np.int32]]:
        """The start of each number's neighbours, and the neighbours, ascending."""
        offsets, targets = np.array(self.graph.offsets, np.int32), np.array(self.graph.targets, np.int32)
        source = np.repeat(np.arange(len(self.pool)), np.diff(offsets))
        return offsets, targets[offsets[source] + offsets[source + 1] - 1 - np.arange(len(targets))]

    def new_match(self) -> "PoolMatch":
        """A new match."""
        return PoolMatch(self)

    def near(self, place: int) -> tuple[int, Bits, Bits]:
        """The neighbours of a number as bits and as a mask, and planes that show it as the last pick.

        At place -1, before the first pick, the neighbours are the openings.
        """
        result = self._near.get(place)
        if result is None:
            count, planes = len(self.pool), np.zeros((2, len(self.pool)), np.int8)
            mask = self.openings.copy() if place < 0 else np.zeros(count, np.int8)
            if place >= 0:
                offsets, targets = self.rows
                mask[targets[offsets[place] : offsets[place + 1]]] = 1
                planes[1, place] = 1
            bits = int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")
            if len(self._near) * 4 * count > _CACHE:
                self._near.clear()
            result = self._near[place] = bits, mask, planes
        return result


class PoolMatch(EncodedMatch):
    """One match over a pool."""

    __slots__ = ("_choices", "_current", "_near", "_picks", "_planes", "_remaining", "_remaining_bits")
    encoding: PoolEncoding

    def _begin(self, start: int) -> None:
        count = len(self.encoding.pool)
        self._picks: list[int] = []
        self._remaining = self.encoding.whole.copy()
        self._remaining_bits = (1 << count) - 1
        self._look(-1)

    def _enter(self, position: EncodedPosition) -> None:
        self._begin(0)
        if position.content:
            low = self.encoding.pool.start
            self._picks = list(position.content)
            for number in position.content:
                self._remaining[number - low] = 0
                self._remaining_bits &= ~(1 << number - low)
            self._look(position.content[-1] - low)

    def _look(self, current: int) -> None:
        self._current = current
        bits, self._near, self._planes = self.encoding.near(current)
        self._choices = bits & self._remaining_bits

    def _content(self) -> tuple[int, ...]:
        return tuple(self._picks)

    def _is_stuck(self) -> bool:
        return not self._choices

    def _move(self, action: int) -> bool:
        if not self._choices >> action & 1:
            return False
        self._picks.append(self.encoding.pool.start + action)
        self._remaining[action] = 0
        self._remaining_bits &= ~(1 << action)
        self._look(action)
        return True

    def _mask(self) -> Bits:
        return self._near & self._remaining

    def _observe(self) -> Bits:
        planes = self._planes.copy()
        planes[0] = self._remaining
        return planes
