"""A store in memory, for tests."""

from collections import defaultdict

from tilewise.rooms.events import Entry
from tilewise.rooms.evolve import evolve, open_room
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.ports import ConflictError, Draft, UnknownRoomError


class MemoryStore:
    """Keeps each log in a list."""

    def __init__(self) -> None:
        self._logs: defaultdict[str, list[Entry]] = defaultdict(list)
        self._drafts: dict[str, Draft] = {}
        self._wake_at: dict[str, float] = {}
        self._live: dict[str, None] = {}

    async def append(self, room: Room, entry: Entry, wake_at: float | None) -> None:
        """Append an entry; raise ConflictError if its version exists."""
        if entry.version != len(self._logs[room.id]) + 1:
            raise ConflictError(room.id)
        self._logs[room.id].append(entry)
        self._plan(room.id, wake_at)
        if room.phase is Phase.OVER:
            self._live.pop(room.id, None)
        else:
            self._live[room.id] = None

    async def load(self, room: str) -> Room:
        """Rebuild a room from its log; raise UnknownRoomError if there is none."""
        log = await self.entries(room)
        if not log:
            raise UnknownRoomError(room)
        state = open_room(log[0])
        for entry in log[1:]:
            state = evolve(state, entry)
        return state

    async def entries(self, room: str, after: int = 0) -> tuple[Entry, ...]:
        """Return the entries of a room after a version."""
        return tuple(self._logs[room][after:]) if room in self._logs else ()

    async def keep_draft(self, room: str, draft: Draft) -> None:
        """Store a draft, replacing the previous one."""
        self._drafts[room] = draft

    async def draft(self, room: str) -> Draft | None:
        """Return the latest draft."""
        return self._drafts.get(room)

    async def claim(self, *, now: float, until: float, node: str, limit: int) -> tuple[str, ...]:  # noqa: ARG002  # one node
        """Claim rooms that need attention now."""
        rooms = sorted((at, room) for room, at in self._wake_at.items() if at <= now)[:limit]
        for _, room in rooms:
            self._wake_at[room] = until
        return tuple(room for _, room in rooms)

    async def live(self) -> tuple[str, ...]:
        """Return the ids of all rooms that are not over."""
        return tuple(self._live)

    def _plan(self, room: str, wake_at: float | None) -> None:
        if wake_at is None:
            self._wake_at.pop(room, None)
        else:
            self._wake_at[room] = wake_at
