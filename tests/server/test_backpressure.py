"""A slow or silent client never delays a room and never grows the server's memory."""

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace

from tests.rooms.kit import ANN, BOB, World
from tests.server.kit import a_server
from tilewise.rooms import commands
from tilewise.rooms.model import Room
from tilewise.server.live import outbox
from tilewise.server.live.hub import Broadcast, LocalHub
from tilewise.server.live.outbox import FRAMES_WAITING, Outbox
from tilewise.server.ops import event_loop
from tilewise.storage.engine.database import IN_MEMORY, Database
from tilewise.storage.rooms import SqlStore
from tilewise.wire.messages import Goodbye, Presence, WhyGoodbye, decode_answer

pytestmark = pytest.mark.anyio


class Silent:
    """A client that reads nothing until it is released."""

    def __init__(self) -> None:
        self.may_read = asyncio.Event()
        self.sent: list[bytes] = []
        self.code = 0

    async def receive(self) -> None:
        await asyncio.Event().wait()

    async def send(self, frame: bytes) -> None:
        await self.may_read.wait()
        self.sent.append(frame)

    def send_now(self, frame: bytes) -> bool:
        if self.may_read.is_set():
            self.sent.append(frame)
        return self.may_read.is_set()

    async def close(self, code: int) -> None:
        self.code = code


async def nothing() -> None:
    """Do nothing."""


async def test_outbox_of_a_client_that_does_not_read_is_bounded() -> None:
    box = Outbox(Silent(), nothing)
    for _ in range(100_000):
        box.put(b"frame")

    assert len(box) <= FRAMES_WAITING


async def test_client_that_was_behind_gets_the_latest_view_first() -> None:
    async def latest() -> None:
        box.put(b"the latest view")
        box.finish(Goodbye(WhyGoodbye.RESTARTING, come_back=True))

    client = Silent()
    box = Outbox(client, latest)
    for number in range(FRAMES_WAITING + 3):
        box.put(b"%d" % number)
    client.may_read.set()
    await box.run()

    assert client.sent[:-1] == [b"64", b"65", b"66", b"the latest view"]
    assert decode_answer(client.sent[-1]) == Goodbye(WhyGoodbye.RESTARTING, come_back=True)
    assert client.code == 1012


class SilentListener:
    """A listener whose outbox is never emptied."""

    def __init__(self, person: str) -> None:
        self.person_id = person
        self.address = "192.0.2.1"
        self.box = Outbox(Silent(), nothing)

    def receive(self, news: Broadcast) -> None:
        self.box.put(news.frame_for(None, 0.0))

    def receive_frame(self, frame: bytes, sender: str, *, is_draft: bool = False) -> None:
        assert sender is not None
        assert is_draft in (True, False)
        self.box.put(frame)

    def disconnect(self, goodbye: Goodbye) -> None:
        self.box.finish(goodbye)


async def test_clients_that_do_not_read_never_delay_the_room(world: World) -> None:
    hub, room = LocalHub(SqlStore(Database(IN_MEMORY))), await world.gathered(ANN, BOB)
    ears = [SilentListener(f"p-{number}") for number in range(50)]
    for ear in ears:
        hub.join(room, ear)
    entry = (await world.store.entries(room.id))[0]
    for version in range(2, 300):
        later: Room = replace(room, version=version)
        await hub.announce(later, entry)

    assert max(len(ear.box) for ear in ears) <= FRAMES_WAITING
    assert hub.rooms[room.id].version == 299


@pytest.fixture
def world() -> World:
    return World()


async def test_client_that_never_reads_is_disconnected_and_its_memory_freed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(outbox, "SEND_SECONDS", 0.05)
    monkeypatch.setattr(event_loop, "LAST_BYTES_SECONDS", 0.05)
    async with a_server(tmp_path) as server:
        ann, deaf = await server.guest("Ann"), await server.guest("Deaf")
        room = await ann.open()
        async with ann.joined(room) as player, deaf.joined(room) as silent:
            await player.receive(Presence, lambda presence: presence.watching == 1)
            silent.socket.transport.pause_reading()
            for _ in range(FRAMES_WAITING):
                server.node.hub.broadcast_frame(room, b"x" * 200_000, ann.me.id)
            await player.receive(Presence, lambda presence: presence.watching == 0)
            await player.do(commands.Ready())

            assert server.node.hub.connected_people() == {ann.me.id}
            silent.socket.transport.abort()
