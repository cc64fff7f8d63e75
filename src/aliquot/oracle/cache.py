"""What is kept between questions, so that threads and interrupts cannot spoil it.

What is on a shelf is whole. Something that will be changed is taken off first and put back when it is whole
again: nobody else can meet it half changed, and if it is never put back, the next question makes a new one.
"""

from collections.abc import Hashable
from contextlib import suppress
from typing import Generic, TypeVar

K = TypeVar("K", bound=Hashable)
T = TypeVar("T")


class Shelf(Generic[K, T]):
    """A few things by key, the oldest of which makes room for the newest."""

    def __init__(self, room: int) -> None:
        """Makes an empty shelf with room for so many things."""
        self._room = room
        self._things: dict[K, T] = {}

    def look(self, key: K) -> T | None:
        """The thing under a key, which stays where it is: for things that never change."""
        return self._things.get(key)

    def take(self, key: K) -> T | None:
        """The thing under a key, which from now on nobody else has, or None."""
        # One operation of a dictionary: of two threads that want the same thing, one gets it.
        return self._things.pop(key, None)

    def put(self, key: K, thing: T) -> None:
        """Keeps a thing that is whole, in place of what was kept under its key."""
        self._things.pop(key, None)
        self._things[key] = thing
        while len(self._things) > self._room:
            # Another thread may be making room too.
            with suppress(RuntimeError, StopIteration):
                self._things.pop(next(iter(self._things)), None)

    def clear(self) -> None:
        """Forgets everything."""
        self._things.clear()
