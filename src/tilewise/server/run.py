"""Run a node behind uvicorn: start, listen, drain, stop."""

import asyncio
import errno
import signal
import socket
import time
from types import FrameType

import uvicorn

from tilewise.server.app import make_app
from tilewise.server.node import Node
from tilewise.server.ops.event_loop import PromptWebSocket
from tilewise.server.ops.http_protocol import GuardedHttp, GuardedState
from tilewise.server.ops.open_files import raise_file_limit
from tilewise.server.security.connections import FILES_RESERVED, ConnectionTable
from tilewise.wire.messages import LARGEST_FRAME

DRAIN_SECONDS = 10
STOP_SECONDS = 30
"""The system ends a process that has not ended this long after a signal, for example because its disk hangs."""


class TilewiseServer(uvicorn.Server):
    """A server that announces when it is ready, and asks its clients to reconnect before it stops."""

    def __init__(self, node: Node) -> None:
        settings = node.settings
        super().__init__(
            uvicorn.Config(
                make_app(node),
                host=settings.host,
                port=settings.port,
                http=GuardedHttp,
                ws=PromptWebSocket,
                ws_max_size=LARGEST_FRAME,
                ws_ping_interval=settings.heartbeat_seconds,
                ws_ping_timeout=2 * settings.heartbeat_seconds,
                ws_per_message_deflate=False,
                lifespan="off",
                access_log=False,
                log_config=None,
                proxy_headers=settings.behind_proxy,
                server_header=False,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            )
        )
        self.server_state = GuardedState(_connections(node), request_seconds=settings.request_seconds)
        self._node = node
        self.is_up = asyncio.Event()
        self.port = settings.port

    async def serve(self, sockets: list[socket.socket] | None = None) -> None:
        """Bind the port, start the node and serve; raise ValueError with the reason if that fails."""
        sockets = sockets or listen(self.config.host, self.config.port)
        self.port = sockets[0].getsockname()[1]
        try:
            await self._node.start()
        except BaseException:
            for bound in sockets:
                bound.close()
            raise
        await super().serve(sockets)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start serving and set `is_up`."""
        await super().startup(sockets)
        self.is_up.set()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Begin to stop after a signal."""
        if hasattr(signal, "alarm"):  # not on Windows
            signal.alarm(STOP_SECONDS)
        super().handle_exit(sig, frame)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Ask all clients to reconnect, finish running commands, then stop the node."""
        await self._node.drain()
        await super().shutdown(sockets)
        await self._node.stop()


def _connections(node: Node) -> ConnectionTable:
    """Create the table of connections, after raising the limit of open files as far as necessary and possible."""
    wanted = node.settings.connections
    files = raise_file_limit(wanted + FILES_RESERVED)
    return ConnectionTable(
        node.metrics,
        limit=max(1, min(wanted, files - FILES_RESERVED)),
        limit_per_address=node.settings.connections_per_address,
        now=time.monotonic,
    )


def listen(host: str, port: int) -> list[socket.socket]:
    """Bind sockets to every address of a host, on any free port for port 0; raise ValueError if that fails."""
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except socket.gaierror as error:
        msg = f"no address {host!r} ({error.strerror}); --host takes an address or name of this machine"
        raise ValueError(msg) from error
    bound: list[socket.socket] = []
    for family, address in dict.fromkeys((family, address[0]) for family, _, _, _, address in found):
        try:
            bound.append(socket.create_server((str(address), port), family=family))
        except OSError as error:
            for other in bound:
                other.close()
            msg = f"cannot listen on port {port} of {host}: {_reason(error)}"
            raise ValueError(msg) from error
        port = bound[0].getsockname()[1]
    return bound


def _reason(error: OSError) -> str:
    """Return why the address could not be bound, and what to do."""
    match error.errno:
        case errno.EADDRINUSE:
            return "another program is using it; stop that program, or choose another with --port (0 for any free one)"
        case errno.EACCES:
            return "it is reserved; choose a port above 1023 with --port"
        case errno.EADDRNOTAVAIL:
            return "this machine has no such address; use --host 0.0.0.0 for all it has"
        case _:
            return error.strerror or str(error)
