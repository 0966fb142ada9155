"""Limits: how often, how many. A bucket fills up slowly and every action takes a drop."""

from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager

from tilewise.core.errors import TilewiseError
from tilewise.rooms.ports import Clock

BUCKETS_KEPT = 50_000


class Bucket:
    """So many a second on average, a few at once."""

    def __init__(self, clock: Clock, *, per_second: float, burst: float) -> None:
        self._clock = clock
        self._per_second = per_second
        self._burst = burst
        self._drops = burst
        self._at = clock.now()

    def take(self) -> bool:
        """Take a drop; False when there is none."""
        now = self._clock.now()
        self._drops = min(self._burst, self._drops + max(0.0, now - self._at) * self._per_second)
        self._at = now
        if self._drops < 1:
            return False
        self._drops -= 1
        return True


class Buckets:
    """A bucket for each key; those not used for longest are forgotten."""

    def __init__(self, clock: Clock, *, per_minute: float, burst: float | None = None) -> None:
        self._clock = clock
        self._per_minute = per_minute
        self._burst = burst if burst is not None else max(1.0, per_minute / 2)
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()

    def take(self, key: str) -> bool:
        """Take a drop from the bucket of a key."""
        bucket = self._buckets.get(key)
        if bucket is None:
            bucket = Bucket(self._clock, per_second=self._per_minute / 60, burst=self._burst)
            self._buckets[key] = bucket
        self._buckets.move_to_end(key)
        if len(self._buckets) > BUCKETS_KEPT:
            self._buckets.popitem(last=False)
        return bucket.take()


class TooManyError(TilewiseError):
    """There are too many of these already."""


class Places:
    """A number of places for each key, taken and given back."""

    def __init__(self) -> None:
        self._taken: defaultdict[str, int] = defaultdict(int)

    @contextmanager
    def taken(self, *limits: tuple[str, int]) -> Iterator[None]:
        """Hold a place under every key; TooManyError when one has none left."""
        if any(self._taken[key] >= most for key, most in limits):
            raise TooManyError
        for key, _ in limits:
            self._taken[key] += 1
        try:
            yield
        finally:
            for key, _ in limits:
                self._give_back(key)

    def _give_back(self, key: str) -> None:
        self._taken[key] -= 1
        if not self._taken[key]:
            del self._taken[key]
