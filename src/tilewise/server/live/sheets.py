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

MOST_BYTES = 50_000_000
"""The memory for all sheets. Sheets are stored encoded, 1 to 60 kB each; decoded, they take many times as much."""
OVERHEAD_BYTES = 1_000
"""The memory that a sheet takes besides its content."""

_read_sheet = msgspec.json.Decoder(Sheet).decode


@dataclass
class Shared:
    """A shared sheet."""

    key: str
    body: bytes
    """The sheet, encoded."""
    updated_at: float
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    @property
    def size(self) -> int:
        """The memory it takes, roughly."""
        return len(self.body) + len(self.key) + OVERHEAD_BYTES

    def frame(self, now: float) -> bytes:
        """Return the sheet as bytes, with its running timer advanced to now."""
        sheet = _read_sheet(self.body)
        timer = sheet.timer
        if timer is None or not timer.is_running:
            return self.body
        aged = msgspec.structs.replace(timer, left=round(timer.left - (now - self.updated_at), 3))
        return encode(msgspec.structs.replace(sheet, timer=aged))


class Sheets:
    """The shared sheets of this node. The least recently updated ones are dropped."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shared: OrderedDict[str, Shared] = OrderedDict()
        self._bytes = 0

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
        shared = self._shared[code.upper()] = Shared(key, encode(sheet), self._clock.now())
        self._grow(shared.size)

    async def update(self, code: str, sheet: Sheet) -> None:
        """Update a sheet and notify its followers."""
        shared = self._shared[code.upper()]
        self._shared.move_to_end(code.upper())
        before = shared.size
        shared.body, shared.updated_at = encode(sheet), self._clock.now()
        self._grow(shared.size - before)
        async with shared.changed:
            shared.changed.notify_all()

    def _grow(self, size: int) -> None:
        self._bytes += size
        while self._bytes > MOST_BYTES:
            _, oldest = self._shared.popitem(last=False)
            self._bytes -= oldest.size


async def next_sheet(shared: Shared, seen: bytes) -> None:
    """Wait until the sheet has been updated after its body was `seen`."""
    async with shared.changed:
        await shared.changed.wait_for(lambda: shared.body is not seen)
