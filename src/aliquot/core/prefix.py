"""Prefix: the first items of an append-only list, as an immutable sequence.

The turns of a long match and the picks of a long pool are handed out as prefixes instead of copies.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class Indexed(Protocol[T_co]):
    """Items by index from 0: a list, or a dictionary with such keys."""

    def __getitem__(self, index: int, /) -> T_co:
        """The item at an index."""
        ...


class Prefix(Sequence[T_co]):
    """An immutable sequence, equal to a tuple with the same items, made in constant time.

    The items it covers must never be replaced or removed.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Indexed[T_co], length: int) -> None:
        """Cover the first `length` items."""
        self._items = items
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        # The range handles negative indices, slices and bounds.
        place = range(self._length)[index]
        return self._items[place] if isinstance(place, int) else tuple(map(self._items.__getitem__, place))

    def __iter__(self) -> Iterator[T_co]:
        return map(self._items.__getitem__, range(self._length))

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Prefix):
            return len(self) == len(other) and (self._items is other._items or tuple(self) == tuple(other))
        return tuple(self) == other if isinstance(other, tuple) else NotImplemented

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickle only the items of the prefix."""
        items = tuple(self)
        return type(self), (items, len(items))
