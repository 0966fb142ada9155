"""Group commit on SQLite: one thread writes, and jobs that arrive during a commit share the next transaction."""

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

MAX_GROUP = 200
"""The maximum number of jobs in one transaction. It limits the latency of the first job."""


class SqliteGroupCommit:
    """Writes to one SQLite file. A job's changes are durable when `write` returns."""

    def __init__(self, engine: Engine) -> None:
        """`engine` must not begin transactions by itself."""
        self._engine = engine
        self._jobs: SimpleQueue[Waiting | None] = SimpleQueue()
        self._thread: Thread | None = None
        self._connection: Connection | None = None

    async def write(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a job in the next group. If it fails, only its own changes are rolled back."""
        done: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        if self._thread is None:
            self._thread = Thread(target=self._work, name="sqlite", daemon=True)
            self._thread.start()
        self._jobs.put((job, done))
        return await done

    async def close(self) -> None:
        """Finish the waiting jobs and close the file."""
        self._jobs.put(None)
        if self._thread is not None:
            await asyncio.to_thread(self._thread.join)

    def _work(self) -> None:
        is_open = True
        while is_open:
            group, is_open = self._next_group()
            if group:
                answers = self._run([job for job, _ in group])
                group[0][1].get_loop().call_soon_threadsafe(_resolve_all, group, answers)
        if self._connection is not None:
            self._connection.close()
        self._engine.dispose()

    def _run(self, jobs: Sequence[Job]) -> list[Any]:
        """Run a group. If the file cannot be opened, all its jobs fail, and the next group tries again."""
        try:
            if self._connection is None:
                self._connection = self._engine.connect()
        except Exception as error:  # noqa: BLE001  # raised in the waiting tasks
            return [_Failed(error)] * len(jobs)
        return _run_group(self._connection, jobs)

    def _next_group(self) -> tuple[list[Waiting], bool]:
        """Wait for a job; return it with all others that are waiting, and whether the queue is still open."""
        group = [self._jobs.get()]
        while group[-1] is not None and len(group) < MAX_GROUP and not self._jobs.empty():
            group.append(self._jobs.get())
        return [waiting for waiting in group if waiting is not None], group[-1] is not None


def _run_group(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    """Run the jobs in one transaction; if one fails, run each in its own."""
    if len(jobs) > 1:
        with suppress(Exception):  # retried one by one below
            return _transaction(connection, jobs)
    return [_alone(connection, job) for job in jobs]


def _alone(connection: Connection, job: Job) -> Any:  # noqa: ANN401  # the type depends on the job
    try:
        return _transaction(connection, [job])[0]
    except Exception as error:  # noqa: BLE001  # raised in the waiting task
        return _Failed(error)


def _transaction(connection: Connection, jobs: Sequence[Job]) -> list[Any]:
    """Run jobs in one transaction of the driver. SQLAlchemy's begin and commit cost more than the writes."""
    driver = cast("sqlite3.Connection", connection.connection.driver_connection)
    with driver:  # commits, or rolls back
        driver.execute("BEGIN IMMEDIATE")
        return [job(connection) for job in jobs]


class _Failed:
    """An exception of a job, to be raised in the waiting task."""

    def __init__(self, error: Exception) -> None:
        self.error = error


def _resolve_all(group: Sequence[Waiting], answers: Sequence[object]) -> None:
    for (_, done), answer in zip(group, answers, strict=True):
        _resolve(done, answer)


def _resolve(done: asyncio.Future[Any], answer: object) -> None:
    if done.cancelled():
        return  # the waiting task was cancelled; the write stands
    if isinstance(answer, _Failed):
        done.set_exception(answer.error)
    else:
        done.set_result(answer)
