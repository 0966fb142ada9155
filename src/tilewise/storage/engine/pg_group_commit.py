"""Group commit on PostgreSQL: rows that arrive during a commit share the next transaction."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

Row = dict[str, Any]
MAX_GROUP = 100
"""The maximum number of rows in one transaction. It limits the latency of the first row."""


class PostgresGroupCommit:
    """Writes rows in groups, one transaction for each group. A row is durable when `add` returns."""

    def __init__(self, write: Callable[[Sequence[Row]], Awaitable[None]], order: str) -> None:
        """`write` must write all rows or none. Sorting the rows by `order` prevents deadlocks between nodes."""
        self._write = write
        self._order = order
        self._waiting: list[tuple[Row, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, row: Row) -> None:
        """Write a row in the next group. If the group fails, its rows are written one by one."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:MAX_GROUP], self._waiting[MAX_GROUP:]
            group.sort(key=lambda waiting: waiting[0][self._order])
            try:
                await self._write([row for row, _ in group])
            except Exception as error:  # noqa: BLE001  # retried row by row
                await self._one_by_one(group, error)
            else:
                for _, done in group:
                    _resolve(done)
        self._writing = None

    async def _one_by_one(self, group: Sequence[tuple[Row, asyncio.Future[None]]], error: Exception) -> None:
        if len(group) == 1:
            _resolve(group[0][1], error)
            return
        for row, done in group:
            try:
                await self._write([row])
            except Exception as own:  # noqa: BLE001  # raised in the waiting task
                _resolve(done, own)
            else:
                _resolve(done)


def _resolve(done: asyncio.Future[None], error: Exception | None = None) -> None:
    if done.cancelled():
        return  # the waiting task was cancelled; the write stands
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(None)
