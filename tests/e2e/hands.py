"""Hands that play in the browser as people do: by mouse, by finger, by key."""

import json
from collections import Counter
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from tilewise.bots import USUAL
from tilewise.bots.novice import Novice
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.view import View

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket

PATIENCE_MS = 20_000
A_MOMENT_MS = 25
MOST_PLACES = 80
"""Both ends of every meld, and every joker that a tile may replace."""

Row = tuple[str, ...]


class Hands(Protocol):
    """One way to move tiles."""

    def lay_new(self, page: "Page", tiles: Row) -> None: ...
    def lay_into(self, page: "Page", tile: str, tray: str) -> None: ...
    def end(self, page: "Page") -> None: ...
    def draw(self, page: "Page") -> None: ...


def on_rack(page: "Page", tile: str) -> "Locator":
    """The first tile of this kind on the rack that is not in hand."""
    return page.locator(f'[data-rack] [data-tile="{tile}"][aria-selected="false"]').first


def trays(page: "Page") -> dict[str, Row]:
    """What lies on the table, by the name of its tray."""
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-tray]')].map(
            tray => [tray.dataset.tray, [...tray.querySelectorAll('[data-tile]')].map(cell => cell.dataset.tile)]))"""
    )
    return {tray: tuple(tiles) for tray, tiles in found.items()}


def post(page: "Page", path: str, body: object) -> dict[str, Any]:
    """Ask the server as this page would: over a connection that the browser keeps in order."""
    answer: dict[str, Any] = page.evaluate(
        """async ([path, body]) => {
            const headers = {'content-type': 'application/json'};
            const answer = await fetch(path, {method: 'POST', headers, body: JSON.stringify(body)});
            return {is_ok: answer.ok, ...await answer.json()};
        }""",
        [path, body],
    )
    assert answer.pop("is_ok"), answer
    return answer


class Mouse:
    """Drag and drop."""

    def lay_new(self, page: "Page", tiles: Row) -> None:
        first, *rest = tiles
        known = set(trays(page))
        self.drag(page, on_rack(page, first), page.locator("[data-new]"))
        (tray,) = set(trays(page)) - known
        for tile in rest:
            self.lay_into(page, tile, tray)

    def lay_into(self, page: "Page", tile: str, tray: str) -> None:
        self.drag(page, on_rack(page, tile), page.locator(f'[data-tray="{tray}"] [data-tile]').last, right=12)

    def drag(self, page: "Page", what: "Locator", where: "Locator", *, right: float = 0) -> None:
        start, end = _middle(what), _middle(where)
        page.mouse.move(*start)
        page.mouse.down()
        page.mouse.move(start[0] + 5, start[1] - 9)
        page.mouse.move(end[0] + right, end[1], steps=3)
        page.mouse.up()

    def end(self, page: "Page") -> None:
        page.locator(".end").click()

    def draw(self, page: "Page") -> None:
        page.locator(".draw").click()


class Finger:
    """Tap to pick, tap to place."""

    def lay_new(self, page: "Page", tiles: Row) -> None:
        for tile in tiles:
            on_rack(page, tile).tap()
        page.locator("[data-new]").tap()

    def lay_into(self, page: "Page", tile: str, tray: str) -> None:
        on_rack(page, tile).tap()
        page.locator(f'[data-tray="{tray}"] [data-tile]').first.tap()

    def end(self, page: "Page") -> None:
        page.locator(".end").tap()

    def draw(self, page: "Page") -> None:
        page.locator(".draw").tap()


class Keys:
    """Nothing but keys: the cursor walks to a tile, Space takes it, N lays it, Tab finds its place."""

    def lay_new(self, page: "Page", tiles: Row) -> None:
        for tile in tiles:
            self.walk_to(page, tile)
            page.keyboard.press("Space")
        page.keyboard.press("n")

    def lay_into(self, page: "Page", tile: str, tray: str) -> None:
        self._lay_where(page, tile, page.locator(f'[data-tray="{tray}"] [data-bay].chosen'))

    def lay_for_joker(self, page: "Page", tile: str) -> None:
        """Put a tile in the place of a joker."""
        self._lay_where(page, tile, page.locator(".cell.chosen"))

    def _lay_where(self, page: "Page", tile: str, mark: "Locator") -> None:
        self.walk_to(page, tile)
        page.keyboard.press("Space")
        for _ in range(MOST_PLACES):
            page.keyboard.press("Tab")
            if mark.count():
                page.keyboard.press("Enter")
                return
        msg = f"no such place for {tile}"
        raise AssertionError(msg)

    def walk_to(self, page: "Page", tile: str) -> None:
        if not page.evaluate("!!document.activeElement?.closest('[data-rack]')"):
            self.to_rack(page)
        page.keyboard.press("Home")
        for _ in range(60):
            here = page.evaluate(
                "[document.activeElement.dataset.tile, document.activeElement.getAttribute('aria-selected')]"
            )
            if here == [tile, "false"]:
                return
            page.keyboard.press("ArrowRight")
        msg = f"no way to {tile}"
        raise AssertionError(msg)

    def to_rack(self, page: "Page") -> None:
        for _ in range(6):
            page.keyboard.press("F6")
            if page.evaluate("!!document.activeElement?.closest('[data-rack] [data-key]')"):
                return

    def end(self, page: "Page") -> None:
        page.keyboard.press("Control+Enter")

    def draw(self, page: "Page") -> None:
        page.keyboard.press("d")


class Player:
    """Somebody at a page: hears what the socket says, thinks like the novice, plays with the given hands."""

    def __init__(self, page: "Page", hands: Hands) -> None:
        self.page = page
        self.hands = hands
        self.frames: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}
        page.on("websocket", self._listen)

    def _listen(self, socket: "WebSocket") -> None:
        socket.on("framereceived", lambda text: self._heard(json.loads(text)))

    def _heard(self, message: dict[str, Any]) -> None:
        self.frames.append(message)
        if message.get("view"):
            self.room = message["view"]

    @property
    def phase(self) -> str:
        return str(self.room.get("phase", ""))

    @property
    def is_my_turn(self) -> bool:
        game = self.room.get("game")
        return self.phase == "playing" and game is not None and game["to_move"] == self.room["seat"]

    def wait(self, until: Any) -> None:  # noqa: ANN401  # any claim about the player
        """Wait until something holds."""
        for _ in range(PATIENCE_MS // A_MOMENT_MS):
            if until():
                return
            self.page.wait_for_timeout(A_MOMENT_MS)
        msg = f"waited in vain; the room is {self.phase}, version {self.room.get('version')}"
        raise AssertionError(msg)

    def open_room(self, **wanted: object) -> str:
        """Open a room over HTTP as this page's person, and go there."""
        self.page.goto("/")
        self.page.wait_for_selector("h1")
        post(self.page, "/api/session", {})
        path: str = post(self.page, "/api/rooms", wanted)["path"]
        self.go(path)
        return path

    def go(self, path: str) -> None:
        self.page.goto(path)

    def take_turn(self) -> Action:
        """One turn: think, lay tiles, end it."""
        view = msgspec.convert(self.room["game"], View)
        action = Novice().choose(view, USUAL)
        match action:
            case Play():
                version = self.room["version"]
                self.page.wait_for_selector(".end:not([aria-disabled='true'])")
                self.lay(view, action)
                self.hands.end(self.page)
                self.wait(lambda: self.room["version"] > version)
            case Draw() | Pass():
                self.draw()
            case _:
                msg = f"no way to do {action} by hand"
                raise AssertionError(msg)
        return action

    def draw(self) -> None:
        """Draw, or pass where nothing is left: once the page knows of the turn, which it may later than the socket."""
        self.page.wait_for_selector(".draw:not([aria-disabled='true'])")
        version = self.room["version"]
        self.hands.draw(self.page)
        self.wait(lambda: self.room["version"] > version)

    def lay(self, view: View, play: Play) -> None:
        """Bring the table on the screen to what the play wants."""
        old = Counter(tuple(map(str, meld)) for meld in view.table)
        wanted = Counter(tuple(map(str, meld)) for meld in play.table)
        gone = list((old - wanted).elements())
        for row in (wanted - old).elements():
            base = next((meld for meld in gone if not Counter(meld) - Counter(row)), None)
            if base is None:
                self.hands.lay_new(self.page, row)
                continue
            gone.remove(base)
            tray = next(tray for tray, tiles in trays(self.page).items() if tiles == base)
            for tile in _nearest_first(row, base):
                self.hands.lay_into(self.page, tile, tray)

    def play_on(self, *, turns: int = 400) -> None:
        """Play until the game is over."""
        for _ in range(turns):
            self.wait(lambda: self.is_my_turn or self.phase in ("dealing", "over"))
            if not self.is_my_turn:
                return
            self.take_turn()


def begin_together(host: Player, guest: Player, path: str) -> None:
    """The guest comes by the link and sits down, and both are ready."""
    guest.go(path)
    guest.page.get_by_role("button", name="Sit down").first.click()
    for player in (guest, host):
        player.page.get_by_role("button", name="I am ready").click()
    for player in (host, guest):
        player.wait(lambda player=player: player.phase == "playing")


def _nearest_first(row: Row, base: Row) -> list[str]:
    """What the row has more than the base, in an order in which each tile fits to what lies there already."""
    rest = Counter(base)
    old = [at for at, tile in enumerate(row) if rest[tile] > 0 and not rest.subtract([tile])]
    new = [at for at in range(len(row)) if at not in old]
    return [row[at] for at in sorted(new, key=lambda at: min(abs(at - other) for other in old))]


def _middle(what: "Locator") -> tuple[float, float]:
    what.scroll_into_view_if_needed()
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
