"""Garbage collection: collect young objects often and run full collections rarely, because they block the server.

By default, a full node runs several full collections a minute, each taking half a second with 4,000 sockets.
"""

import asyncio
import gc

YOUNG, MIDDLE, NEVER = 5_000, 10, 1_000_000
"""The thresholds of the three generations; the oldest is collected only by `collect_regularly`."""
FULL_SECONDS = 300.0


def configure() -> None:
    """Set the thresholds, and exclude everything loaded so far from collection."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    gc.enable()


async def collect_regularly() -> None:
    """Run a full collection every few minutes, forever."""
    while True:
        await asyncio.sleep(FULL_SECONDS)
        gc.collect()
