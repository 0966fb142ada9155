"""Chaos tests: kill nodes, drop sockets, restart Redis, then audit the database."""

import asyncio
import os
import time
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, ExitStack, asynccontextmanager, suppress
from itertools import count
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.audit import audit
from tests.server.kit import Guest, Player, is_my_turn, my_game, turn_of
from tests.server.processes import Process, start
from tests.services import free_port, redis_at
from tilewise.bots import BOTS, USUAL
from tilewise.core.deal import hash_of
from tilewise.rooms import commands
from tilewise.rooms.view import DealView, RoomView
from tilewise.wire.messages import Done

pytestmark = pytest.mark.anyio

PATIENCE_SECONDS = 300
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
            if self._dice.random() < 0.1:
                raise DroppedError

    async def _ask(self, player: Player, request: str, ask: commands.Command, seen: int) -> None:
        answer = await player.ask(ask, seen=seen, request=request)
        self._pending = None
        if not isinstance(answer, Done):
            raise DroppedError  # stale: reconnect and look again
        self.acknowledged[request] = answer.version


def wanted(view: RoomView) -> commands.Command | None:
    """Return the next command."""
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
        ann, bob = [await Guest.arrive(ports[side], f"{name} {number}") for side, name in enumerate(("Ann", "Bob"))]
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
    """Two nodes and a Redis server, each of which may be down for a while."""

    def __init__(self, folder: Path, database: str) -> None:
        self._folder = folder
        self._redis_port = free_port()
        self._redis = ExitStack()
        self._nodes: dict[int, Process] = {}
        self.has_redis = False
        self.ports = free_port(), free_port()
        redis = f"redis://127.0.0.1:{self._redis_port}"
        self._settings = {"database": database, "redis": redis, "secret": "same", "bot_workers": 0}

    async def mend(self) -> None:
        """Restart everything that is down."""
        if not self.has_redis:
            self._redis = ExitStack()
            self._redis.enter_context(redis_at(self._redis_port))
            self.has_redis = True
        gone = [port for port in self.ports if port not in self._nodes]
        nodes = await asyncio.gather(*(start(self._folder, port, **self._settings) for port in gone))
        self._nodes |= dict(zip(gone, nodes, strict=True))

    async def end(self, node: int, *, kindly: bool) -> None:
        process = self._nodes.pop(self.ports[node])
        await (process.stop() if kindly else process.kill())

    def stop_redis(self) -> None:
        self._redis.close()
        self.has_redis = False

    async def close(self) -> None:
        for node in self._nodes.values():
            await node.stop()
        self.stop_redis()

    async def strike(self, blow: str) -> None:
        """Break something: `0` or `1` is a node, `r` is Redis; with `k` a node is stopped instead of killed."""
        if "r" in blow:
            self.stop_redis()
        for node in (node for node in (0, 1) if str(node) in blow):
            await self.end(node, kindly="k" in blow)


@asynccontextmanager
async def playing(survivors: list[Survivor]) -> AsyncIterator[None]:
    async with AsyncExitStack() as stack:
        for survivor in survivors:
            stack.push_async_callback(survivor.guest.leave)
        tasks = [asyncio.create_task(survivor.play()) for survivor in survivors]
        try:
            yield
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


async def storm(cluster: Cluster, dice: Random, blows: list[str], *, matches: int, turns: int) -> list[Survivor]:
    """Play through every failure and the recovery after it."""
    await cluster.mend()
    try:
        survivors = await pairs(cluster.ports, dice, matches)
        async with playing(survivors):
            await progress(survivors, turns)
            for blow in blows:
                await cluster.strike(blow)
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


@pytest.mark.soak
async def test_acknowledged_commands_survive_random_failures(tmp_path: Path, shared_database: str) -> None:
    """Repeat random failures for `SOAK_MINUTES`, one minute by default."""
    end, seeds = time.monotonic() + 60 * float(os.environ.get("SOAK_MINUTES", "1")), count(7)
    survivors: list[Survivor] = []
    blows: list[str] = []
    while not survivors or time.monotonic() < end:
        dice = Random(next(seeds))  # noqa: S311  # as above
        coming = [dice.choice(["0", "1", "r", "0r", "1r", "0k", "1k"]) for _ in range(8)]
        survivors += await storm(Cluster(tmp_path, shared_database), dice, coming, matches=4, turns=3)
        blows += coming
        kept = await check_the_books(shared_database, survivors)
        print(f"{len(blows)} failures, {kept} commands acknowledged, all in logs that replay", flush=True)  # noqa: T201  # the result of a soak test
        assert kept > 0
