"""Gestures: moving, splitting and joining melds, moving several tiles, undo, and choosing places by key."""

from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Row, expect_soon, on_rack, trays, wait_until_still
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from collections.abc import Callable

    from playwright.sync_api import Locator, Page


def open_table(page: "Page", rack: str, table: str) -> None:
    FakeServer(page, a_room(rack, table))
    page.goto("/r/scene")
    page.wait_for_selector(".game [data-rack] [data-tile]")
    wait_until_still(page)


def expect_melds(page: "Page", *wanted: Row) -> None:
    expect_soon(page, lambda: sorted(trays(page).values()), list(wanted))


def test_dragging_a_meld_onto_another_joins_them(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "k1 k2", "[r1 r2 r3] [r4 r5 r6]")
    tray = next(tray for tray, tiles in trays(page).items() if tiles[0] == "r4")
    box = page.locator(f'[data-tray="{tray}"]').bounding_box()
    assert box is not None

    page.mouse.move(box["x"] + 2, box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 2, box["y"] + box["height"] + 30)
    page.locator("[data-bay]").hover()
    page.mouse.up()

    expect_melds(page, ("r1", "r2", "r3", "r4", "r5", "r6"))


def drag_after_holding(page: "Page", tile: str, held: "Callable[[], object]") -> None:
    """Press a table tile, call `held`, then drag to the place for a new meld."""
    start = page.locator(f'[data-felt] [data-tile="{tile}"]').bounding_box()
    place = page.locator("[data-new]").bounding_box()
    assert start is not None
    assert place is not None
    page.mouse.move(start["x"] + 8, start["y"] + 8)
    page.mouse.down()
    held()
    page.mouse.move(place["x"] + place["width"] / 2, place["y"] + place["height"] / 2, steps=3)
    page.mouse.up()


def test_holding_a_tile_splits_its_run(new_page: NewPage) -> None:
    page = new_page(settings={"hold": "short"})
    open_table(page, "k1 k2", "[r1 r2 r3 r4 r5 r6]")

    drag_after_holding(page, "r4", page.locator(".ghost").wait_for)

    expect_melds(page, ("r1", "r2", "r3"), ("r4", "r5", "r6"))


def test_holding_a_tile_takes_it_alone_when_the_setting_is_never(new_page: NewPage) -> None:
    page = new_page(settings={"hold": "short"})
    page.goto("/settings")
    page.get_by_label("Hold a tile to pick up the rest of its meld").select_option("never")
    open_table(page, "k1 k2", "[r1 r2 r3 r4 r5 r6]")
    page.clock.install()  # only now: wait_until_still needs real animation frames

    drag_after_holding(page, "r4", lambda: page.clock.run_for(5_000))

    expect_melds(page, ("r1", "r2", "r3", "r5", "r6"), ("r4",))


def test_several_tiles_move_together_and_can_be_undone_redone_and_reset(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "k7 k8 k9 y1", "[r1 r2 r3]")
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


def test_rack_takes_back_an_identical_tile_from_the_table(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "k3 r9", "[r3 b3 k3 y3]")
    Mouse().lay_new(page, ("k3",))

    Mouse().drag(page, tray_tile(page, "r3", "k3"), page.locator("[data-rack]"))

    expect_melds(page, ("k3",), ("r3", "b3", "y3"))
    expect_soon(page, page.locator('[data-rack] [data-tile="k3"]').count, 1)


def test_table_tile_cannot_move_to_the_rack_and_the_page_explains_why(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "k3 r9", "[r3 b3 k3 y3]")

    Mouse().drag(page, tray_tile(page, "r3", "b3"), page.locator("[data-rack]"))

    page.locator(".banner", has_text="on the table before your turn").wait_for()
    expect_melds(page, ("r3", "b3", "k3", "y3"))


def tray_tile(page: "Page", first: str, tile: str) -> "Locator":
    """Return a tile of the meld that starts with `first`."""
    tray = next(tray for tray, tiles in trays(page).items() if tiles[0] == first)
    return page.locator(f'[data-tray="{tray}"] [data-tile="{tile}"]')


def test_tile_size_setting_changes_the_tile_width(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/settings")
    page.get_by_label("Tile size").fill("2")
    open_table(page, "k7 k8 k9 y1", "[r1 r2 r3]")
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


def test_tab_and_shift_tab_cycle_through_the_places_of_a_tile(new_page: NewPage) -> None:
    page = new_page()
    open_table(page, "r4 k1", "[r1 r2 r3] [b4 y4 k4] [r5 r6 r7]")
    on_rack(page, "r4").focus()
    page.keyboard.press("Space")

    page.keyboard.press("Shift+Tab")
    expect_soon(page, page.locator('[data-bay="2"].chosen').count, 1)
    page.keyboard.press("Tab")
    expect_soon(page, page.locator('[data-bay="0"].chosen').count, 1)
