"""Shield SQLite statements from task cancellation.

A statement that is cancelled halfway loses its connection, and with it a database in memory.
"""

import asyncio
from collections.abc import Awaitable
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection

Answer = TypeVar("Answer")


async def shielded(job: Awaitable[Answer]) -> Answer:
    """Await a job to its end. A cancellation takes effect after it."""
    task = asyncio.ensure_future(job)
    try:
        return await asyncio.shield(task)
    except asyncio.CancelledError:
        await asyncio.wait([task])
        raise


class ShieldedConnection:
    """A connection whose statements run to the end even if the task is cancelled."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection

    def __getattr__(self, name: str) -> Any:  # noqa: ANN401  # any attribute of a connection
        return getattr(self._connection, name)

    async def execute(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # the signature of SQLAlchemy
        """Run a statement."""
        return await shielded(self._connection.execute(*args, **kwargs))

    async def scalar(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as above
        """Run a statement that returns a single value."""
        return await shielded(self._connection.scalar(*args, **kwargs))

    async def exec_driver_sql(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as above
        """Run raw SQL."""
        return await shielded(self._connection.exec_driver_sql(*args, **kwargs))

    async def run_sync(self, *args: Any, **kwargs: Any) -> Any:  # noqa: ANN401  # as above
        """Run a synchronous function with the connection."""
        return await shielded(self._connection.run_sync(*args, **kwargs))
