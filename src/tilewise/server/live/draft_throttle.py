"""Moves in the making: shown to the others a few times a second, and the last one always."""

import asyncio
from collections.abc import Awaitable, Callable

from tilewise.core.tiles import Table
from tilewise.rooms.ports import Clock
from tilewise.server.security.limits import Bucket


class DraftThrottle:
    """Passes over what comes too fast, but never the last draft: the clock judges by it."""

    def __init__(self, clock: Clock, per_second: float, show: Callable[[Table], Awaitable[None]]) -> None:
        self._bucket = Bucket(clock, per_second=per_second, burst=per_second)
        self._pause = 1 / per_second
        self._show = show
        self._held: Table | None = None
        self._later: asyncio.Task[None] | None = None

    async def add(self, table: Table) -> None:
        """Show a draft now if that is not too fast, else as soon as it is not, if no newer one comes."""
        if self._bucket.take():
            self._held = None
            await self._show(table)
            return
        self._held = table
        if self._later is None:
            self._later = asyncio.create_task(self._show_later())

    async def catch_up(self) -> None:
        """Show what is held back: something is to be judged now."""
        held, self._held = self._held, None
        if held is not None:
            await self._show(held)

    def close(self) -> None:
        """Nobody drafts any more."""
        if self._later is not None:
            self._later.cancel()

    async def _show_later(self) -> None:
        try:
            await asyncio.sleep(self._pause)
            await self.catch_up()
        finally:
            self._later = None
