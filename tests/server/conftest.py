"""Fixtures for tests of the server."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from tests.server.kit import Running, a_server


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
async def server(tmp_path: Path) -> AsyncIterator[Running]:
    async with a_server(tmp_path) as running:
        yield running
