"""Pinch zoom, gaps on the rack, stand-in bots and muted players."""

from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, expect_soon, on_rack, wait_until_still
from tests.e2e.scenes import NOW, FakeServer, a_room, full_table

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def rack_order(page: "Page") -> list[str]:
    order: list[str] = page.locator("[data-rack] [data-tile]").evaluate_all("all => all.map(each => each.dataset.tile)")
    return order


def test_pinch_zooms_and_double_tap_shows_the_whole_table(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    FakeServer(page, a_room("r4 k1", full_table(), others=(1, 1, 1)))
    page.goto("/r/scene")
    felt = page.locator("[data-felt]")
    page.wait_for_selector("[data-felt] [data-tile]")
    wait_until_still(page)
    small = int(felt.get_attribute("data-size") or 0)
    line = page.context.new_cdp_session(page)

    def touch(kind: str, *apart: float) -> None:
        points = [{"x": 195 + side * distance, "y": 300} for distance in apart for side in (-1, 1)]
        line.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})

    touch("touchStart", 40)
    touch("touchMove", 80)
    touch("touchEnd")
    page.wait_for_function("small => Number(document.querySelector('[data-felt]').dataset.size) > small", arg=small)

    assert felt.get_attribute("data-pans") is not None
    felt.dblclick(position={"x": 3, "y": 3})
    page.wait_for_function("small => Number(document.querySelector('[data-felt]').dataset.size) === small", arg=small)


def test_gap_on_the_rack_stays_when_a_tile_is_drawn(new_page: NewPage) -> None:
    page = new_page()
    fake_server = FakeServer(page, a_room("r4 k1 k7", "[r1 r2 r3]", to_move=1))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    Mouse().drag(page, on_rack(page, "r4"), page.locator('[data-rack] [data-tile="k7"]'), right=150)

    expect_soon(page, lambda: rack_order(page), ["k1", "k7", "r4"])
    expect_soon(page, page.locator('[data-rack] .gap[data-tile="r4"]').count, 1)

    later = a_room("r4 k1 k7 b2", "[r1 r2 r3]", to_move=2)
    later["game"]["turn"] = 1
    fake_server.show(later, [{"type": "drew", "seat": 0, "count": 1, "tiles": ["b2"]}])
    expect_soon(page, lambda: rack_order(page), ["k1", "k7", "r4", "b2"])
    expect_soon(page, page.locator('[data-rack] .gap[data-tile="r4"]').count, 1)


def test_bot_can_replace_a_player_who_keeps_others_waiting(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install(time=NOW)
    room = a_room("r4 k1", "[r1 r2 r3]", to_move=1, seconds=None)
    fake_server = FakeServer(page, room)
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    assert page.get_by_role("button", name="Let a bot play").count() == 0

    page.clock.run_for(121_000)
    page.get_by_role("button", name="Let a bot play").click()

    fake_server.wait_for_command(type="call-stand-in", chair=1)


def test_messages_of_a_muted_player_are_hidden(new_page: NewPage) -> None:
    page = new_page()
    fake_server = FakeServer(page, a_room("r4 k1", "[r1 r2 r3]"))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    fake_server.send(type="said", seat=1, name="Olena", text="Hurry up")
    page.get_by_role("button", name="Mute Olena").click()

    fake_server.send(type="said", seat=1, name="Olena", text="Faster")
    fake_server.send(type="said", seat=2, name="Taras", text="Take your time")

    page.locator(".bubble", has_text="Take your time").wait_for()
    assert page.locator(".bubble").all_inner_texts() == ["Take your time"]
