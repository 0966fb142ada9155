"""Fixtures for tests of the room service."""

import pytest

from tests.rooms.kit import World


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture
def world() -> World:
    return World()
