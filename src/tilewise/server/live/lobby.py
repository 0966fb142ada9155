"""The live lobby: one database query serves all watchers."""

import asyncio

from tilewise.rooms.model import Phase
from tilewise.server.live.hub import LocalHub
from tilewise.server.ops.background import supervised
from tilewise.storage.rooms import SqlStore
from tilewise.wire.http import Rooms
from tilewise.wire.messages import encode

REFRESH_SECONDS = 1.0


class Lobby:
    """The list of rooms that wait for players, queried at most once a second."""

    def __init__(self, store: SqlStore, hub: LocalHub) -> None:
        self._store = store
        self._hub = hub
        self._watchers = 0
        self._frame = b""
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def frame(self) -> bytes:
        """Return the current list: rooms with a connected host first, so that abandoned ones cannot push them out."""
        return encode(Rooms(await self._store.public_rooms([Phase.GATHERING], first=self._hub.waiting_rooms())))

    async def next_frame(self, seen: bytes) -> bytes:
        """Wait until the list differs from `seen` and return it."""
        self._watchers += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(supervised(self._refresh, "refreshing the lobby failed"))
        try:
            async with self._changed:
                await self._changed.wait_for(lambda: self._frame not in (b"", seen))
            return self._frame
        finally:
            self._watchers -= 1

    async def _refresh(self) -> None:
        """Query the list regularly while there are watchers."""
        while self._watchers:
            self._frame = await self.frame()
            async with self._changed:
                self._changed.notify_all()
            await asyncio.sleep(REFRESH_SECONDS)
