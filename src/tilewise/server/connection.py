"""One socket of one person in one room: reads asks, writes what happens, and never holds up anybody else."""

import asyncio
import time
from collections import deque
from typing import Protocol, assert_never

import msgspec

from tilewise.core.violations import RefusedError
from tilewise.match.people import Person
from tilewise.match.refusals import DeclinedError, Reason, StaleError
from tilewise.match.room import Room
from tilewise.match.view import RoomView, view_room
from tilewise.server.hub import News
from tilewise.server.limits import Bucket
from tilewise.server.node import Node
from tilewise.server.watching import as_it_was, is_welcome, watches_late
from tilewise.wire import messages
from tilewise.wire.messages import (
    Do,
    Done,
    Draft,
    FromClient,
    FromServer,
    Goodbye,
    Hello,
    Ping,
    Pong,
    Refused,
    Said,
    Say,
    SendEmote,
    Update,
    Welcome,
    WhyGoodbye,
    encode,
)

FRAMES_WAITING = 64
"""A client that has not read so many is behind: it gets the latest view instead."""
HELLO_SECONDS = 10.0
SEND_SECONDS = 30.0
MISTAKES_ALLOWED = 10
CHAT_PER_SECOND = 0.5
CHAT_BURST = 5.0


class Socket(Protocol):
    """What a connection needs of a WebSocket."""

    async def receive(self) -> str | bytes | None:
        """The next frame; None when the other side hung up."""

    async def send(self, frame: bytes) -> None:
        """Send a text frame; waits while the other side does not read."""

    async def close(self, code: int) -> None:
        """Hang up."""


class HangUpError(Exception):
    """This conversation is over."""

    def __init__(self, why: WhyGoodbye, *, come_back: bool = False) -> None:
        super().__init__(why)
        self.goodbye = Goodbye(why, come_back=come_back)


class Connection:
    """A conversation with one client."""

    def __init__(self, node: Node, socket: Socket, person: Person, room: str) -> None:
        self._node = node
        self._socket = socket
        self._person = person
        self._room = room
        self._waiting: deque[bytes] = deque()
        self._is_behind = False
        self._is_late = False
        self._something = asyncio.Event()
        self._last_version = 0
        self._mistakes = 0
        self._goodbye: Goodbye | None = None
        settings, clock = node.settings, node.clock
        pace, drafts = settings.messages_per_second, settings.drafts_per_second
        self._asks = Bucket(clock, per_second=pace, burst=2 * pace)
        self._drafts = Bucket(clock, per_second=drafts, burst=drafts)
        self._chat = Bucket(clock, per_second=CHAT_PER_SECOND, burst=CHAT_BURST)

    @property
    def person_id(self) -> str:
        """Who it is."""
        return self._person.id

    async def run(self) -> None:
        """Talk until one side hangs up."""
        try:
            await self._greet()
            room = await self._node.service.look(self._room)
            self._expect_welcome(room)
        except HangUpError as bye:
            await self._socket.send(encode(bye.goodbye))
            await self._socket.close(4400)
            return
        self._node.hub.join(room, self)
        writing = asyncio.create_task(self._write())
        reading = asyncio.create_task(self._read())
        try:
            await self._show_all()
            await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._node.hub.leave(self._room, self)
            for task in (writing, reading):
                task.cancel()
            await asyncio.gather(writing, reading, return_exceptions=True)

    # what the hub tells

    def hear(self, news: News) -> None:
        """Something happened in the room."""
        if news.room.version <= self._last_version:
            return
        self._last_version = news.room.version
        if watches_late(news.room, self._person):
            later = self._node.settings.watch_delay_seconds
            asyncio.get_running_loop().call_later(later, self._put_news, news)
        else:
            self._put_news(news)

    def hear_frame(self, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        """Something was shown or said; who did it knows already."""
        if sender != self._person.id and not (is_draft and self._is_late):
            self._put(frame)

    def hang_up(self) -> None:
        """The server goes away."""
        self._finish(Goodbye(WhyGoodbye.RESTARTING, come_back=True))

    def _put_news(self, news: News) -> None:
        """Who may not watch any more is shown out."""
        seat = news.room.chair_of(self._person.id)
        if is_welcome(news.room, self._person):
            self._put(news.frame_for(seat, self._node.clock.now()))
        else:
            self._finish(Goodbye(WhyGoodbye.NOT_FOR_YOU, come_back=False))

    # reading

    def _expect_welcome(self, room: Room) -> None:
        if not is_welcome(room, self._person):
            raise HangUpError(WhyGoodbye.NOT_FOR_YOU)
        self._is_late = watches_late(room, self._person)

    async def _greet(self) -> None:
        try:
            frame = await asyncio.wait_for(self._socket.receive(), HELLO_SECONDS)
            hello = messages.decode(frame or b"")
        except (TimeoutError, msgspec.DecodeError):
            raise HangUpError(WhyGoodbye.NO_COMMON_PROTOCOL) from None
        protocol = messages.common_protocol(hello.protocols) if isinstance(hello, Hello) else None
        if protocol is None:
            raise HangUpError(WhyGoodbye.NO_COMMON_PROTOCOL)
        self._say(Welcome(protocol, self._person, self._node.clock.now()))

    async def _read(self) -> None:
        while (frame := await self._socket.receive()) is not None:
            try:
                message = messages.decode(frame)
            except (msgspec.DecodeError, UnicodeDecodeError) as error:
                self._misunderstood(str(error))
            else:
                await self._answer(message)
            if self._mistakes > MISTAKES_ALLOWED:
                self._finish(Goodbye(WhyGoodbye.TOO_MANY_MISTAKES, come_back=False))
                await self._something.wait()
                return

    def _misunderstood(self, problem: str) -> None:
        self._mistakes += 1
        self._say(Refused(None, Reason.NOT_UNDERSTOOD, detail=problem[:200]))

    async def _answer(self, message: FromClient) -> None:
        match message:
            case Do():
                await self._do(message)
            case Draft():
                await self._draft(message)
            case Say() | SendEmote():
                await self._chat_with(message)
            case Ping():
                self._say(Pong(message.id, self._node.clock.now()))
            case Hello():
                self._misunderstood("hello was said already")
            case _:
                assert_never(message)

    async def _do(self, message: Do) -> None:
        began, kind = time.perf_counter(), str(message.ask.__struct_config__.tag)
        answer = await self._judge(message) if self._asks.take() else self._too_fast(message.id)
        self._say(answer)
        outcome = "done" if isinstance(answer, Done) else str(answer.reason)
        self._node.metrics.asked.labels(kind, outcome).inc()
        self._node.metrics.seconds.observe(time.perf_counter() - began)

    async def _judge(self, message: Do) -> Done | Refused:
        ask = self._node.service.ask
        try:
            done = await ask(self._room, self._person, message.ask, seen=message.seen, request=message.id)
        except RefusedError as error:
            return Refused(message.id, Reason.RULES_BROKEN, error.violations)
        except DeclinedError as error:
            return Refused(message.id, error.reason)
        except StaleError as error:
            return Refused(message.id, Reason.OUT_OF_DATE, view=self._view(error.room))
        return Done(message.id, done.version)

    def _too_fast(self, request: str | None) -> Refused:
        self._mistakes += 1
        return Refused(request, Reason.TOO_FAST)

    async def _draft(self, message: Draft) -> None:
        """Too many drafts are passed over, and a wrong one harms nobody: the next will do."""
        if not self._drafts.take():
            return
        try:
            await self._node.service.draft(self._room, self._person, message.table)
        except DeclinedError as error:
            self._say(Refused(None, error.reason))

    async def _chat_with(self, message: Say | SendEmote) -> None:
        if not self._chat.take():
            self._say(Refused(None, Reason.TOO_FAST))
            return
        room = await self._node.service.look(self._room)
        seat = room.chair_of(self._person.id)
        name = room.chairs[seat].name if seat is not None else self._person.name
        said = (
            Said(seat, name, text=" ".join(message.text.split()))
            if isinstance(message, Say)
            else Said(seat, name, emote=message.emote)
        )
        await self._node.hub.pass_on(self._room, said, "")

    # writing

    def _view(self, room: Room) -> RoomView:
        return view_room(room, room.chair_of(self._person.id))

    async def _show_all(self) -> None:
        room = await self._node.service.look(self._room)
        self._last_version = max(self._last_version, room.version)
        if watches_late(room, self._person):
            room = await as_it_was(self._node, room)
        self._say(Update(self._node.clock.now(), (), self._view(room)))
        self._say(self._node.hub.presence(self._room))

    def _say(self, message: FromServer) -> None:
        self._put(encode(message))

    def _put(self, frame: bytes) -> None:
        if len(self._waiting) >= FRAMES_WAITING:
            self._waiting.clear()
            self._is_behind = True
        self._waiting.append(frame)
        self._something.set()

    def _finish(self, goodbye: Goodbye) -> None:
        self._goodbye = goodbye
        self._something.set()

    async def _write(self) -> None:
        while True:
            while self._waiting:
                await asyncio.wait_for(self._socket.send(self._waiting.popleft()), SEND_SECONDS)
            if self._is_behind:
                self._is_behind = False
                await self._show_all()
                continue
            if self._goodbye is not None:
                await asyncio.wait_for(self._socket.send(encode(self._goodbye)), SEND_SECONDS)
                await self._socket.close(1012 if self._goodbye.come_back else 4400)
                return
            self._something.clear()
            await self._something.wait()
