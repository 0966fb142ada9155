"""Lightweight clients for bench/server.py: plain WebSockets and four-seat matches that cost little to drive.

A full client library would cost as much as the server under test. These sockets read whole frames, answer pings, and
mask their text with zeros.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from hashlib import sha256
from time import perf_counter

import msgspec

SEATS = 4
TEXT, CLOSE, PING, PONG = 0x1, 0x8, 0x9, 0xA
MASKED = 0x80
PATIENCE_SECONDS = 60.0
COMMIT = b'{"type":"commit","hash":"%s"}' % sha256(b"x").hexdigest().encode()


class Game(msgspec.Struct):
    """The fields of a message that a scripted client reads."""

    to_move: int
    pool: int


class View(msgspec.Struct):
    """See above."""

    version: int = 0
    phase: str = ""
    game: Game | None = None


class Message(msgspec.Struct):
    """See above."""

    type: str
    view: View | None = None


read = msgspec.json.Decoder(Message).decode


@dataclass
class Figures:
    """The measurements."""

    latencies: list[float] = field(default_factory=list)
    """Seconds from an action to the last seat's update."""
    errors: int = 0
    late: int = 0
    """Actions skipped because a seat had not seen the previous one yet."""
    frame_bytes: int = 0

    def percentile(self, share: float) -> float:
        """In milliseconds."""
        ordered = sorted(self.latencies)
        return 1000 * ordered[min(len(ordered) - 1, int(share * len(ordered)))] if ordered else float("nan")


class Wire(asyncio.Protocol):
    """The client end of a WebSocket."""

    def __init__(self, request: bytes, hear: Callable[[bytes], None], lost: Callable[[], None]) -> None:
        self._request = request
        self._hear = hear
        self._lost = lost
        self._bytes = bytearray()
        self._transport: asyncio.Transport | None = None
        self.is_open = asyncio.get_running_loop().create_future()

    def connection_made(self, transport: asyncio.Transport) -> None:
        """Request a WebSocket."""
        self._transport = transport
        transport.write(self._request)

    def data_received(self, data: bytes) -> None:
        """Handle every complete frame."""
        self._bytes += data
        if not self.is_open.done() and not self._is_accepted():
            return
        while (frame := self._next()) is not None:
            kind, payload = frame
            if kind == TEXT:
                self._hear(payload)
            elif kind == PING:
                self._write(PONG, payload)

    def connection_lost(self, _error: Exception | None) -> None:
        """The server closed the connection."""
        self._lost()

    def send(self, text: bytes) -> None:
        """Send a text frame."""
        self._write(TEXT, text)

    def close(self) -> None:
        """Close the connection at once."""
        self._lost = lambda: None
        if self._transport is not None:
            self._transport.abort()

    def _is_accepted(self) -> bool:
        head, end, rest = self._bytes.partition(b"\r\n\r\n")
        if not end:
            return False
        if b" 101 " not in head.partition(b"\r\n")[0]:
            self.is_open.set_exception(OSError(head.decode()))
            return False
        self._bytes = rest
        self.is_open.set_result(None)
        return True

    def _next(self) -> tuple[int, bytes] | None:
        if len(self._bytes) < 2:
            return None
        kind, size, start = self._bytes[0] & 0x0F, self._bytes[1], 2
        if size >= 126:
            start += 2 if size == 126 else 8
            size = int.from_bytes(self._bytes[2:start])
        if len(self._bytes) < start + size:
            return None
        payload = bytes(self._bytes[start : start + size])
        del self._bytes[: start + size]
        return kind, payload

    def _write(self, kind: int, payload: bytes) -> None:
        size = len(payload)
        length = bytes([MASKED | size]) if size < 126 else bytes([MASKED | 126]) + size.to_bytes(2)
        if self._transport is not None:
            self._transport.write(bytes([0x80 | kind]) + length + bytes(4) + payload)


async def connected(port: int, path: str, cookie: str, hear: Callable[[bytes], None], lost: Callable[[], None]) -> Wire:
    """Open a socket to this path; raise `OSError` if the server rejects it."""
    request = (
        f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nCookie: {cookie}\r\nConnection: Upgrade\r\n"
        "Upgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
    ).encode()
    loop = asyncio.get_running_loop()
    _, wire = await loop.create_connection(lambda: Wire(request, hear, lost), "127.0.0.1", port)
    await asyncio.wait_for(wire.is_open, PATIENCE_SECONDS)
    return wire


class Match:
    """The four sockets of a room. The player to move draws every few seconds."""

    def __init__(self, figures: Figures) -> None:
        self._figures = figures
        self._wires: list[Wire] = []
        self._view = View()
        self._seen = [0] * SEATS
        self._asked = self._done = 0
        self._wanted = 0
        self._began: float | None = None
        self._news = asyncio.Event()

    async def begin(self, ports: list[int], room: str, cookies: list[str]) -> None:
        """Connect each seat to the next node, sit, get ready and contribute; return when every seat has a rack."""
        for seat, cookie in enumerate(cookies):
            hear = lambda frame, seat=seat: self._hear(seat, frame)  # noqa: E731
            port = ports[seat % len(ports)]
            self._wires.append(await connected(port, f"/api/rooms/{room}/play", cookie, hear, self._lost))
            self._wires[-1].send(b'{"type":"hello","protocols":[1]}')
        await self._until(lambda: all(self._seen))
        for ask in (b'{"type":"sit"}', b'{"type":"ready"}', COMMIT, b'{"type":"contribute","text":"x"}'):
            for wire in self._wires[1:] if b"sit" in ask else self._wires:
                self._ask(wire, ask)
                await self._until(lambda: self._done == self._asked)
        await self._until(lambda: self._view.phase == "playing" and min(self._seen) == self._view.version)

    def act(self) -> None:
        """Draw now; count as `late` if a seat has not seen the last action yet."""
        game = self._view.game
        if self._began is not None or game is None:
            self._figures.late += 1
            return
        self._began, self._wanted = perf_counter(), self._view.version + 1
        self._ask(self._wires[game.to_move], b'{"type":"draw"}' if game.pool else b'{"type":"pass"}')

    def close(self) -> None:
        """Close all sockets."""
        for wire in self._wires:
            wire.close()

    async def quiet(self) -> None:
        """Wait until every seat has seen the last action."""
        await self._until(lambda: self._began is None)

    def _ask(self, wire: Wire, ask: bytes) -> None:
        self._asked += 1
        wire.send(b'{"type":"do","id":"%d","ask":%s}' % (self._asked, ask))

    def _hear(self, seat: int, frame: bytes) -> None:
        if frame.startswith(b'{"type":"update"'):
            self._update(seat, frame)
        elif frame.startswith(b'{"type":"done"'):
            self._done += 1
        elif not frame.startswith((b'{"type":"presence"', b'{"type":"recent"', b'{"type":"welcome"')):
            self._figures.errors += 1
        self._news.set()

    def _update(self, seat: int, frame: bytes) -> None:
        view = read(frame).view or View()
        self._seen[seat] = view.version
        if view.version > self._view.version:
            self._view = view
        if self._began is not None and min(self._seen) >= self._wanted:
            self._figures.latencies.append(perf_counter() - self._began)
            self._figures.frame_bytes = len(frame)
            self._began = None

    def _lost(self) -> None:
        self._figures.errors += 1

    async def _until(self, is_so: Callable[[], bool]) -> None:
        async with asyncio.timeout(PATIENCE_SECONDS):
            while not is_so():
                self._news.clear()
                await self._news.wait()
