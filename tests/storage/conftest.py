"""Run every test on each kind of database."""

from collections.abc import AsyncIterator, Iterator
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.services import postgres
from tilewise.storage.engine.database import IN_MEMORY, Database
from tilewise.storage.schema import metadata

NUMBERS = count(1)
MADE: set[str] = set()


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture(params=["memory", "file", "postgresql"])
async def empty(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A database without tables."""
    database = Database(await _url(request, tmp_path, f"empty_{next(NUMBERS)}"))
    yield database
    await database.close()


@pytest.fixture(params=["memory", "file", "postgresql"])
async def database(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Database]:
    """A database with empty tables."""
    database = Database(await _url(request, tmp_path, "shared"))
    await database.migrate()
    async with database.begin() as connection:
        for table in reversed(metadata.sorted_tables):
            await connection.execute(table.delete())
    yield database
    await database.close()


async def _url(request: pytest.FixtureRequest, tmp_path: Path, name: str) -> str:
    match request.param:
        case "memory":
            return IN_MEMORY
        case "file":
            return f"sqlite+aiosqlite:///{tmp_path}/tilewise.db"
        case _:
            return await _database_of(request.getfixturevalue("postgres_url"), name)


async def _database_of(server: str, name: str) -> str:
    if name not in MADE:
        admin = create_async_engine(f"{server}/postgres", isolation_level="AUTOCOMMIT")
        async with admin.connect() as connection:
            await connection.execute(text(f"CREATE DATABASE {name}"))
        await admin.dispose()
        MADE.add(name)
    return f"{server}/{name}"
