"""Other processes for what takes long: so many jobs at a time, each with a limit, so that no table ever waits."""

import asyncio
import multiprocessing
from collections.abc import Callable, Mapping
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor


class Workers:
    """A pool that is started when it is first needed; a job that hangs is left behind with its process."""

    def __init__(self, count: int) -> None:
        self._count = count
        self._places = asyncio.Semaphore(max(1, count))
        self._executor: Executor | None = None

    async def run(self, job: Callable[..., bytes], *arguments: object, seconds: float) -> bytes:
        """What the job answers; TimeoutError when it takes longer than this, waiting for a place not counted."""
        async with self._places:
            loop = asyncio.get_running_loop()
            answer = loop.run_in_executor(self._pool(), job, *arguments)
            try:
                return await asyncio.wait_for(answer, seconds)
            except (TimeoutError, BrokenExecutor):
                self.close()
                raise

    def close(self) -> None:
        """Let go of the processes; one that still works is ended."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        for process in _processes(executor).values():
            process.kill()
        executor.shutdown(wait=False)

    def _pool(self) -> Executor:
        if self._executor is None:
            self._executor = _processes_for(self._count) if self._count else ThreadPoolExecutor(1)
        return self._executor


def _processes_for(count: int) -> ProcessPoolExecutor:
    return ProcessPoolExecutor(count, mp_context=multiprocessing.get_context("spawn"))


def _processes(executor: Executor) -> Mapping[int, multiprocessing.Process]:
    return dict(getattr(executor, "_processes", None) or {})
