"""Rate limits (token buckets) and limits on the number of connections."""

import asyncio
from collections import OrderedDict, defaultdict
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from tilewise.core.errors import TilewiseError
from tilewise.rooms.ports import Clock

if TYPE_CHECKING:
    from tilewise.server.security.shared_limits import SharedLimits

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

    def shared(self, name: str) -> "tuple[str, float, float]":
        """Return a bucket of this size for `SharedLimits`."""
        return name, self._per_minute / 60, self._burst


LONGEST_WAIT_SECONDS = 10.0
"""Without this limit, clients that connect and leave at once could shut out others at their address for hours."""


class Pace:
    """Lets each key act at a limited rate: an action that comes too early waits for its turn, but never for long."""

    def __init__(self, *, per_second: float, burst: float) -> None:
        self._seconds = 1 / per_second
        self._ahead = burst / per_second
        self._due: OrderedDict[str, float] = OrderedDict()
        """When the next action of each key is due, on the clock of the event loop."""

    async def wait(self, key: str, actions: float = 1.0) -> None:
        """Wait for the turn of a key, and count these actions."""
        now = asyncio.get_running_loop().time()
        due = min(max(self._due.get(key, 0.0), now - self._ahead), now + LONGEST_WAIT_SECONDS)
        self._due[key] = due + actions * self._seconds
        self._due.move_to_end(key)
        if len(self._due) > BUCKETS_KEPT:
            self._due.popitem(last=False)
        if due > now:
            await asyncio.sleep(due - now)


class Quota:
    """A rate limit by person and by address. Anyone can create guests, so a limit by person alone would not hold.

    An address may do as much as `people_per_address` people. With Redis, all nodes count together.
    """

    def __init__(  # noqa: PLR0913  # one for each property of the limit
        self,
        name: str,
        clock: Clock,
        *,
        per_minute: float,
        people_per_address: float = 1.0,
        burst: float | None = None,
        shared: "SharedLimits | None" = None,
    ) -> None:
        self._name = name
        self._people = Buckets(clock, per_minute=per_minute, burst=burst)
        wide = burst * people_per_address if burst is not None else None
        self._addresses = Buckets(clock, per_minute=per_minute * people_per_address, burst=wide)
        self._shared = shared

    async def take(self, address: str, person: str | None = None) -> bool:
        """Count an action of an address, and of a person if one is given; return False if there were too many."""
        if person is not None and not self._people.take(person):
            return False
        if not self._addresses.take(address):
            return False
        if self._shared is None:
            return True
        buckets = [self._addresses.shared(f"{self._name} address {address}")]
        if person is not None:
            buckets.append(self._people.shared(f"{self._name} person {person}"))
        return await self._shared.take(buckets)


class TooManyError(TilewiseError):
    """A limit on the number of connections or attempts is reached."""


class ConnectionCounts:
    """Counts connections for each key."""

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
