"""Rate limits: token buckets, one for each visitor, address or socket."""

import time
from collections import OrderedDict

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

    def take(self) -> bool:
        """Take a token; return False if there is none."""
        now = time.monotonic()
        self._tokens = min(self._burst, self._tokens + (now - self._updated) * self._rate)
        self._updated = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """A bucket for each key; the least recently used ones are forgotten when there are too many."""

    def __init__(self, rate: float, burst: float) -> None:
        """Start without buckets; each will have this rate and burst."""
        self._rate, self._burst = rate, burst
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token from a key's bucket; return False if there is none."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = self._buckets[key] = Bucket(self._rate, self._burst)
            if len(self._buckets) > _MOST_BUCKETS:
                self._buckets.popitem(last=False)
        else:
            self._buckets.move_to_end(key)
        return bucket.take()
