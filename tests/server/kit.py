"""Shared by tests of the server: a real server on a free port, and clients with real sockets."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import httpx
import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from tilewise.core.actions import Action
from tilewise.core.view import View
from tilewise.rooms import commands
from tilewise.rooms.ports import Clock, Thinker
from tilewise.rooms.view import RoomView
from tilewise.server.node import Node
from tilewise.server.run import TilewiseServer
from tilewise.server.settings import Settings
from tilewise.storage.engine.database import IN_MEMORY
from tilewise.wire import messages
from tilewise.wire.http import Me, OpenRoom, RoomLinks
from tilewise.wire.messages import Do, Done, FromClient, FromServer, Goodbye, Hello, Refused, Update, Welcome, encode

PATIENCE_SECONDS = 90.0
HERE = "127.0.0.1"
"""The usual address of a client. On Linux, others of 127.0.0.0/8 reach the server just as well."""
ONE_GAME = OpenRoom(bots=("novice",), start=True, rules={"games_per_round": 1, "turn_seconds": 0})
"""A match of one game against a bot, without a clock."""

Kind = TypeVar("Kind", bound=FromServer)


class Running:
    """A running server."""

    def __init__(self, node: Node, port: int) -> None:
        self.node = node
        self.port = port
        self.url = f"http://127.0.0.1:{port}"
        self.guests: list[Guest] = []

    async def guest(self, name: str = "", address: str = HERE) -> "Guest":
        """Create a guest with a session."""
        self.guests.append(await Guest.arrive(self.port, name, address))
        return self.guests[-1]


@asynccontextmanager
async def a_server(
    tmp_path: Path,
    clock: Clock | None = None,
    thinker: Thinker | None = None,
    **settings: Any,  # noqa: ANN401
) -> AsyncIterator[Running]:
    """Run a server in this process, by default with a database in memory and bots that act at once, in a thread."""
    no_limits = {
        "requests_per_minute": 1e6,
        "rooms_per_minute": 1e6,
        "lobby_per_minute": 1e6,
        "people_per_address": 1e6,
        "attempts_per_minute": 1e6,
        "messages_per_second": 1e4,
        "messages_per_address": 1e4,
        "questions_per_minute": 1e6,
    }
    quick = no_limits | {
        "heartbeat_seconds": PATIENCE_SECONDS,
        "bot_workers": 0,
        "help_workers": 0,
        "solver_workers": 0,
        "bot_pace_min": 0.0,
        "bot_pace_max": 0.0,
        "bot_seconds": PATIENCE_SECONDS,
        "bot_wait_seconds": PATIENCE_SECONDS,
        "hint_seconds": PATIENCE_SECONDS,
        "database": IN_MEMORY,
        "port": 0,
    }
    node = Node(msgspec.convert(quick | {"data": str(tmp_path)} | settings, Settings), clock, thinker)
    server = TilewiseServer(node)
    serving = asyncio.create_task(server.serve())
    up = asyncio.create_task(server.is_up.wait())
    await asyncio.wait({serving, up}, timeout=PATIENCE_SECONDS, return_when=asyncio.FIRST_COMPLETED)
    if serving.done():
        serving.result()
    assert server.is_up.is_set(), "the server does not come up"
    running = Running(node, server.port)
    try:
        yield running
    finally:
        for guest in running.guests:
            await guest.leave()
        server.should_exit = True
        await serving


def visitor(url: str, address: str = HERE, **headers: str) -> httpx.AsyncClient:
    """Return an HTTP client that never reuses an idle connection, because the server may be about to close it."""
    transport = httpx.AsyncHTTPTransport(limits=httpx.Limits(keepalive_expiry=1.0), local_address=address)
    return httpx.AsyncClient(base_url=url, headers=headers, timeout=PATIENCE_SECONDS, transport=transport)


def open_socket(url: str, address: str = HERE, **headers: str) -> connect:
    """Open a WebSocket without time limits."""
    patience: dict[str, Any] = {"open_timeout": PATIENCE_SECONDS, "ping_interval": None}
    return connect(url, additional_headers=headers, max_size=None, local_addr=(address, 0), **patience)


class Guest:
    """A guest with a session, who uses HTTP and joins rooms."""

    def __init__(self, port: int, http: httpx.AsyncClient, me: Me, address: str = HERE) -> None:
        self.port = port
        self.http = http
        self.me = me
        self.address = address

    @classmethod
    async def arrive(cls, port: int, name: str = "", address: str = HERE) -> Self:
        http = visitor(f"http://127.0.0.1:{port}/api", address)
        answer = await http.post("/session")
        if name:
            answer = await http.post("/session/name", json={"name": name})
        return cls(port, http, msgspec.json.decode(answer.content, type=Me), address)

    async def open(self, wanted: OpenRoom | None = None, **fields: Any) -> str:  # noqa: ANN401
        """Open a room and return its id."""
        body = msgspec.to_builtins(wanted) if wanted is not None else fields
        answer = await self.http.post("/rooms", json=body)
        assert answer.status_code == 201, answer.text
        return msgspec.json.decode(answer.content, type=RoomLinks).room

    @asynccontextmanager
    async def joined(self, room: str, *, at: int | None = None, seat: str | None = None) -> AsyncIterator["Player"]:
        """Connect to a room, and receive everything sent so far."""
        async with self.connected(room, at=at) as player:
            await player.hello(seat)
            await player.receive(Welcome)
            await player.receive(Update)
            yield player

    @asynccontextmanager
    async def connected(self, room: str, *, at: int | None = None) -> AsyncIterator["Player"]:
        """Connect to a room without saying hello. After an exception, close the connection without a handshake."""
        url = f"ws://127.0.0.1:{at or self.port}/api/rooms/{room}/play"
        async with open_socket(url, self.address, cookie=self.cookie) as socket:
            try:
                yield Player(socket)
            except BaseException:
                socket.transport.abort()
                raise

    async def finish_match(self, draws: int = 1) -> str:
        """Play one game against a bot: draw this many times, then concede. Return the room."""
        room = await self.open(ONE_GAME)
        async with self.joined(room) as player:
            await player.do(commands.Contribute("x"))
            for _ in range(draws):
                await player.until(is_my_turn)
                await player.do(commands.Draw())
            await player.until(is_my_turn)
            await player.do(commands.Concede())
        return room

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.http.cookies.items())

    async def leave(self) -> None:
        await self.http.aclose()


class Player:
    """The client end of a socket."""

    def __init__(self, socket: ClientConnection) -> None:
        self.socket = socket
        self.received: list[FromServer] = []
        self.frames: list[str | bytes] = []
        self._asked = 0

    @property
    def view(self) -> RoomView:
        """The latest view."""
        return next(message.view for message in reversed(self.received) if isinstance(message, Update))

    async def hello(self, seat: str | None = None) -> None:
        await self.send(Hello(messages.PROTOCOLS, seat))

    async def send(self, message: FromClient) -> None:
        await self.socket.send(encode(message).decode())

    async def next(self) -> FromServer:
        async with asyncio.timeout(PATIENCE_SECONDS):  # `wait_for` may lose a cancellation in Python 3.11
            frame = await self.socket.recv()
        self.frames.append(frame)
        message: FromServer = messages.decode_answer(frame)
        self.received.append(message)
        return message

    async def receive(self, kind: type[Kind], about: Callable[[Kind], bool] = lambda _: True) -> Kind:
        """Wait for a message of this kind. All messages before it are recorded too."""
        while True:
            message = await self.next()
            if isinstance(message, kind) and about(message):
                return message

    async def ask(self, ask: commands.Command, *, seen: int | None = None, request: str = "") -> Done | Refused:
        """Send a command and wait for the answer."""
        self._asked += 1
        name = request or f"{id(self)}-{self._asked}"
        await self.send(Do(name, ask, seen))
        while True:
            message = await self.next()
            if isinstance(message, Done | Refused) and message.id == name:
                return message

    async def do(self, ask: commands.Command) -> None:
        """Send a command that must succeed."""
        answer = await self.ask(ask)
        assert isinstance(answer, Done), answer

    async def until(self, is_so: Callable[[RoomView], bool]) -> RoomView:
        """Receive until the view meets a condition."""
        while not is_so(self.view):
            await self.receive(Update)
        return self.view

    async def goodbye(self) -> Goodbye:
        """Receive until the server says goodbye."""
        return await self.receive(Goodbye)

    async def closed(self) -> int:
        """Receive until the socket is closed, and return the close code."""
        try:
            while True:
                await self.next()
        except ConnectionClosed as closed:
            return closed.rcvd.code if closed.rcvd is not None else 0


def turn_of(action: Action) -> commands.Command:
    """Return the command for an action."""
    fields = {key: value for key, value in msgspec.to_builtins(action).items() if key != "seat"}
    turn: commands.Turn = msgspec.convert(fields, commands.Turn)
    return turn


def is_my_turn(view: RoomView) -> bool:
    return view.game is not None and view.phase == "playing" and my_game(view).is_my_turn


def my_game(view: RoomView) -> View:
    assert view.game is not None
    return view.game.with_edition(view.config.edition)
