"""Running a node behind uvicorn: start, say where, drain, stop."""

import asyncio
import logging
import socket

import structlog
import uvicorn

from tilewise.server.app import make_app
from tilewise.server.loop import PromptWebSocket
from tilewise.server.node import Node
from tilewise.wire.messages import LARGEST_FRAME

DRAIN_SECONDS = 10
PING_SECONDS = 20.0


class TilewiseServer(uvicorn.Server):
    """A server that says when it is ready, and tells everybody to come back before it goes."""

    def __init__(self, node: Node) -> None:
        settings = node.settings
        super().__init__(
            uvicorn.Config(
                make_app(node),
                host=settings.host,
                port=settings.port,
                ws=PromptWebSocket,
                ws_max_size=LARGEST_FRAME,
                ws_ping_interval=PING_SECONDS,
                ws_ping_timeout=PING_SECONDS,
                ws_per_message_deflate=False,
                lifespan="on",
                access_log=False,
                log_config=None,
                proxy_headers=settings.behind_proxy,
                server_header=False,
                timeout_graceful_shutdown=DRAIN_SECONDS,
            )
        )
        self._node = node
        self.is_up = asyncio.Event()
        self.port = settings.port

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, and note the port when any would do."""
        await super().startup(sockets)
        listening = [bound for server in self.servers for bound in server.sockets]
        if listening:
            self.port = listening[0].getsockname()[1]
        self.is_up.set()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Everybody is told to come back; plays that are under way are finished."""
        await self._node.drain()
        await super().shutdown(sockets)


def set_up_logs() -> None:
    """One JSON object a line. No racks, no secrets, no addresses: nothing of that is ever passed to the log."""
    logging.basicConfig(format="%(message)s", level=logging.WARNING)
    structlog.configure(
        processors=[
            structlog.processors.add_log_level,
            structlog.processors.TimeStamper(fmt="iso"),
            structlog.processors.dict_tracebacks,
            structlog.processors.JSONRenderer(),
        ]
    )
