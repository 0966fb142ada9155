"""What one client is still to be sent: never more than a little, however slowly it reads."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

from tilewise.wire.messages import Goodbye, encode

FRAMES_WAITING = 64
"""A client that has not read so many is behind: it gets the latest view instead."""
SEND_SECONDS = 30.0
"""Who has not read a single frame for so long is not there any more."""
COME_BACK, STAY_AWAY = 1012, 4400


class Socket(Protocol):
    """What a connection needs of a WebSocket."""

    async def receive(self) -> str | bytes | None:
        """The next frame; None when the other side hung up."""

    async def send(self, frame: bytes) -> None:
        """Send a text frame; waits while the other side does not read."""

    def send_now(self, frame: bytes) -> bool:
        """Send a text frame if nobody has to wait for that; else False."""

    async def close(self, code: int) -> None:
        """Hang up."""


class Outbox:
    """Frames on their way to one socket. Putting something in never waits."""

    def __init__(self, socket: Socket, catch_up: Callable[[], Awaitable[None]]) -> None:
        self._socket = socket
        self._catch_up = catch_up
        self._waiting: deque[bytes] = deque()
        self._is_behind = False
        self._is_sending = False
        self._something = asyncio.Event()
        self._goodbye: Goodbye | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, frame: bytes) -> None:
        """Send this at once, or soon; who reads too slowly misses it, and is brought up to date later."""
        if not (self._waiting or self._is_sending or self._is_behind) and self._socket.send_now(frame):
            return
        if len(self._waiting) >= FRAMES_WAITING:
            self._waiting.clear()
            self._is_behind = True
        self._waiting.append(frame)
        self._something.set()

    def finish(self, goodbye: Goodbye) -> None:
        """Send what is waiting, say good-bye, and hang up."""
        self._goodbye = goodbye
        self._something.set()

    async def run(self) -> None:
        """Send until it is finished; TimeoutError when the other side does not read."""
        while True:
            while self._waiting:
                await self._send(self._waiting.popleft())
            if self._is_behind:
                self._is_behind = False
                await self._catch_up()
            elif self._goodbye is not None:
                await self._send(encode(self._goodbye))
                await self._socket.close(COME_BACK if self._goodbye.come_back else STAY_AWAY)
                return
            else:
                self._something.clear()
                await self._something.wait()

    async def _send(self, frame: bytes) -> None:
        self._is_sending = True
        async with asyncio.timeout(SEND_SECONDS):
            await self._socket.send(frame)
        self._is_sending = False
