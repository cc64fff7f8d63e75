"""Limits for each visitor, address or socket: token buckets for what comes, places and bytes for what stays."""

import time
from collections import OrderedDict
from typing import Protocol

_MOST_BUCKETS = 100_000


class Bucket:
    """A token bucket: so many at once, and so many a second after that."""

    __slots__ = ("_burst", "_rate", "_tokens", "_updated")

    def __init__(self, rate: float, burst: float) -> None:
        """Start with a full bucket.

        Args:
            rate: Tokens added each second.
            burst: Tokens in a full bucket.
        """
        self._rate, self._burst, self._tokens, self._updated = rate, burst, burst, time.monotonic()

    def take(self, count: int = 1) -> bool:
        """Take a token, or so many; return False if there are fewer."""
        self._fill()
        if self._tokens < count:
            return False
        self._tokens -= count
        return True

    def waste(self, count: int) -> None:
        """Take so many tokens, or all there are."""
        self._fill()
        self._tokens = max(0.0, self._tokens - count)

    def _fill(self) -> None:
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._updated) * self._rate)
        self._updated = now


class Buckets:
    """A bucket for each key; the least recently used ones are forgotten when there are too many."""

    def __init__(self, rate: float, burst: float) -> None:
        """Start without buckets; each will have this rate and burst."""
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token from a key's bucket; return False if there is none."""
        return self.bucket(key).take()

    def waste(self, key: str, count: int) -> None:
        """Take so many tokens from a key's bucket, or all there are."""
        self.bucket(key).waste(count)

    def bucket(self, key: str) -> Bucket:
        """Return a key's bucket."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket


class Places:
    """So many places for each key, which are taken for a while."""

    def __init__(self, count: int) -> None:
        """Start with all places free.

        Args:
            count: The places of each key.
        """
        self._count = count
        self._taken: dict[str, int] = {}

    def take(self, key: str) -> bool:
        """Take one of a key's places; return False if there is none."""
        taken = self._taken.get(key, 0)
        if taken >= self._count:
            return False
        self._taken[key] = taken + 1
        return True

    def release(self, key: str) -> None:
        """Free a place that was taken."""
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]


class Connection(Protocol):
    """A connection that can be cut off."""

    def cut(self) -> None:
        """End the connection at once, with everything that waits."""
        ...


class Backlogs:
    """The bytes that wait at the connections with each key; if they are too many, the oldest are cut off."""

    def __init__(self, most: int) -> None:
        """Start with nothing waiting.

        Args:
            most: The bytes that may wait for each key.
        """
        self._most = most
        self._waiting: dict[str, dict[Connection, int]] = {}
        self._sizes: dict[str, int] = {}

    def add(self, key: str, connection: Connection, size: int) -> None:
        """Note that so many bytes wait at a connection, and cut off others, or this one, if they are too many."""
        waiting = self._waiting.setdefault(key, {})
        total = self._sizes.get(key, 0) + size - waiting.get(connection, 0)
        waiting[connection] = size
        while total > self._most:
            slowest = next(iter(waiting))
            total -= waiting.pop(slowest)
            slowest.cut()
        self._sizes[key] = total

    def remove(self, key: str, connection: Connection) -> None:
        """Note that nothing waits at a connection any more, if something did."""
        waiting = self._waiting.get(key, {})
        self._sizes[key] = self._sizes.get(key, 0) - waiting.pop(connection, 0)
        if not waiting:
            self._waiting.pop(key, None)
            del self._sizes[key]
