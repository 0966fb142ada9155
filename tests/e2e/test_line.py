"""The line to the server: log and chat come back after a reload; a dead line is noticed; nothing is done twice."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Player, expect_soon

if TYPE_CHECKING:
    from playwright.sync_api import Page, WebSocketRoute

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


class Wire:
    """A line that can stall: it stays open and nothing passes, and no other can be opened meanwhile."""

    def __init__(self, page: "Page", heartbeat: float) -> None:
        self._heartbeat = heartbeat
        self.hears = True
        """Whether the server is heard."""
        self.speaks = True
        """Whether the page is heard."""
        page.route_web_socket("**/api/rooms/*/play", self._opened)

    def heal(self) -> None:
        self.hears = self.speaks = True

    def _opened(self, near: "WebSocketRoute") -> None:
        if not self.hears:
            near.close()
            return
        far = near.connect_to_server()
        near.on_message(lambda text: far.send(text) if self.speaks else None)
        far.on_message(lambda text: near.send(self._quick(text)) if self.hears else None)

    def _quick(self, text: str | bytes) -> str:
        message = json.loads(text)
        return json.dumps(message | ({"heartbeat": self._heartbeat} if message["type"] == "welcome" else {}))


def at_a_table(page: "Page") -> Player:
    """A game with a bot, in which it is my turn."""
    player = Player(page, Mouse())
    player.open_room(bots=["novice"], start=True, time={"type": "none"})
    player.page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")
    return player


def rack_size(page: "Page") -> int:
    return page.locator("[data-rack] [data-tile]").count()


def test_a_draw_on_a_stalled_line_is_said_to_be_under_way(new_page: NewPage) -> None:
    page = new_page()
    wire = Wire(page, heartbeat=3600)
    at_a_table(page)

    wire.hears = wire.speaks = False
    page.locator(".draw").click()

    page.locator(".banner", has_text="Sending…").wait_for()


@pytest.mark.parametrize(
    ("speaks", "options"), [(True, {}), (False, PHONE)], ids=["the answer is lost", "the draw is lost, on a phone"]
)
def test_a_draw_on_a_dead_line_is_carried_out_once_when_it_is_back(
    new_page: NewPage, options: dict[str, object], *, speaks: bool
) -> None:
    page = new_page(**options)
    wire = Wire(page, heartbeat=0.3)
    at_a_table(page)
    before = rack_size(page)

    wire.hears, wire.speaks = False, speaks
    page.locator(".draw").click()
    page.locator(".banner", has_text="Connection lost").wait_for()
    wire.heal()
    page.locator(".banner", has_text="Connection lost").wait_for(state="detached")
    page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")

    expect_soon(page, lambda: rack_size(page), before + 1)


def test_a_draw_on_a_dead_line_is_carried_out_after_a_reload(new_page: NewPage) -> None:
    page = new_page()
    wire = Wire(page, heartbeat=0.3)
    at_a_table(page)
    before = rack_size(page)
    wire.hears = wire.speaks = False
    page.locator(".draw").click()
    page.locator(".banner", has_text="Your move will be sent").wait_for()

    wire.heal()
    page.reload()
    page.wait_for_selector(".end:not([aria-disabled='true'], [aria-busy='true'])")

    expect_soon(page, lambda: rack_size(page), before + 1)


def test_log_and_chat_are_there_after_a_reload(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1440, "height": 900})
    at_a_table(page)
    page.locator(".draw").click()
    page.locator(".log .entry", has_text="drew").first.wait_for()
    page.locator(".chat input").fill("good luck")
    page.locator(".chat input").press("Enter")
    page.locator(".log .bubble", has_text="good luck").wait_for()

    page.reload()

    page.locator(".log .bubble", has_text="good luck").wait_for()
    page.locator(".log .entry", has_text="drew").first.wait_for()
