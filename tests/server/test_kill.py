"""Kill a server during a turn: acknowledged commands are kept, and the game continues."""

import asyncio
from pathlib import Path

import pytest

from tests.server.audit import audit
from tests.server.kit import PATIENCE_SECONDS, Guest, Player, is_my_turn, my_game, turn_of
from tests.server.processes import running, start
from tests.services import free_port
from tilewise.bots import BOTS, USUAL
from tilewise.rooms import commands
from tilewise.wire.messages import Done, Draft, Goodbye, WhyGoodbye

pytestmark = pytest.mark.anyio

QUICK = {"bot_workers": 0, "bot_pace_min": 0, "bot_pace_max": 0}


async def a_few_turns(player: Player, turns: int) -> list[int]:
    """Play some turns and return the acknowledged versions."""
    versions = []
    for _ in range(turns):
        view = await player.until(is_my_turn)
        done = await player.ask(turn_of(BOTS["novice"].choose(my_game(view), USUAL)), seen=view.version)
        assert isinstance(done, Done)
        versions.append(done.version)
    return versions


async def test_killed_server_loses_no_acknowledged_command(tmp_path: Path) -> None:
    port = free_port()
    first = await start(tmp_path, port, **QUICK)
    ann = await Guest.arrive(port, "Ann")
    room = await ann.open(bots=["novice"], start=True, time={"type": "per-turn", "seconds": 60})
    async with ann.joined(room) as player:
        await player.do(commands.Contribute("x"))
        versions = await a_few_turns(player, 4)
        view = await player.until(is_my_turn)
        await player.send(Draft((my_game(view).rack[:1], *my_game(view).table)))
        await first.kill()

    async with running(tmp_path, port, **QUICK), ann.joined(room) as player:
        assert is_my_turn(player.view)
        assert my_game(player.view).rack == my_game(view).rack
        versions += await a_few_turns(player, 3)
    await ann.leave()

    logs = await audit(f"sqlite+aiosqlite:///{tmp_path}/tilewise.db")
    asked_by_ann = {entry.version for entry in logs[room] if entry.by == ann.me.id and entry.request}
    assert set(versions) <= asked_by_ann
    assert len(set(versions)) == 7


async def test_workers_end_with_a_killed_server(tmp_path: Path) -> None:
    server = await start(tmp_path, free_port(), **QUICK | {"bot_workers": 1})
    ann = await Guest.arrive(server.port, "Ann")
    async with ann.joined(await ann.open(bots=["novice"], start=True)) as player:
        await player.do(commands.Contribute("x"))
        await a_few_turns(player, 2)

        async with asyncio.timeout(PATIENCE_SECONDS):
            await server.kill()  # waits until no process can write to the server's output
    await ann.leave()


async def test_terminated_server_finishes_and_says_goodbye(tmp_path: Path) -> None:
    port = free_port()
    server = await start(tmp_path, port, **QUICK)
    ann = await Guest.arrive(port, "Ann")
    async with ann.joined(await ann.open()) as player:
        await player.do(commands.Ready())
        await server.stop()

        assert await player.closed() == 1012
    await ann.leave()
    assert player.received[-1] == Goodbye(WhyGoodbye.RESTARTING, come_back=True)
