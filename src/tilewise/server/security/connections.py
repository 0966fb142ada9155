"""Limits on TCP connections: for one address, and for the whole node. The longest idle one makes room for a new one."""

from collections import Counter, OrderedDict
from collections.abc import Callable
from enum import StrEnum

import structlog

from tilewise.server.ops.metrics import Metrics

FILES_RESERVED = 128
"""File descriptors kept for the database, Redis, workers and static files."""
LOG_SECONDS = 60.0
"""At most one log line for each limit in this time."""

log = structlog.get_logger()


class CloseReason(StrEnum):
    """Why the server closes a connection."""

    ADDRESS_LIMIT = "address-limit"
    NODE_LIMIT = "node-limit"
    SLOW_REQUEST = "slow-request"
    SLOW_READER = "slow-reader"
    FLOOD = "flood"
    INVALID_REQUEST = "invalid-request"


LIMITS = (CloseReason.ADDRESS_LIMIT, CloseReason.NODE_LIMIT)
"""The reasons worth a log line. Single slow clients are normal: browsers open connections in advance."""


class ConnectionTable:
    """The open TCP connections of a node, by address."""

    def __init__(self, metrics: Metrics, *, limit: int, limit_per_address: int, now: Callable[[], float]) -> None:
        self.limit = limit
        self._limit_per_address = limit_per_address
        self._metrics = metrics
        self._now = now
        self._addresses: dict[object, str | None] = {}
        self._counts: Counter[str] = Counter()
        self._idle: OrderedDict[object, Callable[[], None]] = OrderedDict()
        self._unlogged: Counter[CloseReason] = Counter()
        self._logged_at: dict[CloseReason, float] = {}

    def __len__(self) -> int:
        return len(self._addresses)

    def add(self, connection: object, address: str | None) -> bool:
        """Add a connection; return False if it is one too many. None is the address of a trusted proxy."""
        if address is not None and self._counts[address] >= self._limit_per_address:
            self.report(CloseReason.ADDRESS_LIMIT)
            return False
        if len(self._addresses) >= self.limit:
            self.report(CloseReason.NODE_LIMIT)
            if not self._close_longest_idle():
                return False
        self._addresses[connection] = address
        if address is not None:
            self._counts[address] += 1
        self._metrics.connections.set(len(self))
        return True

    def remove(self, connection: object) -> None:
        """Remove a closed connection. Removing it twice has no effect."""
        self._idle.pop(connection, None)
        if connection not in self._addresses:
            return
        address = self._addresses.pop(connection)
        if address is not None:
            self._counts[address] -= 1
            if not self._counts[address]:
                del self._counts[address]
        self._metrics.connections.set(len(self))

    def mark_idle(self, connection: object, close: Callable[[], None]) -> None:
        """Note that a connection waits for a request. `close` closes it if the node needs the room."""
        self._idle.setdefault(connection, close)

    def mark_busy(self, connection: object) -> None:
        """Note that a connection has sent a request."""
        self._idle.pop(connection, None)

    def report(self, why: CloseReason) -> None:
        """Count a connection that was refused or closed. A limit that was reached is logged from time to time."""
        self._metrics.connections_refused.labels(why).inc()
        self._unlogged[why] += 1
        if why in LIMITS and self._now() - self._logged_at.get(why, -LOG_SECONDS) >= LOG_SECONDS:
            self._logged_at[why] = self._now()
            log.warning("connections refused", why=str(why), count=self._unlogged.pop(why), still_open=len(self))

    def _close_longest_idle(self) -> bool:
        """Close the connection that has waited for a request for longest; return False if there is none."""
        if not self._idle:
            return False
        connection, close = self._idle.popitem(last=False)
        self.remove(connection)
        close()
        return True
