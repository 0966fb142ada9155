"""The outgoing frames of one client. Its size is limited, however slowly the client reads."""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Protocol

from tilewise.wire.messages import Goodbye, encode

FRAMES_WAITING = 64
"""The maximum number of waiting frames. A client that is further behind gets the latest view instead."""
SEND_SECONDS = 30.0
"""How long the client may take to read a frame before it counts as gone."""
COME_BACK, STAY_AWAY = 1012, 4400


class Socket(Protocol):
    """The part of a WebSocket that a connection needs."""

    async def receive(self) -> str | bytes | None:
        """Return the next frame, or None if the client has disconnected."""

    async def send(self, frame: bytes) -> None:
        """Send a text frame; wait while the client does not read."""

    def send_now(self, frame: bytes) -> bool:
        """Send a text frame if that needs no waiting; otherwise return False."""

    async def close(self, code: int) -> None:
        """Close the connection."""


class Outbox:
    """A queue of frames for one socket. `put` never waits."""

    def __init__(self, socket: Socket, catch_up: Callable[[], Awaitable[None]]) -> None:
        self._socket = socket
        self._catch_up = catch_up
        self._waiting: deque[bytes] = deque()
        self._is_behind = False
        self._is_sending = False
        self._has_work = asyncio.Event()
        self._goodbye: Goodbye | None = None

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, frame: bytes) -> None:
        """Send a frame now or queue it. If the queue is full, drop it and send the latest view later."""
        if not (self._waiting or self._is_sending or self._is_behind) and self._socket.send_now(frame):
            return
        if len(self._waiting) >= FRAMES_WAITING:
            self._waiting.clear()
            self._is_behind = True
        self._waiting.append(frame)
        self._has_work.set()

    def finish(self, goodbye: Goodbye) -> None:
        """Send the waiting frames and the goodbye, then close."""
        self._goodbye = goodbye
        self._has_work.set()

    async def run(self) -> None:
        """Send frames until the goodbye; raise TimeoutError if the client does not read."""
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
                self._has_work.clear()
                await self._has_work.wait()

    async def _send(self, frame: bytes) -> None:
        self._is_sending = True
        async with asyncio.timeout(SEND_SECONDS):
            await self._socket.send(frame)
        self._is_sending = False
