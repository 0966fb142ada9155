"""Rate limits (token buckets) and limits on the number of connections."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from tilewise.core.errors import TilewiseError
from tilewise.rooms.ports import Clock

BUCKETS_KEPT = 50_000


class Bucket:
    """A token bucket: a limited average rate, with bursts."""

    def __init__(self, clock: Clock, *, per_second: float, burst: float) -> None:
        self._clock = clock
        self._per_second = per_second
        self._burst = burst
        self._tokens = burst
        self._at = clock.now()

    def take(self) -> bool:
        """Take a token; return False if there is none."""
        now = self._clock.now()
        self._tokens = min(self._burst, self._tokens + max(0.0, now - self._at) * self._per_second)
        self._at = now
        if self._tokens < 1:
            return False
        self._tokens -= 1
        return True


class Buckets:
    """One bucket for each key. The least recently used ones are dropped."""

    def __init__(self, clock: Clock, *, per_minute: float, burst: float | None = None) -> None:
        self._clock = clock
        self._per_minute = per_minute
        self._burst = burst if burst is not None else max(1.0, per_minute / 2)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a token from the bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = Bucket(self._clock, per_second=self._per_minute / 60, burst=self._burst)
            self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > BUCKETS_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()


class TooManyError(TilewiseError):
    """A limit on the number of connections or reviews is reached."""


class ConnectionCounts:
    """Counts connections, or reviews, for each key."""

    def __init__(self) -> None:
        self._counts: defaultdict[str, int] = defaultdict(int)

    @contextmanager
    def hold(self, *limits: tuple[str, int]) -> Iterator[None]:
        """Count a connection under every key; raise TooManyError if one has reached its limit."""
        if any(self._counts[key] >= most for key, most in limits):
            raise TooManyError
        for key, _ in limits:
            self._counts[key] += 1
        try:
            yield
        finally:
            for key, _ in limits:
                self._release(key)

    def _release(self, key: str) -> None:
        self._counts[key] -= 1
        if not self._counts[key]:
            del self._counts[key]
