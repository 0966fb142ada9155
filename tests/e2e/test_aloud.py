"""Screen reader announcements of draws, plays, refusals, time and connection; each is made once."""

from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, expect_soon, trays, wait_for
from tests.e2e.scenes import NOW, FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

SPOKEN = "() => [...document.querySelectorAll('[aria-live=polite] p')].map(line => line.textContent)"
URGENT = "() => [...document.querySelectorAll('[aria-live=assertive] p')].map(line => line.textContent)"
COUNT_ANNOUNCEMENTS = """words => [...document.querySelectorAll('[aria-live], [role=status], [role=alert]')]
    .filter(region => region.getAttribute('aria-live') !== 'off')
    .map(region => region.textContent.split(words).length - 1).reduce((one, other) => one + other, 0)"""
"""Count how often a screen reader announces these words."""


def open_table(page: "Page", *, to_move: int = 0) -> FakeServer:
    fake_server = FakeServer(page, a_room("r4 k1", "[r1 r2 r3]", to_move=to_move))
    page.goto("/r/scene")
    page.wait_for_selector(".game [data-rack] [data-tile]")
    return fake_server


def test_drawn_tile_previous_move_and_my_turn_are_announced(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page)

    drew = {"type": "drew", "seat": 0, "count": 1, "tiles": ["y7"], "why": "turn"}
    fake_server.show(a_room("r4 k1 y7", "[r1 r2 r3]", to_move=3) | {"version": 8}, [drew])
    passed = {"type": "passed", "seat": 3}
    fake_server.show(a_room("r4 k1 y7", "[r1 r2 r3]", to_move=0) | {"version": 9}, [passed])

    wanted = ["You drew orange 7.", "Noa passed.", "Your turn."]
    wait_for(page, lambda: page.evaluate(SPOKEN)[-3:] == wanted)


def test_plays_and_remaining_time_are_announced(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install(time=NOW)
    fake_server = open_table(page, to_move=1)
    played = {"type": "played", "seat": 1, "table": [], "laid": ["b5", "k5", "y5"]}

    fake_server.show(a_room("r4 k1", "[r1 r2 r3] [b5 k5 y5]", to_move=2), [played])
    fake_server.show(a_room("r4 k1", "[r1 r2 r3] [b5 k5 y5]", seconds=60), [])

    wanted = ["Olena played blue 5, black 5 and orange 5. 5 tiles left.", "Your turn."]
    wait_for(page, lambda: page.evaluate(SPOKEN)[-2:] == wanted)
    page.clock.run_for(19_000)
    wait_for(page, lambda: page.evaluate(URGENT)[-1:] == ["10 seconds left."])


def test_refused_play_is_announced_once(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page)
    Mouse().lay_into(page, "r4", next(iter(trays(page))))
    Mouse().end(page)
    ask = fake_server.wait_for_command(type="play", table=[["r1", "r2", "r3", "r4"]])

    violation = {"rule": "joker-not-in-new-meld", "tiles": ["J"], "meld": ["r1", "r2", "r3", "r4"]}
    fake_server.send(type="refused", id=ask["id"], reason="rules-broken", violations=[violation])

    words = "A freed joker must go into a new meld in the same turn."
    page.locator(".strip", has_text=words).wait_for()
    expect_soon(page, lambda: page.evaluate(COUNT_ANNOUNCEMENTS, words), 1)


def test_timed_out_turn_is_announced_once(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page)

    drew = {"type": "drew", "seat": 0, "count": 1, "tiles": ["y7"], "why": "overrun"}
    fake_server.show(a_room("r4 k1 y7", "[r1 r2 r3]", to_move=1) | {"version": 8}, [drew])

    words = "Time ran out. You drew a tile."
    page.locator(".banner", has_text=words).wait_for()
    expect_soon(page, lambda: page.evaluate(COUNT_ANNOUNCEMENTS, words), 1)


def test_lost_connection_is_announced_once(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page)
    assert fake_server.socket is not None

    fake_server.page.route_web_socket("**/api/rooms/*/play", lambda socket: socket.close())
    fake_server.socket.close()

    page.locator(".banner", has_text="Connection lost").wait_for()
    expect_soon(page, lambda: page.evaluate(COUNT_ANNOUNCEMENTS, "Connection lost"), 1)


def test_search_without_company_is_announced_once(new_page: NewPage) -> None:
    page = new_page()
    room = a_room()
    searching = room["config"] | {"fill_after": 20}
    FakeServer(page, room | {"phase": "over", "game": None, "config": searching})
    page.goto("/r/scene")

    page.get_by_role("heading", name="Nobody else is searching right now").wait_for()

    expect_soon(page, lambda: page.evaluate(COUNT_ANNOUNCEMENTS, "Nobody else is searching"), 1)
