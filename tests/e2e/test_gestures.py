"""Melds taken, split and joined by hand; several tiles at once; nothing done that cannot be undone; places by key."""

from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Row, expect_soon, on_rack, trays, wait_until_still
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page


def at_table(page: "Page", rack: str, table: str) -> None:
    FakeServer(page, a_room(rack, table))
    page.goto("/r/scene")
    page.wait_for_selector(".game [data-rack] [data-tile]")
    wait_until_still(page)


def expect_melds(page: "Page", *wanted: Row) -> None:
    expect_soon(page, lambda: sorted(trays(page).values()), list(wanted))


def test_a_whole_meld_is_dragged_to_another_and_they_are_one(new_page: NewPage) -> None:
    page = new_page()
    at_table(page, "k1 k2", "[r1 r2 r3] [r4 r5 r6]")
    tray = next(tray for tray, tiles in trays(page).items() if tiles[0] == "r4")
    box = page.locator(f'[data-tray="{tray}"]').bounding_box()
    assert box is not None

    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] + 30)
    page.locator("[data-bay]").hover()
    page.mouse.up()

    expect_melds(page, ("r1", "r2", "r3", "r4", "r5", "r6"))


def hold_and_lay(page: "Page", tile: str, held: "Callable[[], object]") -> None:
    """Press on a tile of the table, wait as said, and bring what is in hand to a place of its own."""
    start = page.locator(f'[data-felt] [data-tile="{tile}"]').bounding_box()
    place = page.locator("[data-new]").bounding_box()
    assert start is not None
    assert place is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    held()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=3)
    page.mouse.up()


def test_a_run_is_split_by_holding_on_to_a_tile(new_page: NewPage) -> None:
    page = new_page(settings={"hold": "short"})
    at_table(page, "k1 k2", "[r1 r2 r3 r4 r5 r6]")

    hold_and_lay(page, "r4", page.locator(".ghost").wait_for)

    expect_melds(page, ("r1", "r2", "r3"), ("r4", "r5", "r6"))


def test_who_holds_a_tile_for_long_takes_it_alone_by_choice(new_page: NewPage) -> None:
    page = new_page(settings={"hold": "short"})
    page.goto("/settings")
    page.get_by_label("Hold a tile to pick up the rest of its meld").select_option("never")
    at_table(page, "k1 k2", "[r1 r2 r3 r4 r5 r6]")
    page.clock.install()  # not before all is still: its frames are none in which anything is laid out

    hold_and_lay(page, "r4", lambda: page.clock.run_for(5_000))

    expect_melds(page, ("r1", "r2", "r3", "r5", "r6"), ("r4",))


def test_several_tiles_go_together_and_each_step_can_be_undone(new_page: NewPage) -> None:
    page = new_page()
    at_table(page, "k7 k8 k9 y1", "[r1 r2 r3]")
    for tile in ("k7", "k8", "k9"):
        on_rack(page, tile).click()

    Mouse().drag(page, page.locator('[data-rack] [data-tile="k8"]'), page.locator("[data-new]"))
    laid = ("k7", "k8", "k9"), ("r1", "r2", "r3")
    expect_melds(page, *laid)

    page.keyboard.press("Control+z")
    expect_melds(page, ("r1", "r2", "r3"))
    page.keyboard.press("Control+Shift+z")
    expect_melds(page, *laid)
    page.keyboard.press("r")
    expect_melds(page, ("r1", "r2", "r3"))
    expect_soon(page, page.locator("[data-rack] [data-tile]").count, 4)


def test_a_tile_comes_back_in_place_of_its_twin(new_page: NewPage) -> None:
    page = new_page()
    at_table(page, "k3 r9", "[r3 b3 k3 y3]")
    Mouse().lay_new(page, ("k3",))

    Mouse().drag(page, tray_tile(page, "r3", "k3"), page.locator("[data-rack]"))

    expect_melds(page, ("k3",), ("r3", "b3", "y3"))
    expect_soon(page, page.locator('[data-rack] [data-tile="k3"]').count, 1)


def test_a_tile_of_the_table_stays_there_and_the_page_says_why(new_page: NewPage) -> None:
    page = new_page()
    at_table(page, "k3 r9", "[r3 b3 k3 y3]")

    Mouse().drag(page, tray_tile(page, "r3", "b3"), page.locator("[data-rack]"))

    page.locator(".banner", has_text="on the table before your turn").wait_for()
    expect_melds(page, ("r3", "b3", "k3", "y3"))


def tray_tile(page: "Page", first: str, tile: str) -> "Locator":
    """A tile of the meld that begins like this."""
    tray = next(tray for tray, tiles in trays(page).items() if tiles[0] == first)
    return page.locator(f'[data-tray="{tray}"] [data-tile="{tile}"]')


def test_tiles_are_as_large_as_one_likes(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/settings")
    page.get_by_label("Tile size").fill("2")
    at_table(page, "k7 k8 k9 y1", "[r1 r2 r3]")
    large = page.locator("[data-felt] [data-tile]").first.bounding_box()
    page.goto("/settings")
    page.get_by_label("Tile size").fill("-2")
    page.goto("/r/scene")
    page.wait_for_selector(".game [data-rack] [data-tile]")
    wait_until_still(page)
    small = page.locator("[data-felt] [data-tile]").first.bounding_box()

    assert large is not None
    assert small is not None
    assert large["width"] > small["width"]


def test_the_places_of_a_tile_are_walked_both_ways_by_key(new_page: NewPage) -> None:
    page = new_page()
    at_table(page, "r4 k1", "[r1 r2 r3] [b4 y4 k4] [r5 r6 r7]")
    on_rack(page, "r4").focus()
    page.keyboard.press("Space")

    page.keyboard.press("Shift+Tab")
    expect_soon(page, page.locator('[data-bay="2"].chosen').count, 1)
    page.keyboard.press("Tab")
    expect_soon(page, page.locator('[data-bay="0"].chosen').count, 1)
