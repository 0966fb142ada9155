"""Loops that run in the background as long as the server, and their end."""

import asyncio
from collections.abc import Awaitable, Callable, Collection, Coroutine
from typing import Any

import structlog

RESTART_SECONDS = 1.0
CANCEL_AGAIN_SECONDS = 0.5

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


async def end(tasks: Collection[asyncio.Task[Any]]) -> None:
    """Cancel tasks and wait for them.

    A task that continues is cancelled again: Python 3.11 and some libraries lose a cancellation that arrives together
    with a result or an error.
    """
    while tasks:
        for task in tasks:
            task.cancel()
        _, tasks = await asyncio.wait(tasks, timeout=CANCEL_AGAIN_SECONDS)


async def attempt(job: Coroutine[Any, Any, object], seconds: float, failure: str) -> None:
    """Run a job. Log `failure` if it fails, or if it is not done after some seconds, and then abandon it.

    Unlike `asyncio.wait_for`, this does not wait for the end of a job that cannot be cancelled.
    """
    task = asyncio.create_task(job)
    done, _ = await asyncio.wait({task}, timeout=seconds)
    if not done:
        task.cancel()
        log.error(failure, seconds=seconds)
    elif not task.cancelled() and (error := task.exception()) is not None:
        log.error(failure, exc_info=error)
