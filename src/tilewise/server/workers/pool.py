"""Worker processes for slow jobs, each with a time limit, so that rooms never wait for them."""

import asyncio
import multiprocessing
import os
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor
from multiprocessing.process import BaseProcess
from threading import Thread

SECONDS_TO_START = 60.0
"""How long a process may take to start."""


class Workers:
    """A pool of workers. A worker whose job hangs or dies gets a new process; the others continue."""

    def __init__(self, count: int) -> None:
        self._workers = [Worker(is_process=count > 0) for _ in range(max(1, count))]
        self._free: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()  # reuse the last one; others need not start
        for worker in reversed(self._workers):
            self._free.put_nowait(worker)

    async def run(self, job: Callable[..., bytes], *arguments: object, seconds: float) -> bytes:
        """Run a job and return its result; raise TimeoutError after `seconds`, not counting queueing and start-up."""
        worker = await self._free.get()
        try:
            return await worker.run(job, *arguments, seconds=seconds)
        finally:
            self._free.put_nowait(worker)

    def close(self) -> None:
        """Kill all worker processes."""
        for worker in self._workers:
            worker.close()


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
