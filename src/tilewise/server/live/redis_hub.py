"""The hub of several nodes. Redis carries notifications; a lost one only causes a delay, because nodes also poll."""

import asyncio
from collections import defaultdict
from collections.abc import Awaitable, Callable, Coroutine
from contextlib import suppress
from typing import Annotated

import msgspec
import structlog
from msgspec import Meta
from redis.asyncio import Redis
from redis.asyncio.retry import Retry
from redis.backoff import NoBackoff
from redis.exceptions import RedisError

from tilewise.core.value import Value
from tilewise.rooms.events import Entry
from tilewise.rooms.model import Room
from tilewise.rooms.ports import Clock
from tilewise.server.live.hub import CHAT_LINES, Ephemeral, Listener, LocalHub
from tilewise.server.ops.background import is_cancelled
from tilewise.storage.engine import codec
from tilewise.storage.rooms import SqlStore
from tilewise.wire.messages import DraftShown, Said, encode

CHANNEL = "tilewise:2"
"""The number changes with the messages, so that nodes of two versions ignore each other's. They still poll."""
SOCKET_SECONDS = 2.0
"""How long a command may take. Nothing depends on its success."""
RETRY_SECONDS = 0.5
PRESENCE_SECONDS = 10.0
ABSENT_SECONDS = 25.0
"""A node that has published nothing for so long is gone, or the connection to Redis is dead."""
CHAT_SECONDS = 24 * 60 * 60
NO_ENTRY = msgspec.Raw(b"null")

log = structlog.get_logger()

Name = Annotated[str, Meta(max_length=200)]


class RoomChanged(Value, tag="room-changed"):
    """A room has a new entry in its log. With the entry in the message, other nodes need not read the log."""

    room: Name
    entry: msgspec.Raw = NO_ENTRY
    """Decoded only where a client of the room is connected."""


class Relayed(Value, tag="relayed"):
    """A draft or a chat message."""

    room: Name
    frame: msgspec.Raw
    sender: Name
    is_draft: bool


class RoomPresence(Value, array_like=True):
    """The people connected to a room on one node."""

    room: Name
    people: tuple[Name, ...]
    is_waiting: bool
    """Whether this is a public room that waits for players, and its host is connected to the node."""


class NodePresence(Value, tag="node-presence"):
    """The people connected to one room, or to each room, on one node."""

    rooms: tuple[RoomPresence, ...]
    is_question: bool = False
    """Whether the other nodes should answer with their own presence."""


class Disconnected(Value, tag="disconnected"):
    """A person whose devices are to be disconnected."""

    person: Name
    come_back: bool


NodeMessage = RoomChanged | Relayed | NodePresence | Disconnected


class Batch(Value):
    """Messages of a node."""

    node: Name
    messages: msgspec.Raw
    """Decoded only by other nodes."""


_read_batch = msgspec.json.Decoder(Batch).decode
_read_messages = msgspec.json.Decoder(tuple[NodeMessage, ...]).decode
_read_entry = msgspec.json.Decoder(Entry | None).decode
_read_said = msgspec.json.Decoder(Said).decode


def _chat_key(room: str) -> str:
    return f"tilewise:chat:{room}"


class RedisHub(LocalHub):
    """Broadcasts to the clients of all nodes."""

    def __init__(self, url: str, node: str, store: SqlStore, clock: Clock) -> None:
        super().__init__(store)
        no_retry = Retry(NoBackoff(), 0)  # a retry would delay clients, and nodes poll the log anyway
        self._redis = Redis.from_url(
            url, socket_connect_timeout=SOCKET_SECONDS, socket_timeout=SOCKET_SECONDS, retry=no_retry
        )
        self._node = node
        self._clock = clock
        self._elsewhere: defaultdict[str, dict[str, tuple[float, frozenset[str]]]] = defaultdict(dict)
        self._waiting_elsewhere: dict[tuple[str, str], float] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._outgoing: list[bytes] = []
        self._publishing: asyncio.Task[None] | None = None
        self._is_redis_down = False
        self.is_listening.clear()

    def background_loops(self) -> dict[str, Callable[[], Awaitable[None]]]:
        """Return the loops that run as long as the node: polling, listening and publishing presence."""
        own = {"listening to redis failed": self.listen, "publishing presence failed": self.publish_presence}
        return super().background_loops() | own

    def join(self, room: Room, listener: Listener) -> None:
        """Add a client to a room and notify the other nodes."""
        super().join(room, listener)
        self._publish(NodePresence((self._presence(room.id),), is_question=True))

    def leave(self, room: str, listener: Listener) -> None:
        """Remove a client from a room and notify the other nodes."""
        super().leave(room, listener)
        if room not in self.rooms:
            self._elsewhere.pop(room, None)
        self._publish(NodePresence((self._presence(room),)))

    def people(self, room: str) -> set[str]:
        """Return the people connected to a room, on all nodes that have reported recently."""
        recently = self._clock.now() - ABSENT_SECONDS
        others = [people for at, people in self._elsewhere.get(room, {}).values() if at > recently]
        return super().people(room).union(*others)

    def is_absent(self, room: str, person: str) -> bool:
        """Whether a person is not connected; False if no client of the room is connected to this node."""
        return room in self.rooms and super().is_absent(room, person)

    async def announce(self, room: Room, entry: Entry) -> None:
        """Broadcast an entry of this node and notify the other nodes."""
        await super().announce(room, entry)
        self._publish(RoomChanged(room.id, msgspec.Raw(codec.encode(entry))))

    async def relay(self, room: str, message: Ephemeral, sender: str) -> None:
        """Broadcast a draft or a chat message on all nodes. Redis keeps the chat for a day."""
        await super().relay(room, message, sender)
        if isinstance(message, Said):
            await self._keep_chat(room, message)
        self._publish(Relayed(room, msgspec.Raw(encode(message)), sender, isinstance(message, DraftShown)))

    async def chat(self, room: str) -> tuple[Said, ...]:
        """Return the latest chat messages of a room on all nodes; only those of this node if Redis is down."""
        try:
            lines = await self._redis.lrange(_chat_key(room), 0, -1)
        except (RedisError, OSError):
            return await super().chat(room)
        return tuple(_read_said(line) for line in lines)

    async def _keep_chat(self, room: str, said: Said) -> None:
        key = _chat_key(room)
        with suppress(RedisError, OSError):
            async with self._redis.pipeline() as pipeline:
                pipeline.rpush(key, encode(said))
                pipeline.ltrim(key, -CHAT_LINES, -1)
                pipeline.expire(key, CHAT_SECONDS)
                await pipeline.execute()

    async def disconnect(self, person: str, *, come_back: bool = False) -> None:
        """Disconnect all devices of a person, on all nodes."""
        await super().disconnect(person, come_back=come_back)
        self._publish(Disconnected(person, come_back))

    async def listen(self) -> None:
        """Receive messages of other nodes, forever; reconnect when Redis was down."""
        while not is_cancelled():
            with suppress(RedisError, OSError):
                await self._listen()
            await asyncio.sleep(RETRY_SECONDS)

    async def _listen(self) -> None:
        """Receive messages until the connection ends or is silent: a node regularly receives its own presence."""
        async with self._redis.pubsub() as channel:
            await channel.subscribe(CHANNEL)
            while (message := await channel.get_message(timeout=ABSENT_SECONDS)) is not None:
                self.is_listening.set()
                if message["type"] == "message":
                    self._receive(message["data"])

    async def publish_presence(self) -> None:
        """Publish the presence of this node regularly, and drop that of nodes that have died."""
        while True:
            await asyncio.sleep(PRESENCE_SECONDS)
            self._publish(NodePresence(tuple(map(self._presence, self.rooms))))
            self._drop_absent()

    async def close(self) -> None:
        """Publish the waiting messages, then close the connection to Redis."""
        if self._publishing is not None:
            await self._publishing
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    def _receive(self, data: bytes) -> None:
        batch = _read_batch(data)
        if batch.node == self._node:
            return
        for message in _read_messages(batch.messages):
            self._handle(batch.node, message)

    def _handle(self, node: str, message: NodeMessage) -> None:
        match message:
            case RoomChanged():
                if message.room in self.rooms:
                    self._start(self.catch_up(message.room, _read_entry(message.entry)))
            case Relayed():
                self.broadcast_frame(message.room, bytes(message.frame), message.sender, is_draft=message.is_draft)
            case NodePresence():
                for presence in message.rooms:
                    self._note(node, presence)
                    if message.is_question and presence.room in self.rooms:
                        self._publish(NodePresence((self._presence(presence.room),)))
            case Disconnected():
                self.disconnect_local(message.person, come_back=message.come_back)

    def _note(self, node: str, presence: RoomPresence) -> None:
        """Note who is connected to a room on another node, and show it if it has changed."""
        room, now = presence.room, self._clock.now()
        if presence.is_waiting:
            self._waiting_elsewhere[room, node] = now
        else:
            self._waiting_elsewhere.pop((room, node), None)
        if room not in self.rooms:
            return
        people = frozenset(presence.people)
        _, before = self._elsewhere[room].get(node, (0.0, frozenset[str]()))
        self._elsewhere[room][node] = now, people
        if people != before:
            self.remember(room, people)
            self.show_presence(room)

    def _drop_absent(self) -> None:
        """Drop the presence of nodes that have died, and show who is left."""
        recently = self._clock.now() - ABSENT_SECONDS
        for room, nodes in self._elsewhere.items():
            gone = [node for node, (at, _) in nodes.items() if at <= recently]
            for node in gone:
                del nodes[node]
            if gone:
                self.show_presence(room)

    def waiting_rooms(self) -> frozenset[str]:
        """Return the public rooms that wait for players and whose host is connected to any node."""
        recently = self._clock.now() - ABSENT_SECONDS
        self._waiting_elsewhere = {key: at for key, at in self._waiting_elsewhere.items() if at > recently}
        return super().waiting_rooms().union(room for room, _ in self._waiting_elsewhere)

    def _presence(self, room: str) -> RoomPresence:
        known = self.rooms.get(room)
        is_waiting = known is not None and self.is_waiting(known)
        return RoomPresence(room, tuple(super().people(room)), is_waiting)

    def _publish(self, message: NodeMessage) -> None:
        """Send a message to the other nodes. Messages are sent in order; those that wait for Redis go together."""
        self._outgoing.append(msgspec.json.encode(message))
        if self._publishing is None:
            self._publishing = asyncio.create_task(self._publish_all())

    async def _publish_all(self) -> None:
        try:
            while self._outgoing:
                messages, self._outgoing = self._outgoing, []
                await self._send(Batch(self._node, msgspec.Raw(b"[" + b",".join(messages) + b"]")))
        finally:
            self._publishing = None

    async def _send(self, batch: Batch) -> None:
        """Publish a batch. If Redis is down, the other nodes poll."""
        try:
            await self._redis.publish(CHANNEL, msgspec.json.encode(batch))
        except (RedisError, OSError) as error:
            if not self._is_redis_down:  # logged once, not with every move
                log.warning("redis is not responding", problem=str(error))
            self._is_redis_down = True
        else:
            self._is_redis_down = False

    def _start(self, job: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
