"""Handle the messages of one client: commands, drafts, chat and pings."""

import time
from collections.abc import Callable
from typing import assert_never

import msgspec
import structlog

from tilewise.core.tiles import Table
from tilewise.core.violations import RefusedError
from tilewise.rooms.model import Room
from tilewise.rooms.people import Person
from tilewise.rooms.ports import ConflictError
from tilewise.rooms.rejections import DeclinedError, Reason, StaleError
from tilewise.rooms.view import view_room
from tilewise.server.live.draft_throttle import DraftThrottle
from tilewise.server.node import Node
from tilewise.server.security.limits import Bucket
from tilewise.wire import messages
from tilewise.wire.messages import (
    Do,
    Done,
    Draft,
    FromClient,
    FromServer,
    Hello,
    Ping,
    Pong,
    Refused,
    Said,
    Say,
    SendEmote,
)

MISTAKES_ALLOWED = 10
"""A client with more invalid or too frequent messages is disconnected."""

log = structlog.get_logger()


class MessageHandler:
    """Handles the messages of one client in one room. `send` queues an answer and never waits."""

    def __init__(self, node: Node, person: Person, address: str, room: str, send: Callable[[FromServer], None]) -> None:
        self._node = node
        self._person = person
        self._address = address
        self._room = room
        self._send = send
        self._mistakes = 0
        settings, clock = node.settings, node.clock
        rate = settings.messages_per_second
        self._commands = Bucket(clock, per_second=rate, burst=2 * rate)
        self._drafts = DraftThrottle(clock, settings.drafts_per_second, self._show_draft)

    @property
    def has_too_many_mistakes(self) -> bool:
        """Whether the client is to be disconnected."""
        return self._mistakes > MISTAKES_ALLOWED

    async def handle(self, frame: str | bytes) -> None:
        """Decode a message and handle it."""
        try:
            message = messages.decode(frame)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self._reject(str(error))
        else:
            await self._handle(message)

    def close(self) -> None:
        """Drop the waiting draft."""
        self._drafts.close()

    async def _handle(self, message: FromClient) -> None:
        match message:
            case Do():
                await self._do(message)
            case Draft():
                await self._drafts.add(message.table)
            case Say() | SendEmote():
                await self._chat(message)
            case Ping():
                self._send(Pong(message.id, self._node.clock.now()))
            case Hello():
                self._reject("hello must be the first message, and the only one")
            case _:
                assert_never(message)

    def _reject(self, problem: str) -> None:
        self._mistakes += 1
        self._send(Refused(None, Reason.NOT_UNDERSTOOD, detail=problem[:200]))

    async def _do(self, message: Do) -> None:
        began, kind = time.perf_counter(), str(message.ask.__struct_config__.tag)
        answer = await self._submit(message) if self._commands.take() else self._too_fast(message.id)
        self._send(answer)
        outcome = "done" if isinstance(answer, Done) else str(answer.reason)
        self._node.metrics.commands.labels(kind, outcome).inc()
        self._node.metrics.seconds.observe(time.perf_counter() - began)

    async def _submit(self, message: Do) -> Done | Refused:
        await self._drafts.flush()
        submit = self._node.service.submit
        try:
            accepted = await submit(self._room, self._person, message.ask, seen=message.seen, request=message.id)
        except RefusedError as error:
            return Refused(message.id, Reason.RULES_BROKEN, error.violations)
        except DeclinedError as error:
            return Refused(message.id, error.reason)
        except StaleError as error:
            view = view_room(error.room, error.room.seat_of(self._person.id))
            return Refused(message.id, Reason.OUT_OF_DATE, view=view)
        except ConflictError:  # several nodes write without pause, so the client has not seen the latest state either
            return Refused(message.id, Reason.OUT_OF_DATE)
        return Done(message.id, accepted.version)

    def _too_fast(self, request: str) -> Refused:
        self._mistakes += 1
        return Refused(request, Reason.TOO_FAST)

    async def _show_draft(self, table: Table) -> None:
        try:
            await self._node.service.draft(self._room, self._person, table)
        except DeclinedError as error:  # not counted as a mistake: the turn may just have ended
            self._send(Refused(None, error.reason))

    async def _chat(self, message: Say | SendEmote) -> None:
        room = await self._node.service.get(self._room)
        if self._person.id in room.muted:
            self._send(Refused(None, Reason.MUTED))
        elif not await self._node.limits.chat.take(self._address, self._person.id):
            self._send(Refused(None, Reason.TOO_FAST))
        else:
            said = _said(message, room, self._person, self._node.clock.now())
            await self._node.hub.relay(self._room, said, "")


def _said(message: Say | SendEmote, room: Room, person: Person, now: float) -> Said:
    seat = room.seat_of(person.id)
    name = room.seats[seat].name if seat is not None else person.name
    if isinstance(message, Say):
        return Said(seat, name, person.id, text=" ".join(message.text.split()), at=now)
    return Said(seat, name, person.id, emote=message.emote, at=now)
