"""Other processes for what takes long: so many jobs at a time, each with a limit, so that no table ever waits."""

import asyncio
import multiprocessing
from collections.abc import Callable
from concurrent.futures import BrokenExecutor, Executor, ProcessPoolExecutor, ThreadPoolExecutor

SECONDS_TO_START = 60.0
"""How long a process may take until it can work; it starts while others compute."""


class Workers:
    """Places to work at. One whose job hangs or dies gets a new process; the others go on."""

    def __init__(self, count: int) -> None:
        self._places = [Place(is_process=count > 0) for _ in range(max(1, count))]
        self._free: asyncio.LifoQueue[Place] = asyncio.LifoQueue()  # the one used last: others need not even start
        for place in reversed(self._places):
            self._free.put_nowait(place)

    async def run(self, job: Callable[..., bytes], *arguments: object, seconds: float) -> bytes:
        """What the job answers; TimeoutError when it works for longer than this, waiting and starting not counted."""
        place = await self._free.get()
        try:
            return await place.run(job, *arguments, seconds=seconds)
        finally:
            self._free.put_nowait(place)

    def close(self) -> None:
        """Let go of the processes; one that still works is ended."""
        for place in self._places:
            place.close()


class Place:
    """One process, or one thread of our own, that works for one job at a time; started when it is first needed."""

    def __init__(self, *, is_process: bool) -> None:
        self._is_process = is_process
        self._executor: Executor | None = None

    async def run(self, job: Callable[..., bytes], *arguments: object, seconds: float) -> bytes:
        """What the job answers. Whoever works for nobody any more is ended."""
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
        """Let go of the process; a thread cannot be ended, and is left behind."""
        executor, self._executor = self._executor, None
        if executor is None:
            return
        for process in list((getattr(executor, "_processes", None) or {}).values()):
            process.kill()
        executor.shutdown(wait=False)

    def _start(self) -> Executor:
        if not self._is_process:
            return ThreadPoolExecutor(1)
        return ProcessPoolExecutor(1, mp_context=multiprocessing.get_context("spawn"))


def _ready(_job: Callable[..., bytes]) -> None:
    """Nothing to do: to be handed its job, a process has loaded all that the job is made of."""
