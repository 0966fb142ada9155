"""One socket of one person in one room: reads asks, writes what happens, and never holds up anybody else."""

import asyncio
import time
from collections.abc import Container, Iterable
from typing import assert_never

import msgspec
import structlog

from tilewise.core.errors import TilewiseError
from tilewise.core.tiles import Table
from tilewise.core.violations import RefusedError
from tilewise.rooms.events import Entry
from tilewise.rooms.model import Room
from tilewise.rooms.people import Person
from tilewise.rooms.ports import ConflictError
from tilewise.rooms.rejections import DeclinedError, Reason, StaleError
from tilewise.rooms.view import RoomView, redact_entry, view_room
from tilewise.server.http.problems import ProblemError
from tilewise.server.live.draft_throttle import DraftThrottle
from tilewise.server.live.hub import Broadcast
from tilewise.server.live.outbox import STAY_AWAY, Outbox, Socket
from tilewise.server.live.spectators import as_it_was, is_welcome, watches_late
from tilewise.server.node import Node
from tilewise.server.security.limits import Bucket
from tilewise.wire import messages
from tilewise.wire.messages import (
    Do,
    Done,
    Draft,
    FromClient,
    FromServer,
    Goodbye,
    Happened,
    Hello,
    Ping,
    Pong,
    Recent,
    Refused,
    Said,
    Say,
    SendEmote,
    Update,
    Welcome,
    WhyGoodbye,
    encode,
)

HELLO_SECONDS = 10.0
LOG_ENTRIES = 60
"""How much of the log is sent to a client that connects."""
MISTAKES_ALLOWED = 10

log = structlog.get_logger()


class HangUpError(TilewiseError):
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
        self._outbox = Outbox(socket, self._show_all)
        self._is_late = False
        self._last_heard = 0
        self._last_told = 0
        self._mistakes = 0
        self._is_answering = False
        self._is_over = False
        settings, clock = node.settings, node.clock
        pace = settings.messages_per_second
        self._asks = Bucket(clock, per_second=pace, burst=2 * pace)
        self._drafting = DraftThrottle(clock, settings.drafts_per_second, self._show_draft)

    @property
    def person_id(self) -> str:
        """Who it is."""
        return self._person.id

    async def run(self) -> None:
        """Talk until one side hangs up."""
        try:
            await self._greet()
            room = await self._node.service.get(self._room)
            self._expect_welcome(room)
        except HangUpError as bye:
            await self._socket.send(encode(bye.goodbye))
            await self._socket.close(STAY_AWAY)
            return
        self._node.hub.join(room, self)
        writing = asyncio.create_task(self._outbox.run())
        reading = asyncio.create_task(self._read())
        try:
            await self._show_all()
            await self._recall()
            await asyncio.wait({writing, reading}, return_when=asyncio.FIRST_COMPLETED)
        finally:
            self._node.hub.leave(self._room, self)
            await self._wind_up(writing, reading)

    async def _wind_up(self, writing: asyncio.Task[None], reading: asyncio.Task[None]) -> None:
        """What was asked before the socket dropped is done to the end: the others must hear of it."""
        self._is_over = True
        self._drafting.close()
        writing.cancel()
        if not self._is_answering:
            reading.cancel()
        await asyncio.gather(writing, reading, return_exceptions=True)

    # what the hub tells

    def receive(self, news: Broadcast) -> None:
        """Something happened in the room."""
        if news.room.version <= self._last_heard:
            return
        self._last_heard = news.room.version
        self._is_late = watches_late(news.room, self._person)
        if self._is_late:
            later = self._node.settings.watch_delay_seconds
            asyncio.get_running_loop().call_later(later, self._put_news, news)
        else:
            self._put_news(news)

    def receive_frame(self, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        """Something was shown or said; who did it knows already."""
        if sender != self._person.id and not (is_draft and self._is_late):
            self._outbox.put(frame)

    def hang_up(self, goodbye: Goodbye) -> None:
        """The server wants to talk no more."""
        self._outbox.finish(goodbye)

    def _put_news(self, news: Broadcast) -> None:
        """Who may not watch any more is shown out. What a late spectator has seen the end of is not told any more."""
        if news.room.version <= self._last_told or self._is_over:
            return
        self._last_told = news.room.version
        if is_welcome(news.room, self._person):
            seat = news.room.seat_of(self._person.id)
            self._outbox.put(news.frame_for(seat, self._node.clock.now()))
        else:
            self._outbox.finish(Goodbye(WhyGoodbye.NOT_FOR_YOU, come_back=False))

    # reading

    def _expect_welcome(self, room: Room) -> None:
        if not is_welcome(room, self._person):
            raise HangUpError(WhyGoodbye.NOT_FOR_YOU)
        self._is_late = watches_late(room, self._person)

    async def _greet(self) -> None:
        try:
            async with asyncio.timeout(HELLO_SECONDS):
                hello = messages.decode(await self._socket.receive() or b"")
        except (TimeoutError, msgspec.DecodeError):
            raise HangUpError(WhyGoodbye.NO_COMMON_PROTOCOL) from None
        protocol = messages.common_protocol(hello.protocols) if isinstance(hello, Hello) else None
        if protocol is None or not isinstance(hello, Hello):
            raise HangUpError(WhyGoodbye.NO_COMMON_PROTOCOL)
        if hello.seat is not None:
            self._person = await self._seated_by(hello.seat)
        heartbeat = self._node.settings.heartbeat_seconds
        self._say(Welcome(protocol, self._person, self._node.clock.now(), heartbeat))

    async def _seated_by(self, token: str) -> Person:
        """Who a seat token belongs to: somebody who goes on playing here on another device."""
        try:
            visitor = await self._node.identity.seated(token, self._room)
        except ProblemError:  # banned
            visitor = None
        if visitor is None:
            raise HangUpError(WhyGoodbye.NOT_FOR_YOU)
        return visitor.person

    async def _read(self) -> None:
        while not self._is_over and (frame := await self._socket.receive()) is not None:
            self._is_answering = True
            try:
                await self._understand(frame)
            except Exception:
                log.exception("command failed", room=self._room)
                self._outbox.finish(Goodbye(WhyGoodbye.TROUBLE, come_back=True))
            finally:
                self._is_answering = False
            if self._mistakes > MISTAKES_ALLOWED:
                self._outbox.finish(Goodbye(WhyGoodbye.TOO_MANY_MISTAKES, come_back=False))
                await asyncio.Event().wait()  # until the good-bye is sent

    async def _understand(self, frame: str | bytes) -> None:
        try:
            message = messages.decode(frame)
        except (msgspec.DecodeError, UnicodeDecodeError) as error:
            self._misunderstood(str(error))
        else:
            await self._answer(message)

    def _misunderstood(self, problem: str) -> None:
        self._mistakes += 1
        self._say(Refused(None, Reason.NOT_UNDERSTOOD, detail=problem[:200]))

    async def _answer(self, message: FromClient) -> None:
        match message:
            case Do():
                await self._do(message)
            case Draft():
                await self._drafting.add(message.table)
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
        await self._drafting.catch_up()
        ask = self._node.service.submit
        try:
            done = await ask(self._room, self._person, message.ask, seen=message.seen, request=message.id)
        except RefusedError as error:
            return Refused(message.id, Reason.RULES_BROKEN, error.violations)
        except DeclinedError as error:
            return Refused(message.id, error.reason)
        except StaleError as error:
            return Refused(message.id, Reason.OUT_OF_DATE, view=self._view(error.room))
        except ConflictError:  # several nodes write without pause; the client has not seen the latest either
            return Refused(message.id, Reason.OUT_OF_DATE)
        return Done(message.id, done.version)

    def _too_fast(self, request: str | None) -> Refused:
        self._mistakes += 1
        return Refused(request, Reason.TOO_FAST)

    async def _show_draft(self, table: Table) -> None:
        """A wrong draft harms nobody: the next will do."""
        try:
            await self._node.service.draft(self._room, self._person, table)
        except DeclinedError as error:
            self._say(Refused(None, error.reason))

    async def _chat_with(self, message: Say | SendEmote) -> None:
        room = await self._node.service.get(self._room)
        if self._person.id in room.muted:
            self._say(Refused(None, Reason.MUTED))
        elif not self._node.limits.chat.take(self._person.id):
            self._say(Refused(None, Reason.TOO_FAST))
        else:
            said = _said(message, room, self._person, self._node.clock.now())
            await self._node.hub.relay(self._room, said, "")

    # writing

    def _view(self, room: Room) -> RoomView:
        return view_room(room, room.seat_of(self._person.id))

    async def _show_all(self) -> None:
        room = await self._node.service.get(self._room)
        self._last_heard = max(self._last_heard, room.version)
        if watches_late(room, self._person):
            room = await as_it_was(self._node, room)
        self._last_told = max(self._last_told, room.version)
        self._say(Update(self._node.clock.now(), (), self._view(room)))
        self._say(self._node.hub.presence(self._room))

    async def _recall(self) -> None:
        """Send what happened lately, up to what was shown: the same projection as live, and no words of the muted."""
        room = await self._node.service.get(self._room)
        chat = await self._node.hub.chat(self._room)
        entries: tuple[Entry, ...] = ()
        while not entries or entries[-1].version < self._last_told:  # another update may be sent meanwhile
            entries = await self._node.store.entries(self._room, after=self._last_told - LOG_ENTRIES)
        shown = [entry for entry in entries if entry.version <= self._last_told]
        self._say(recent(shown, chat, room.seat_of(self._person.id), room.muted))

    def _say(self, message: FromServer) -> None:
        self._outbox.put(encode(message))


def recent(entries: Iterable[Entry], chat: Iterable[Said], seat: int | None, muted: Container[str]) -> Recent:
    """Return what a seat, or a spectator, may know of the latest events and words."""
    log = [Happened(entry.at, redact_entry(entry, seat)) for entry in entries]
    return Recent(tuple(log), tuple([said for said in chat if said.person not in muted]))


def _said(message: Say | SendEmote, room: Room, person: Person, now: float) -> Said:
    seat = room.seat_of(person.id)
    name = room.seats[seat].name if seat is not None else person.name
    if isinstance(message, Say):
        return Said(seat, name, person.id, text=" ".join(message.text.split()), at=now)
    return Said(seat, name, person.id, emote=message.emote, at=now)
