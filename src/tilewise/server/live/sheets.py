"""Score sheets on their way from the phone that keeps one to those that follow it.

The keeping phone has the truth; here lies only what it said last, for as long as this node lives. The next change
brings back a sheet that was forgotten here.
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
    """A sheet that phones follow."""

    key: str
    sheet: Sheet
    told_at: float
    changed: asyncio.Condition = field(default_factory=asyncio.Condition)

    def frame(self, now: float) -> bytes:
        """What is sent: a timer that runs has run on since it was told."""
        timer = self.sheet.timer
        if timer is None or not timer.is_running:
            return encode(self.sheet)
        aged = msgspec.structs.replace(timer, left=round(timer.left - (now - self.told_at), 3))
        return encode(msgspec.structs.replace(self.sheet, timer=aged))


class Sheets:
    """The sheets that are shared on this node; those not touched for longest are forgotten."""

    def __init__(self, clock: Clock) -> None:
        self._clock = clock
        self._shared: OrderedDict[str, Shared] = OrderedDict()

    def add(self, code: str, sheet: Sheet) -> str | None:
        """Share a sheet under a code; the key to keep it up to date. None when the code is in use."""
        if code in self._shared:
            return None
        key = secrets.token_urlsafe(16)
        self.restore(code, key, sheet)
        return key

    def find(self, code: str) -> Shared | None:
        """The sheet of a code."""
        return self._shared.get(code.upper())

    def is_key(self, code: str, key: str) -> bool | None:
        """Whether this key belongs to the sheet of a code; None when there is no such sheet."""
        shared = self.find(code)
        return None if shared is None else secrets.compare_digest(shared.key.encode(), key.encode())

    def restore(self, code: str, key: str, sheet: Sheet) -> None:
        """Share a sheet that is not known here, perhaps again; there are never more than so many."""
        self._shared[code.upper()] = Shared(key, sheet, self._clock.now())
        while len(self._shared) > MOST_SHEETS:
            self._shared.popitem(last=False)

    async def tell(self, code: str, sheet: Sheet) -> None:
        """The sheet is now like this; everybody who follows hears it."""
        shared = self._shared[code.upper()]
        self._shared.move_to_end(code.upper())
        shared.sheet, shared.told_at = sheet, self._clock.now()
        async with shared.changed:
            shared.changed.notify_all()


async def next_sheet(shared: Shared, seen: Sheet) -> Sheet:
    """The sheet as soon as another was told than the one that was seen."""
    async with shared.changed:
        await shared.changed.wait_for(lambda: shared.sheet is not seen)
    return shared.sheet
