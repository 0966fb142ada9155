"""Worker processes: a hanging or dead one is replaced, and the others continue."""

import asyncio
import os
import time
from collections.abc import Iterator
from functools import cache

import pytest

from tilewise.server.workers.pool import Workers

pytestmark = pytest.mark.anyio

LONG = 60.0
SLOW_SECONDS = 5.0


def who() -> bytes:
    """Return the id of the worker process."""
    return str(os.getpid()).encode()


def hang() -> bytes:
    time.sleep(3600)
    return b""


def die() -> bytes:
    os._exit(1)


class SlowToLoad:
    """A job whose first import takes long."""

    def __call__(self) -> bytes:
        return who()

    def __reduce__(self) -> tuple[object, tuple[()]]:
        return load_slowly, ()


@cache
def load_slowly() -> SlowToLoad:
    time.sleep(SLOW_SECONDS)
    return SlowToLoad()


@pytest.fixture
def two() -> Iterator[Workers]:
    workers = Workers(2)
    yield workers
    workers.close()


async def test_hanging_worker_is_replaced_and_the_others_continue(two: Workers) -> None:
    hanging = asyncio.create_task(two.run(hang, seconds=1.0))
    await asyncio.sleep(0)  # the job occupies the first worker now
    other = await two.run(who, seconds=LONG)
    with pytest.raises(TimeoutError):
        await hanging

    both = await asyncio.gather(two.run(who, seconds=LONG), two.run(who, seconds=LONG))

    assert other in both
    assert len(set(both)) == 2


async def test_start_of_a_process_does_not_count_as_time() -> None:
    workers = Workers(1)

    assert await workers.run(SlowToLoad(), seconds=SLOW_SECONDS - 1) != who()
    workers.close()


async def test_dead_worker_is_replaced() -> None:
    workers = Workers(1)
    with pytest.raises(Exception, match="terminated abruptly"):
        await workers.run(die, seconds=LONG)

    assert await workers.run(who, seconds=LONG)
    workers.close()


async def test_cancelled_job_is_stopped() -> None:
    workers = Workers(1)
    first = await workers.run(who, seconds=LONG)
    asking = asyncio.create_task(workers.run(hang, seconds=LONG))
    await asyncio.sleep(0)
    asking.cancel()

    assert await workers.run(who, seconds=LONG) != first
    workers.close()
