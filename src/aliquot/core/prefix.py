"""A prefix: the first items of something that only ever grows, as a sequence that never changes.

Whoever looks at the turns of a long match, or at the picks of a long game, gets one of these instead of a copy.
"""

from collections.abc import Iterator, Sequence
from typing import Any, Protocol, TypeVar, overload

T_co = TypeVar("T_co", covariant=True)


class Indexed(Protocol[T_co]):
    """Items by their number, counted from 0: a list, or a dictionary that is numbered like one."""

    def __getitem__(self, index: int, /) -> T_co:
        """The item of that number."""
        ...


class Prefix(Sequence[T_co]):
    """Reads like a tuple and equals one with the same items, but takes no time to make.

    The items must only be added to: those the prefix covers are never replaced or removed.
    """

    __slots__ = ("_items", "_length")

    def __init__(self, items: Indexed[T_co], length: int) -> None:
        """Covers the first so many items."""
        self._items = items
        self._length = length

    def __len__(self) -> int:
        return self._length

    @overload
    def __getitem__(self, index: int) -> T_co: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[T_co, ...]: ...
    def __getitem__(self, index: int | slice) -> T_co | tuple[T_co, ...]:
        # The range settles what counts from the end, and what is out of bounds.
        where = range(self._length)[index]
        return self._items[where] if isinstance(where, int) else tuple(map(self._items.__getitem__, where))

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
        """Travels without what follows the prefix."""
        items = tuple(self)
        return type(self), (items, len(items))
