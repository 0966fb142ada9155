"""Clocks of a real server: timeouts, restarts and credited downtime."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from tests.rooms.kit import FakeClock
from tests.server.kit import Guest, Player, a_server, is_my_turn, my_game
from tilewise.core.events import TimedOut
from tilewise.rooms import commands
from tilewise.rooms.config import PerTurn
from tilewise.rooms.events import TimeGivenBack
from tilewise.rooms.inputs import GiveTimeBack
from tilewise.server.node import Node
from tilewise.server.settings import Settings
from tilewise.wire.messages import Draft, Update

pytestmark = pytest.mark.anyio

TURN = {"type": "per-turn", "seconds": 60}


async def to_my_turn(player: Player) -> None:
    await player.do(commands.Contribute())
    await player.until(is_my_turn)


@asynccontextmanager
async def in_my_turn(tmp_path: Path, clock: FakeClock) -> AsyncIterator[Player]:
    """Begin a match with a clock against a bot, at the player's turn."""
    async with a_server(tmp_path, clock) as server:
        ann = await server.guest("Ann")
        async with ann.joined(await ann.open(bots=["novice"], start=True, time=TURN)) as player:
            await to_my_turn(player)
            yield player


async def heard_time_out(player: Player) -> bool:
    update = await player.receive(Update, lambda update: bool(update.events))
    return any(isinstance(event, TimedOut) for event in update.events)


async def test_turn_times_out_on_the_server(tmp_path: Path) -> None:
    clock = FakeClock()
    async with in_my_turn(tmp_path, clock) as player:
        clock.time += 62

        assert await heard_time_out(player)


async def test_last_draft_counts_when_time_runs_out(tmp_path: Path) -> None:
    clock = FakeClock()
    async with in_my_turn(tmp_path, clock) as player:
        tiles = len(my_game(player.view).rack)
        await player.send(Draft((my_game(player.view).rack[:1], *my_game(player.view).table)))
        await player.ask(commands.Return())  # answered after the draft, so the server has handled it
        clock.time += 62
        await heard_time_out(player)

        assert len(my_game(player.view).rack) == tiles + 3


async def test_downtime_of_a_stopped_server_is_credited(tmp_path: Path) -> None:
    clock, file = FakeClock(), f"sqlite+aiosqlite:///{tmp_path}/t.db"
    async with a_server(tmp_path, clock, database=file) as server:
        ann = await server.guest("Ann")
        cookies = ann.http.cookies
        room = await ann.open(bots=["novice"], start=True, time=TURN)
        async with ann.joined(room) as player:
            await to_my_turn(player)
            due = player.view.clock.due or 0
    clock.time += 3600
    back_at = clock.time

    async with a_server(tmp_path, clock, database=file) as server:
        again = await Guest.arrive(server.port)
        again.http.cookies = cookies
        server.guests.append(again)
        async with again.joined(room) as player:
            assert is_my_turn(player.view)
            assert player.view.clock.due == pytest.approx(due + 3600)
        assert TimeGivenBack(3600.0, back_at) in (await server.node.store.entries(room))[-1].events
        assert (await server.node.service.get(room)).config.time == PerTurn(60)


async def test_next_server_credits_the_downtime_if_one_is_killed_while_crediting(tmp_path: Path) -> None:
    clock, file = FakeClock(), f"sqlite+aiosqlite:///{tmp_path}/t.db"
    rooms = []
    async with a_server(tmp_path, clock, database=file) as server:
        for name in ("Ann", "Bob"):
            guest = await server.guest(name)
            rooms.append(await guest.open(bots=["novice"], start=True, time=TURN))
            async with guest.joined(rooms[-1]) as player:
                await to_my_turn(player)
    clock.time += 3600
    killed_at = clock.time
    await _killed_after_one_room(Node(Settings(data=str(tmp_path), database=file), clock), rooms[0])
    clock.time += 60

    async with a_server(tmp_path, clock, database=file) as server:
        logs = [await server.node.store.entries(room) for room in rooms]
        owed = await server.node.housekeeping.absences()

    given = [[event for entry in log for event in entry.events if isinstance(event, TimeGivenBack)] for log in logs]
    assert given == [[TimeGivenBack(3600.0, killed_at), TimeGivenBack(60.0, killed_at + 60)]] * 2
    assert owed == ()


async def _killed_after_one_room(node: Node, room: str) -> None:
    """A node that is killed after it has credited the downtime to one room."""
    await node.housekeeping.start(node.name, node.clock.now())
    for absence in await node.housekeeping.absences():
        await node.service.execute(room, GiveTimeBack(absence.seconds, absence.until))
    await node.alarms.close()
    await node.database.close()
