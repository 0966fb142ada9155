"""The hub of one node: broadcasts updates, drafts and chat to the clients of each room."""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Awaitable, Callable, Iterable
from contextlib import suppress
from typing import Protocol

from tilewise.rooms.events import Entry
from tilewise.rooms.evolve import evolve
from tilewise.rooms.model import Phase, Room
from tilewise.rooms.ports import Draft
from tilewise.rooms.view import RoomView, redact_entry, view_for, view_for_spectators
from tilewise.storage.rooms import SqlStore
from tilewise.wire.messages import DraftShown, Goodbye, Presence, Said, Update, WhyGoodbye, encode

Ephemeral = DraftShown | Said
"""Messages that are sent once and never stored in a log."""

CHAT_LINES = 50
"""The number of chat messages kept for each room, for people who reconnect."""
ROOMS_WITH_CHAT = 1000
"""The number of rooms whose chat is kept: the most recent ones."""
VISITORS_KEPT = 200
"""The number of people remembered for each room, so that its host can mute a person who has just left."""
POLL_SECONDS = 2.0
"""How often a node checks whether another node or an admin command has changed its rooms."""


class Broadcast:
    """An entry to be broadcast. It is encoded once for each seat, not for each socket."""

    def __init__(self, room: Room, entry: Entry) -> None:
        self.room = room
        self.at = entry.at
        self._entry = entry
        self._frames: dict[int | None, bytes] = {}
        self._shared: RoomView | None = None

    def frame_for(self, seat: int | None, now: float) -> bytes:
        """Return the update for a seat, or for spectators (None)."""
        frame = self._frames.get(seat)
        if frame is None:
            if self._shared is None:
                self._shared = view_for_spectators(self.room)
            update = Update(now, redact_entry(self._entry, seat), view_for(seat, self.room, self._shared))
            frame = self._frames[seat] = encode(update)
        return frame


class Listener(Protocol):
    """A client connected to a room."""

    @property
    def person_id(self) -> str:
        """The id of the client's person."""

    @property
    def address(self) -> str:
        """The address of the client."""

    def receive(self, broadcast: Broadcast) -> None:
        """Send an entry to the client. Never waits."""

    def receive_frame(self, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        """Send a draft or a chat message to the client. Never waits."""

    def disconnect(self, goodbye: Goodbye) -> None:
        """Send a goodbye and close the connection."""


class Chat:
    """The latest chat messages of each room, in memory."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, deque[Said]] = OrderedDict()

    def add(self, room: str, said: Said) -> None:
        """Add a message; drop the oldest one of the room, and the room that has been silent for longest."""
        self._said.setdefault(room, deque(maxlen=CHAT_LINES)).append(said)
        self._said.move_to_end(room)
        if len(self._said) > ROOMS_WITH_CHAT:
            self._said.popitem(last=False)

    def of(self, room: str) -> tuple[Said, ...]:
        """Return the messages of a room, oldest first."""
        return tuple(self._said.get(room, ()))


class LocalHub:
    """Broadcasts to the clients of this process."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._rooms: dict[str, Room] = {}
        self._visitors: defaultdict[str, deque[str]] = defaultdict(lambda: deque(maxlen=VISITORS_KEPT))
        self._chat = Chat()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.on_entry: Callable[[Room, Entry], None] = lambda _room, _entry: None
        """Called after this node has broadcast an entry of its own."""
        self.on_remote_entry: Callable[[Room], None] = lambda _room: None
        """Called with a room that another writer has changed."""
        self._is_empty = asyncio.Event()
        self._is_empty.set()
        self.is_listening = asyncio.Event()
        """Set once this node receives the messages of the others. A hub without other nodes sets it at once."""
        self.is_listening.set()

    def background_loops(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """Return the loops that run as long as the node, by what to log if they fail."""
        return {"polling for changed rooms failed": self.poll}

    async def close(self) -> None:
        """Close the connections to other services. A local hub has none."""

    @property
    def rooms(self) -> dict[str, Room]:
        """The rooms with connected clients, as last broadcast."""
        return self._rooms

    def join(self, room: Room, listener: Listener) -> None:
        """Add a client to a room."""
        self._listeners[room.id].add(listener)
        self.remember(room.id, [listener.person_id])
        known = self._rooms.get(room.id)
        if known is None or known.version < room.version:
            self._rooms[room.id] = room
        self._is_empty.clear()
        self.show_presence(room.id)

    def leave(self, room: str, listener: Listener) -> None:
        """Remove a client from a room."""
        self._listeners[room].discard(listener)
        if self._listeners[room]:
            self.show_presence(room)
        else:
            del self._listeners[room]
            self._rooms.pop(room, None)
            self._visitors.pop(room, None)
            self._locks.pop(room, None)
        if not self._listeners:
            self._is_empty.set()

    async def poll(self) -> None:
        """Check regularly for entries of other writers, forever."""
        while True:
            await asyncio.sleep(POLL_SECONDS)
            for room, version in (await self._store.versions([*self.rooms])).items():
                known = self.rooms.get(room)
                if known is not None and known.version < version:
                    await self.catch_up(room)

    async def catch_up(self, room: str, latest: Entry | None = None) -> None:
        """Broadcast the entries of other writers here. They are read from the log, unless only the latest is new."""
        async with self._locks[room]:
            known = self.rooms.get(room)
            if known is None or (latest is not None and latest.version <= known.version):
                return
            is_next = latest is not None and latest.version == known.version + 1
            entries = (latest,) if latest and is_next else await self._store.entries(room, after=known.version)
            for entry in entries:
                known = evolve(known, entry)
                self.on_remote_entry(known)
                self.broadcast(Broadcast(known, entry))

    async def announce(self, room: Room, entry: Entry) -> None:
        """Broadcast an entry of this node. `room` is the room after it."""
        self.broadcast(Broadcast(room, entry))
        self.on_entry(room, entry)

    async def show_draft(self, room: Room, draft: Draft) -> None:
        """Broadcast a draft to everyone but its author."""
        author = room.seats[draft.seat].person
        await self.relay(room.id, DraftShown(draft.seat, draft.table), author.id if author else "")

    async def relay(self, room: str, message: Ephemeral, sender: str) -> None:
        """Broadcast a draft or a chat message. Chat is kept in memory for a while."""
        if isinstance(message, Said):
            self._chat.add(room, message)
        self.broadcast_frame(room, encode(message), sender, is_draft=isinstance(message, DraftShown))

    async def chat(self, room: str) -> tuple[Said, ...]:
        """Return the latest chat messages of a room, oldest first."""
        return self._chat.of(room)

    def broadcast(self, broadcast: Broadcast) -> None:
        """Send an entry to all clients of this process."""
        known = self._rooms.get(broadcast.room.id)
        if known is not None and known.version < broadcast.room.version:
            self._rooms[broadcast.room.id] = broadcast.room
        for listener in tuple(self._listeners.get(broadcast.room.id, ())):
            listener.receive(broadcast)
        if known is not None and _people(known) != _people(broadcast.room):
            self.show_presence(broadcast.room.id)

    def broadcast_frame(self, room: str, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        """Send a frame to all clients of this process."""
        for listener in tuple(self._listeners.get(room, ())):
            listener.receive_frame(frame, sender, is_draft=is_draft)

    def show_presence(self, room: str) -> None:
        """Broadcast who is connected."""
        self.broadcast_frame(room, encode(self.presence(room)), "")

    def people(self, room: str) -> set[str]:
        """Return the people connected to a room, as far as this node knows."""
        return {listener.person_id for listener in self._listeners.get(room, ())}

    def is_absent(self, room: str, person: str) -> bool:
        """Whether a person is not connected to a room."""
        return person not in self.people(room)

    def remember(self, room: str, people: Iterable[str]) -> None:
        """Remember people who have connected to a room."""
        known = self._visitors[room]
        known.extend([person for person in people if person not in known])

    def visitors(self, room: str) -> frozenset[str]:
        """Return the ids of people who are connected to a room or were until recently."""
        return frozenset(self.people(room)).union(self._visitors.get(room, ()))

    def waiting_rooms(self) -> frozenset[str]:
        """Return the public rooms that wait for players and whose host is connected."""
        return frozenset(room.id for room in self._rooms.values() if self.is_waiting(room))

    def is_waiting(self, room: Room) -> bool:
        """Whether a public room waits for players and its host is connected to this process."""
        is_open = room.config.is_public and room.phase is Phase.GATHERING
        return is_open and any(listener.person_id == room.host for listener in self._listeners.get(room.id, ()))

    def address_of(self, room: Room) -> str:
        """Return the address of the first player who is connected to this process; an empty string if none is."""
        here = {listener.person_id: listener.address for listener in self._listeners.get(room.id, ())}
        players = (seat.person.id for seat in room.seats if seat.person is not None)
        return next((here[player] for player in players if player in here), "")

    def presence(self, room: str) -> Presence:
        """Return who is connected."""
        here = self.people(room)
        seats = self._rooms[room].seats if room in self._rooms else ()
        seated = tuple(seat.person is not None and seat.person.id in here for seat in seats)
        return Presence(seated, watching=len(here) - sum(seated))

    async def disconnect(self, person: str, *, come_back: bool = False) -> None:
        """Disconnect all devices of a person."""
        self.disconnect_local(person, come_back=come_back)

    def disconnect_local(self, person: str, *, come_back: bool) -> None:
        """Disconnect the devices of a person that are connected to this process."""
        for listener in self._all():
            if listener.person_id == person:
                listener.disconnect(Goodbye(WhyGoodbye.SIGNED_OUT, come_back=come_back))

    def connected_people(self) -> set[str]:
        """Return the people connected to this process."""
        return {listener.person_id for listener in self._all()}

    def _all(self) -> list[Listener]:
        return [listener for listeners in self._listeners.values() for listener in listeners]

    async def disconnect_all(self, seconds: float) -> None:
        """Ask all clients to reconnect, and wait up to `seconds` for them to disconnect."""
        for listener in self._all():
            listener.disconnect(Goodbye(WhyGoodbye.RESTARTING, come_back=True))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_empty.wait(), seconds)


def _people(room: Room) -> tuple[str | None, ...]:
    return tuple(seat.person.id if seat.person is not None else None for seat in room.seats)
