"""Database connections: cancelled tasks release them, and none stays open."""

import asyncio
import gc
import warnings
from collections.abc import Callable, Coroutine
from contextlib import suppress
from pathlib import Path

import pytest
from sqlalchemy import Connection, text
from sqlalchemy.exc import OperationalError

from tilewise.storage.engine.database import IN_MEMORY, Database
from tilewise.storage.housekeeping import Housekeeping
from tilewise.storage.rooms import SqlStore

pytestmark = pytest.mark.anyio


async def seven(database: Database, reading: asyncio.Event) -> int:
    async with database.read() as connection:
        reading.set()
        return int((await connection.execute(text("SELECT 7"))).scalar_one())


async def close_during_a_read(database: Database) -> int:
    reading = asyncio.Event()
    reader = asyncio.create_task(seven(database, reading))
    await reading.wait()
    await database.close()
    return await reader


async def test_close_waits_for_running_reads(tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        assert await close_during_a_read(Database(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")) == 7
        gc.collect()

    assert not caught


async def read(database: Database) -> None:
    async with database.read() as connection:
        await connection.execute(text("SELECT 7"))


async def write(database: Database) -> None:
    async with database.begin() as connection:
        await connection.execute(text("CREATE TABLE IF NOT EXISTS games (id)"))


async def give_up(job: Callable[[Database], Coroutine[object, object, None]], database: Database, steps: int) -> None:
    """Start a job and let it run this many steps."""
    task = asyncio.create_task(job(database))
    for _ in range(steps):
        await asyncio.sleep(0.0002)  # the driver runs in its own thread; its exact state does not matter
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task


@pytest.mark.parametrize("job", [read, write])
@pytest.mark.parametrize("url", [IN_MEMORY, "sqlite+aiosqlite:///{folder}/games.db"])
async def test_cancelled_task_releases_its_connection(
    url: str, job: Callable[[Database], Coroutine[object, object, None]], tmp_path: Path
) -> None:
    database = Database(url.format(folder=tmp_path))
    await database.migrate()
    gc.collect()  # garbage of other tests
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        for steps in range(30):
            await give_up(job, database, steps)
            await asyncio.wait_for(job(database), 60)
        assert await SqlStore(database).live() == ()  # the database still works
        await database.close()
        gc.collect()

    assert [str(warning.message) for warning in caught] == []


def _modes(folder: Path) -> dict[str, int]:
    return {each.name: each.stat().st_mode & 0o777 for each in folder.iterdir()}


@pytest.mark.parametrize("is_new", [True, False])
async def test_database_files_are_readable_by_their_owner_only(tmp_path: Path, *, is_new: bool) -> None:
    file = tmp_path / "games.db"
    if not is_new:
        file.touch(0o644)
    database = Database(f"sqlite+aiosqlite:///{file}")
    await database.migrate()
    await Housekeeping(database).beat("node", 1.0)
    modes = _modes(tmp_path)
    await database.close()

    assert modes == dict.fromkeys(("games.db", "games.db-wal", "games.db-shm", "games.db-heartbeat"), 0o600)


async def test_database_that_cannot_be_opened_for_writing_is_tried_again(tmp_path: Path) -> None:
    folder = tmp_path / "later"
    database = Database(f"sqlite+aiosqlite:///{folder / 'games.db'}")
    with pytest.raises(OperationalError):
        await database.write(create_a_table)
    folder.mkdir()

    await database.write(create_a_table)
    await database.close()


def create_a_table(connection: Connection) -> None:
    connection.execute(text("CREATE TABLE games (id)"))
