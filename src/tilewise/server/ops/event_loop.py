"""The event loop of the server, and WebSockets that send without waiting."""

import asyncio
from collections.abc import Coroutine, MutableMapping
from typing import Any, TypeVar, cast

from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

from tilewise.server.ops.http_protocol import GuardedState

Answer = TypeVar("Answer")

LAST_BYTES_SECONDS = 5.0
"""How long the last frames may take to be read after the connection is closed."""
SEND_NOW = "tilewise.send_now"
"""The name of the ASGI extension that sends without waiting."""


class PromptWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that aborts the connection, and frees its buffers, if the client never reads the last frames."""

    def __init__(self, config: Config, server_state: GuardedState, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(config, server_state, *args, **kwargs)
        self._table = server_state.table

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place of the connection."""
        self._table.remove(self.transport)
        super().connection_lost(exc)

    async def run_asgi(self) -> None:
        """Run the application; abort the connection some seconds after it ends."""
        scope = cast("MutableMapping[str, Any]", self.scope)
        scope["extensions"] = {**(scope.get("extensions") or {}), SEND_NOW: self.send_now}
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LAST_BYTES_SECONDS, self.transport.abort)

    def send_now(self, frame: bytes) -> bool:
        """Send a text frame at once; return False if the client is behind with reading or the connection is closing.

        Sending through the layers above takes a task and four calls for each frame: a third of the cost of an action.
        """
        is_open = self.handshake_complete and not (self.close_sent or self.disconnected or self.transport.is_closing())
        if not is_open or not self.writable.is_set():
            return False
        try:
            self.conn.send_text(frame)
        except InvalidState:  # the client is closing; the other clients must not be affected
            return False
        self.transport.write(b"".join(self.conn.data_to_send()))
        return True


def run(job: Coroutine[Any, Any, Answer]) -> Answer:
    """Run a job on uvloop if it is installed, otherwise on asyncio's own loop."""
    with asyncio.Runner(loop_factory=_loop_factory()) as runner:
        return runner.run(job)


def _loop_factory() -> Any:  # noqa: ANN401  # a loop factory, or None for the default
    try:
        import uvloop  # noqa: PLC0415  # not on every system
    except ImportError:
        return None
    return uvloop.new_event_loop
