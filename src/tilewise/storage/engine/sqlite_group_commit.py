"""Group commit: one thread writes for all, and who waits while it writes goes into the next transaction together."""

import asyncio
import sqlite3
from collections.abc import Callable, Sequence
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine

Answer = TypeVar("Answer")
Job = Callable[[Connection], Any]
Waiting = tuple[Job, "asyncio.Future[Any]"]

AT_ONCE = 200
"""Jobs in one transaction, so that the first of them does not wait for hundreds."""


class SqliteGroupCommit:
    """Writes into one SQLite file. When a job is answered, what it wrote is on the disk."""

    def __init__(self, engine: Engine) -> None:
        """`engine` must not begin transactions by itself."""
        self._engine = engine
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread: Thread | None = None

    async def write(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a job in a transaction, perhaps together with others; if it fails, only its own changes are undone."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self._thread is None:
            self._thread = Thread(target=self._work, name="sqlite", daemon=True)
            self._thread.start()
        self._jobs.put((job, done))
        return await done

    async def close(self) -> None:
        """Write what is waiting, then let go of the file."""
        self._jobs.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        with self._engine.connect() as connection:
            is_open = True
            while is_open:
                group, is_open = self._next_group()
                answers = _together(connection, [job for job, _ in group])
                if group:
                    group[0][1].get_loop().call_soon_threadsafe(_tell_all, group, answers)
        self._engine.dispose()

    def _next_group(self) -> tuple[list[Waiting], bool]:
        """Whoever is waiting now, and whether there may be more; waits until there is somebody."""
        group = [self._jobs.get()]
        while group[-1] is not None and len(group) < AT_ONCE and not self._jobs.empty():
            group.append(self._jobs.get())
        return [waiting for waiting in group if waiting is not None], group[-1] is not None


def _together(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    """All in one transaction; when one of them fails, each in its own."""
    if len(jobs) > 1:
        with suppress(Exception):  # whose fault it was is found out below
            return _transaction(connection, jobs)
    return [_alone(connection, job) for job in jobs]


def _alone(connection: Connection, job: Job) -> Any:  # noqa: ANN401  # whatever the job answers
    try:
        return _transaction(connection, [job])[0]
    except Exception as error:  # noqa: BLE001  # raised where it is waited for
        return _Failed(error)


def _transaction(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    """By the driver itself: SQLAlchemy's way to begin and to commit costs more than all that is written in between."""
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    with driver:  # commits, or takes everything back
        driver.execute("BEGIN IMMEDIATE")
        return [job(connection) for job in jobs]


class _Failed:
    """Something that a job raised, on its way to who asked for it."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _tell_all(group: Sequence[Waiting], answers: Sequence[object]) -> None:
    for (_, done), answer in zip(group, answers, strict=True):
        _tell(done, answer)


def _tell(done: asyncio.Future[Any], answer: object) -> None:
    if done.cancelled():
        return  # who asked is gone; what was written stays written
    if isinstance(answer, _Failed):
        done.set_exception(answer.error)
    else:
        done.set_result(answer)
