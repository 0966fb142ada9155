"""The connection to the server: a lost connection is noticed, commands apply once, the log survives a reload."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Player, expect_soon

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class StallingConnection:
    """A connection that can stall: it stays open without delivering, and no other can be opened."""

    def __init__(self, page: "Page", heartbeat: float) -> None:
        self._heartbeat = heartbeat
        self.delivers_to_page = True
        self.delivers_to_server = True
        page.route_web_socket("**/api/rooms/*/play", self._opened)

    def restore(self) -> None:
        self.delivers_to_page = self.delivers_to_server = True

    def _opened(self, client: "WebSocketRoute") -> None:
        if not self.delivers_to_page:
            client.close()
            return
        server = client.connect_to_server()
        client.on_message(lambda text: server.send(text) if self.delivers_to_server else None)
        server.on_message(lambda text: client.send(self._with_heartbeat(text)) if self.delivers_to_page else None)

    def _with_heartbeat(self, text: str | bytes) -> str:
        message = json.loads(text)
        return json.dumps(message | ({"heartbeat": self._heartbeat} if message["type"] == "welcome" else {}))


def start_game_on_my_turn(page: "Page") -> Player:
    """Start a game against a bot, and wait for my turn."""
    player = Player(page, Mouse())
    player.open_room(bots=["novice"], start=True, time={"type": "none"})
    player.page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")
    return player


def rack_size(page: "Page") -> int:
    return page.locator("[data-rack] [data-tile]").count()


def test_draw_on_a_stalled_connection_shows_sending(new_page: NewPage) -> None:
    page = new_page()
    connection = StallingConnection(page, heartbeat=3600)
    start_game_on_my_turn(page)

    connection.delivers_to_page = connection.delivers_to_server = False
    page.locator(".draw").click()

    page.locator(".banner", has_text="Sending…").wait_for()


@pytest.mark.parametrize(
    ("delivers_to_server", "options"),
    [(True, {}), (False, PHONE)],
    ids=["the answer is lost", "the draw is lost, on a phone"],
)
def test_draw_on_a_lost_connection_is_applied_once_after_reconnecting(
    new_page: NewPage, options: dict[str, object], *, delivers_to_server: bool
) -> None:
    page = new_page(**options)
    connection = StallingConnection(page, heartbeat=0.3)
    start_game_on_my_turn(page)
    before = rack_size(page)

    connection.delivers_to_page, connection.delivers_to_server = False, delivers_to_server
    page.locator(".draw").click()
    page.locator(".banner", has_text="Connection lost").wait_for()
    connection.restore()
    page.locator(".banner", has_text="Connection lost").wait_for(state="detached")
    page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")

    expect_soon(page, lambda: rack_size(page), before + 1)


def test_draw_on_a_lost_connection_is_applied_after_a_reload(new_page: NewPage) -> None:
    page = new_page()
    connection = StallingConnection(page, heartbeat=0.3)
    start_game_on_my_turn(page)
    before = rack_size(page)
    connection.delivers_to_page = connection.delivers_to_server = False
    page.locator(".draw").click()
    page.locator(".banner", has_text="Your move will be sent").wait_for()

    connection.restore()
    page.reload()
    page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")

    expect_soon(page, lambda: rack_size(page), before + 1)


def test_log_and_chat_survive_a_reload(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    start_game_on_my_turn(page)
    page.locator(".draw").click()
    page.locator(".log .entry", has_text="drew").first.wait_for()
    page.locator(".chat input").fill("good luck")
    page.locator(".chat input").press("Enter")
    page.locator(".log .bubble", has_text="good luck").wait_for()

    page.reload()

    page.locator(".log .bubble", has_text="good luck").wait_for()
    page.locator(".log .entry", has_text="drew").first.wait_for()
