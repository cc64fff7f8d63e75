"""The encoding of numbers: one, several at once, or anything else that is a short list of moves from each place.

A *key* is what one place on the table holds: a number, or a position of a game that is known by its moves alone. Its
*row* lists what can be done there: actions, and the keys they lead to. With one place an action is a move there; with
several, an action names the number as well, so that every action belongs to one row.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.envs.encoding_base import Bits, Encoding, Origin, Plain, Walk

MOST_EDGES = 1 << 22
"""The most moves, over all keys, that are written down for compiled play."""

_CACHE = 1 << 26
"""About how many bytes of rows and tables are kept."""

Options = Callable[[int], Iterable[tuple[Any, int]]]
"""What can be done at a key: moves in ascending order, each with the key it leads to."""


@dataclass(frozen=True, slots=True)
class Row:
    """What there is to know of one key."""

    children: dict[int, int]
    """The actions there, ascending, and the keys they lead to."""
    mask: Bits
    """The actions as a mask."""
    features: Bits
    """How the key is shown, as one plane."""

    def __deepcopy__(self, memo: object) -> "Row":
        """A row never changes."""
        return self


@dataclass(frozen=True, slots=True)
class Table:
    """What there is to know of all places together."""

    keys: tuple[int, ...]
    """What they hold."""
    rows: tuple[Row, ...]
    """The row of each."""
    mask: Bits
    """The actions of all of them, as a mask that is only looked at."""
    features: Bits
    """How they are shown, one plane for each."""
    is_stuck: bool
    """Whether there is nothing to do."""

    def after(self, action: int) -> tuple[int, ...] | None:
        """What the places hold after an action at the first of them that has it; None if none has."""
        keys = self.keys
        for place, row in enumerate(self.rows):
            child = row.children.get(action)
            if child is not None:
                return (child,) if len(keys) == 1 else (*keys[:place], child, *keys[place + 1 :])
        return None

    def __deepcopy__(self, memo: object) -> "Table":
        """A table never changes."""
        return self


@dataclass(frozen=True, slots=True)
class Graph:
    """All rows in one, for kernels; every key comes after those it leads to."""

    keys: tuple[int, ...]
    """The key of each node."""
    offsets: NDArray[np.int32]
    """Where the row of each node starts."""
    labels: NDArray[np.int32]
    """The action of each edge, without the swap."""
    children: NDArray[np.int32]
    """The node each edge leads to."""
    features: Bits
    """How each node is shown."""
    starts: NDArray[np.int32]
    """The nodes of each start, one line for each."""


class RowEncoding(Encoding):
    """Actions and observations made of rows."""

    kind = "rows"

    def __init__(
        self, origin: Origin, *, options: Options, features: Callable[[int], Bits], rank: Callable[[int], Any]
    ) -> None:
        """Sets up what differs from game to game; `settle` must follow.

        Args:
            origin: What is known of the games.
            options: What can be done at a key.
            features: How a key is shown.
            rank: Sorts keys so that each comes after those it leads to.
        """
        super().__init__(origin)
        self._options, self._features, self._rank = options, features, rank
        self.starts = tuple(self.read(game.start()).content for game in self.games)
        self.places = len(self.starts[0])
        self.edges = 0
        """The number of moves over all keys, as far as it is known beforehand."""
        self._rows: dict[int, Row] = {}
        self._tables: dict[tuple[int, ...], Table] = {}
        self._kept = 0

    def walk(self) -> "RowWalk":
        """A match over rows."""
        return RowWalk(self) if self.swap or self.places > 1 else NumberWalk(self)

    def row(self, key: int) -> Row:
        """What there is to know of a key."""
        row = self._rows.get(key)
        if row is None:
            shift = 1 if self.swap else 0
            try:
                children = {self._index[move] - shift: child for move, child in self._options(key)}
            except KeyError:
                raise self._unreachable(key) from None
            mask = np.zeros(len(self.actions) - shift, np.int8)
            mask[list(children)] = 1
            row = Row(children, mask, self._features(key).reshape(1, -1))
            self._kept += len(mask) + 100 * len(children)
            self._make_room()
            self._rows[key] = row
        return row

    def table(self, keys: tuple[int, ...]) -> Table:
        """What there is to know of all places together."""
        table = self._tables.get(keys)
        if table is None:
            rows = tuple(map(self.row, keys))
            mask, features = rows[0].mask, rows[0].features
            if len(rows) > 1:
                mask = np.bitwise_or.reduce([row.mask for row in rows])
                features = np.concatenate([row.features for row in rows])
                self._kept += mask.nbytes + features.nbytes
            # Handed out again and again, so nobody may write on it.
            mask.flags.writeable = False
            self._kept += 500
            self._make_room()
            self._tables[keys] = table = Table(keys, rows, mask, features, not any(row.children for row in rows))
        return table

    def _make_room(self) -> None:
        if self._kept > _CACHE:
            self._rows.clear()
            self._tables.clear()
            self._kept = 0

    def _unreachable(self, key: int) -> InvalidParameter:
        return InvalidParameter(f"{abs(key)} cannot be reached from the starts of {self.game.id}.")

    @cached_property
    def nodes(self) -> dict[int, int]:
        """The node of each key."""
        return {key: node for node, key in enumerate(self.graph.keys)}

    def node(self, key: int) -> int:
        """The node of a key.

        Raises:
            InvalidParameter: It cannot be reached.
        """
        try:
            return self.nodes[key]
        except KeyError:
            raise self._unreachable(key) from None

    @cached_property
    def graph(self) -> Graph:
        """All rows in one.

        Raises:
            InvalidParameter: They are too many to write down.
        """
        shift = 1 if self.swap else 0
        too_many = InvalidParameter(
            f"{self.game.id} is too large for compiled play: "
            f"more than {MOST_EDGES:,} moves would have to be written down."
        )
        if self.edges > MOST_EDGES:
            raise too_many
        keys = reachable([key for start in self.starts for key in start], self._options, MOST_EDGES, too_many)
        keys.sort(key=self._rank)
        node = {key: place for place, key in enumerate(keys)}
        offsets, labels, children = [0], [], []
        for key in keys:
            for move, child in self._options(key):
                labels.append(self._index[move] - shift)
                children.append(node[child])
            offsets.append(len(labels))
        return Graph(
            tuple(keys),
            np.array(offsets, np.int32),
            np.array(labels, np.int32),
            np.array(children, np.int32),
            np.stack([self._features(key) for key in keys]),
            np.array([[node[key] for key in start] for start in self.starts], np.int32),
        )


def reachable(keys: Iterable[int], options: Options, most: int, refusal: InvalidParameter) -> list[int]:
    """Every key that can follow, refusing those with more moves between them than the most."""
    found = dict.fromkeys(keys)
    queue, edges = list(found), 0
    for key in queue:
        for _, child in options(key):
            edges += 1
            if child not in found:
                found[child] = None
                queue.append(child)
        if edges > most:
            raise refusal
    return queue


class RowWalk(Walk):
    """One match over rows."""

    __slots__ = ("_table",)
    encoding: RowEncoding

    def _begin(self, start: int) -> None:
        self._table = self.encoding.table(self.encoding.starts[start])

    def _enter(self, plain: Plain) -> None:
        self._table = self.encoding.table(plain.content)

    def _content(self) -> tuple[int, ...]:
        return self._table.keys

    def _is_stuck(self) -> bool:
        return self._table.is_stuck

    def _takes(self, action: int) -> bool:
        return any(action in row.children for row in self._table.rows)

    def _move(self, action: int) -> None:
        table = self._table.after(action)
        if table is not None:
            self._table = self.encoding.table(table)

    def _mask(self) -> Bits:
        return self._table.mask.copy()

    def _observe(self) -> Bits:
        return self._table.features.copy()


class NumberWalk(RowWalk):
    """One match over rows without the pie rule: the same, with nothing to ask at each step."""

    __slots__ = ()

    def reset(self, start: int = 0) -> None:
        self.seat, self.is_over = 1, False
        self._table = self.encoding.table(self.encoding.starts[start])

    def attempt(self, action: int) -> bool:
        keys = self._table.after(action)
        if keys is None:
            return False
        self._table = table = self.encoding.table(keys)
        self.seat = 2 if self.seat == 1 else 1
        self.is_over = table.is_stuck
        return True

    mask, observe = RowWalk._mask, RowWalk._observe

    def legal(self) -> Bits:
        return self._table.mask
