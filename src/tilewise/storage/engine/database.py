"""Opening a database: SQLite in a file or in memory, PostgreSQL; migrations run by themselves."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine, event, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, StaticPool

from tilewise.storage.engine.migrate import HEAD, upgrade
from tilewise.storage.engine.shielded import ShieldedConnection, finished
from tilewise.storage.engine.sqlite_group_commit import SqliteGroupCommit

IN_MEMORY = "sqlite+aiosqlite://"
SECONDS_TO_FINISH = 5.0
"""How long who still reads may take when the database is closed."""
ONE_AT_A_TIME = 7_416_773
"""The key of the lock under which one node migrates while the others wait."""
ONE_LOOK = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}

Answer = TypeVar("Answer")


class Database:
    """A database that is open: `begin` for transactions, `read` for looking things up."""

    def __init__(self, url: str, *, pool: int = 5) -> None:
        self._writing = _engine(url, pool)
        self._has_readers = self.is_postgresql or url == IN_MEMORY
        if self._has_readers:
            self._reading = self._writing.execution_options(isolation_level="AUTOCOMMIT")
        else:
            self._reading = _engine(url, pool, is_writer=False)
        is_file = url.startswith("sqlite") and url != IN_MEMORY
        self._writer = SqliteGroupCommit(_direct_engine(url)) if is_file else None
        self._closing: set[asyncio.Task[None]] = set()

    @property
    def is_postgresql(self) -> bool:
        """Whether other nodes may share it."""
        return self._writing.dialect.name == "postgresql"

    async def write(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a transaction in one go. In a SQLite file, several that come at the same time are one."""
        if self._writer is not None:
            return await self._writer.write(job)
        async with self.begin() as connection:
            return await connection.run_sync(job)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """A transaction: everything in it happens, or nothing."""
        async with self._held(self._writing) as connection:
            transaction = await finished(_begun(connection))
            try:
                yield connection
            except BaseException:
                await finished(transaction.rollback())
                raise
            await finished(transaction.commit())

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """A connection that changes nothing."""
        return self._held(self._reading)

    @asynccontextmanager
    async def _held(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """A connection that goes back also when who wanted it is cancelled while getting it, or while giving it back.

        SQLAlchemy leaves one that was being handed over to the garbage collector; and of SQLite's there is only one.
        """
        getting = asyncio.create_task(_get(engine))
        try:
            connection = await asyncio.shield(getting)
        except asyncio.CancelledError:
            getting.add_done_callback(self._give_back)
            raise
        try:
            yield connection if self.is_postgresql else cast("AsyncConnection", ShieldedConnection(connection))
        finally:
            await finished(connection.close())

    def _give_back(self, getting: asyncio.Task[AsyncConnection]) -> None:
        if not getting.cancelled() and getting.exception() is None:
            closing = asyncio.create_task(getting.result().close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def look(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a job that sees everything as it is at one moment; who writes meanwhile does not wait for it."""
        if self._writer is None and not self.is_postgresql:
            return await self.write(job)  # in memory there is one connection for all
        async with self.read() as connection:
            await connection.exec_driver_sql(ONE_LOOK[connection.dialect.name])
            try:
                return await connection.run_sync(job)
            finally:
                await connection.exec_driver_sql("ROLLBACK")

    async def reach(self) -> None:
        """Connect once; ValueError says what stands in the way of that."""
        try:
            async with self.read():
                pass
        except Exception as error:  # each driver has errors of its own
            url = self._writing.url.render_as_string(hide_password=True)
            msg = f"cannot open the database {url}: {getattr(error, 'orig', error)}"
            raise ValueError(msg) from error

    async def migrate(self, to: str = HEAD) -> None:
        """Bring the tables to a revision; nothing happens when they are there already."""
        async with self.begin() as connection:
            if self.is_postgresql:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({ONE_AT_A_TIME})"))
            await connection.run_sync(upgrade, to)

    async def close(self) -> None:
        """Let go of every connection, when those who use one are done with it."""
        if self._writer is not None:
            await self._writer.close()
        for engine in (self._writing, self._reading):
            await _wait_for_users(engine)
            await engine.dispose()


async def _get(engine: AsyncEngine) -> AsyncConnection:
    return await engine.connect()


async def _begun(connection: AsyncConnection) -> AsyncTransaction:
    return await connection.begin()


async def _wait_for_users(engine: AsyncEngine) -> None:
    """Disposing leaves alone what is in use. SQLite has one connection: who gets it in turn is the last to use it."""
    pool = engine.sync_engine.pool
    if isinstance(pool, AsyncAdaptedQueuePool) and pool.size() == 1 and pool.checkedout():
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_FINISH), engine.connect():
                pass


# What is written is nobody's business, least of all the log's: errors show statements without their values.


def _direct_engine(url: str) -> Engine:
    """The same file without asyncio in between, for one thread that says itself where a transaction begins."""
    engine = create_engine(
        url.replace("+aiosqlite", ""), poolclass=StaticPool, pool_reset_on_return=None, hide_parameters=True
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _engine(url: str, pool: int, *, is_writer: bool = True) -> AsyncEngine:
    """SQLite has one writer: whoever wants to write queues for its connection, first come, first served."""
    if not url.startswith("sqlite"):
        return create_async_engine(url, pool_size=pool, max_overflow=0, pool_timeout=60, hide_parameters=True)
    engine = create_async_engine(
        url,
        poolclass=AsyncAdaptedQueuePool,
        pool_size=1,
        max_overflow=0,
        pool_timeout=60,
        pool_reset_on_return=None,
        hide_parameters=True,
    )
    event.listen(engine.sync_engine, "connect", _prepare)
    if is_writer:
        event.listen(engine.sync_engine, "begin", _begin)
    return engine


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401  # whatever the driver hands us
    """With a write-ahead log readers never wait for the writer. What was acknowledged survives a power cut."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take the lock at once, or wait for it: a reader that turns writer could be refused."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
