"""Alarms wake rooms. The node that last changed a room sets its alarm; if that fails, any node finds the late room."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

from tilewise.rooms.ports import Clock, Store
from tilewise.server.ops.metrics import Metrics

LATE_SECONDS = 1.5
"""How late an alarm must be before any node may claim the room."""
POLL_SECONDS = 1.0
CLAIM_SECONDS = 10.0
CLAIMS_AT_ONCE = 100

log = structlog.get_logger()


class AlarmClock:
    """Sets and triggers the alarms of this process."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._timers: dict[str, asyncio.TimerHandle] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_closed = False
        self.wake: Callable[[str], Awaitable[None]] | None = None

    def set(self, room: str, at: float | None) -> None:
        """Set the alarm of a room, replacing its previous one; None cancels it."""
        timer = self._timers.pop(room, None)
        if timer is not None:
            timer.cancel()
        if at is not None and not self._is_closed:
            loop = asyncio.get_running_loop()
            self._timers[room] = loop.call_later(max(0.0, at - self._clock.now()), self.ring, room)

    def ring(self, room: str) -> None:
        """Wake a room now."""
        self._timers.pop(room, None)
        task = asyncio.get_running_loop().create_task(self._wake(room))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """Cancel all alarms and wait for running ones."""
        self._is_closed = True
        for timer in self._timers.values():
            timer.cancel()
        self._timers.clear()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _wake(self, room: str) -> None:
        if self.wake is None:
            return
        try:
            await self.wake(room)
        except Exception:
            log.exception("alarm failed", room=room)


async def poll(store: Store, alarms: AlarmClock, clock: Clock, node: str, metrics: Metrics) -> None:
    """Claim and wake rooms whose alarm is late, because their node has died."""
    while True:
        now = clock.now()
        late = await store.claim(
            now=now - LATE_SECONDS, until=now - LATE_SECONDS + CLAIM_SECONDS, node=node, limit=CLAIMS_AT_ONCE
        )
        metrics.late.inc(len(late))
        for room in late:
            alarms.ring(room)
        await asyncio.sleep(POLL_SECONDS)
