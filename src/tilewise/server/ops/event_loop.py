"""The event loop of the server, and WebSockets that send without waiting."""

import asyncio
from collections.abc import Coroutine, MutableMapping
from typing import Any, TypeVar, cast

from uvicorn._types import ASGIReceiveEvent
from uvicorn.config import Config
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState
from websockets.frames import Frame, Opcode

from tilewise.server.ops.http_protocol import GuardedState
from tilewise.server.security.connections import CloseReason
from tilewise.server.security.limits import Bucket
from tilewise.server.system import SteadyClock

Answer = TypeVar("Answer")

LAST_BYTES_SECONDS = 5.0
"""How long the last frames may take to be read after the connection is closed."""
SLICE_BYTES = 512
"""How much is parsed at a time. A chunk of the network may hold ten thousand tiny frames: a second of work."""
CONTROL_FRAMES_PER_SECOND, CONTROL_FRAMES_AT_ONCE = 10.0, 50.0
"""The rate limit for pings, pongs and parts of messages. They cost as much as a message, and clients need few."""
SEND_NOW = "tilewise.send_now"
"""The name of the ASGI extension that sends without waiting."""


class PromptWebSocket(WebSocketsSansIOProtocol):
    """A WebSocket that never delays the others.

    It parses one message at a time, and continues when the application has taken it. It aborts the connection, and
    frees its buffers, if the client never reads the last frames or sends too many control frames.
    """

    def __init__(self, config: Config, server_state: GuardedState, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401
        super().__init__(config, server_state, *args, **kwargs)
        self._table = server_state.table
        self._unparsed = bytearray()
        self._control_frames = Bucket(SteadyClock(), per_second=CONTROL_FRAMES_PER_SECOND, burst=CONTROL_FRAMES_AT_ONCE)

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place of the connection."""
        self._table.remove(self.transport)
        self._unparsed.clear()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse the data up to the first message, and keep the rest."""
        self._unparsed += data
        self._parse()

    async def receive(self) -> ASGIReceiveEvent:
        """Return the next event. Once all messages have been taken, parse more, after the other connections."""
        event = await self.queue.get()
        if self.read_paused and self.queue.empty():
            self.read_paused = False
            self.loop.call_soon(self._parse)
        return event

    def handle_events(self) -> None:
        """Handle the frames that were parsed; abort the connection after too many control frames."""
        count = sum(self._is_control(event) for event in self.conn.events if isinstance(event, Frame))
        if all(self._control_frames.take() for _ in range(count)):
            super().handle_events()
        else:
            self._table.report(CloseReason.FLOOD)
            self.transport.abort()

    def _is_control(self, frame: Frame) -> bool:
        """Whether a frame counts as a control frame: every one that begins no message, and all after the close."""
        return self.close_sent or frame.opcode not in (Opcode.TEXT, Opcode.BINARY)

    def _parse(self) -> None:
        while self._unparsed and not self.read_paused and not self.transport.is_closing():
            part = bytes(self._unparsed[:SLICE_BYTES])
            del self._unparsed[:SLICE_BYTES]
            super().data_received(part)
        if not self.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    async def run_asgi(self) -> None:
        """Run the application; abort the connection some seconds after it ends."""
        scope = cast("MutableMapping[str, Any]", self.scope)
        scope["extensions"] = {**(scope.get("extensions") or {}), SEND_NOW: self.send_now}
        try:
            await super().run_asgi()
        finally:
            self.loop.call_later(LAST_BYTES_SECONDS, self.transport.abort)

    def send_now(self, frame: bytes) -> bool:
        """Send a text frame at once; return False if the client reads too slowly or the connection is closing.

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
