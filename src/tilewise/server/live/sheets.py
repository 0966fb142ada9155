"""Shared score sheets: one phone owns a sheet, others follow it.

The server keeps only the latest version, in memory. If it has dropped a sheet, the owner's next update restores it.
"""

import asyncio
import secrets
from collections import OrderedDict
from dataclasses import dataclass, field

import msgspec

from tilewise.rooms.ports import Clock
from tilewise.wire.messages import encode
from tilewise.wire.sheets import Sheet

MOST_SHEETS = 5_000


@dataclass
class Shared:
    """A shared sheet."""

    key: str
    sheet: Sheet
    updated_at: float
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def frame(self, now: float) -> bytes:
        """Return the sheet as bytes, with its running timer advanced to now."""
        timer = self.sheet.timer
        if timer is None or not timer.is_running:
            return encode(self.sheet)
        aged = msgspec.structs.replace(timer, left=round(timer.left - (now - self.updated_at), 3))
        return encode(msgspec.structs.replace(self.sheet, timer=aged))


class Sheets:
    """The shared sheets of this node. The least recently updated ones are dropped."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shared: OrderedDict[str, Shared] = OrderedDict()

    def add(self, code: str, sheet: Sheet) -> str | None:
        """Share a sheet and return the key for updating it; None if the code is in use."""
        if code in self._shared:
            return None
        key = secrets.token_urlsafe(16)
        self.restore(code, key, sheet)
        return key

    def find(self, code: str) -> Shared | None:
        """Return the sheet with this code, or None."""
        return self._shared.get(code.upper())

    def is_key(self, code: str, key: str) -> bool | None:
        """Whether the key belongs to the sheet; None if there is no such sheet."""
        shared = self.find(code)
        return None if shared is None else secrets.compare_digest(shared.key.encode(), key.encode())

    def restore(self, code: str, key: str, sheet: Sheet) -> None:
        """Add a sheet that this node does not have, and drop the oldest ones."""
        self._shared[code.upper()] = Shared(key, sheet, self._clock.now())
        while len(self._shared) > MOST_SHEETS:
            self._shared.popitem(last=False)

    async def update(self, code: str, sheet: Sheet) -> None:
        """Update a sheet and notify its followers."""
        shared = self._shared[code.upper()]
        self._shared.move_to_end(code.upper())
        shared.sheet, shared.updated_at = sheet, self._clock.now()
        async with shared.changed:
            shared.changed.notify_all()


async def next_sheet(shared: Shared, seen: Sheet) -> Sheet:
    """Wait for a sheet other than `seen` and return it."""
    async with shared.changed:
        await shared.changed.wait_for(lambda: shared.sheet is not seen)
    return shared.sheet
