"""Idle and half-sent connections do not shut other people out."""

import asyncio
import json
import resource
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from pathlib import Path

import pytest

from tests.server.kit import Running, a_server, visitor
from tests.server.processes import running
from tests.services import free_port

pytestmark = pytest.mark.anyio

HALF_HEADER = b"POST /api/session HTTP/1.1\r\nHost: 127.0.0.1\r\n"
HALF_BODY = HALF_HEADER + b"Content-Length: 100\r\n\r\n{"


@asynccontextmanager
async def a_line(port: int, sent: bytes, source: str = "127.0.0.2") -> AsyncIterator[asyncio.StreamReader]:
    """Connect from an address and send some bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port, local_addr=(source, 0))
    writer.write(sent)
    try:
        yield reader
    finally:
        writer.close()


async def ended(reader: asyncio.StreamReader) -> bytes:
    """Read until the server closes the connection."""
    try:
        return await reader.read()
    except ConnectionResetError:
        return b""


async def refused(server: Running) -> dict[str, float]:
    """Return the number of refused connections by reason."""
    return {
        sample.labels["why"]: sample.value
        for metric in server.node.metrics.connections_refused.collect()
        for sample in metric.samples
        if sample.name.endswith("_total")
    }


@contextmanager
def few_files(most: int) -> Iterator[None]:
    """Give processes that start now a low soft limit of open files."""
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, before[1]))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, before)


@pytest.mark.parametrize("sent", [b"", HALF_HEADER, HALF_BODY], ids=["nothing", "half a header", "half a body"])
async def test_client_that_does_not_complete_a_request_is_disconnected(tmp_path: Path, sent: bytes) -> None:
    async with a_server(tmp_path, request_seconds=0.2) as server, a_line(server.port, sent) as line:
        await ended(line)

        assert await refused(server) == {"slow-request": 1}


async def test_each_further_byte_does_not_extend_the_time_for_a_header(tmp_path: Path) -> None:
    async with a_server(tmp_path, request_seconds=0.5) as server:
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port)
        end = asyncio.create_task(ended(reader))
        while not end.done():
            writer.write(b"x")
            await asyncio.wait({end}, timeout=0.05)
        writer.close()

        assert await refused(server) == {"slow-request": 1}


async def test_one_address_cannot_take_all_connections(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    async with a_server(tmp_path, connections_per_address=20) as server, AsyncExitStack() as held:
        for _ in range(20):
            await held.enter_async_context(a_line(server.port, HALF_HEADER))
        async with a_line(server.port, HALF_HEADER) as one_more:
            await ended(one_more)
        await server.guest("Ann")  # from another address

        assert await refused(server) == {"address-limit": 1}
    assert "connections refused" in capsys.readouterr().out


async def test_longest_idle_connection_makes_room_for_a_new_one(tmp_path: Path) -> None:
    async with a_server(tmp_path, connections=5) as server, AsyncExitStack() as held:
        lines = [await held.enter_async_context(a_line(server.port, HALF_HEADER, f"127.0.0.{n}")) for n in range(2, 7)]
        await server.guest("Ann")
        await ended(lines[0])

        assert (await refused(server))["node-limit"] >= 1


async def test_socket_frees_its_place_when_it_closes(tmp_path: Path) -> None:
    async with a_server(tmp_path, connections_per_address=3) as server:
        ann = await server.guest("Ann")
        room = await ann.open()
        for _ in range(6):
            async with ann.joined(room) as player:
                pass
            await player.socket.wait_closed()

        assert await refused(server) == {}


async def test_idle_socket_of_a_player_is_not_closed(tmp_path: Path) -> None:
    async with a_server(tmp_path, request_seconds=0.2) as server:
        ann = await server.guest("Ann")
        async with ann.joined(await ann.open()) as player, a_line(server.port, b"") as line:
            await ended(line)  # it connected later, so the time of the socket would be over as well
            await (await player.socket.ping())


async def test_1100_idle_connections_do_not_block_others(tmp_path: Path) -> None:
    with few_files(1024):
        async with running(tmp_path, free_port()) as server, AsyncExitStack() as held:
            with few_files(4096):
                for number in range(1100):
                    source = f"127.0.0.{2 + number % 5}"
                    await held.enter_async_context(a_line(server.port, HALF_HEADER, source))
                async with visitor(f"http://127.0.0.1:{server.port}") as http:
                    answer = await http.post("/api/session")

    assert json.loads(answer.content)["has_account"] is False
