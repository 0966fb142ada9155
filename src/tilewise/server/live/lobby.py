"""The live lobby: one look at the database for everybody who watches it."""

import asyncio

from tilewise.rooms.model import Phase
from tilewise.storage.rooms import SqlStore
from tilewise.wire.http import Rooms
from tilewise.wire.messages import encode

REFRESH_SECONDS = 1.0


class Lobby:
    """Rooms that wait for players, as bytes that are made once a second at most."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._watchers = 0
        self._frame = b""
        self._changed = asyncio.Condition()
        self._task: asyncio.Task[None] | None = None

    async def frame(self) -> bytes:
        """The list as it is now."""
        return encode(Rooms(await self._store.public_rooms([Phase.GATHERING])))

    async def next_frame(self, seen: bytes) -> bytes:
        """The list as soon as it differs from the one that was seen."""
        self._watchers += 1
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._refresh())
        try:
            async with self._changed:
                await self._changed.wait_for(lambda: self._frame not in (b"", seen))
            return self._frame
        finally:
            self._watchers -= 1

    async def _refresh(self) -> None:
        """While anybody watches."""
        while self._watchers:
            self._frame = await self.frame()
            async with self._changed:
                self._changed.notify_all()
            await asyncio.sleep(REFRESH_SECONDS)
