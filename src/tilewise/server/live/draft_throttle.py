"""Limit how often drafts are broadcast, without ever losing the last one."""

import asyncio
from collections.abc import Awaitable, Callable

from tilewise.core.tiles import Table
from tilewise.rooms.ports import Clock
from tilewise.server.security.limits import Bucket


class DraftThrottle:
    """Skips drafts that come too fast, but never the last one, which is judged when time runs out."""

    def __init__(self, clock: Clock, per_second: float, show: Callable[[Table], Awaitable[None]]) -> None:
        self._bucket = Bucket(clock, per_second=per_second, burst=per_second)
        self._pause = 1 / per_second
        self._show = show
        self._held: Table | None = None
        self._later: asyncio.Task[None] | None = None

    async def add(self, table: Table) -> None:
        """Show a draft now, or as soon as the rate limit allows, unless a newer one replaces it."""
        if self._bucket.take():
            self._held = None
            await self._show(table)
            return
        self._held = table
        if self._later is None:
            self._later = asyncio.create_task(self._show_later())

    async def flush(self) -> None:
        """Show the waiting draft now, because a command is about to be judged."""
        held, self._held = self._held, None
        if held is not None:
            await self._show(held)

    def close(self) -> None:
        """Drop the waiting draft."""
        if self._later is not None:
            self._later.cancel()

    async def _show_later(self) -> None:
        try:
            await asyncio.sleep(self._pause)
            await self.flush()
        finally:
            self._later = None
