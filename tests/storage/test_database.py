"""Closing a database: who still reads from it is let finish, and no connection stays open."""

import asyncio
import gc
import warnings
from pathlib import Path

import pytest
from sqlalchemy import text

from tilewise.storage.database import Database

pytestmark = pytest.mark.anyio


async def seven(database: Database, reading: asyncio.Event) -> int:
    async with database.read() as connection:
        reading.set()
        return int((await connection.execute(text("SELECT 7"))).scalar_one())


async def close_while_somebody_reads(database: Database) -> int:
    reading = asyncio.Event()
    reader = asyncio.create_task(seven(database, reading))
    await reading.wait()
    await database.close()
    return await reader


async def test_closing_waits_for_who_still_reads(tmp_path: Path) -> None:
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always", ResourceWarning)
        assert await close_while_somebody_reads(Database(f"sqlite+aiosqlite:///{tmp_path / 'games.db'}")) == 7
        gc.collect()

    assert not caught
