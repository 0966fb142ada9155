"""The hub of several nodes. Redis carries hints; the log is the truth, so a hint that is lost is only a delay."""

import asyncio
from collections import defaultdict
from collections.abc import Coroutine
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
from tilewise.storage.rooms import SqlStore
from tilewise.wire.messages import DraftShown, Said, encode

CHANNEL = "tilewise"
RETRY_SECONDS = 0.5
PRESENCE_SECONDS = 10.0
ABSENT_SECONDS = 25.0
CHAT_SECONDS = 24 * 60 * 60

log = structlog.get_logger()

Name = Annotated[str, Meta(max_length=200)]


class Hint(Value, tag="hint"):
    """A room has moved on."""

    node: Name
    room: Name


class Passed(Value, tag="passed"):
    """Something was shown or said."""

    node: Name
    room: Name
    frame: msgspec.Raw
    sender: Name
    is_draft: bool


class Here(Value, tag="here"):
    """Who is connected to a room on one node."""

    node: Name
    room: Name
    people: tuple[Name, ...]
    is_question: bool = False
    """Whether the others should say the same of theirs."""


class ShownOut(Value, tag="shown-out"):
    """Somebody's sessions are void."""

    node: Name
    person: Name
    come_back: bool


_read = msgspec.json.Decoder(Hint | Passed | Here | ShownOut).decode
_read_said = msgspec.json.Decoder(Said).decode


def _chat_key(room: str) -> str:
    return f"{CHANNEL}:chat:{room}"


class RedisHub(LocalHub):
    """Tells everybody, on this node and on all others."""

    def __init__(self, url: str, node: str, store: SqlStore, clock: Clock) -> None:
        super().__init__(store)
        at_once = Retry(NoBackoff(), 0)  # whoever waits for Redis keeps somebody waiting; the log is there anyway
        self._redis = Redis.from_url(url, socket_connect_timeout=2, retry=at_once)
        self._node = node
        self._clock = clock
        self._elsewhere: defaultdict[str, dict[str, tuple[float, frozenset[str]]]] = defaultdict(dict)
        self._tasks: set[asyncio.Task[None]] = set()
        self._is_away = False
        self.is_listening.clear()

    def chores(self) -> tuple[Coroutine[object, object, None], ...]:
        """Listening, looking for what a lost hint would have said, and saying who is here."""
        return *super().chores(), self.listen(), self.say_who_is_here()

    def join(self, room: Room, listener: Listener) -> None:
        """Listen to a room; the other nodes hear of it."""
        super().join(room, listener)
        self._later(self._publish(self._here(room.id, is_question=True)))

    def leave(self, room: str, listener: Listener) -> None:
        """Listen no more."""
        super().leave(room, listener)
        if room not in self.rooms:
            self._elsewhere.pop(room, None)
        self._later(self._publish(self._here(room)))

    def people(self, room: str) -> set[str]:
        """Who is connected to a room, on any node that was heard of lately."""
        lately = self._clock.now() - ABSENT_SECONDS
        others = [people for at, people in self._elsewhere.get(room, {}).values() if at > lately]
        return super().people(room).union(*others)

    def is_absent(self, room: str, person: str) -> bool:
        """Whether a person has no connection; a node to which nobody of the room is connected cannot tell."""
        return room in self.rooms and super().is_absent(room, person)

    async def announce(self, room: Room, entry: Entry) -> None:
        """Something happened here; the other nodes get a hint."""
        await super().announce(room, entry)
        self._later(self._publish(Hint(self._node, room.id)))

    async def relay(self, room: str, message: Ephemeral, sender: str) -> None:
        """Tell all in a room something that is not stored; Redis keeps the chat for every node."""
        await super().relay(room, message, sender)
        if isinstance(message, Said):
            await self._keep_chat(room, message)
        frame = msgspec.Raw(encode(message))
        await self._publish(Passed(self._node, room, frame, sender, isinstance(message, DraftShown)))

    async def chat(self, room: str) -> tuple[Said, ...]:
        """Return the latest words of a room, on whichever node they were said; those said here when Redis is away."""
        try:
            lines = await self._redis.lrange(_chat_key(room), 0, -1)
        except (RedisError, OSError):
            return await super().chat(room)
        return tuple(_read_said(line) for line in lines)

    async def _keep_chat(self, room: str, said: Said) -> None:
        key = _chat_key(room)
        with suppress(RedisError, OSError):
            async with self._redis.pipeline() as together:
                together.rpush(key, encode(said))
                together.ltrim(key, -CHAT_LINES, -1)
                together.expire(key, CHAT_SECONDS)
                await together.execute()

    async def disconnect(self, person: str, *, come_back: bool = False) -> None:
        """Hang up on every device of somebody, wherever it is connected."""
        await super().disconnect(person, come_back=come_back)
        await self._publish(ShownOut(self._node, person, come_back))

    async def listen(self) -> None:
        """Hear what other nodes say, for ever; when Redis goes away, until it is back."""
        while True:
            with suppress(RedisError, OSError):
                async with self._redis.pubsub() as channel:
                    await channel.subscribe(CHANNEL)
                    async for message in channel.listen():
                        self.is_listening.set()
                        if message["type"] == "message":
                            await self._hear(message["data"])
            await asyncio.sleep(RETRY_SECONDS)

    async def say_who_is_here(self) -> None:
        """From time to time, so that nobody is believed to be on a node that is gone."""
        while True:
            await asyncio.sleep(PRESENCE_SECONDS)
            for room in tuple(self.rooms):
                await self._publish(self._here(room))

    async def close(self) -> None:
        """Let go of Redis."""
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self._redis.aclose()

    async def _hear(self, data: bytes) -> None:
        message: Hint | Passed | Here | ShownOut = _read(data)
        if message.node == self._node:
            return
        if isinstance(message, ShownOut):
            self.disconnect_local(message.person, come_back=message.come_back)
        elif message.room in self.rooms:
            await self._hear_of_room(message)

    async def _hear_of_room(self, message: Hint | Passed | Here) -> None:
        match message:
            case Hint():
                self._later(self.catch_up(message.room))
            case Passed():
                self.broadcast_frame(message.room, bytes(message.frame), message.sender, is_draft=message.is_draft)
            case Here():
                self._elsewhere[message.room][message.node] = self._clock.now(), frozenset(message.people)
                self.show_presence(message.room)
                if message.is_question:
                    await self._publish(self._here(message.room))

    def _here(self, room: str, *, is_question: bool = False) -> Here:
        return Here(self._node, room, tuple(super().people(room)), is_question)

    async def _publish(self, message: Hint | Passed | Here | ShownOut) -> None:
        """Say something to the other nodes; when Redis is away they find out by themselves."""
        try:
            await self._redis.publish(CHANNEL, msgspec.json.encode(message))
        except (RedisError, OSError) as error:
            if not self._is_away:  # said once, not with every move
                log.warning("redis is not responding", problem=str(error))
            self._is_away = True
        else:
            self._is_away = False

    def _later(self, job: Coroutine[object, object, None]) -> None:
        task = asyncio.create_task(job)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
