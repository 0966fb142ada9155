"""One client connection to a room. Reads messages, writes updates, never blocks other clients."""

import asyncio
from collections.abc import Container, Iterable

import structlog

from tilewise.rooms.events import Entry
from tilewise.rooms.model import Room
from tilewise.rooms.people import Person
from tilewise.rooms.view import redact_entry, view_room
from tilewise.server.live.handshake import ClosedError, welcome
from tilewise.server.live.hub import Broadcast
from tilewise.server.live.message_handler import MessageHandler
from tilewise.server.live.outbox import STAY_AWAY, Outbox, Socket
from tilewise.server.live.spectators import delayed_room, is_delayed, may_watch
from tilewise.server.node import Node
from tilewise.wire.messages import FromServer, Goodbye, Happened, Recent, Said, Update, WhyGoodbye, encode

LOG_ENTRIES = 60
"""The number of log entries sent to a client that connects."""

log = structlog.get_logger()


class Connection:
    """The connection of one client: its life cycle, and the messages that the hub sends to it."""

    def __init__(self, node: Node, socket: Socket, person: Person, address: str, room: str) -> None:
        self._node = node
        self._socket = socket
        self._person = person
        self.address = address
        self._room = room
        self._outbox = Outbox(socket, self._send_view)
        self._is_delayed = False
        self._last_received = 0
        self._last_sent = 0
        self._is_handling = False
        self._is_over = False

    @property
    def person_id(self) -> str:
        """The id of the client's person."""
        return self._person.id

    async def run(self) -> None:
        """Serve the client until one side disconnects."""
        try:
            room = await self._enter()
        except ClosedError as closed:
            await self._socket.send(encode(closed.goodbye))
            await self._socket.close(STAY_AWAY)
            return
        handler = MessageHandler(self._node, self._person, self.address, self._room, self._send)
        self._node.hub.join(room, self)
        writing = asyncio.create_task(self._outbox.run())
        reading = asyncio.create_task(self._read(handler))
        try:
            await self._send_view()
            await self._send_recent()
            await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._node.hub.leave(self._room, self)
            handler.close()
            await self._finish(writing, reading)

    async def _enter(self) -> Room:
        """Greet the client and return the room; raise ClosedError if the client may not watch it."""
        greeting = await welcome(self._node, self._socket, self._person, self._room)
        self._person = greeting.you
        self._send(greeting)
        room = await self._node.service.get(self._room)
        if not may_watch(room, self._person):
            raise ClosedError(WhyGoodbye.NOT_FOR_YOU)
        self._is_delayed = is_delayed(room, self._person)
        return room

    async def _finish(self, writing: asyncio.Task[None], reading: asyncio.Task[None]) -> None:
        """Stop both tasks. A command that is being handled is completed, because the others must see its result."""
        self._is_over = True
        writing.cancel()
        if not self._is_handling:
            reading.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)

    async def _read(self, handler: MessageHandler) -> None:
        while not self._is_over and (frame := await self._socket.receive()) is not None:
            await self._node.limits.messages.wait(self.address)
            self._is_handling = True
            try:
                await handler.handle(frame)
            except Exception:
                log.exception("command failed", room=self._room)
                self._outbox.finish(Goodbye(WhyGoodbye.TROUBLE, come_back=True))
            finally:
                self._is_handling = False
            if handler.has_too_many_mistakes:
                self._outbox.finish(Goodbye(WhyGoodbye.TOO_MANY_MISTAKES, come_back=False))
                await asyncio.Event().wait()  # until the goodbye is sent and this task is cancelled

    def receive(self, broadcast: Broadcast) -> None:
        """Send an entry to the client, after a delay for delayed spectators."""
        if broadcast.room.version <= self._last_received:
            return
        self._last_received = broadcast.room.version
        self._is_delayed = is_delayed(broadcast.room, self._person)
        if self._is_delayed:
            delay = self._node.settings.watch_delay_seconds
            asyncio.get_running_loop().call_later(delay, self._send_broadcast, broadcast)
        else:
            self._send_broadcast(broadcast)

    def receive_frame(self, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        """Send a draft or a chat message to the client, unless it is the sender. Delayed spectators get no drafts."""
        if sender != self._person.id and not (is_draft and self._is_delayed):
            self._outbox.put(frame)

    def disconnect(self, goodbye: Goodbye) -> None:
        """Send a goodbye and close the connection."""
        self._outbox.finish(goodbye)

    def _send_broadcast(self, broadcast: Broadcast) -> None:
        """Send an entry, unless a later one was sent already. Disconnect a client who may no longer watch."""
        if broadcast.room.version <= self._last_sent or self._is_over:
            return
        self._last_sent = broadcast.room.version
        if may_watch(broadcast.room, self._person):
            seat = broadcast.room.seat_of(self._person.id)
            self._outbox.put(broadcast.frame_for(seat, self._node.clock.now()))
        else:
            self._outbox.finish(Goodbye(WhyGoodbye.NOT_FOR_YOU, come_back=False))

    async def _send_view(self) -> None:
        """Send the whole view and the presence."""
        room = await self._node.service.get(self._room)
        self._last_received = max(self._last_received, room.version)
        if is_delayed(room, self._person):
            room = await delayed_room(self._node, room)
        self._last_sent = max(self._last_sent, room.version)
        self._send(Update(self._node.clock.now(), (), view_room(room, room.seat_of(self._person.id))))
        self._send(self._node.hub.presence(self._room))

    async def _send_recent(self) -> None:
        """Send the latest events, up to the view that was sent, and the latest chat messages."""
        room = await self._node.service.get(self._room)
        chat = await self._node.hub.chat(self._room)
        entries: tuple[Entry, ...] = ()
        while not entries or entries[-1].version < self._last_sent:  # another update may be sent meanwhile
            entries = await self._node.store.entries(self._room, after=self._last_sent - LOG_ENTRIES)
        shown = [entry for entry in entries if entry.version <= self._last_sent]
        self._send(recent(shown, chat, room.seat_of(self._person.id), room.muted))

    def _send(self, message: FromServer) -> None:
        self._outbox.put(encode(message))


def recent(entries: Iterable[Entry], chat: Iterable[Said], seat: int | None, muted: Container[str]) -> Recent:
    """Return the latest events as a seat or spectator may see them, and the chat without muted people."""
    log = [Happened(entry.at, redact_entry(entry, seat)) for entry in entries]
    return Recent(tuple(log), tuple([said for said in chat if said.person not in muted]))
