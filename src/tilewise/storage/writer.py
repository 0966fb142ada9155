"""Group commit: one thread writes for all, and who waits while it writes goes into the next transaction together."""

import asyncio
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine

Answer = TypeVar("Answer")
Job = Callable[[Connection], Any]

AT_ONCE = 200
"""Jobs in one transaction, so that the first of them does not wait for hundreds."""


class GroupWriter:
    """Writes into one SQLite file. When a job is answered, what it wrote is on the disk."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._thread = ThreadPoolExecutor(1, "sqlite")
        self._waiting: list[tuple[Job, asyncio.Future[Any]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def write(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a job in a transaction, perhaps together with others; if it fails, only its own changes are undone."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        self._waiting.append((job, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        return await done

    async def close(self) -> None:
        """Write what is waiting, then let go of the file."""
        if self._writing is not None:
            await self._writing
        await asyncio.get_running_loop().run_in_executor(self._thread, self._engine.dispose)
        self._thread.shutdown()

    async def _write_all(self) -> None:
        loop = asyncio.get_running_loop()
        while self._waiting:
            group, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            answers = await loop.run_in_executor(self._thread, self._together, [job for job, _ in group])
            for (_, done), answer in zip(group, answers, strict=True):
                _tell(done, answer)
        self._writing = None

    def _together(self, jobs: Sequence[Job]) -> list[Any]:
        """All in one transaction; when one of them fails, each in its own."""
        if len(jobs) > 1:
            try:
                with self._engine.begin() as connection:
                    return [job(connection) for job in jobs]
            except Exception:  # noqa: BLE001, S110  # whose fault it was is found out below
                pass
        return [self._alone(job) for job in jobs]

    def _alone(self, job: Job) -> Any:  # noqa: ANN401  # whatever the job answers
        try:
            with self._engine.begin() as connection:
                return job(connection)
        except Exception as error:  # noqa: BLE001  # raised where it is waited for
            return _Failed(error)


class _Failed:
    """Something that a job raised, on its way to who asked for it."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _tell(done: asyncio.Future[Any], answer: object) -> None:
    if done.cancelled():
        return  # who asked is gone; what was written stays written
    if isinstance(answer, _Failed):
        done.set_exception(answer.error)
    else:
        done.set_result(answer)
