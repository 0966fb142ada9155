"""What is asked of SQLite is done to its end, even when nobody waits for it any more.

A statement that is cancelled half-way costs its connection, and a database in memory is its connection.
"""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

Answer = TypeVar("Answer")


async def finished(job: Awaitable[Answer]) -> Answer:
    """Wait for the end of a job; who is cancelled meanwhile is cancelled after it."""
    task = asyncio.ensure_future(job)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


class ShieldedConnection:
    """A connection each of whose statements is finished."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # whatever a connection has
        return getattr(self._connection, name)

    async def execute(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as SQLAlchemy has it
        """Run a statement."""
        return await finished(self._connection.execute(*args, **kwargs))

    async def scalar(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as above
        """Run a statement for the one value it gives."""
        return await finished(self._connection.scalar(*args, **kwargs))

    async def exec_driver_sql(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as above
        """Run a statement that the driver is to see as it is."""
        return await finished(self._connection.exec_driver_sql(*args, **kwargs))

    async def run_sync(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as above
        """Run several statements in one go."""
        return await finished(self._connection.run_sync(*args, **kwargs))
