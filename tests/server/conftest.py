"""Fixtures for tests of the server."""

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from uuid import uuid4

import pytest
from sqlalchemy import text
from sqlalchemy.ext.asyncio import create_async_engine

from tests.server.kit import Running, a_server
from tests.services import postgres, redis


@pytest.fixture(scope="module")
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="module")
async def server(tmp_path_factory: pytest.TempPathFactory) -> AsyncIterator[Running]:
    """A server shared by all tests of a file."""
    async with a_server(tmp_path_factory.mktemp("server")) as running:
        yield running


@pytest.fixture
async def own_server(tmp_path: Path) -> AsyncIterator[Running]:
    """A new server for this test."""
    async with a_server(tmp_path) as running:
        yield running


@pytest.fixture(scope="session")
def postgres_url() -> Iterator[str]:
    with postgres() as url:
        yield url


@pytest.fixture
async def shared_database(postgres_url: str) -> str:
    """The URL of an empty PostgreSQL database."""
    name = f"server_{uuid4().hex}"
    admin = create_async_engine(f"{postgres_url}/postgres", isolation_level="AUTOCOMMIT")
    async with admin.connect() as connection:
        await connection.execute(text(f"CREATE DATABASE {name}"))
    await admin.dispose()
    return f"{postgres_url}/{name}"


@pytest.fixture
def redis_url() -> Iterator[str]:
    with redis() as url:
        yield url
