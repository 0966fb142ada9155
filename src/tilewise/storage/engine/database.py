"""Open a database (SQLite in a file or in memory, or PostgreSQL), run transactions and migrations."""

import asyncio
import os
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar, cast

from sqlalchemy import Connection, Engine, create_engine, event, make_url, text
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, AsyncTransaction, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, StaticPool

from tilewise.storage.engine.migrate import HEAD, upgrade
from tilewise.storage.engine.shielded import ShieldedConnection, shielded
from tilewise.storage.engine.sqlite_group_commit import SqliteGroupCommit

PRIVATE = 0o600
IN_MEMORY = "sqlite+aiosqlite://"
SECONDS_TO_FINISH = 5.0
"""How long `close` waits for running reads."""
MIGRATION_LOCK = 7_416_773
"""The key of the advisory lock that lets only one node migrate at a time."""
BEGIN_SNAPSHOT = {"sqlite": "BEGIN", "postgresql": "BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY"}

Answer = TypeVar("Answer")


class Database:
    """An open database. `begin` and `write` run transactions, `read` runs queries."""

    def __init__(self, url: str, *, pool: int = 5) -> None:
        _make_private(url)
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
        """Whether this is PostgreSQL, which several nodes may share."""
        return self._writing.dialect.name == "postgresql"

    @property
    def file(self) -> Path | None:
        """The file of a SQLite database; None for any other."""
        return _file_of(str(self._writing.url))

    async def write(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a transaction. In a SQLite file, concurrent transactions are committed as a group."""
        if self._writer is not None:
            return await self._writer.write(job)
        async with self.begin() as connection:
            return await connection.run_sync(job)

    @asynccontextmanager
    async def begin(self) -> AsyncIterator[AsyncConnection]:
        """Open a transaction; roll back on any exception."""
        async with self._connection(self._writing) as connection:
            transaction = await shielded(_begun(connection))
            try:
                yield connection
            except BaseException:
                await shielded(transaction.rollback())
                raise
            await shielded(transaction.commit())

    def read(self) -> AbstractAsyncContextManager[AsyncConnection]:
        """Open a connection for queries."""
        return self._connection(self._reading)

    @asynccontextmanager
    async def _connection(self, engine: AsyncEngine) -> AsyncIterator[AsyncConnection]:
        """Open a connection, and return it to the pool even if the task is cancelled while it is acquired or released.

        SQLAlchemy leaves a connection that was being acquired to the garbage collector. SQLite has only one.
        """
        acquiring = asyncio.create_task(_connect(engine))
        try:
            connection = await asyncio.shield(acquiring)
        except asyncio.CancelledError:
            acquiring.add_done_callback(self._release)
            raise
        try:
            yield connection if self.is_postgresql else cast("AsyncConnection", ShieldedConnection(connection))
        finally:
            await shielded(connection.close())

    def _release(self, acquiring: asyncio.Task[AsyncConnection]) -> None:
        if not acquiring.cancelled() and acquiring.exception() is None:
            closing = asyncio.create_task(acquiring.result().close())
            self._closing.add(closing)
            closing.add_done_callback(self._closing.discard)

    async def read_snapshot(self, job: Callable[[Connection], Answer]) -> Answer:
        """Run a job on a consistent snapshot of the database, without blocking writers."""
        if self._writer is None and not self.is_postgresql:
            return await self.write(job)  # a database in memory has a single connection
        async with self.read() as connection:
            await connection.exec_driver_sql(BEGIN_SNAPSHOT[connection.dialect.name])
            try:
                return await connection.run_sync(job)
            finally:
                await connection.exec_driver_sql("ROLLBACK")

    async def check_connection(self) -> None:
        """Connect and write nothing new; raise ValueError with the reason if that fails."""
        try:
            async with self.begin() as connection:
                if not self.is_postgresql:
                    await connection.exec_driver_sql("PRAGMA user_version = 0")  # fails if the file is read-only
                elif await connection.scalar(text("SHOW transaction_read_only")) == "on":
                    raise ValueError("it is read-only")  # noqa: TRY301  # reported below
        except Exception as error:  # every driver has its own exceptions
            url = self._writing.url.render_as_string(hide_password=True)
            msg = f"cannot open the database {url}: {getattr(error, 'orig', error)}"
            raise ValueError(msg) from error

    async def migrate(self, to: str = HEAD) -> None:
        """Migrate the tables to a revision, unless they have it already."""
        async with self.begin() as connection:
            if self.is_postgresql:
                await connection.execute(text(f"SELECT pg_advisory_xact_lock({MIGRATION_LOCK})"))
            await connection.run_sync(upgrade, to)

    async def close(self) -> None:
        """Close all connections, after running queries have finished."""
        if self._writer is not None:
            await self._writer.close()
        for engine in (self._writing, self._reading):
            await _wait_for_users(engine)
            await engine.dispose()


def _make_private(url: str) -> None:
    """Make the files of a SQLite database readable by their owner only: they have password hashes and game secrets."""
    path = _file_of(url)
    if path is None:
        return
    with suppress(OSError):  # reported when the database is opened
        os.close(os.open(path, os.O_CREAT | os.O_RDONLY, PRIVATE))
        for file in (path, f"{path}-wal", f"{path}-shm"):
            with suppress(FileNotFoundError):
                Path(file).chmod(PRIVATE)


def _file_of(url: str) -> Path | None:
    path = make_url(url).database
    if not url.startswith("sqlite") or not path or path == ":memory:" or path.startswith("file:"):
        return None
    return Path(path)


async def _connect(engine: AsyncEngine) -> AsyncConnection:
    return await engine.connect()


async def _begun(connection: AsyncConnection) -> AsyncTransaction:
    return await connection.begin()


async def _wait_for_users(engine: AsyncEngine) -> None:
    """Wait until SQLite's only connection is free. Disposing of a pool does not close connections in use."""
    pool = engine.sync_engine.pool
    if isinstance(pool, AsyncAdaptedQueuePool) and pool.size() == 1 and pool.checkedout():
        with suppress(TimeoutError):
            async with asyncio.timeout(SECONDS_TO_FINISH), engine.connect():
                pass


# All engines hide parameters, so that errors in the log never show stored values.


def _direct_engine(url: str) -> Engine:
    """Create a synchronous engine for the writer thread, which begins transactions itself."""
    engine = create_engine(
        url.replace("+aiosqlite", ""), poolclass=StaticPool, pool_reset_on_return=None, hide_parameters=True
    )
    event.listen(engine, "connect", _prepare)
    return engine


def _engine(url: str, pool: int, *, is_writer: bool = True) -> AsyncEngine:
    """Create an engine. SQLite allows one writer, so its pool has one connection; waiting tasks get it in order."""
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


def _prepare(connection: Any, _record: object) -> None:  # noqa: ANN401  # the type depends on the driver
    """Set up a SQLite connection: readers never wait for the writer, and commits survive a power failure."""
    connection.isolation_level = None
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "busy_timeout=10000", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()


def _begin(connection: Connection) -> None:
    """Take the write lock at once. Upgrading a read transaction later could fail."""
    connection.exec_driver_sql("BEGIN IMMEDIATE")
