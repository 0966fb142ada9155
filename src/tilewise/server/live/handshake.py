"""The beginning of a connection: agree on a protocol version, and identify the owner of a seat token."""

import asyncio

import msgspec

from tilewise.core.errors import TilewiseError
from tilewise.rooms.people import Person
from tilewise.server.http.problems import ProblemError
from tilewise.server.live.outbox import Socket
from tilewise.server.node import Node
from tilewise.wire import messages
from tilewise.wire.messages import Goodbye, Hello, Welcome, WhyGoodbye

HELLO_SECONDS = 10.0


class ClosedError(TilewiseError):
    """The server closes the connection. `goodbye` tells the client why."""

    def __init__(self, why: WhyGoodbye) -> None:
        super().__init__(why)
        self.goodbye = Goodbye(why, come_back=False)


async def welcome(node: Node, socket: Socket, person: Person, room: str) -> Welcome:
    """Wait for the client's hello and return the answer; raise ClosedError if the client cannot be served."""
    hello = await _receive_hello(socket)
    protocol = messages.common_protocol(hello.protocols)
    if protocol is None:
        raise ClosedError(WhyGoodbye.NO_COMMON_PROTOCOL)
    if hello.seat is not None:
        person = await _owner_of(node, hello.seat, room)
    return Welcome(protocol, person, node.clock.now(), node.settings.heartbeat_seconds)


async def _receive_hello(socket: Socket) -> Hello:
    try:
        async with asyncio.timeout(HELLO_SECONDS):
            hello = messages.decode(await socket.receive() or b"")
    except (TimeoutError, msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        raise ClosedError(WhyGoodbye.NO_COMMON_PROTOCOL) from None
    if not isinstance(hello, Hello):
        raise ClosedError(WhyGoodbye.NO_COMMON_PROTOCOL)
    return hello


async def _owner_of(node: Node, token: str, room: str) -> Person:
    """Return the owner of a seat token, who continues playing on this device."""
    try:
        visitor = await node.identity.seated(token, room)
    except ProblemError:  # banned
        visitor = None
    if visitor is None:
        raise ClosedError(WhyGoodbye.NOT_FOR_YOU)
    return visitor.person
