"""Rooms in any position, written in notation, and a fake server that sends them to the page."""

import json
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import msgspec

from tests.e2e.hands import wait_for
from tests.games import a_game
from tilewise.core.view import view_of
from tilewise.rooms.config import RoomConfig

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

NOW = 1_750_000_000.0

MID_GAME = (
    "[r1 r2 r3 r4] [b3 b4 b5 b6 b7] [k9 k10 k11 k12 k13] [y5 y6 y7 y8] [r8 b8 k8] [r6 r7 J r9] [r12 b12 y12] "
    "[b9 b10 b11 b12 b13] [b1 k1 y1] [k2 k3 k4 k5] [r13 b13 k13 y13] [y1 y2 y3] [r10 r11 r12 r13] [r4 b4 k4] "
    "[y9 y10 y11 y12 y13]"
)
RACK = "r2 r3 r5 r9 b1 b2 b6 b8 k1 k6 k7 k10 k11 y2 y4 y7 y10 y11"


def full_table() -> str:
    """Return a table with more than a hundred tiles, as late in a game."""
    runs = [
        [f"{colour}{number}" for number in range(first, last + 1)]
        for colour in "rbky"
        for first, last in ((1, 3), (4, 6), (7, 9), (10, 13))
    ]
    groups = [[f"{colour}{number}" for colour in "rbky"] for number in range(1, 13)]
    return " ".join(f"[{' '.join(meld)}]" for meld in runs + groups)


def a_room(  # noqa: PLR0913  # each is one visible part of a room
    rack: str = RACK,
    table: str = MID_GAME,
    *,
    names: Sequence[str] = ("Ira", "Olena", "Taras", "Noa"),
    others: Sequence[int] = (5, 3, 15),
    melded: bool = True,
    edition: str = "classic-en",
    to_move: int = 0,
    seconds: int | None = 90,
    **knobs: object,
) -> dict[str, Any]:
    """Return a room in the middle of a game, as seat 0 sees it."""
    racks = [" ".join(["r1"] * count) or "-" for count in others]
    state = a_game(rack, table=table, melded=melded, edition=edition, others=racks, pool="r1 r2 r3 r4 r5 r6", **knobs)
    view = msgspec.to_builtins(view_of(state, 0))
    del view["edition"]  # it is in the config
    view["to_move"] = to_move
    view["seats"][-1]["has_melded"] = False
    config = msgspec.to_builtins(RoomConfig(edition=state.edition, chairs=len(names)))
    return {
        "id": "scene", "version": 7, "config": config, "phase": "playing", "host": "me", "seat": 0,
        "chairs": [_chair(name, f"p{seat}") for seat, name in enumerate(names)],
        "clock": {"since": NOW - (seconds or 0) * 0.53, "due": NOW + seconds * 0.47 if seconds else None, "banks": []},
        "game": view, "game_number": 2, "games": 4, "deals": [], "results": [], "standings": [],
        "rematch": None, "why_over": None,
    }  # fmt: skip


def after_match(room: dict[str, Any], *, winner: int) -> dict[str, Any]:
    """Return the room after a match of one game that `winner` won."""
    count = len(room["chairs"])
    scores = [20 * (count - 1) if seat == winner else -20 for seat in range(count)]
    result = {"ending": "rack-out", "winners": [winner], "scores": scores}
    seats = [seat | {"rack": [] if at == winner else ["r1", "k9"]} for at, seat in enumerate(room["game"]["seats"])]
    standings = [
        {"seat": seat, "games_won": int(seat == winner), "score": scores[seat], "rank": 1 if seat == winner else 2}
        for seat in range(count)
    ]
    return room | {
        "version": room["version"] + 1, "phase": "over", "game_number": 1, "games": 1, "why_over": "finished",
        "game": room["game"] | {"result": result, "seats": seats}, "results": [result], "standings": standings,
        "clock": {"since": NOW, "due": None, "banks": []},
    }  # fmt: skip


def after_conceding(room: dict[str, Any]) -> dict[str, Any]:
    """Return the room after seat 0 has conceded against bots, which play on."""
    mine, *others = room["game"]["seats"]
    game = room["game"] | {"seats": [mine | {"has_conceded": True}, *others], "to_move": 1}
    return against_bots(room) | {"game": game}


def against_bots(room: dict[str, Any]) -> dict[str, Any]:
    """Return the room with bots in all other seats."""
    chairs = [room["chairs"][0], *[chair | {"person": None, "bot": "novice"} for chair in room["chairs"][1:]]]
    return room | {"version": room["version"] + 1, "chairs": chairs}


def _chair(name: str, person: str) -> dict[str, Any]:
    return {"name": name, "person": person, "bot": None, "is_ready": True, "has_stand_in": False}


class FakeServer:
    """Answers the socket of a page: sends rooms and messages, and records the messages of the page."""

    def __init__(self, page: "Page", room: dict[str, Any], events: Sequence[dict[str, Any]] = ()) -> None:
        self.page = page
        self.room = room
        self.events = list(events)
        self.received: list[dict[str, Any]] = []
        self.socket: WebSocketRoute | None = None
        page.route(
            "**/api/session", lambda route: route.fulfill(json={"id": "p0", "name": "Ira", "has_account": False})
        )
        page.route_web_socket("**/api/rooms/*/play", self._opened)

    def show(self, room: dict[str, Any], events: Sequence[dict[str, Any]] = ()) -> None:
        """Send an update with this room and these events."""
        self.room = room
        self._send(type="update", now=NOW, events=list(events), view=room)

    def send(self, **message: object) -> None:
        """Send any server message."""
        self._send(**message)

    def wait_for_command(self, **ask: object) -> dict[str, Any]:
        """Wait until the page sends this command, and return its message."""
        wait_for(self.page, lambda: any(message.get("ask") == ask for message in self.received))
        return next(message for message in self.received if message.get("ask") == ask)

    def _opened(self, socket: "WebSocketRoute") -> None:
        self.socket = socket
        socket.on_message(self._receive)

    def _receive(self, text: str | bytes) -> None:
        message = json.loads(text)
        self.received.append(message)
        if message["type"] == "hello":
            self._send(type="welcome", protocol=1, you={"id": "p0", "name": "Ira"}, now=NOW, heartbeat=3600)
            self._send(type="update", now=NOW, events=self.events, view=self.room)
        if message["type"] == "ping":
            self._send(type="pong", id=message["id"], now=NOW)

    def _send(self, **message: object) -> None:
        assert self.socket is not None
        self.socket.send(json.dumps(message))
