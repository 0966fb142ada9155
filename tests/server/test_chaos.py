"""Chaos, bounded: nodes are killed, sockets dropped, Redis restarted; then the books are checked."""

import asyncio
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage

from tests.server.audit import audit
from tests.server.kit import Guest, Player, is_my_turn, my_game, turn_of
from tests.server.processes import Process, start
from tests.services import free_port, redis_at
from tilewise.bots import BOTS, USUAL
from tilewise.match import asks
from tilewise.match.view import RoomView
from tilewise.wire.messages import Done

pytestmark = [pytest.mark.anyio, pytest.mark.soak]

MATCHES = 3
ENOUGH = 25
"""Acknowledged asks of each player before and after each blow, all in all."""
PATIENCE_SECONDS = 60
LOST = (ConnectionClosed, InvalidHandshake, InvalidMessage, OSError, TimeoutError, EOFError)


class DroppedError(OSError):
    """The socket is dropped on purpose."""


class Survivor:
    """Somebody who plays on, whatever happens: comes back on any node, and sends the last ask again."""

    def __init__(self, guest: Guest, room: str, ports: tuple[int, ...], dice: Random) -> None:
        self.guest = guest
        self._room = room
        self._ports = ports
        self._dice = dice
        self._pending: tuple[str, asks.Ask, int] | None = None
        self._asked = 0
        self.acknowledged: dict[str, int] = {}
        self.is_over = False

    async def play(self) -> None:
        while not self.is_over:
            with suppress(*LOST):
                async with asyncio.timeout(10):
                    async with self.guest.joined(self._room, at=self._dice.choice(self._ports)) as player:
                        await self._talk(player)
            await asyncio.sleep(0.02)  # a node that is down refuses at once

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

    async def _ask(self, player: Player, request: str, ask: asks.Ask, seen: int) -> None:
        answer = await player.ask(ask, seen=seen, request=request)
        self._pending = None
        if not isinstance(answer, Done):
            raise DroppedError  # out of date: come back and look again
        self.acknowledged[request] = answer.version


def wanted(view: RoomView) -> asks.Ask | None:
    """What to ask for now."""
    if view.phase == "dealing" and view.seat is not None and view.deals[-1].contributions[view.seat] is None:
        return asks.Contribute("x")
    return turn_of(BOTS["novice"].choose(my_game(view), USUAL)) if is_my_turn(view) else None


async def pairs(ports: tuple[int, ...], dice: Random) -> list[Survivor]:
    """Matches of two, each begun."""
    survivors = []
    for number in range(MATCHES):
        ann, bob = [await Guest.arrive(ports[side], f"{name} {number}") for side, name in enumerate(("Ann", "Bob"))]
        clock = {"type": "none"} if number else {"type": "per-turn", "seconds": 60}
        room = await ann.open(time=clock)
        async with ann.joined(room) as one, bob.joined(room) as two:
            await two.do(asks.Sit())
            await one.do(asks.Ready())
            await two.do(asks.Ready())
        survivors += [Survivor(guest, room, ports, dice) for guest in (ann, bob)]
    return survivors


async def progress(survivors: list[Survivor], more: int) -> None:
    """Wait until everybody has done so much more, or has nothing left to do."""
    goals = [len(survivor.acknowledged) + more for survivor in survivors]
    async with asyncio.timeout(PATIENCE_SECONDS):
        while any(  # noqa: ASYNC110  # six players, each with a goal of its own
            len(survivor.acknowledged) < goal and not survivor.is_over
            for survivor, goal in zip(survivors, goals, strict=True)
        ):
            await asyncio.sleep(0.05)  # they play by themselves


async def test_nothing_acknowledged_is_lost_whatever_breaks(tmp_path: Path, shared_database: str) -> None:
    dice, redis_port = Random(5), free_port()  # noqa: S311  # the same blows every time
    ports = free_port(), free_port()
    settings = {"database": shared_database, "redis": f"redis://127.0.0.1:{redis_port}", "secret": "same"}
    with redis_at(redis_port):
        nodes: list[Process] = [await start(tmp_path, port, **settings) for port in ports]
        survivors = await pairs(ports, dice)
        playing = [asyncio.create_task(survivor.play()) for survivor in survivors]
        await progress(survivors, ENOUGH // 5)
        await nodes[0].kill()
        await progress(survivors, ENOUGH // 5)
    nodes[0] = await start(tmp_path, ports[0], **settings)  # Redis is gone meanwhile
    await progress(survivors, ENOUGH // 5)
    with redis_at(redis_port):
        await nodes[1].kill()
        await progress(survivors, ENOUGH // 5)
        nodes[1] = await start(tmp_path, ports[1], **settings)
        await progress(survivors, ENOUGH // 5)
        for task in playing:
            task.cancel()
        await asyncio.gather(*playing, return_exceptions=True)
        for node in nodes:
            await node.stop()
    for survivor in survivors:
        await survivor.guest.leave()

    logs = await audit(shared_database)
    written = {entry.request: entry.version for log in logs.values() for entry in log if entry.request}
    acknowledged = {request: version for survivor in survivors for request, version in survivor.acknowledged.items()}
    assert len(acknowledged) >= MATCHES * 2 * ENOUGH // 2
    assert {request: written.get(request) for request in acknowledged} == acknowledged
    once = [entry.request for log in logs.values() for entry in log if entry.request]
    assert len(once) == len(set(once))
