"""Hands that play in the browser as people do: by mouse, by finger, by key."""

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from tests.e2e.conftest import PATIENCE_MS
from tilewise.bots import USUAL
from tilewise.bots.novice import Novice
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.view import View

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket

A_MOMENT_MS = 25
MOST_PLACES = 80
"""Both ends of every meld, and every joker that a tile may replace."""

STILL = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const lying = () => JSON.stringify([...document.querySelectorAll('[data-tile], [data-new]')].map(
        each => Object.values(each.getBoundingClientRect().toJSON())));
    await document.fonts.ready;
    for (let before = ''; before !== lying(); await frame()) { before = lying(); await frame(); }
}"""
JOKER = '[data-tile="J"]'
"""Who taps a joker with the tile that it stands for in hand takes the joker."""
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


def wait_for(page: "Page", holds: Callable[..., object]) -> None:
    """Wait until something holds that a page, or its socket, has to tell."""
    for _ in range(PATIENCE_MS // A_MOMENT_MS):
        if holds():
            return
        page.wait_for_timeout(A_MOMENT_MS)
    assert holds(), "waited in vain"


def soon(page: "Page", read: Callable[..., object], wanted: object) -> None:
    """What is read from a page is this, now or a little later."""
    for _ in range(PATIENCE_MS // A_MOMENT_MS):
        if read() == wanted:
            return
        page.wait_for_timeout(A_MOMENT_MS)
    assert read() == wanted


def still(page: "Page") -> None:
    """Wait until no tile moves any more: whoever measures sooner reaches for where one was."""
    page.evaluate(STILL)


def stop_the_clock(page: "Page") -> None:
    """From now on time passes on the page only when it is told to: a clock of the test's own, which stands."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


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
        wait_for(page, lambda: set(trays(page)) - known)
        (tray,) = set(trays(page)) - known
        for tile in rest:
            self.lay_into(page, tile, tray)

    def lay_into(self, page: "Page", tile: str, tray: str) -> None:
        self.drag(page, on_rack(page, tile), page.locator(f'[data-tray="{tray}"] [data-tile]').last, right=12)

    def drag(self, page: "Page", what: "Locator", where: "Locator", *, right: float = 0) -> None:
        for each in (what, where):
            each.scroll_into_view_if_needed()
        still(page)
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
        page.locator(f'[data-tray="{tray}"] [data-tile]:not({JOKER})').first.tap()

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
        """Along the rack from its beginning."""
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
        msg = f"no way to {tile}; the cursor is at {here}"
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
        self._socket: WebSocket | None = None
        page.on("websocket", self._listen)

    def _listen(self, socket: "WebSocket") -> None:
        self._socket = socket
        socket.on("framereceived", lambda text: self._heard(socket, json.loads(text)))

    def _heard(self, socket: "WebSocket", message: dict[str, Any]) -> None:
        """What comes late from the room that was left does not count."""
        if socket is not self._socket:
            return
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

    @property
    def rack(self) -> Row:
        return tuple(self.room["game"]["seats"][self.room["seat"]]["rack"])

    def wait(self, until: Callable[..., object]) -> None:
        """Wait until something holds."""
        try:
            wait_for(self.page, until)
        except AssertionError:
            msg = f"waited in vain; the room is {self.phase}, version {self.room.get('version')}"
            raise AssertionError(msg) from None

    def wait_for_turn(self) -> None:
        """Wait until the socket has told of my turn and the page shows it: either may be the first to know.

        Until its last ask is answered the page takes no other.
        """
        self.wait(lambda: self.is_my_turn)
        self.page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")

    def open_room(self, **wanted: object) -> str:
        """Open a room over HTTP as this page's person, and go there."""
        self.page.goto("/learn")  # the first page would begin a session of its own, and the last cookie counts
        self.page.wait_for_selector("h1")
        post(self.page, "/api/session", {})
        path: str = post(self.page, "/api/rooms", wanted)["path"]
        self.go(path)
        return path

    def go(self, path: str) -> None:
        self._socket, self.room = None, {}
        self.page.goto(path)

    def take_turn(self) -> Action:
        """One turn: think, lay tiles, end it."""
        self.wait_for_turn()
        view = msgspec.convert(self.room["game"], View)
        action = Novice().choose(view, USUAL)
        match action:
            case Play():
                self.lay(view, action)
                self._do(self.hands.end)
            case Draw() | Pass():
                self.draw()
            case _:
                msg = f"no way to do {action} by hand"
                raise AssertionError(msg)
        return action

    def draw(self) -> None:
        """Draw, or pass where nothing is left."""
        self.wait_for_turn()
        self.page.wait_for_selector(".draw:not([aria-disabled='true'])")
        self._do(self.hands.draw)

    def _do(self, act: "Callable[[Page], None]") -> None:
        """End the turn, and wait until the server has said so."""
        version = self.room["version"]
        act(self.page)
        self.wait(lambda: self.room["version"] > version)

    def give_up(self) -> None:
        """Give the game up, which ends a match of two with one game."""
        self.concede()
        self.wait(lambda: self.phase == "over")

    def concede(self) -> None:
        """Give the game up by the menu."""
        self.page.get_by_role("button", name="Game menu").click()
        self.page.get_by_role("menuitem", name="Leave or resign").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Resign this game").click()

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
            wait_for(self.page, lambda base=base: base in trays(self.page).values())
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
        msg = f"the game goes on after {turns} turns"
        raise AssertionError(msg)


def begin_together(host: Player, guest: Player, path: str) -> None:
    """The guest comes by the link and sits down, and the host starts the game."""
    guest.go(path)
    guest.page.get_by_role("button", name="Join the table").click()
    host.page.locator(".chairs button.honey:not([aria-disabled='true'])").click()
    for player in (host, guest):
        player.wait(lambda player=player: player.phase == "playing")


def _nearest_first(row: Row, base: Row) -> list[str]:
    """What the row has more than the base, in an order in which each tile fits to what lies there already."""
    rest = Counter(base)
    old = [at for at, tile in enumerate(row) if rest[tile] > 0 and not rest.subtract([tile])]
    new = [at for at in range(len(row)) if at not in old]
    return [row[at] for at in sorted(new, key=lambda at: min(abs(at - other) for other in old))]


def _middle(what: "Locator") -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
