"""A store in memory, for tests, arenas and the terminal: gone when the process is."""

from collections import defaultdict

from tilewise.rooms.events import Entry
from tilewise.rooms.evolve import evolve, open_room
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.ports import ConflictError, Draft, UnknownRoomError


class MemoryStore:
    """Keeps every log in a list."""

    def __init__(self) -> None:
        self._logs: defaultdict[str, list[Entry]] = defaultdict(list)
        self._drafts: dict[str, Draft] = {}
        self._wake_at: dict[str, float] = {}
        self._live: dict[str, None] = {}

    async def append(self, room: Room, entry: Entry, wake_at: float | None) -> None:
        """Add an entry to the log of a room."""
        if entry.version != len(self._logs[room.id]) + 1:
            raise ConflictError(room.id)
        self._logs[room.id].append(entry)
        self._plan(room.id, wake_at)
        if room.phase is Phase.OVER:
            self._live.pop(room.id, None)
        else:
            self._live[room.id] = None

    async def load(self, room: str) -> Room:
        """The room as its log tells."""
        log = await self.entries(room)
        if not log:
            raise UnknownRoomError(room)
        state = open_room(log[0])
        for entry in log[1:]:
            state = evolve(state, entry)
        return state

    async def entries(self, room: str, after: int = 0) -> tuple[Entry, ...]:
        """The log of a room, from behind a version on."""
        return tuple(self._logs[room][after:]) if room in self._logs else ()

    async def keep_draft(self, room: str, draft: Draft) -> None:
        """Remember a draft in place of the one before."""
        self._drafts[room] = draft

    async def draft(self, room: str) -> Draft | None:
        """The draft that was last kept."""
        return self._drafts.get(room)

    async def claim(self, *, now: float, until: float, node: str, limit: int) -> tuple[str, ...]:  # noqa: ARG002  # one node
        """Rooms that need looking after now."""
        rooms = sorted((at, room) for room, at in self._wake_at.items() if at <= now)[:limit]
        for _, room in rooms:
            self._wake_at[room] = until
        return tuple(room for _, room in rooms)

    async def live(self) -> tuple[str, ...]:
        """Every room that is not over."""
        return tuple(self._live)

    def _plan(self, room: str, wake_at: float | None) -> None:
        if wake_at is None:
            self._wake_at.pop(room, None)
        else:
            self._wake_at[room] = wake_at
