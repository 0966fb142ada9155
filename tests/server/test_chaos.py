"""Chaos tests: kill nodes, drop and stall sockets, restart services, set clocks, fill disks, then audit the logs."""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.audit import audit
from tests.server.kit import Guest, Player, is_my_turn, my_game, turn_of
from tests.server.processes import OFFSET, Process, start
from tests.services import free_port, redis_at
from tilewise.bots import BOTS, USUAL
from tilewise.core.deal import hash_of
from tilewise.rooms import commands
from tilewise.rooms.view import DealView, RoomView
from tilewise.server.ops import background
from tilewise.wire.messages import Done

pytestmark = pytest.mark.anyio

PATIENCE_SECONDS = 300
DISK_SECONDS = 1.0
"""How long a disk stays full."""
CLOCK_SECONDS = 7200
"""By how much a clock is set, forwards or backwards."""
LEAST_FAULTS = 1000
LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)


class DroppedError(OSError):
    """The socket was dropped on purpose."""


class Survivor:
    """A client that reconnects to any node after a failure and repeats its last command."""

    def __init__(self, guest: Guest, room: str, ports: tuple[int, ...], dice: Random) -> None:
        self.guest = guest
        self._room = room
        self._ports = ports
        self._dice = dice
        self._pending: tuple[str, commands.Command, int] | None = None
        self._asked = 0
        self.acknowledged: dict[str, int] = {}
        self.faults: Counter[str] = Counter()
        self.is_over = False

    async def play(self) -> None:
        while not self.is_over:
            with suppress(*LOST):
                async with asyncio.timeout(10):
                    async with self.guest.joined(self._room, at=self._dice.choice(self._ports)) as player:
                        await self._talk(player)
            await asyncio.sleep(0.02)  # a dead node refuses connections at once

    async def _talk(self, player: Player) -> None:
        while not self.is_over:
            if self._pending is None:
                view = await player.until(lambda view: wanted(view) is not None or view.phase == "over")
                self.is_over = view.phase == "over"
                ask = wanted(view)
                if ask is None:
                    return
                self._asked += 1
                self._pending = f"{self.guest.me.id} {self._asked}", ask, view.version
            await self._ask(player, *self._pending)
            await self._suffer(player, self._dice.random())

    async def _suffer(self, player: Player, chance: float) -> None:
        """Drop the connection, or stop reading for a while, each once in ten commands."""
        if chance < 0.1:
            self.faults["dropped socket"] += 1
            player.socket.transport.abort()
            raise DroppedError
        if chance < 0.2:
            self.faults["stalled socket"] += 1
            player.socket.transport.pause_reading()
            try:
                await asyncio.sleep(self._dice.random() / 2)  # the time of the fault
            finally:
                player.socket.transport.resume_reading()

    async def _ask(self, player: Player, request: str, ask: commands.Command, seen: int) -> None:
        answer = await player.ask(ask, seen=seen, request=request)
        self._pending = None
        if not isinstance(answer, Done):
            raise DroppedError  # stale: reconnect and look again
        self.acknowledged[request] = answer.version


def wanted(view: RoomView) -> commands.Command | None:
    """Return the next command."""
    if view.phase == "playing" and view.seat is not None and view.chairs[view.seat].has_stand_in:
        return commands.Return()
    if view.phase == "dealing" and view.seat is not None:
        return next_for_the_deal(view.deals[-1], view.seat)
    return turn_of(BOTS["novice"].choose(my_game(view), USUAL)) if is_my_turn(view) else None


def next_for_the_deal(deal: DealView, seat: int) -> commands.Command | None:
    """Return the commitment, then the contribution."""
    if deal.hashes[seat] is None and not deal.is_closed:
        return commands.Commit(hash_of("x"))
    return commands.Contribute("x") if deal.is_closed and deal.contributions[seat] is None else None


async def pairs(ports: tuple[int, ...], dice: Random, matches: int) -> list[Survivor]:
    """Begin several matches of two players."""
    survivors = []
    for number in range(matches):
        ann, bob = [
            await Guest.arrive(ports[side % len(ports)], f"{name} {number}") for side, name in enumerate(("Ann", "Bob"))
        ]
        clock = {"type": "none"} if number else {"type": "per-turn", "seconds": 60}
        room = await ann.open(time=clock)
        async with ann.joined(room) as one, bob.joined(room) as two:
            await two.do(commands.Sit())
            await one.do(commands.Ready())
            await two.do(commands.Ready())
        survivors += [Survivor(guest, room, ports, dice) for guest in (ann, bob)]
    return survivors


async def progress(survivors: list[Survivor], more: int) -> None:
    """Wait until every client has sent this many more commands, or is finished."""
    goals = [len(survivor.acknowledged) + more for survivor in survivors]
    async with asyncio.timeout(PATIENCE_SECONDS):
        while any(  # noqa: ASYNC110  # several players, each with its own goal
            len(survivor.acknowledged) < goal and not survivor.is_over
            for survivor, goal in zip(survivors, goals, strict=True)
        ):
            await asyncio.sleep(0.05)  # the clients play in the background


class Cluster:
    """Two nodes with PostgreSQL and Redis, or one node with SQLite. Each part may be down for a while."""

    def __init__(self, folder: Path, database: str = "") -> None:
        self._folder = folder
        self._database = database
        self._redis_port = free_port()
        self._redis = ExitStack()
        self._nodes: dict[int, Process] = {}
        self._has_redis = False
        self._offset = folder / OFFSET
        self._offset.write_text("0")
        self.faults: Counter[str] = Counter()
        self.ports = (free_port(), free_port()) if database else (free_port(),)
        shared = {"database": database, "redis": f"redis://127.0.0.1:{self._redis_port}"} if database else {}
        self._settings: dict[str, Any] = {"secret": "same", "bot_workers": 0, **shared}

    @property
    def url(self) -> str:
        """The URL of the database."""
        return self._database or f"sqlite+aiosqlite:///{self._folder}/tilewise.db"

    @property
    def can_play(self) -> bool:
        """Whether a node is up."""
        return bool(self._nodes)

    async def mend(self) -> None:
        """Restart everything that is down."""
        if self._database and not self._has_redis:
            self._redis = ExitStack()
            self._redis.enter_context(redis_at(self._redis_port))
            self._has_redis = True
        gone = [port for port in self.ports if port not in self._nodes]
        begun = (start(self._folder, port, **self._settings) for port in gone)
        self._nodes |= dict(zip(gone, await asyncio.gather(*begun), strict=True))

    async def close(self) -> None:
        for node in self._nodes.values():
            await node.stop()
        self._stop_redis()

    async def strike(self, blow: str) -> None:
        """Break something; each letter is a fault.

        `0` or `1` kills a node, with `k` it is stopped instead; `r` stops Redis, `p` crashes PostgreSQL, `c` sets the
        clock of all nodes, `f` fills the disk for a moment.
        """
        if "r" in blow:
            self.faults["Redis restart"] += 1
            self._stop_redis()
        for node in (node for node in (0, 1) if str(node) in blow):
            process = self._nodes.pop(self.ports[node])
            self.faults["stopped node" if "k" in blow else "killed node"] += 1
            await (process.stop() if "k" in blow else process.kill())
        if "p" in blow:
            self.faults["PostgreSQL restart"] += 1
            await crash(self._database)
        if "c" in blow:
            self.faults["clock step"] += 1
            self._set_clock()
        if "f" in blow:
            self.faults["full disk"] += 1
            await self._fill_disk()

    def _stop_redis(self) -> None:
        self._redis.close()
        self._has_redis = False

    def _set_clock(self) -> None:
        """Set the clock forwards, or back again."""
        part = self._folder / f"{OFFSET}.part"
        part.write_text("0" if self._offset.read_text() != "0" else str(CLOCK_SECONDS))
        part.replace(self._offset)

    async def _fill_disk(self) -> None:
        for node in self._nodes.values():
            node.limit_files(0)
        await asyncio.sleep(DISK_SECONDS)  # the time of the fault
        for node in self._nodes.values():
            node.limit_files(-1)


async def crash(database: str) -> None:
    """Kill a process of PostgreSQL, which then ends all connections, recovers and starts again."""
    url = database.replace("+asyncpg", "")
    connection = await asyncpg.connect(url)
    process = await connection.fetchval("SELECT pg_backend_pid()")
    os.kill(process, signal.SIGKILL)
    connection.terminate()
    async with asyncio.timeout(PATIENCE_SECONDS):
        while True:
            with suppress(asyncpg.PostgresError, OSError):
                await (await asyncpg.connect(url)).close()
                return
            await asyncio.sleep(0.05)  # an external program sends no signal to wait for


@asynccontextmanager
async def playing(survivors: list[Survivor]) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for survivor in survivors:
            stack.push_async_callback(survivor.guest.leave)
        tasks = [asyncio.create_task(survivor.play()) for survivor in survivors]
        try:
            yield
        finally:
            await background.end(tasks)


async def storm(cluster: Cluster, dice: Random, blows: Sequence[str], *, matches: int, turns: int) -> list[Survivor]:
    """Play through every failure and the recovery after it."""
    await cluster.mend()
    try:
        survivors = await pairs(cluster.ports, dice, matches)
        async with playing(survivors):
            await progress(survivors, turns)
            for blow in blows:
                await cluster.strike(blow)
                if cluster.can_play:
                    await progress(survivors, turns)
                await cluster.mend()
            await progress(survivors, turns)
    finally:
        await cluster.close()
    return survivors


async def check_the_books(database: str, survivors: list[Survivor]) -> int:
    """Check that every acknowledged command is in a log once, at its version; return the number of commands."""
    logs = await audit(database)
    written = {entry.request: entry.version for log in logs.values() for entry in log if entry.request}
    acknowledged = {request: version for survivor in survivors for request, version in survivor.acknowledged.items()}
    assert {request: written.get(request) for request in acknowledged} == acknowledged
    done = Counter((entry.by, entry.request) for log in logs.values() for entry in log if entry.request)
    assert [ask for ask, times in done.items() if times > 1] == []  # identified by sender and request id
    return len(acknowledged)


async def test_acknowledged_commands_survive_a_killed_node_and_redis(tmp_path: Path, shared_database: str) -> None:
    dice = Random(5)  # noqa: S311  # the same failures every time

    survivors = await storm(Cluster(tmp_path, shared_database), dice, ["0r"], matches=2, turns=2)

    assert await check_the_books(shared_database, survivors) >= 2 * 2 * 2 * 3


SEVERAL_NODES = ("0", "1", "r", "0r", "1r", "0k", "1k", "p", "p", "pr", "c", "c", "c")
ONE_NODE = ("0", "0k", "c", "c", "c", "f", "f", "f")


@pytest.mark.soak
async def test_acknowledged_commands_survive_random_failures(
    tmp_path_factory: pytest.TempPathFactory, shared_database: str
) -> None:
    """Repeat random failures for `SOAK_MINUTES`, one minute by default, and until there were a thousand."""
    end, seeds = time.monotonic() + 60 * float(os.environ.get("SOAK_MINUTES", "1")), count(7)
    faults: Counter[str] = Counter()
    kept = 0
    shared: list[Survivor] = []
    while time.monotonic() < end or faults.total() < LEAST_FAULTS:
        dice = Random(seed := next(seeds))  # noqa: S311  # as above
        has_several = seed % 2 == 1
        cluster = Cluster(tmp_path_factory.mktemp("chaos"), shared_database if has_several else "")
        blows = [dice.choice(SEVERAL_NODES if has_several else ONE_NODE) for _ in range(8)]
        survivors = await storm(cluster, dice, blows, matches=4, turns=3)
        shared += survivors if has_several else []
        kept += sum(len(survivor.acknowledged) for survivor in survivors)
        await check_the_books(cluster.url, shared if has_several else survivors)
        faults += cluster.faults
        faults += sum((survivor.faults for survivor in survivors), Counter())
        told = ", ".join(f"{number} × {name}" for name, number in faults.most_common())
        print(f"{faults.total()} faults ({told}); {kept} commands acknowledged, all in logs that replay", flush=True)  # noqa: T201  # the result of a soak test
    assert kept > 0
