"""The event loop that a server runs on, and sockets that do not wait for ever for who does not read."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

Answer = TypeVar("Answer")

LAST_BYTES_SECONDS = 5.0
"""How long what was sent last may take to be read after a conversation is over."""


class PromptWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that lets go of a client which never reads what is still to be sent, and of the memory that takes."""

    async def run_asgi(self) -> None:
        """Talk; then close, and a little later whatever happens."""
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LAST_BYTES_SECONDS, self.transport.abort)


def run(job: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a job on uvloop where there is one, else on the loop that comes with Python."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(job)


def _loop_factory() -> Any:  # noqa: ANN401  # a function that makes a loop, or None for Python's own
    try:
        import uvloop  # noqa: PLC0415  # not on every system
    except ImportError:
        return None
    return uvloop.new_event_loop
