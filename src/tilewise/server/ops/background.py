"""Loops that run in the background as long as the server."""

import asyncio
from collections.abc import Awaitable, Callable

import structlog

RESTART_SECONDS = 1.0

log = structlog.get_logger()


async def supervised(loop: Callable[[], Awaitable[None]], failure: str) -> None:
    """Run a loop to its end, if it has one. After an error, log `failure` and start it again a moment later."""
    while True:
        try:
            return await loop()
        except Exception:
            log.exception(failure)
        if is_cancelled():
            raise asyncio.CancelledError
        await asyncio.sleep(RESTART_SECONDS)


def is_cancelled() -> bool:
    """Whether this task was asked to end. A rollback that fails replaces the cancellation by an error of its own."""
    task = asyncio.current_task()
    return task is not None and task.cancelling() > 0
