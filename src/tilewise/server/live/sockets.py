"""The WebSocket routes: a room, and the live lobby."""

import asyncio
from collections.abc import Callable, Coroutine
from typing import Any

from litestar import Router, WebSocket, websocket
from litestar.exceptions import WebSocketDisconnect
from litestar.params import FromPath

from tilewise.rooms.ports import UnknownRoomError
from tilewise.server.http.problems import ProblemError
from tilewise.server.http.request import TheNode, address_of, is_own_page
from tilewise.server.live.connection import Connection
from tilewise.server.node import Node
from tilewise.server.ops.event_loop import SEND_NOW
from tilewise.server.security.identity import Visitor
from tilewise.server.security.limits import TooManyError

MESSAGES_TO_CONNECT = 5.0
"""A new socket counts as this many messages, because it costs as much."""

AnySocket = WebSocket[object, object, object]  # type: ignore[type-var]


class LitestarSocket:
    """Adapts a WebSocket of the framework to `outbox.Socket`."""

    def __init__(self, socket: AnySocket) -> None:
        self._socket = socket
        extensions: dict[str, Any] = socket.scope.get("extensions") or {}
        self.send_now: Callable[[bytes], bool] = extensions.get(SEND_NOW, _not_now)

    async def receive(self) -> str | bytes | None:
        """Return the next frame, or None if the client has disconnected."""
        event = await self._socket.receive()
        if event["type"] != "websocket.receive":
            return None
        return event.get("text") or event.get("bytes") or b""

    async def send(self, frame: bytes) -> None:
        """Send a text frame."""
        await self._socket.send_data(frame, mode="text")

    async def close(self, code: int) -> None:
        """Close the connection."""
        await self._socket.close(code=code)


def _not_now(_frame: bytes) -> bool:
    """Refuse to send at once, on a server without our ASGI extension."""
    return False


@websocket("/rooms/{room:str}/play")
async def play(socket: AnySocket, room: FromPath[str], node: TheNode) -> None:
    """Play in a room or watch it; see docs/protocol.md."""
    await node.limits.messages.wait(address_of(socket), MESSAGES_TO_CONNECT)
    visitor = await _authenticate(socket, node)
    if visitor is None:
        return
    try:
        with node.limits.sockets.hold(*_limits(socket, node, visitor)):
            await node.service.get(room)
            await socket.accept()
            await _counted(node, Connection(node, LitestarSocket(socket), visitor.person, address_of(socket), room))
    except UnknownRoomError:
        await socket.close(code=4404, reason="no such room")
    except TooManyError:
        await socket.close(code=4429, reason="too many connections")


@websocket("/lobby")
async def watch_lobby(socket: AnySocket, node: TheNode) -> None:
    """Send the list of public rooms that wait for players, now and after every change."""
    await node.limits.messages.wait(address_of(socket), MESSAGES_TO_CONNECT)
    if not is_own_page(socket, node.settings.origins):
        await socket.close(code=4403, reason="requests from this origin are not allowed")
        return
    try:
        with node.limits.sockets.hold(("all", node.settings.sockets), _address(socket, node)):
            await socket.accept()
            await first_done(_send_lobby(socket, node), LitestarSocket(socket).receive())
    except TooManyError:
        await socket.close(code=4429, reason="too many connections")


async def _send_lobby(socket: AnySocket, node: Node) -> None:
    frame = await node.lobby.frame()
    while True:
        await socket.send_data(frame, mode="text")
        frame = await node.lobby.next_frame(frame)


async def first_done(*jobs: Coroutine[object, object, object]) -> None:
    """Run jobs until the first one is done, then cancel the others."""
    tasks = [asyncio.create_task(job) for job in jobs]
    try:
        await asyncio.wait(tasks, return_when=asyncio.FIRST_COMPLETED)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


async def _counted(node: Node, connection: Connection) -> None:
    node.metrics.sockets.inc()
    try:
        await connection.run()
    except (WebSocketDisconnect, TimeoutError):
        return
    finally:
        node.metrics.sockets.dec()


async def _authenticate(socket: AnySocket, node: Node) -> Visitor | None:
    if not is_own_page(socket, node.settings.origins):
        await socket.close(code=4403, reason="requests from this origin are not allowed")
        return None
    try:
        visitor = await node.identity.of(socket)
    except ProblemError:
        visitor = None
    if visitor is None:
        await socket.close(code=4401, reason="no session; start one with POST /api/session")
    return visitor


def _limits(socket: AnySocket, node: Node, visitor: Visitor) -> tuple[tuple[str, int], ...]:
    person = (f"person {visitor.person.id}", node.settings.sockets_per_person)
    return ("all", node.settings.sockets), _address(socket, node), person


def _address(socket: AnySocket, node: Node) -> tuple[str, int]:
    return f"address {address_of(socket)}", node.settings.sockets_per_address


ROUTER = Router("/api", route_handlers=[play, watch_lobby])
