"""The encoding of a pool: an action is a number to pick; the planes show what is left, and the last pick."""

from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aliquot.envs.encoding_base import Bits, Encoding, Origin, Plain, Walk
from aliquot.oracle.graph import Graph, divisor_graph

_CACHE = 1 << 26
"""How many bytes of neighbourhoods are kept."""


class PoolEncoding(Encoding):
    """Actions and observations of a pool of consecutive numbers."""

    kind = "pool"

    def __init__(self, origin: Origin, *, pool: range, swap_move: Any) -> None:
        """Takes the pool.

        Raises:
            InvalidParameter: It is too large.
        """
        super().__init__(origin)
        self.pool = pool
        self.settle(pool, swap_move, ("the numbers left", "the last pick"), len(pool))
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
        """Where the neighbours of each number start, and the neighbours, ascending."""
        offsets, targets = np.array(self.graph.offsets, np.int32), np.array(self.graph.targets, np.int32)
        source = np.repeat(np.arange(len(self.pool)), np.diff(offsets))
        return offsets, targets[offsets[source] + offsets[source + 1] - 1 - np.arange(len(targets))]

    def walk(self) -> "PoolWalk":
        """A match over the pool."""
        return PoolWalk(self) if self.swap else PickWalk(self)

    def near(self, place: int) -> tuple[int, Bits, Bits]:
        """The neighbours of a number, as bits of one number and as a mask, and planes that show it as the last pick.

        Before the first pick, at place -1, the neighbours are the openings.
        """
        known = self._near.get(place)
        if known is None:
            count, planes = len(self.pool), np.zeros((2, len(self.pool)), np.int8)
            mask = self.openings.copy() if place < 0 else np.zeros(count, np.int8)
            if place >= 0:
                offsets, targets = self.rows
                mask[targets[offsets[place] : offsets[place + 1]]] = 1
                planes[1, place] = 1
            bits = int.from_bytes(np.packbits(mask, bitorder="little").tobytes(), "little")
            if len(self._near) * 4 * count > _CACHE:
                self._near.clear()
            known = self._near[place] = bits, mask, planes
        return known


class PoolWalk(Walk):
    """One match over a pool."""

    __slots__ = ("_choices", "_current", "_left", "_left_bits", "_near", "_picks", "_planes")
    encoding: PoolEncoding

    def _begin(self, start: int) -> None:
        count = len(self.encoding.pool)
        self._picks: list[int] = []
        self._left = self.encoding.whole.copy()
        self._left_bits = (1 << count) - 1
        self._look(-1)

    def _enter(self, plain: Plain) -> None:
        self._begin(0)
        if plain.content:
            low = self.encoding.pool.start
            self._picks = list(plain.content)
            for number in plain.content:
                self._left[number - low] = 0
                self._left_bits &= ~(1 << number - low)
            self._look(plain.content[-1] - low)

    def _look(self, current: int) -> None:
        self._current = current
        bits, self._near, self._planes = self.encoding.near(current)
        self._choices = bits & self._left_bits

    def _content(self) -> tuple[int, ...]:
        return tuple(self._picks)

    def _is_stuck(self) -> bool:
        return not self._choices

    def _takes(self, action: int) -> bool:
        return bool(self._choices >> action & 1)

    def _move(self, action: int) -> None:
        self._picks.append(self.encoding.pool.start + action)
        self._left[action] = 0
        self._left_bits &= ~(1 << action)
        self._look(action)

    def _mask(self) -> Bits:
        return self._near & self._left

    def _observe(self) -> Bits:
        planes = self._planes.copy()
        planes[0] = self._left
        return planes


class PickWalk(PoolWalk):
    """One match over a pool without the pie rule: the same, with nothing to ask at each step."""

    __slots__ = ()

    def attempt(self, action: int) -> bool:
        if not self._choices >> action & 1:
            return False
        self._move(action)
        self.seat = 2 if self.seat == 1 else 1
        self.is_over = not self._choices
        return True

    mask, observe = PoolWalk._mask, PoolWalk._observe
