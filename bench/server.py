"""Load on a real server over loopback: four-seat matches on real sockets, beside a bare echo on the same stack.

    python bench/server.py [--matches 100] [--seconds 15] [--every 5] [--postgresql URL]

The generator runs on the same machine, so all figures are for server and generator together. `make bench` runs the
small default; the aim of the project is `--matches 1000 --seconds 60`.
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterable, Mapping
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

import msgspec
import uvicorn
from litestar import Litestar, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from websockets.asyncio.client import ClientConnection, connect

from tilewise.server.loop import PromptWebSocket, run

SEATS = 4
NO_LIMITS = {
    "TILEWISE_SOCKETS_PER_ADDRESS": "100000",
    "TILEWISE_SOCKETS_PER_PERSON": "100000",
    "TILEWISE_REQUESTS_PER_MINUTE": "10000000",
    "TILEWISE_ROOMS_PER_MINUTE": "10000000",
    "TILEWISE_BOT_WORKERS": "0",
}


class Game(msgspec.Struct):
    """The little that a scripted client looks at; the rest of a frame is passed over."""

    to_move: int
    pool: int


class View(msgspec.Struct):
    """As above."""

    version: int = 0
    phase: str = ""
    game: Game | None = None


class Message(msgspec.Struct):
    """As above."""

    type: str
    view: View | None = None


read = msgspec.json.Decoder(Message).decode


@dataclass
class Figures:
    """What was measured."""

    latencies: list[float] = field(default_factory=list)
    errors: int = 0
    frame_bytes: int = 0

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


class Server:
    """A process under load."""

    def __init__(self, process: asyncio.subprocess.Process, port: int, seconds_to_start: float) -> None:
        self.process = process
        self.port = port
        self.seconds_to_start = seconds_to_start

    @property
    def cpu_seconds(self) -> float:
        """User and system time so far."""
        words = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(words[11]) + int(words[12])) / os.sysconf("SC_CLK_TCK")

    @property
    def megabytes(self) -> float:
        """Memory in use."""
        pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


@asynccontextmanager
async def started(command: list[str], environ: dict[str, str]) -> AsyncIterator[Server]:
    """A server in its own process; it prints its address when it is up."""
    began = time.perf_counter()
    process = await asyncio.create_subprocess_exec(
        *command, stdout=asyncio.subprocess.PIPE, env=os.environ | {"PYTHONUNBUFFERED": "1"} | environ
    )
    assert process.stdout is not None  # noqa: S101  # we asked for a pipe
    while b"http://" not in (line := await process.stdout.readline()):
        if not line:
            sys.exit("the server did not start")
    try:
        yield Server(process, int(line.split(b":")[-1]), time.perf_counter() - began)
    finally:
        process.terminate()
        await process.wait()


def post(port: int, path: str, cookie: str = "", body: object = None) -> tuple[Any, str]:
    """Ask over HTTP; the answer, and the cookie."""
    headers = {"content-type": "application/json", "cookie": cookie}
    data = json.dumps(body).encode() if body is not None else b""
    request = Request(f"http://127.0.0.1:{port}/api{path}", data, headers, method="POST")
    with urlopen(request) as answer:  # noqa: S310  # our own server
        return json.load(answer), answer.headers.get("set-cookie", "").partition(";")[0]


class Match:
    """Four sockets of one room, driven in turn."""

    def __init__(self, sockets: list[ClientConnection], figures: Figures) -> None:
        self._sockets = sockets
        self._figures = figures
        self._asked = 0
        self._seen: dict[ClientConnection, int] = {}
        self.view = View()

    async def begin(self) -> None:
        """Sit down, get ready, contribute."""
        for socket in self._sockets:
            await socket.send('{"type":"hello","protocols":[1]}')
            await self._answer(socket, "update")
        for socket in self._sockets[1:]:
            await self._ask(socket, {"type": "sit"})
        for ask in ({"type": "ready"}, {"type": "contribute", "text": "x"}):
            for socket in self._sockets:
                await self._ask(socket, ask)
        await self._all_see(self.view.version)

    async def play(self, every: float, delay: float, until: float) -> None:
        """An action every so many seconds, whoever's turn it is."""
        await asyncio.sleep(delay)
        while (began := time.perf_counter()) < until:
            if self.view.phase != "playing":
                return
            await self._turn(began)
            await asyncio.sleep(max(0.0, every - (time.perf_counter() - began)))

    async def _turn(self, began: float) -> None:
        game, seen = self.view.game or Game(0, 0), self.view.version
        mover = self._sockets[game.to_move]
        await self._send(mover, {"type": "draw" if game.pool else "pass"})
        frame = await self._answer(mover, "update")
        self._figures.latencies.append(time.perf_counter() - began)
        self._figures.frame_bytes = len(frame)
        await self._answer(mover, "done")
        await self._all_see(seen + 1)

    async def _ask(self, socket: ClientConnection, ask: Mapping[str, object]) -> None:
        await self._send(socket, ask)
        await self._answer(socket, "done")

    async def _send(self, socket: ClientConnection, ask: Mapping[str, object]) -> None:
        self._asked += 1
        await socket.send(json.dumps({"type": "do", "id": str(self._asked), "ask": ask}))

    async def _answer(self, socket: ClientConnection, kind: str) -> str | bytes:
        while True:
            frame = await socket.recv()
            message = read(frame)
            if message.type == "update" and message.view is not None:
                self._seen[socket] = message.view.version
                self.view = max(self.view, message.view, key=lambda view: view.version)
            if message.type in ("refused", "goodbye"):
                self._figures.errors += 1
            if message.type == kind:
                return frame

    async def _all_see(self, version: int) -> None:
        for socket in self._sockets:
            while self._seen[socket] < version:
                await self._answer(socket, "update")


async def load(server: Server, options: argparse.Namespace, figures: Figures) -> dict[str, float]:
    """Fill the server with matches, let them play, and measure."""
    cookies = [post(server.port, "/session")[1] for _ in range(SEATS)]
    empty = server.megabytes
    async with AsyncExitStack() as stack:
        matches = [await a_match(server, cookies, stack, figures) for _ in range(options.matches)]
        full, cpu, began = server.megabytes, server.cpu_seconds, time.perf_counter()
        delays = (options.every * number / len(matches) for number in range(len(matches)))
        until = began + options.seconds
        await asyncio.gather(
            *(match.play(options.every, delay, until) for match, delay in zip(matches, delays, strict=True))
        )
        seconds = time.perf_counter() - began
        actions = len(figures.latencies)
        return {
            "sockets": len(matches) * SEATS,
            "actions a second": actions / seconds,
            "p50 ms": figures.percentile(0.5),
            "p99 ms": figures.percentile(0.99),
            "server CPU ms an action": 1000 * (server.cpu_seconds - cpu) / max(1, actions),
            "kB a match": 1000 * (full - empty) / len(matches),
            "errors": figures.errors,
            "seconds to start": server.seconds_to_start,
        }


async def a_match(server: Server, cookies: list[str], stack: AsyncExitStack, figures: Figures) -> Match:
    """A room with four sockets in it, just dealt."""
    wanted = {"chairs": SEATS, "time": {"type": "none"}}
    room, _ = await asyncio.to_thread(post, server.port, "/rooms", cookies[0], wanted)
    url = f"ws://127.0.0.1:{server.port}/api/rooms/{room['room']}/play"
    sockets = [
        await stack.enter_async_context(
            connect(url, additional_headers={"cookie": cookie}, ping_interval=None, compression=None, max_size=None)
        )
        for cookie in cookies
    ]
    match = Match(sockets, figures)
    await match.begin()
    return match


async def echo(frame_bytes: int, rounds: int) -> dict[str, float]:
    """The same stack with nothing behind it: a small frame in, as many bytes out as an update has."""
    async with started([sys.executable, __file__, "--echo", str(frame_bytes)], {}) as server:
        latencies = Figures()
        async with connect(f"ws://127.0.0.1:{server.port}/echo", compression=None, max_size=None) as socket:
            cpu = server.cpu_seconds
            for _ in range(rounds):
                began = time.perf_counter()
                await socket.send('{"type":"do","id":"1","ask":{"type":"draw"}}')
                await socket.recv()
                latencies.latencies.append(time.perf_counter() - began)
            spent = server.cpu_seconds - cpu
    return {
        "p50 ms": latencies.percentile(0.5),
        "p99 ms": latencies.percentile(0.99),
        "server CPU ms an action": 1000 * spent / rounds,
    }


async def serve_echo(frame_bytes: int) -> None:
    """The bare stack: Litestar on uvicorn, a frame in, so many bytes out, and nothing in between."""
    answer = b"x" * frame_bytes

    @websocket("/echo")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.receive_data(mode="text")
                await socket.send_data(answer, mode="text")

    app = Litestar([echo], openapi_config=None, logging_config=None)
    config = uvicorn.Config(app, port=0, ws=PromptWebSocket, ws_per_message_deflate=False, log_config=None)
    server = uvicorn.Server(config)
    serving = asyncio.create_task(server.serve())
    while not server.started:  # noqa: ASYNC110  # uvicorn has no event for it
        await asyncio.sleep(0.01)
    print(f"http://127.0.0.1:{server.servers[0].sockets[0].getsockname()[1]}")
    await serving


def show(title: str, figures: dict[str, float]) -> None:
    """A table that can be pasted."""
    print(f"\n{title}")
    for name, value in figures.items():
        print(f"  {name:<26}{value:>12.2f}")


def databases(options: argparse.Namespace, folder: str) -> Iterable[tuple[str, str]]:
    """What to run on."""
    yield "SQLite", f"sqlite+aiosqlite:///{folder}/bench.db"
    if options.postgresql:
        yield "PostgreSQL", options.postgresql


async def main(options: argparse.Namespace) -> None:
    """Everything, one after the other."""
    command = [sys.executable, "-c", "from tilewise.cli import main; main()", "serve", "--port", "0"]
    size = 0
    costs: list[float] = []
    with tempfile.TemporaryDirectory() as folder:
        for title, url in databases(options, folder):
            figures = Figures()
            async with started([*command, "--data", folder, "--database", url], NO_LIMITS) as server:
                measured = await load(server, options, figures)
            show(f"{options.matches} matches of {SEATS} on {title}, one action every {options.every} s", measured)
            size = figures.frame_bytes
            costs.append(measured["server CPU ms an action"])
    bare = await echo(size, 3000)
    show(f"bare echo, {size} bytes", bare)
    times = statistics.mean(costs) / max(bare["server CPU ms an action"], 1e-9)
    print(f"\nan action costs {times:.1f} times the echo (every action is told to {SEATS} seats)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, default=50)
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--every", type=float, default=5, help="seconds between two actions of a match")
    parser.add_argument("--postgresql", help="postgresql+asyncpg://… to measure as well")
    parser.add_argument("--echo", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    run(serve_echo(chosen.echo) if chosen.echo else main(chosen))
