"""HTTP connections with time limits. A client that sends half a request, or never reads the answer, is disconnected."""

import asyncio
from typing import Any

import h11
from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.server import ServerState

from tilewise.server.security.addresses import network_of
from tilewise.server.security.connections import CloseReason, ConnectionTable

LARGEST_HEADER = 8 * 1024
FREE_CHUNKS, LEAST_CHUNK_BYTES = 100, 256
"""A body may come in this many chunks of any size; beyond them, the chunks must have this size on average."""


class FrugalConnection(h11.Connection):
    """A parser that rejects bodies in tiny chunks. A packet of the network may hold ten thousand: a second of work."""

    def __init__(self, largest_header: int) -> None:
        super().__init__(h11.SERVER, largest_header)
        self._chunks = self._bytes = 0

    def next_event(self) -> h11.Event | type[h11.NEED_DATA] | type[h11.PAUSED]:
        """Return the next event; raise RemoteProtocolError after too many chunks."""
        event = super().next_event()
        if isinstance(event, h11.Request):
            self._chunks = self._bytes = 0
        elif isinstance(event, h11.Data):
            self._chunks += event.chunk_start
            self._bytes += len(event.data)
            if self._chunks > FREE_CHUNKS + self._bytes / LEAST_CHUNK_BYTES:
                raise h11.RemoteProtocolError("too many small chunks")
        return event


class GuardedState(ServerState):
    """The state that all connections of a server share."""

    def __init__(self, table: ConnectionTable, *, request_seconds: float) -> None:
        super().__init__()
        self.table = table
        self.request_seconds = request_seconds


class GuardedHttp(H11Protocol):
    """An HTTP connection that counts for its address. Its header, its body and each answer have a time limit."""

    server_state: GuardedState

    def __init__(self, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401  # the signature of uvicorn
        super().__init__(*args, **kwargs)
        self.conn = FrugalConnection(LARGEST_HEADER)
        self._waits_for: object = None
        self._timer: asyncio.TimerHandle | None = None
        self._reading_timer: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]  # as in uvicorn
        """Accept the connection, unless its address or the node has too many."""
        super().connection_made(transport)
        if not self.server_state.table.add(transport, self._address()):
            transport.abort()
            return
        self._watch()

    def connection_lost(self, exc: Exception | None) -> None:
        """Free the place of the connection."""
        self._stop_timers()
        self.server_state.table.remove(self.transport)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Handle data, and limit the time until the request is complete."""
        super().data_received(data)
        self._watch()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        super().on_response_complete()
        self._watch()

    def send_400_response(self, msg: str) -> None:
        """Reject an invalid request. If its answer has begun already, close the connection without another one."""
        self.server_state.table.report(CloseReason.INVALID_REQUEST)
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            super().send_400_response(msg)
        else:
            self.transport.abort()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over. A WebSocket has time limits of its own."""
        self._stop_timers()
        self.server_state.table.mark_busy(self.transport)
        super().handle_websocket_upgrade(event)

    def pause_writing(self) -> None:
        """Limit the time until the client continues to read."""
        super().pause_writing()
        seconds = self.server_state.request_seconds
        self._reading_timer = self.loop.call_later(seconds, self._give_up, CloseReason.SLOW_READER)

    def resume_writing(self) -> None:
        """Lift the limit: the client reads again."""
        super().resume_writing()
        if self._reading_timer is not None:
            self._reading_timer.cancel()
            self._reading_timer = None

    def _watch(self) -> None:
        """Start a time limit when the connection begins to wait for a header or a body. More bytes do not extend it."""
        waits_for = self.conn.their_state if self.conn.their_state in (h11.IDLE, h11.SEND_BODY) else None
        if self.transport.is_closing() or self.transport.get_protocol() is not self:
            return
        if waits_for is self._waits_for:
            return
        self._waits_for = waits_for
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if waits_for is None:
            self.server_state.table.mark_busy(self.transport)
            return
        self.server_state.table.mark_idle(self.transport, self.transport.abort)
        self._timer = self.loop.call_later(self.server_state.request_seconds, self._give_up, CloseReason.SLOW_REQUEST)

    def _give_up(self, why: CloseReason) -> None:
        self.server_state.table.report(why)
        self.transport.abort()

    def _stop_timers(self) -> None:
        for timer in (self._timer, self._reading_timer):
            if timer is not None:
                timer.cancel()
        self._timer = self._reading_timer = None

    def _address(self) -> str | None:
        """Return the address that the connection counts for; None for a trusted proxy, which serves many people."""
        host = self.client[0] if self.client is not None else "unknown"
        app = self.config.loaded_app
        if isinstance(app, ProxyHeadersMiddleware) and host in app.trusted_hosts:
            return None
        return network_of(host)
