"""Group commit on PostgreSQL: who waits while one transaction is written goes into the next one together."""

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from typing import Any

Row = dict[str, Any]
AT_ONCE = 100
"""Rows in one transaction, so that the first of them does not wait for hundreds."""


class PostgresGroupCommit:
    """Writes rows, many with one transaction. When a row is answered, it is on the disk."""

    def __init__(self, write: Callable[[Sequence[Row]], Awaitable[None]], order: str) -> None:
        """`write` does all or nothing; nodes that write the same rows in the same `order` do not wait in a circle."""
        self._write = write
        self._order = order
        self._waiting: list[tuple[Row, asyncio.Future[None]]] = []
        self._writing: asyncio.Task[None] | None = None

    async def add(self, row: Row) -> None:
        """Write a row, perhaps together with others; if that fails, only this one is not written."""
        done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._waiting.append((row, done))
        if self._writing is None:
            self._writing = asyncio.create_task(self._write_all())
        await done

    async def _write_all(self) -> None:
        while self._waiting:
            group, self._waiting = self._waiting[:AT_ONCE], self._waiting[AT_ONCE:]
            group.sort(key=lambda waiting: waiting[0][self._order])
            try:
                await self._write([row for row, _ in group])
            except Exception as error:  # noqa: BLE001  # whose fault it was is found out
                await self._one_by_one(group, error)
            else:
                for _, done in group:
                    _tell(done)
        self._writing = None

    async def _one_by_one(self, group: Sequence[tuple[Row, asyncio.Future[None]]], error: Exception) -> None:
        if len(group) == 1:
            _tell(group[0][1], error)
            return
        for row, done in group:
            try:
                await self._write([row])
            except Exception as own:  # noqa: BLE001  # raised where it is waited for
                _tell(done, own)
            else:
                _tell(done)


def _tell(done: asyncio.Future[None], error: Exception | None = None) -> None:
    if done.cancelled():
        return  # who asked is gone; what was written stays written
    if error is not None:
        done.set_exception(error)
    else:
        done.set_result(None)
