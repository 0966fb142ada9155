"""When Python looks for garbage: often among what is young, seldom among everything, for everybody waits meanwhile.

Left to itself it looks through everything several times a minute when a node is full: half a second for 4,000 sockets.
"""

import asyncio
import gc

YOUNG, MIDDLE, NEVER = 5_000, 10, 1_000_000
"""After how many objects it looks at the young, after how many looks at those of middle age, and when at the old."""
FULL_SECONDS = 300.0


def settle() -> None:
    """What was loaded at the start is never garbage: it is not looked at again."""
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    gc.enable()


async def tidy() -> None:
    """Look through everything, now and then, for ever."""
    while True:
        await asyncio.sleep(FULL_SECONDS)
        gc.collect()
