"""Play in the browser by mouse, by touch or by keyboard."""

import json
from collections import Counter
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Protocol

import msgspec

from tests.e2e.conftest import TIMEOUT_MS
from tilewise.bots import USUAL
from tilewise.bots.novice import Novice
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.view import View

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page, WebSocket

POLL_MS = 25
MAX_PLACES = 80
"""Upper bound for the places of a tile: both ends of every meld, and every joker it may replace."""

WAIT_UNTIL_STILL = """async () => {
    const frame = () => new Promise(requestAnimationFrame);
    const lying = () => JSON.stringify([...document.querySelectorAll('[data-tile], [data-new]')].map(
        each => Object.values(each.getBoundingClientRect().toJSON())));
    await document.fonts.ready;
    for (let before = ''; before !== lying(); await frame()) { before = lying(); await frame(); }
}"""
JOKER = '[data-tile="J"]'
"""Tapping a joker while holding the tile it stands for takes the joker."""
REVIEWED = '.summary-of[aria-busy="false"]'
"""The figures of a review, once every turn is judged."""
Row = tuple[str, ...]


class Hands(Protocol):
    """An input method for moving tiles: mouse, touch or keyboard."""

    def lay_new(self, page: "Page", tiles: Row) -> None: ...
    def lay_into(self, page: "Page", tile: str, tray: str) -> None: ...
    def end(self, page: "Page") -> None: ...
    def draw(self, page: "Page") -> None: ...


def on_rack(page: "Page", tile: str) -> "Locator":
    """Return the first unselected rack tile of this kind."""
    return page.locator(f'[data-rack] [data-tile="{tile}"][aria-selected="false"]').first


def trays(page: "Page") -> dict[str, Row]:
    """Return the melds on the table by the name of their tray."""
    found: dict[str, list[str]] = page.evaluate(
        """() => Object.fromEntries([...document.querySelectorAll('[data-tray]')].map(
            tray => [tray.dataset.tray, [...tray.querySelectorAll('[data-tile]')].map(cell => cell.dataset.tile)]))"""
    )
    return {tray: tuple(tiles) for tray, tiles in found.items()}


def game_of(room: dict[str, Any]) -> View:
    """Return the game in a room's view."""
    return msgspec.convert(room["game"] | {"edition": room["config"]["edition"]}, View)


def wait_for(page: "Page", holds: Callable[..., object]) -> None:
    """Wait until a condition on the page or its socket holds."""
    for _ in range(TIMEOUT_MS // POLL_MS):
        if holds():
            return
        page.wait_for_timeout(POLL_MS)
    assert holds(), "the wait timed out"


def expect_soon(page: "Page", read: Callable[..., object], wanted: object) -> None:
    """Wait until `read` returns the wanted value."""
    for _ in range(TIMEOUT_MS // POLL_MS):
        if read() == wanted:
            return
        page.wait_for_timeout(POLL_MS)
    assert read() == wanted


def wait_until_still(page: "Page") -> None:
    """Wait until no tile moves, so that measured positions stay valid."""
    page.evaluate(WAIT_UNTIL_STILL)


def on_screen(page: "Page", selector: str) -> bool:
    """Return whether the whole of an element is visible, or as much of it as the screen can show."""
    return bool(
        page.locator(selector).evaluate(
            """each => {
                const { top, bottom } = each.getBoundingClientRect();
                return top >= -1 && Math.min(bottom, top + innerHeight) <= innerHeight + 1;
            }"""
        )
    )


def pause_clock(page: "Page") -> None:
    """Pause the clock of the page; from now on only the test advances it."""
    page.clock.install()
    page.clock.pause_at(page.evaluate("Date.now()") / 1000 + 1)


def post(page: "Page", path: str, body: object) -> dict[str, Any]:
    """Send a POST request from the page, with its cookies and over its connection."""
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
        wait_until_still(page)
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
    """Tap to select a tile, tap to place it."""

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
    """Keyboard only: arrow keys move the cursor, Space selects a tile, N lays a new meld, Tab cycles through places."""

    def lay_new(self, page: "Page", tiles: Row) -> None:
        for tile in tiles:
            self.move_to(page, tile)
            page.keyboard.press("Space")
        page.keyboard.press("n")

    def lay_into(self, page: "Page", tile: str, tray: str) -> None:
        self._lay_at(page, tile, page.locator(f'[data-tray="{tray}"] [data-bay].chosen'))

    def replace_joker(self, page: "Page", tile: str) -> None:
        """Lay a tile in place of a joker."""
        self._lay_at(page, tile, page.locator(".cell.chosen"))

    def _lay_at(self, page: "Page", tile: str, mark: "Locator") -> None:
        self.move_to(page, tile)
        page.keyboard.press("Space")
        for _ in range(MAX_PLACES):
            page.keyboard.press("Tab")
            if mark.count():
                page.keyboard.press("Enter")
                return
        msg = f"no such place for {tile}"
        raise AssertionError(msg)

    def move_to(self, page: "Page", tile: str) -> None:
        """Move the cursor along the rack, from its first tile to this one."""
        if not page.evaluate("!!document.activeElement?.closest('[data-rack]')"):
            self.focus_rack(page)
        page.keyboard.press("Home")
        for _ in range(60):
            here = page.evaluate(
                "[document.activeElement.dataset.tile, document.activeElement.getAttribute('aria-selected')]"
            )
            if here == [tile, "false"]:
                return
            page.keyboard.press("ArrowRight")
        msg = f"the cursor did not reach {tile}; it is at {here}"
        raise AssertionError(msg)

    def focus_rack(self, page: "Page") -> None:
        for _ in range(6):
            page.keyboard.press("F6")
            if page.evaluate("!!document.activeElement?.closest('[data-rack] [data-key]')"):
                return

    def end(self, page: "Page") -> None:
        page.keyboard.press("Control+Enter")

    def draw(self, page: "Page") -> None:
        page.keyboard.press("d")


class Player:
    """A player at a page: follows the socket, chooses actions with the novice bot, and plays with an input method."""

    def __init__(self, page: "Page", hands: Hands) -> None:
        self.page = page
        self.hands = hands
        self.frames: list[dict[str, Any]] = []
        self.room: dict[str, Any] = {}
        self._socket: WebSocket | None = None
        page.on("websocket", self._listen)

    def _listen(self, socket: "WebSocket") -> None:
        self._socket = socket
        socket.on("framereceived", lambda text: self._receive(socket, json.loads(text)))

    def _receive(self, socket: "WebSocket", message: dict[str, Any]) -> None:
        """Record a message; ignore late messages from a room that was left."""
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
        """Wait until a condition holds; report the state of the room if it does not."""
        try:
            wait_for(self.page, until)
        except AssertionError:
            msg = f"the wait timed out; the room is {self.phase}, version {self.room.get('version')}"
            raise AssertionError(msg) from None

    def wait_for_turn(self) -> None:
        """Wait until the socket and the page both say that it is my turn; either may be first.

        The page accepts no command until its last one is answered.
        """
        self.wait(lambda: self.is_my_turn)
        self.page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")

    def open_room(self, **wanted: object) -> str:
        """Create a room over HTTP as this visitor, open it, and return its path."""
        self.page.goto("/learn")  # the home page would start another session and replace the cookie
        self.page.wait_for_selector("h1")
        post(self.page, "/api/session", {})
        path: str = post(self.page, "/api/rooms", wanted)["path"]
        self.go(path)
        return path

    def go(self, path: str) -> None:
        self._socket, self.room = None, {}
        self.page.goto(path)

    def take_turn(self) -> Action:
        """Choose an action, lay its tiles and end the turn."""
        self.wait_for_turn()
        view = game_of(self.room)
        action = Novice().choose(view, USUAL)
        match action:
            case Play():
                self.lay(view, action)
                self._do(self.hands.end)
            case Draw() | Pass():
                self.draw()
            case _:
                msg = f"{action} cannot be played on the page"
                raise AssertionError(msg)
        return action

    def draw(self) -> None:
        """Draw, or pass if the pool is empty."""
        self.wait_for_turn()
        self.page.wait_for_selector(".draw:not([aria-disabled='true'])")
        self._do(self.hands.draw)

    def _do(self, act: "Callable[[Page], None]") -> None:
        """Perform an action and wait until the server confirms it."""
        version = self.room["version"]
        act(self.page)
        self.wait(lambda: self.room["version"] > version)

    def concede_and_wait(self) -> None:
        """Concede and wait for the end of the match; requires a two-player match of one game."""
        self.concede()
        self.wait(lambda: self.phase == "over")

    def concede(self) -> None:
        """Concede the game from the menu."""
        self.page.get_by_role("button", name="Game menu").click()
        self.page.get_by_role("menuitem", name="Leave or resign").click()
        self.page.get_by_role("dialog").get_by_role("button", name="Resign this game").click()

    def lay(self, view: View, play: Play) -> None:
        """Lay tiles until the table on the page matches the play."""
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

    def play_until_game_over(self, *, turns: int = 400) -> None:
        """Play until the game is over."""
        for _ in range(turns):
            self.wait(lambda: self.is_my_turn or self.phase in ("dealing", "over"))
            if not self.is_my_turn:
                return
            self.take_turn()
        msg = f"the game is not over after {turns} turns"
        raise AssertionError(msg)


def start_with_guest(host: Player, guest: Player, path: str) -> None:
    """Let the guest join by link, then let the host start the game."""
    guest.go(path)
    guest.page.get_by_role("button", name="Join the table").click()
    guest.wait(lambda: guest.room.get("seat") is not None)
    host.page.locator(".chairs button.honey:not([aria-disabled='true'])").click()
    for player in (host, guest):
        player.wait(lambda player=player: player.phase == "playing")


def _nearest_first(row: Row, base: Row) -> list[str]:
    """Return the tiles of `row` missing from `base`, ordered so that each fits the tiles already there."""
    rest = Counter(base)
    old = [at for at, tile in enumerate(row) if rest[tile] > 0 and not rest.subtract([tile])]
    new = [at for at in range(len(row)) if at not in old]
    return [row[at] for at in sorted(new, key=lambda at: min(abs(at - other) for other in old))]


def _middle(what: "Locator") -> tuple[float, float]:
    box = what.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
