"""Worker processes for slow jobs, each with a time limit. Jobs that wait for a worker take turns by address."""

import asyncio
import math
import multiprocessing
import os
import time
from collections.abc import AsyncIterator, Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass
from multiprocessing.process import BaseProcess
from threading import Thread

from tilewise.core.errors import TilewiseError
from tilewise.server.workers.fair_queue import FairQueue, Lane

SECONDS_TO_START = 60.0
"""How long a process may take to start."""
MOST_WAITING = 1000
QUESTIONS_WAITING = 32
"""How many HTTP requests may wait for one kind of worker. Further ones are refused at once."""
NO_LANE = Lane()
LONGEST_RETRY_SECONDS = 60


class BusyError(TilewiseError):
    """The job did not start: the queue is full, or it has waited too long."""

    def __init__(self, retry_after: int) -> None:
        super().__init__(f"all workers are busy; try again in {retry_after} s")
        self.retry_after = retry_after


class StaleJobError(TilewiseError):
    """The job was no longer wanted when its turn came."""


@dataclass(eq=False)
class Ticket:
    """A job that waits for a worker."""

    lane: Lane
    is_wanted: Callable[[], bool]
    worker: "asyncio.Future[Worker]"


@dataclass
class Turn:
    """A worker that is free for one job."""

    worker: "Worker"
    crowd: float
    """The number of jobs, at least 1, that each worker runs until all jobs of this address are done.

    A job that divides its budget by this number does not take longer on a busy server.
    """

    async def run(self, job: Callable[..., bytes], *arguments: object, seconds: float) -> bytes:
        """Run a job and return its result; raise TimeoutError after `seconds`, not counting start-up."""
        return await self.worker.run(job, *arguments, seconds=seconds)


class Workers:
    """A pool of workers. A worker whose job hangs or dies gets a new process; the others continue."""

    def __init__(self, count: int, *, most_waiting: int = MOST_WAITING) -> None:
        self._workers = [Worker(is_process=count > 0) for _ in range(max(1, count))]
        self._free = self._workers[::-1]  # reuse the last one; others need not start
        self._queue: FairQueue[Ticket] = FairQueue(most_waiting)
        self._usual_seconds = 0.0

    async def run(
        self,
        job: Callable[..., bytes],
        *arguments: object,
        seconds: float,
        lane: Lane = NO_LANE,
        patience: float | None = None,
    ) -> bytes:
        """Run a job when its lane has its turn; see `turn` and `Turn.run`."""
        async with self.turn(lane, patience=patience) as turn:
            return await turn.run(job, *arguments, seconds=seconds)

    @asynccontextmanager
    async def turn(
        self, lane: Lane, *, patience: float | None = None, is_wanted: Callable[[], bool] = lambda: True
    ) -> AsyncIterator[Turn]:
        """Wait for a free worker.

        Raise BusyError if the queue is full, or after `patience` seconds. Raise StaleJobError if the job is no longer
        wanted when its turn comes.
        """
        ticket = Ticket(lane, is_wanted, asyncio.get_running_loop().create_future())
        worker = self._free.pop() if self._free else await self._wait(ticket, patience)
        began = time.monotonic()
        try:
            yield Turn(worker, max(1.0, self._jobs_before(lane)))
        finally:
            self._usual_seconds += (time.monotonic() - began - self._usual_seconds) / 10
            self._pass_on(worker)

    def close(self) -> None:
        """Kill all worker processes, and refuse the waiting jobs."""
        while len(self._queue):
            self._queue.take().worker.set_exception(self._busy(NO_LANE))
        for worker in self._workers:
            worker.close()

    async def _wait(self, ticket: Ticket, patience: float | None) -> "Worker":
        dropped = self._queue.add(ticket.lane, ticket)
        if dropped is not None:
            dropped.worker.set_exception(self._busy(dropped.lane))
        try:
            await asyncio.wait([ticket.worker], timeout=patience)
        except asyncio.CancelledError:
            self._leave(ticket)
            raise
        if not ticket.worker.done():
            self._queue.remove(ticket.lane, ticket)
            raise self._busy(ticket.lane)
        return ticket.worker.result()

    def _leave(self, ticket: Ticket) -> None:
        """Give up a place in the queue, or the worker that has just become free."""
        if not ticket.worker.done():
            self._queue.remove(ticket.lane, ticket)
        elif ticket.worker.exception() is None:
            self._pass_on(ticket.worker.result())

    def _pass_on(self, worker: "Worker") -> None:
        """Give a worker to the next job that is still wanted."""
        while len(self._queue):
            ticket = self._queue.take()
            if ticket.is_wanted():
                ticket.worker.set_result(worker)
                return
            ticket.worker.set_exception(StaleJobError())
        self._free.append(worker)

    def _jobs_before(self, lane: Lane) -> float:
        """Return how many jobs each worker does while addresses take turns, until a new job of this lane is done."""
        addresses = len(self._queue.addresses | {lane.address})
        return addresses * (self._queue.waiting(lane.address) + 1) / len(self._workers)

    def _busy(self, lane: Lane) -> BusyError:
        seconds = math.ceil(self._jobs_before(lane) * self._usual_seconds)
        return BusyError(min(max(1, seconds), LONGEST_RETRY_SECONDS))


class Worker:
    """One process, or one thread of the server, that runs one job at a time. It starts when it is first needed."""

    def __init__(self, *, is_process: bool) -> None:
        self._is_process = is_process
        self._executor: Executor | None = None

    async def run(self, job: Callable[..., bytes], *arguments: object, seconds: float) -> bytes:
        """Run a job and return its result. Kill the process on a timeout or a cancellation."""
        loop = asyncio.get_running_loop()
        try:
            if self._executor is None:
                self._executor = self._start()
                await asyncio.wait_for(loop.run_in_executor(self._executor, _ready, job), SECONDS_TO_START)
            return await asyncio.wait_for(loop.run_in_executor(self._executor, job, *arguments), seconds)
        except (TimeoutError, BrokenExecutor, asyncio.CancelledError):
            self.close()
            raise

    def close(self) -> None:
        """Kill the process. A thread cannot be killed and is abandoned."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.kill()
        executor.shutdown(wait=False)

    def _start(self) -> Executor:
        if not self._is_process:
            return ThreadPoolExecutor(1)
        context = multiprocessing.get_context("spawn")
        return ProcessPoolExecutor(1, mp_context=context, initializer=_end_with_server)


def _ready(_job: Callable[..., bytes]) -> None:
    """Do nothing. Receiving the job makes the process import everything the job needs."""


def _end_with_server() -> None:
    """End this worker process when the server ends, even if the server is killed."""
    Thread(target=_wait_for_end, args=(multiprocessing.parent_process(),), daemon=True).start()


def _wait_for_end(server: BaseProcess) -> None:
    server.join()
    os._exit(1)
