"""Load test a real server over loopback with four-seat matches, beside a bare echo server on the same stack.

    python bench/server.py                                                   a minute: 50 matches on SQLite
    python bench/server.py --matches 1000 --seconds 60 --postgresql          the project's goal, about six minutes
    python bench/server.py --matches 10 100 1000                             does an action cost more among many?
    python bench/server.py --matches 300 --nodes 1 2 3                       does it cost more on several nodes?

`--postgresql` starts a temporary PostgreSQL with fsync; `--postgresql URL` uses yours. The load generator runs on
the same machine, so all figures are for server and generator together. Latency is the time from an action until
the last of the four seats has its update. With `--nodes`, the nodes share a temporary PostgreSQL and Redis, and the
seats of each match are spread over them, which is the most expensive case. Every step has a time limit and fails when
it is exceeded.
"""

import argparse
import asyncio
import json
import os
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from pathlib import Path
from resource import RLIMIT_NOFILE, RUSAGE_SELF, getrlimit, getrusage, setrlimit
from typing import Any, NamedTuple
from urllib.error import URLError
from urllib.request import Request, urlopen

import asyncpg
import uvicorn
from litestar import Litestar, WebSocket, get, websocket
from litestar.exceptions import WebSocketDisconnect
from redis.asyncio import Redis

sys.path.insert(0, str(Path(__file__).parents[1]))

from server_clients import SEATS, Figures, Match, Wire, connected

from tests.services import free_port, postgres, redis
from tilewise.server.ops.event_loop import PromptWebSocket, run
from tilewise.server.ops.http_protocol import GuardedState
from tilewise.server.ops.metrics import Metrics
from tilewise.server.security.connections import ConnectionTable

TOGETHER = 8
"""Matches that start at the same time."""
STARTS = 3
"""Number of server starts. The fastest counts, because the machine may be busy."""
ECHOES = 10_000
COMMANDS_TO_BEGIN = 1 + (SEATS - 1) + 3 * SEATS
"""To open a room, sit down, get ready, commit and contribute."""
PATIENCE_SECONDS = 60.0
OWN = "own"
SERVE = [sys.executable, "-c", "from tilewise.cli import main; main()", "serve"]
NO_LIMITS = {
    "TILEWISE_CONNECTIONS_PER_ADDRESS": "100000",
    "TILEWISE_SOCKETS_PER_ADDRESS": "100000",
    "TILEWISE_SOCKETS_PER_PERSON": "100000",
    "TILEWISE_REQUESTS_PER_MINUTE": "10000000",
    "TILEWISE_MESSAGES_PER_ADDRESS": "10000000",
    "TILEWISE_ROOMS_PER_MINUTE": "10000000",
    "TILEWISE_BOT_WORKERS": "0",
}


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
    """A server in its own process. It is up when it reports that it is ready."""
    port, began = free_port(), time.perf_counter()
    environ = {key: value for key, value in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | environ
    quiet = asyncio.subprocess.DEVNULL
    process = await asyncio.create_subprocess_exec(*command, "--port", str(port), stdout=quiet, env=environ)
    try:
        await asyncio.wait_for(_ready(process, port), PATIENCE_SECONDS)
        yield Server(process, port, time.perf_counter() - began)
    finally:
        process.terminate()
        await process.wait()


async def _ready(process: asyncio.subprocess.Process, port: int) -> None:
    while True:
        with suppress(URLError, ConnectionError):
            (await asyncio.to_thread(urlopen, f"http://127.0.0.1:{port}/readyz")).close()
            return
        if process.returncode is not None:
            sys.exit("the server did not start")
        await asyncio.sleep(0.01)


def post(port: int, path: str, cookie: str = "", body: object = None) -> tuple[Any, str]:
    """Send an HTTP request; return the response and the cookie."""
    headers = {"content-type": "application/json", "cookie": cookie}
    data = json.dumps(body).encode() if body is not None else b""
    request = Request(f"http://127.0.0.1:{port}/api{path}", data, headers, method="POST")
    with urlopen(request) as answer:  # noqa: S310  # our own server
        return json.load(answer), answer.headers.get("set-cookie", "").partition(";")[0]


def own_cpu_seconds() -> float:
    """Return the resources used by the load generator."""
    used = getrusage(RUSAGE_SELF)
    return used.ru_utime + used.ru_stime


async def load(servers: list[Server], count: int, options: argparse.Namespace, figures: Figures) -> dict[str, float]:
    """Start the matches on the servers, let them play, and measure."""
    empty, began = sum(server.megabytes for server in servers), time.perf_counter()
    matches = await gathered(servers, count, figures)
    filled, full = time.perf_counter() - began, sum(server.megabytes for server in servers)
    cpu, own, began = cpu_seconds_of(servers), own_cpu_seconds(), time.perf_counter()
    try:
        await played(matches, options.every, options.seconds)
    finally:
        for match in matches:
            match.close()
    seconds, actions = time.perf_counter() - began, len(figures.latencies)
    return {
        "sockets": len(matches) * SEATS,
        "actions": actions,
        "actions a second": actions / seconds,
        "p50 ms": figures.percentile(0.5),
        "p99 ms": figures.percentile(0.99),
        "slowest ms": figures.percentile(1.0),
        "errors": figures.errors,
        "actions put off": figures.late,
        "server CPU ms an action": 1000 * (cpu_seconds_of(servers) - cpu) / max(1, actions),
        "generator CPU ms an action": 1000 * (own_cpu_seconds() - own) / max(1, actions),
        "bytes an update": figures.frame_bytes,
        "kB a match": 1000 * (full - empty) / len(matches),
        "seconds to fill": filled,
    }


def cpu_seconds_of(servers: list[Server]) -> float:
    """Return the processor time of all nodes so far."""
    return sum(server.cpu_seconds for server in servers)


async def gathered(servers: list[Server], count: int, figures: Figures) -> list[Match]:
    """Start this many matches, a few at a time."""
    ports = [server.port for server in servers]
    cookies = [post(ports[0], "/session")[1] for _ in range(SEATS)]
    places, matches = asyncio.Semaphore(TOGETHER), [Match(figures) for _ in range(count)]
    wanted = {"chairs": SEATS, "time": {"type": "none"}}

    async def begin(match: Match) -> None:
        async with places:
            room, _ = await asyncio.to_thread(post, ports[0], "/rooms", cookies[0], wanted)
            await match.begin(ports, room["room"], cookies)

    await asyncio.gather(*map(begin, matches))
    return matches


async def played(matches: list[Match], every: float, seconds: float) -> None:
    """Let each match act every few seconds, one action at a time."""
    began, pause = time.perf_counter(), every / len(matches)
    for number in range(int(seconds / pause)):
        await asyncio.sleep(began + number * pause - time.perf_counter())
        matches[number % len(matches)].act()
    for match in matches:
        await match.quiet()


async def echo(frame_bytes: int) -> dict[str, float]:
    """Measure the same stack with an empty handler: a small frame in, as many bytes out as an update has."""
    async with started([sys.executable, __file__, "--echo", str(frame_bytes)], {}) as server:
        figures, heard = Figures(), asyncio.Event()
        wire = await connected(server.port, "/echo", "", lambda _: heard.set(), lambda: None)
        cpu = server.cpu_seconds
        for _ in range(ECHOES):
            await _answered(wire, heard, figures)
        spent = server.cpu_seconds - cpu
        wire.close()
    return {
        "p50 ms": figures.percentile(0.5),
        "p99 ms": figures.percentile(0.99),
        "server CPU ms an action": 1000 * spent / ECHOES,
    }


async def _answered(wire: Wire, heard: asyncio.Event, figures: Figures) -> None:
    began = time.perf_counter()
    heard.clear()
    wire.send(b'{"type":"do","id":"1","ask":{"type":"draw"}}')
    await heard.wait()
    figures.latencies.append(time.perf_counter() - began)


async def serve_echo(frame_bytes: int, port: int) -> None:
    """The bare stack: Litestar on uvicorn, a frame in, a fixed number of bytes out."""
    answer = b"x" * frame_bytes

    @websocket("/echo")
    async def echo(socket: WebSocket[Any, Any, Any]) -> None:
        await socket.accept()
        with suppress(WebSocketDisconnect):
            while True:
                await socket.receive_data(mode="text")
                await socket.send_data(answer, mode="text")

    @get("/readyz")
    async def ready() -> None:
        pass

    app = Litestar([echo, ready], openapi_config=None, logging_config=None)
    config = uvicorn.Config(app, port=port, ws=PromptWebSocket, ws_per_message_deflate=False, log_config=None)
    server = uvicorn.Server(config)
    table = ConnectionTable(Metrics(), limit=10, limit_per_address=10, now=time.monotonic)
    server.server_state = GuardedState(table, request_seconds=PATIENCE_SECONDS)
    await server.serve()


def show(title: str, figures: dict[str, float]) -> None:
    """Print a table."""
    print(f"\n{title}")
    for name, value in figures.items():
        print(f"  {name:<28}{value:>12.2f}", flush=True)


def databases(options: argparse.Namespace, folder: str, stack: ExitStack) -> Iterator[tuple[str, str]]:
    """Yield the databases to measure."""
    yield "SQLite", f"sqlite+aiosqlite:///{folder}/bench.db"
    if options.postgresql == OWN:
        yield "PostgreSQL", f"{stack.enter_context(postgres(is_safe=True))}/postgres"
    elif options.postgresql:
        yield "PostgreSQL", options.postgresql


async def starts(folder: str) -> dict[str, float]:
    """Measure how long a server takes to be ready on an existing database."""
    took = []
    for _ in range(STARTS + 1):  # the first start creates the database
        async with started([*SERVE, "--data", folder], {}) as server:
            took.append((server.seconds_to_start, server.cpu_seconds))
    return {"seconds": min(seconds for seconds, _ in took[1:]), "CPU seconds": min(cpu for _, cpu in took[1:])}


async def on_nodes(nodes: int, count: int, options: argparse.Namespace) -> dict[str, float]:
    """Measure matches on several nodes with a PostgreSQL and a Redis of their own."""
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder, postgres(is_safe=True) as url, redis() as notifier:
        shared = [*SERVE, "--data", folder, "--database", f"{url}/postgres"]
        environ = NO_LIMITS | {"TILEWISE_REDIS": notifier, "TILEWISE_SECRET": "the same on all nodes of the benchmark"}
        async with AsyncExitStack() as stack:
            servers = [await stack.enter_async_context(started(shared, environ)) for _ in range(nodes)]
            before = await Services.read(url, notifier)
            measured = await load(servers, count, options, figures)
            after = await Services.read(url, notifier)
    begun = count * COMMANDS_TO_BEGIN
    return measured | after.since(before, begun + int(measured["actions"]))


class Services(NamedTuple):
    """The work of PostgreSQL and Redis so far."""

    published: int
    """Messages between nodes."""
    conflicts: int
    """Entries that another node had written first. Each one is tried again."""
    database_cpu: float
    redis_cpu: float

    @classmethod
    async def read(cls, url: str, notifier: str) -> "Services":
        """Ask both services."""
        connection = await asyncpg.connect(url.replace("+asyncpg", "") + "/postgres")
        folder = Path(await connection.fetchval("SHOW data_directory"))
        await connection.close()
        async with Redis.from_url(notifier) as client:
            stats, used = await client.info("commandstats"), await client.info("cpu")
        return cls(
            published=stats.get("cmdstat_publish", {}).get("calls", 0),
            conflicts=(folder.parent / "log").read_text(errors="replace").count("duplicate key value"),
            database_cpu=_cpu_of_family(int((folder / "postmaster.pid").read_text().split()[0])),
            redis_cpu=used["used_cpu_user"] + used["used_cpu_sys"],
        )

    def since(self, before: "Services", commands: int) -> dict[str, float]:
        """Return the difference per command; the commands that begin the matches count too."""
        return {
            "commands": commands,
            "messages a command": (self.published - before.published) / commands,
            "conflicts": self.conflicts - before.conflicts,
            "PostgreSQL CPU ms a command": 1000 * (self.database_cpu - before.database_cpu) / commands,
            "Redis CPU ms a command": 1000 * (self.redis_cpu - before.redis_cpu) / commands,
        }


def _cpu_of_family(parent: int) -> float:
    """Return the processor time of a process and its children, ended ones included."""
    ticks = 0
    for stat in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            words = stat.read_text().rpartition(")")[2].split()
            if int(stat.parent.name) == parent:
                ticks += sum(map(int, words[11:15]))
            elif int(words[1]) == parent:
                ticks += sum(map(int, words[11:13]))
    return ticks / os.sysconf("SC_CLK_TCK")


async def compare_nodes(options: argparse.Namespace) -> None:
    """Run the same matches on each number of nodes, and compare the processor time of an action."""
    costs: dict[int, float] = {}
    for nodes in options.nodes:
        measured = await on_nodes(nodes, options.matches[0], options)
        show(f"{options.matches[0]} matches of {SEATS} on {nodes} node(s), PostgreSQL and Redis", measured)
        costs[nodes] = measured["server CPU ms an action"]
        print(f"{nodes} node(s): {costs[nodes] / costs[options.nodes[0]]:.2f} times the CPU an action of the first row")


async def main(options: argparse.Namespace) -> None:
    """Run all measurements."""
    setrlimit(RLIMIT_NOFILE, (getrlimit(RLIMIT_NOFILE)[1],) * 2)
    if options.nodes:
        await compare_nodes(options)
        return
    costs: dict[str, float] = {}
    figures = Figures()
    with tempfile.TemporaryDirectory() as folder, ExitStack() as stack:
        show("start-up, best of three", await starts(folder))
        for title, url in databases(options, folder, stack):
            for count in options.matches:
                figures = Figures()
                async with started([*SERVE, "--data", folder, "--database", url], NO_LIMITS) as server:
                    measured = await load([server], count, options, figures)
                show(f"{count} matches of {SEATS} on {title}, one action each every {options.every} s", measured)
                costs[f"{title}, {count} matches"] = measured["server CPU ms an action"]
    bare = await echo(figures.frame_bytes)
    show(f"bare echo, {figures.frame_bytes} bytes", bare)
    for title, cost in costs.items():
        times = cost / max(bare["server CPU ms an action"], 1e-9)
        print(f"{title}: an action costs {times:.1f} times the echo (every action is sent to {SEATS} seats)")


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--matches", type=int, nargs="+", default=[50])
    parser.add_argument("--nodes", type=int, nargs="+", help="measure on several nodes instead")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--every", type=float, default=5, help="seconds between actions of a match")
    parser.add_argument("--postgresql", nargs="?", const=OWN, help="measure on PostgreSQL as well")
    parser.add_argument("--echo", type=int, help=argparse.SUPPRESS)
    parser.add_argument("--port", type=int, help=argparse.SUPPRESS)
    chosen = parser.parse_args()
    run(serve_echo(chosen.echo, chosen.port) if chosen.echo else main(chosen))
