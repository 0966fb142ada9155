"""Rate limits."""

import asyncio
from contextlib import suppress

import pytest

from tilewise.server.security.limits import LONGEST_WAIT_SECONDS, Pace

pytestmark = pytest.mark.anyio


async def test_clients_that_leave_at_once_do_not_shut_out_their_address(monkeypatch: pytest.MonkeyPatch) -> None:
    pace = Pace(per_second=1.0, burst=1.0)
    for _ in range(1000):
        with suppress(TimeoutError):
            async with asyncio.timeout(0):
                await pace.wait("address", 5.0)
    waits: list[float] = []

    async def sleep(seconds: float) -> None:
        waits.append(seconds)

    monkeypatch.setattr(asyncio, "sleep", sleep)
    await pace.wait("address")

    assert waits == [pytest.approx(LONGEST_WAIT_SECONDS, rel=0.1)]
