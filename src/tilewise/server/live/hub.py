"""The hub of one node: who listens to which room, and what they are told."""

import asyncio
from collections import OrderedDict, defaultdict, deque
from collections.abc import Callable, Coroutine
from contextlib import suppress
from typing import Protocol

import structlog

from tilewise.rooms.events import Entry
from tilewise.rooms.evolve import evolve
from tilewise.rooms.model import Room
from tilewise.rooms.ports import Draft
from tilewise.rooms.view import RoomView, redact_entry, view_for, view_for_spectators
from tilewise.storage.rooms import SqlStore
from tilewise.wire.messages import DraftShown, Goodbye, Presence, Said, Update, WhyGoodbye, encode

Ephemeral = DraftShown | Said
"""What is told once and stored nowhere."""

CHAT_LINES = 50
"""How many lines of chat of a room are kept for people who come back."""
ROOMS_WITH_CHAT = 1000
"""How many rooms a node keeps chat for: those that spoke last."""
LOOK_SECONDS = 2.0
"""How often a node looks whether somebody else wrote into its rooms: another node, or the keeper by a command."""

log = structlog.get_logger()


class Broadcast:
    """An entry on its way to the listeners: made into bytes once for each seat, not for each socket."""

    def __init__(self, room: Room, entry: Entry) -> None:
        self.room = room
        self.at = entry.at
        self._entry = entry
        self._frames: dict[int | None, bytes] = {}
        self._shared: RoomView | None = None

    def frame_for(self, seat: int | None, now: float) -> bytes:
        """What a seat, or a spectator, is told."""
        frame = self._frames.get(seat)
        if frame is None:
            if self._shared is None:
                self._shared = view_for_spectators(self.room)
            told = Update(now, redact_entry(self._entry, seat), view_for(seat, self.room, self._shared))
            frame = self._frames[seat] = encode(told)
        return frame


class Listener(Protocol):
    """Somebody connected to a room."""

    @property
    def person_id(self) -> str:
        """Who it is."""

    def receive(self, news: Broadcast) -> None:
        """Something happened. Never waits."""

    def receive_frame(self, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        """Something was shown or said. Never waits."""

    def hang_up(self, goodbye: Goodbye) -> None:
        """The server wants to talk no more."""


class Chat:
    """The latest words of each room, in memory."""

    def __init__(self) -> None:
        self._said: OrderedDict[str, deque[Said]] = OrderedDict()

    def add(self, room: str, said: Said) -> None:
        """Keep a line; drop the oldest of the room, and the room that has been silent for longest."""
        self._said.setdefault(room, deque(maxlen=CHAT_LINES)).append(said)
        self._said.move_to_end(room)
        if len(self._said) > ROOMS_WITH_CHAT:
            self._said.popitem(last=False)

    def of(self, room: str) -> tuple[Said, ...]:
        """Return the lines of a room, oldest first."""
        return tuple(self._said.get(room, ()))


class LocalHub:
    """Tells everybody who is connected to this process."""

    def __init__(self, store: SqlStore) -> None:
        self._store = store
        self._listeners: defaultdict[str, set[Listener]] = defaultdict(set)
        self._rooms: dict[str, Room] = {}
        self._chat = Chat()
        self._locks: defaultdict[str, asyncio.Lock] = defaultdict(asyncio.Lock)
        self.on_entry: Callable[[Room, Entry], None] = lambda _room, _entry: None
        """What else is to be done when something happened on this node."""
        self.on_remote_entry: Callable[[Room], None] = lambda _room: None
        """What else is to be done when something happened elsewhere."""
        self._is_empty = asyncio.Event()
        self._is_empty.set()
        self.is_listening = asyncio.Event()
        """Whether other nodes are heard; here there are none."""
        self.is_listening.set()

    def chores(self) -> tuple[Coroutine[object, object, None], ...]:
        """What is to be done for as long as the node runs."""
        return (self.look(),)

    async def close(self) -> None:
        """Let go of everything."""

    @property
    def rooms(self) -> dict[str, Room]:
        """The rooms that somebody is connected to, as they were last told of."""
        return self._rooms

    def join(self, room: Room, listener: Listener) -> None:
        """Listen to a room."""
        self._listeners[room.id].add(listener)
        known = self._rooms.get(room.id)
        if known is None or known.version < room.version:
            self._rooms[room.id] = room
        self._is_empty.clear()
        self.show_presence(room.id)

    def leave(self, room: str, listener: Listener) -> None:
        """Listen no more."""
        self._listeners[room].discard(listener)
        if self._listeners[room]:
            self.show_presence(room)
        else:
            del self._listeners[room]
            self._rooms.pop(room, None)
            self._locks.pop(room, None)
        if not self._listeners:
            self._is_empty.set()

    async def look(self) -> None:
        """Find out by itself what was written elsewhere."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            try:
                for room, version in (await self._store.versions([*self.rooms])).items():
                    known = self.rooms.get(room)
                    if known is not None and known.version < version:
                        await self.catch_up(room)
            except Exception:
                log.exception("polling for news failed")

    async def catch_up(self, room: str) -> None:
        """Read what was written elsewhere, and tell it here."""
        async with self._locks[room]:
            known = self.rooms.get(room)
            if known is None:
                return
            for entry in await self._store.entries(room, after=known.version):
                known = evolve(known, entry)
                self.on_remote_entry(known)
                self.broadcast(Broadcast(known, entry))

    async def announce(self, room: Room, entry: Entry) -> None:
        """Something happened; the room is now like this."""
        self.broadcast(Broadcast(room, entry))
        self.on_entry(room, entry)

    async def show_draft(self, room: Room, draft: Draft) -> None:
        """A move is in the making; its maker knows already."""
        maker = room.seats[draft.seat].person
        await self.relay(room.id, DraftShown(draft.seat, draft.table), maker.id if maker else "")

    async def relay(self, room: str, message: Ephemeral, sender: str) -> None:
        """Tell all in a room something that is not stored; chat is kept in memory for a while."""
        if isinstance(message, Said):
            self._chat.add(room, message)
        self.broadcast_frame(room, encode(message), sender, is_draft=isinstance(message, DraftShown))

    async def chat(self, room: str) -> tuple[Said, ...]:
        """Return the latest words of a room, oldest first."""
        return self._chat.of(room)

    def broadcast(self, news: Broadcast) -> None:
        """Tell all who are connected here."""
        known = self._rooms.get(news.room.id)
        if known is not None and known.version < news.room.version:
            self._rooms[news.room.id] = news.room
        for listener in tuple(self._listeners.get(news.room.id, ())):
            listener.receive(news)
        if known is not None and _people(known) != _people(news.room):
            self.show_presence(news.room.id)

    def broadcast_frame(self, room: str, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        """Tell all who are connected here."""
        for listener in tuple(self._listeners.get(room, ())):
            listener.receive_frame(frame, sender, is_draft=is_draft)

    def show_presence(self, room: str) -> None:
        """Tell all in a room who is connected."""
        self.broadcast_frame(room, encode(self.presence(room)), "")

    def people(self, room: str) -> set[str]:
        """Who is connected to a room, as far as this node knows."""
        return {listener.person_id for listener in self._listeners.get(room, ())}

    def is_absent(self, room: str, person: str) -> bool:
        """Whether a person has no connection to a room."""
        return person not in self.people(room)

    def presence(self, room: str) -> Presence:
        """Who is connected."""
        here = self.people(room)
        chairs = self._rooms[room].seats if room in self._rooms else ()
        seated = tuple(chair.person is not None and chair.person.id in here for chair in chairs)
        return Presence(seated, watching=len(here) - sum(seated))

    async def disconnect(self, person: str, *, come_back: bool = False) -> None:
        """Hang up on every device of somebody whose session is void."""
        self.disconnect_local(person, come_back=come_back)

    def disconnect_local(self, person: str, *, come_back: bool) -> None:
        """Hang up on every device that is connected to this process."""
        for listener in self._all():
            if listener.person_id == person:
                listener.hang_up(Goodbye(WhyGoodbye.SIGNED_OUT, come_back=come_back))

    def connected_people(self) -> set[str]:
        """The persons who are connected to this process."""
        return {listener.person_id for listener in self._all()}

    def _all(self) -> list[Listener]:
        return [listener for listeners in self._listeners.values() for listener in listeners]

    async def disconnect_all(self, patience: float) -> None:
        """The server goes away: everybody is told to come back, and has so many seconds to hear it."""
        for listener in self._all():
            listener.hang_up(Goodbye(WhyGoodbye.RESTARTING, come_back=True))
        with suppress(TimeoutError):
            await asyncio.wait_for(self._is_empty.wait(), patience)


def _people(room: Room) -> tuple[str | None, ...]:
    """Whose the chairs are."""
    return tuple(chair.person.id if chair.person is not None else None for chair in room.seats)
