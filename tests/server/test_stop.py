"""A node ends in time, whatever its services do, and keeps every acknowledged command."""

import asyncio
import os
import signal
from collections.abc import Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import asyncpg  # type: ignore[import-untyped]
import pytest

from tests.server.audit import audit
from tests.server.kit import Guest, Player, is_my_turn, my_game, turn_of
from tests.server.processes import start
from tests.server.test_nodes import seated, shared, some_turns
from tests.services import free_port, redis_at
from tilewise.bots import BOTS, USUAL
from tilewise.server.ops.background import end
from tilewise.server.run import STOP_SECONDS
from tilewise.wire.messages import Do, Draft, Say

pytestmark = pytest.mark.anyio


@contextmanager
def frozen(processes: Iterable[int]) -> Iterator[None]:
    """Let processes hang: their connections stay open, and nothing is answered. One may have ended meanwhile."""
    try:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGSTOP)
        yield
    finally:
        for process in processes:
            with suppress(ProcessLookupError):
                os.kill(process, signal.SIGCONT)


async def postgresql(database: str) -> list[int]:
    """Return the processes of a PostgreSQL server on this machine."""
    connection = await asyncpg.connect(database.replace("+asyncpg", ""))
    folder = await connection.fetchval("SHOW data_directory")
    await connection.close()
    return _processes_in(Path(folder))


def _processes_in(folder: Path) -> list[int]:
    server = int((folder / "postmaster.pid").read_text().split()[0])
    return [server, *map(int, Path(f"/proc/{server}/task/{server}/children").read_text().split())]


async def begin_a_turn(player: Player) -> None:
    """Send messages that need the database and Redis, without waiting for answers."""
    game = my_game(player.view)
    await player.send(Say("is anyone there?"))
    await player.send(Draft((game.rack[:1], *game.table)))
    await player.send(Do("the last one", turn_of(BOTS["novice"].choose(game, USUAL)), player.view.version))


async def test_node_ends_although_its_services_hang(tmp_path: Path, shared_database: str) -> None:
    port = free_port()
    with redis_at(port) as redis:
        settings = shared(shared_database, f"redis://127.0.0.1:{port}") | {"bot_workers": 0}
        node = await start(tmp_path, free_port(), **settings)
        ann, bob = await Guest.arrive(node.port, "Ann"), await Guest.arrive(node.port, "Bob")
        room = await ann.open(time={"type": "none"})
        async with ann.joined(room) as one, bob.joined(room) as two:
            await seated(ann, bob, one, two)
            versions = await some_turns({0: one, 1: two}, 3)
            with frozen([redis.pid, *await postgresql(shared_database)]):
                await begin_a_turn(one if is_my_turn(one.view) else two)

                await node.stop(2 * STOP_SECONDS)  # the system ends the node after half of that
        for guest in (ann, bob):
            await guest.leave()

    log = (await audit(shared_database))[room]
    assert set(versions) <= {entry.version for entry in log if entry.request}


async def test_task_that_misses_a_cancellation_is_cancelled_again() -> None:
    async def go_on() -> None:
        with suppress(asyncio.CancelledError):
            await asyncio.Event().wait()
        await asyncio.Event().wait()

    task = asyncio.create_task(go_on())
    await asyncio.sleep(0)

    await end([task])

    assert task.cancelled()
