"""Random choices that are the same on every machine and every Python.

Python guarantees the sequence of `Random.random()` between versions, but not what `randrange` or `choice` make of it.
"""

import hashlib
from collections.abc import Sequence
from typing import TypeVar

T = TypeVar("T")
_BITS = 512


class Draw:
    """A source of random choices that depends on its name alone."""

    __slots__ = ("_bits", "_block", "_left", "_name")

    def __init__(self, name: str) -> None:
        """Start the sequence of that name."""
        self._name = hashlib.blake2b(name.encode())
        self._block = self._bits = self._left = 0

    def _take(self, count: int) -> int:
        """Return so many random bits as a number."""
        if count > _BITS:
            raise ValueError(f"at most {_BITS} bits can be taken at once, not {count}")
        if self._left < count:
            state = self._name.copy()
            state.update(self._block.to_bytes(8, "big"))
            self._block += 1
            self._bits, self._left = int.from_bytes(state.digest(), "big"), _BITS
        value = self._bits & (1 << count) - 1
        self._bits >>= count
        self._left -= count
        return value

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to `limit` - 1, each equally likely."""
        count = (limit - 1).bit_length()
        while (value := self._take(count)) >= limit:
            pass
        return value

    def between(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, each equally likely."""
        return low + self.below(high - low + 1)

    def spread(self, low: int, high: int) -> int:
        """Return a whole number from `low` to `high`, each number of binary digits about equally likely."""
        shortest, longest = low.bit_length(), high.bit_length()
        length = self.between(shortest, longest)
        return self.between(max(low, 1 << length - 1), min(high, (1 << length) - 1))

    def choice(self, values: Sequence[T]) -> T:
        """Return one of the values, each equally likely."""
        return values[self.below(len(values))]

    def toss(self) -> bool:
        """Return True or False, equally likely."""
        return bool(self._take(1))
