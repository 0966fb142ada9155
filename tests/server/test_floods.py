"""Floods of small frames and requests from one address do not hold up the others."""

import asyncio
import json
from pathlib import Path

import pytest
from websockets.frames import Frame, Opcode

from tests.server.kit import PATIENCE_SECONDS, Guest, Running, a_server, visitor
from tests.server.processes import running
from tests.server.test_connections import a_line, ended, refused
from tests.services import free_port
from tilewise.server.http import request
from tilewise.server.ops.event_loop import CONTROL_FRAMES_AT_ONCE, SLICE_BYTES, PromptWebSocket
from tilewise.wire.messages import Ping, Pong, encode

pytestmark = pytest.mark.anyio

ATTACKER, STRANGER = "127.0.0.2", "127.0.0.3"
MANY = 5000


def frame(opcode: Opcode, data: bytes = b"", *, fin: bool = True) -> bytes:
    return Frame(opcode, data, fin).serialize(mask=True)


FLOODS = {
    "pings": frame(Opcode.PING) * MANY,
    "pongs": frame(Opcode.PONG) * MANY,
    "parts of a message": frame(Opcode.TEXT, fin=False) + frame(Opcode.CONT, fin=False) * MANY,
    "pings after mistakes": frame(Opcode.TEXT, b"[") * 20 + frame(Opcode.PING) * MANY,
}


@pytest.mark.parametrize("flood", FLOODS.values(), ids=FLOODS)
async def test_socket_flooded_with_control_frames_is_closed(own_server: Running, flood: bytes) -> None:
    ann = await own_server.guest("Ann")
    async with ann.joined(await ann.open()) as player:
        player.socket.transport.write(flood)
        await player.closed()

    assert (await refused(own_server))["flood"] == 1


async def test_socket_may_send_some_pings(own_server: Running) -> None:
    ann = await own_server.guest("Ann")
    async with ann.joined(await ann.open()) as player:
        player.socket.transport.write(frame(Opcode.PING) * int(CONTROL_FRAMES_AT_ONCE / 2))
        await player.send(Ping("still here"))

        await player.receive(Pong)


async def test_messages_that_arrive_together_are_parsed_a_few_at_a_time(
    own_server: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    parsed: list[int] = []
    handle_events = PromptWebSocket.handle_events

    def count(self: PromptWebSocket) -> None:
        parsed.append(len(self.conn.events) + self.queue.qsize())
        handle_events(self)

    monkeypatch.setattr(PromptWebSocket, "handle_events", count)
    ann = await own_server.guest("Ann")
    ping = frame(Opcode.TEXT, encode(Ping("1")))
    async with ann.joined(await ann.open()) as player:
        player.socket.transport.write(ping * MANY + frame(Opcode.TEXT, encode(Ping("last"))))
        await player.receive(Pong, lambda pong: pong.id == "last")

    assert max(parsed) <= SLICE_BYTES / len(ping) + 1


async def test_messages_beyond_the_rate_of_an_address_wait(tmp_path: Path) -> None:
    async with a_server(tmp_path, messages_per_address=0.1, messages_per_second=50) as server:
        attacker, stranger = await server.guest("Eve", ATTACKER), await server.guest("Ann", STRANGER)
        async with attacker.joined(await attacker.open()) as one, stranger.joined(await stranger.open()) as two:
            for number in range(100):
                await one.send(Ping(str(number)))
            last = asyncio.create_task(one.receive(Pong, lambda pong: pong.id == "99"))
            for _ in range(20):
                await two.send(Ping("1"))
                await two.receive(Pong)

            assert not last.done()
            last.cancel()


@pytest.mark.parametrize(("size", "status"), [(1, b"400"), (30, b"400"), (3000, b"200")])
async def test_body_in_tiny_chunks_is_refused(own_server: Running, size: int, status: bytes) -> None:
    header = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\nTransfer-Encoding: chunked\r\n\r\n"
    chunk = b"%x\r\n%s\r\n" % (size, b"x" * size)
    async with a_line(own_server.port, header + chunk * (30_000 // size) + b"0\r\n\r\n") as line:
        answer = await line.readline()

    assert answer.split()[1] == status


async def test_clients_cannot_fill_the_log(tmp_path: Path) -> None:
    with (tmp_path / "log").open("wb") as log:
        async with running(tmp_path, free_port(), stderr=log.fileno(), bot_workers=0) as server:
            for sent in (b"?\r\n\r\n", b"GET / HTTP/1.1\r\nHost: x\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n"):
                async with a_line(server.port, sent) as line:
                    await line.readline()
            reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
            writer.write(b"POST /api/session HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n")
            await reader.readuntil(b"}")
            writer.write(b"no chunk\r\n")  # after the answer
            await ended(reader)
            writer.close()
            ann = await Guest.arrive(server.port, "Ann")
            async with ann.joined(await ann.open()) as player:
                player.socket.transport.write(frame(Opcode.TEXT, b"\xff"))
                await player.closed()
            await ann.leave()

    lines = [json.loads(line)["event"] for line in (tmp_path / "log").read_text().splitlines()]
    assert lines == ["node started", "node stopped"]


async def test_refused_request_waits_for_its_answer(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(request, "REFUSAL_SECONDS", PATIENCE_SECONDS)
    async with (
        a_server(tmp_path, requests_per_minute=4) as server,
        visitor(f"{server.url}/api", ATTACKER) as attacker,
        visitor(f"{server.url}/api", STRANGER) as stranger,
    ):
        for _ in range(2):
            await attacker.get("/rooms")
        refused = asyncio.create_task(attacker.get("/rooms"))
        answers = [await stranger.get("/rooms"), await stranger.get("/rooms/1/links")]

        assert ([answer.status_code for answer in answers], refused.done()) == ([200, 404], False)
        refused.cancel()
