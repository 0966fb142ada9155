"""Worker processes: a hanging or dead one is replaced, and the others continue."""

import asyncio
import os
import time
from collections.abc import Iterator
from functools import cache

import pytest

from tilewise.server.workers.fair_queue import Lane
from tilewise.server.workers.pool import BusyError, StaleJobError, Workers

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


@pytest.fixture
def one() -> Iterator[Workers]:
    """A single worker in a thread, for at most three waiting jobs."""
    workers = Workers(0, most_waiting=3)
    yield workers
    workers.close()


async def test_addresses_take_turns(one: Workers) -> None:
    served = []

    async def job(address: str) -> None:
        async with one.turn(Lane(address)):
            await asyncio.sleep(0)  # let the others queue
            served.append(address)

    await asyncio.gather(*map(job, "AAAB"))

    assert served == ["A", "A", "B", "A"]


async def test_stale_job_is_dropped_before_it_starts(one: Workers) -> None:
    is_wanted = True
    async with one.turn(Lane("A")):
        turn = one.turn(Lane("A"), is_wanted=lambda: is_wanted)
        waiting = asyncio.create_task(turn.__aenter__())
        await asyncio.sleep(0)
        is_wanted = False

    with pytest.raises(StaleJobError):
        await waiting


async def test_job_waits_no_longer_than_its_patience(one: Workers) -> None:
    async with one.turn(Lane("A")):
        with pytest.raises(BusyError):
            await one.run(who, seconds=LONG, lane=Lane("B"), patience=0.01)

    assert await one.run(who, seconds=LONG)


async def test_full_queue_refuses_the_busiest_address_at_once(one: Workers) -> None:
    async with one.turn(Lane("A")):
        first = [asyncio.create_task(one.run(who, seconds=LONG, lane=Lane("A"))) for _ in range(3)]
        await asyncio.sleep(0)
        other = asyncio.create_task(one.run(who, seconds=LONG, lane=Lane("B")))
        with pytest.raises(BusyError):
            await first[-1]

    assert await asyncio.gather(*first[:-1], other) == [who()] * 3


async def test_cancelled_job_gives_up_its_place(one: Workers) -> None:
    async with one.turn(Lane("A")):
        waiting = asyncio.create_task(one.run(who, seconds=LONG, lane=Lane("B")))
        await asyncio.sleep(0)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting

    assert await one.run(who, seconds=LONG)


async def test_job_cancelled_as_its_turn_comes_passes_the_worker_on(one: Workers) -> None:
    async with one.turn(Lane("A")):
        waiting = asyncio.create_task(one.run(who, seconds=LONG, lane=Lane("B")))
        await asyncio.sleep(0)
    waiting.cancel()  # the worker is its own already
    with pytest.raises(asyncio.CancelledError):
        await waiting

    assert await one.run(who, seconds=LONG)


async def test_crowd_counts_own_jobs_and_other_addresses(one: Workers) -> None:
    crowds = []

    async def job(address: str) -> None:
        async with one.turn(Lane(address)) as turn:
            await asyncio.sleep(0)
            crowds.append((address, turn.crowd))

    await asyncio.gather(*map(job, "AAAB"))

    assert crowds == [("A", 1), ("A", 4), ("B", 2), ("A", 1)]
