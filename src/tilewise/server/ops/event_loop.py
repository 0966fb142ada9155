"""The event loop that a server runs on, and sockets that neither wait nor let others wait."""

import asyncio
from collections.abc import Coroutine, MutableMapping
from typing import Any, TypeVar, cast

from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

Answer = TypeVar("Answer")

LAST_BYTES_SECONDS = 5.0
"""How long what was sent last may take to be read after a conversation is over."""
SEND_NOW = "tilewise.send_now"
"""The extension of ASGI by which an application sends without waiting."""


class PromptWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that lets go of a client which never reads what is still to be sent, and of the memory that takes."""

    async def run_asgi(self) -> None:
        """Talk; then close, and a little later whatever happens."""
        scope = cast("MutableMapping[str, Any]", self.scope)
        scope["extensions"] = {**(scope.get("extensions") or {}), SEND_NOW: self.send_now}
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LAST_BYTES_SECONDS, self.transport.abort)

    def send_now(self, frame: bytes) -> bool:
        """Send a text frame if the other side keeps up with reading; False: not now, or never more.

        Sending through the layers above takes a task and four calls a frame: a third of the cost of an action.
        """
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing())
        if not is_open or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(frame)
        except InvalidState:  # the other side is saying good-bye; whoever else is being told must not notice
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


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
