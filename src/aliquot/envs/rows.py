"""The encoding of one number, of several, and of any other small game.

A *key* is the content of one place: a number, or the index of a position of a game known by its moves alone. Its *row*
lists the actions there and the keys they lead to. With one place an action is a move there; with several, an action
names the number as well, so that every action belongs to one row.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import numpy as np
from numpy.typing import NDArray

from aliquot.core.errors import InvalidParameter
from aliquot.envs.encoding_base import Bits, Codec, EncodedMatch, EncodedPosition, Encoding

MOST_EDGES = 1 << 22
"""The most moves, over all keys, of a graph for compiled play."""

_CACHE = 1 << 26
"""The approximate size in bytes of the cache of rows and tables."""

Options = Callable[[int], Iterable[tuple[Any, int]]]
"""Returns the moves at a key, ascending, each with the key it leads to."""


@dataclass(frozen=True, slots=True)
class Row:
    """The data of one key."""

    children: dict[int, int]
    """The actions there, ascending, and the keys they lead to."""
    mask: Bits
    """The actions as a mask."""
    features: Bits
    """The plane that shows the key."""

    def __deepcopy__(self, memo: object) -> "Row":
        """Return the row itself, which is immutable."""
        return self


@dataclass(frozen=True, slots=True)
class Table:
    """The data of all places together."""

    keys: tuple[int, ...]
    """The key of each place."""
    rows: tuple[Row, ...]
    """The row of each place."""
    mask: Bits
    """The actions of all places as a read-only mask."""
    features: Bits
    """One plane for each place."""
    is_stuck: bool
    """True if there is no action."""

    def after(self, action: int) -> tuple[int, ...] | None:
        """The keys after an action at the first place that has it; None if no place has."""
        keys = self.keys
        for place, row in enumerate(self.rows):
            child = row.children.get(action)
            if child is not None:
                return (child,) if len(keys) == 1 else (*keys[:place], child, *keys[place + 1 :])
        return None

    def __deepcopy__(self, memo: object) -> "Table":
        """Return the table itself, which is immutable."""
        return self


@dataclass(frozen=True, slots=True)
class Graph:
    """All rows together, for kernels; every key comes after those it leads to."""

    keys: tuple[int, ...]
    """The key of each node."""
    offsets: NDArray[np.int32]
    """The start of the row of each node, and the end of the last."""
    labels: NDArray[np.int32]
    """The action of each edge, without the swap."""
    children: NDArray[np.int32]
    """The node each edge leads to."""
    features: Bits
    """The plane of each node."""
    starts: NDArray[np.int32]
    """The nodes of each start, in one line each."""


class RowEncoding(Encoding):
    """The actions and observations of numbers and other small games, made of rows."""

    kind = "rows"

    def __init__(
        self, codec: Codec, *, options: Options, features: Callable[[int], Bits], rank: Callable[[int], Any]
    ) -> None:
        """Create the encoding; `set_actions` must follow.

        Args:
            codec: The games, and how to read and write their positions.
            options: Returns the moves at a key.
            features: Returns the plane of a key.
            rank: Sorts keys so that each comes after those it leads to.
        """
        super().__init__(codec)
        self._options, self._features, self._rank = options, features, rank
        self.starts = tuple(self.read(game.start()).content for game in self.games)
        self.places = len(self.starts[0])
        self.edges = 0
        """The number of moves over all keys, or 0 if it must be counted."""
        self._rows: dict[int, Row] = {}
        self._tables: dict[tuple[int, ...], Table] = {}
        self._cache_size = 0

    def new_match(self) -> "RowMatch":
        """A new match."""
        return RowMatch(self)

    def row(self, key: int) -> Row:
        """The row of a key."""
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
            self._cache_size += len(mask) + 100 * len(children)
            self._make_room()
            self._rows[key] = row
        return row

    def table(self, keys: tuple[int, ...]) -> Table:
        """The data of all places together."""
        table = self._tables.get(keys)
        if table is None:
            rows = tuple(map(self.row, keys))
            mask, features = rows[0].mask, rows[0].features
            if len(rows) > 1:
                mask = np.bitwise_or.reduce([row.mask for row in rows])
                features = np.concatenate([row.features for row in rows])
                self._cache_size += mask.nbytes + features.nbytes
            # Shared by all matches, so read-only.
            mask.flags.writeable = False
            self._cache_size += 500
            self._make_room()
            self._tables[keys] = table = Table(keys, rows, mask, features, not any(row.children for row in rows))
        return table

    def _make_room(self) -> None:
        if self._cache_size > _CACHE:
            self._rows.clear()
            self._tables.clear()
            self._cache_size = 0

    def _unreachable(self, key: int) -> InvalidParameter:
        return InvalidParameter(f"{abs(key)} cannot be reached from the starts of {self.game.id}.")

    @cached_property
    def nodes(self) -> dict[int, int]:
        """The node of each key."""
        return {key: node for node, key in enumerate(self.graph.keys)}

    def node(self, key: int) -> int:
        """The node of a key.

        Raises:
            InvalidParameter: The key cannot be reached.
        """
        try:
            return self.nodes[key]
        except KeyError:
            raise self._unreachable(key) from None

    @cached_property
    def graph(self) -> Graph:
        """All rows together.

        Raises:
            InvalidParameter: There are more than `MOST_EDGES` moves.
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


def reachable(keys: Iterable[int], options: Options, most: int, error: InvalidParameter) -> list[int]:
    """Return every key that can follow; raise the error if there are more than `most` moves between them."""
    seen = dict.fromkeys(keys)
    queue, edges = list(seen), 0
    for key in queue:
        for _, child in options(key):
            edges += 1
            if child not in seen:
                seen[child] = None
                queue.append(child)
        if edges > most:
            raise error
    return queue


class RowMatch(EncodedMatch):
    """One match of numbers."""

    __slots__ = ("_table",)
    encoding: RowEncoding

    def _begin(self, start: int) -> None:
        self._table = self.encoding.table(self.encoding.starts[start])

    def _enter(self, position: EncodedPosition) -> None:
        self._table = self.encoding.table(position.content)

    def _content(self) -> tuple[int, ...]:
        return self._table.keys

    def _is_stuck(self) -> bool:
        return self._table.is_stuck

    def _move(self, action: int) -> bool:
        keys = self._table.after(action)
        if keys is None:
            return False
        self._table = self.encoding.table(keys)
        return True

    def _mask(self) -> Bits:
        return self._table.mask

    def _observe(self) -> Bits:
        return self._table.features.copy()
