"""Processes for what takes long: one that hangs or dies is replaced, and nobody else notices."""

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
    """The process that works."""
    return str(os.getpid()).encode()


def hang() -> bytes:
    time.sleep(3600)
    return b""


def die() -> bytes:
    os._exit(1)


class SlowToLoad:
    """A job that takes a process long to load, the first time."""

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


async def test_one_that_hangs_is_replaced_and_the_others_go_on(two: Workers) -> None:
    hanging = asyncio.create_task(two.run(hang, seconds=1.0))
    await asyncio.sleep(0)  # it has the first place now
    other = await two.run(who, seconds=LONG)
    with pytest.raises(TimeoutError):
        await hanging

    both = await asyncio.gather(two.run(who, seconds=LONG), two.run(who, seconds=LONG))

    assert other in both
    assert len(set(both)) == 2


async def test_the_start_of_a_process_is_not_counted() -> None:
    workers = Workers(1)

    assert await workers.run(SlowToLoad(), seconds=SLOW_SECONDS - 1) != who()
    workers.close()


async def test_one_that_dies_is_replaced() -> None:
    workers = Workers(1)
    with pytest.raises(Exception, match="terminated abruptly"):
        await workers.run(die, seconds=LONG)

    assert await workers.run(who, seconds=LONG)
    workers.close()


async def test_who_does_not_wait_any_more_is_not_worked_for() -> None:
    workers = Workers(1)
    first = await workers.run(who, seconds=LONG)
    asking = asyncio.create_task(workers.run(hang, seconds=LONG))
    await asyncio.sleep(0)
    asking.cancel()

    assert await workers.run(who, seconds=LONG) != first
    workers.close()
