"""The keyboard cursor moves between regions and keeps its tile when the page is redrawn."""

from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, trays, wait_for
from tests.e2e.scenes import MID_GAME, RACK, FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

FOCUSED = "document.activeElement.dataset.tile ?? document.activeElement.className.split(' ')[0]"
FOCUSED_REGION = """['rack', 'felt', 'actions', 'seats'].find(
    name => document.activeElement.closest(`[data-${name}]`)) ?? null"""

PAUSE_ANIMATIONS = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) {
        const motion = animate.apply(this, all);
        motion.pause();
        return motion;
    };
}"""


def open_table(new_page: NewPage, **options: object) -> tuple["Page", FakeServer]:
    page = new_page(**{"viewport": {"width": 1280, "height": 800}} | options)
    fake_server = FakeServer(page, a_room())
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    return page, fake_server


def test_f6_cycles_through_all_regions_of_the_table(new_page: NewPage) -> None:
    page, _ = open_table(new_page)
    visited = []
    for key in ["F6"] * 5 + ["Shift+F6"] * 4:
        page.keyboard.press(key)
        visited.append(page.evaluate(FOCUSED_REGION))

    assert visited == ["felt", "rack", "actions", "seats", "felt", "seats", "actions", "rack", "felt"]


def test_returning_to_the_rack_restores_the_cursor(new_page: NewPage) -> None:
    page, _ = open_table(new_page)
    Keys().move_to(page, "k7")
    for _ in range(4):
        page.keyboard.press("F6")

    assert page.evaluate(FOCUSED) == "k7"


def test_cursor_stays_on_its_tile_when_the_rack_is_redrawn(new_page: NewPage) -> None:
    page, fake_server = open_table(new_page)
    Keys().move_to(page, "y11")
    page.keyboard.press("7")
    assert page.evaluate(FOCUSED) == "y11"
    page.keyboard.press("Control+ArrowLeft")
    assert page.evaluate(FOCUSED) == "y11"

    rows = page.locator(".ledge").evaluate_all("all => all.map(row => row.children.length)")
    page.set_viewport_size({"width": 390, "height": 844})
    wait_for(page, lambda: page.locator(".ledge").evaluate_all("all => all.map(row => row.children.length)") != rows)
    assert page.evaluate(FOCUSED) == "y11"
    fake_server.show(a_room(RACK + " k12 k13 J", to_move=1), [{"type": "drew", "seat": 0, "count": 3, "tiles": None}])
    page.locator('[data-rack] [data-tile="J"]').wait_for()
    assert page.evaluate(FOCUSED) == "y11"


def test_cursor_stays_on_its_tile_when_an_opponent_rearranges_the_table(new_page: NewPage) -> None:
    page, fake_server = open_table(new_page)
    page.locator('[data-felt] [data-tile="b13"]').first.focus()
    table = MID_GAME.replace("[b9 b10 b11 b12 b13]", "[b9 b10 b11] [b12 b13 J]").replace(
        "[r6 r7 J r9]", "[r6 r7 r8 r9]"
    )
    fake_server.show(a_room(table=table))
    wait_for(page, lambda: ("b12", "b13", "J") in trays(page).values())

    assert page.evaluate(FOCUSED) == "b13"


def test_cursor_moves_to_the_next_tile_immediately_after_laying(new_page: NewPage) -> None:
    page, _ = open_table(new_page)
    Keys().move_to(page, "y10")
    page.keyboard.press("Space")
    here = page.evaluate(
        """() => {
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {code: 'KeyN', bubbles: true}));
            return document.activeElement.dataset.tile;
        }"""
    )

    assert here == "y11"


def test_cursor_order_ignores_running_animations(new_page: NewPage) -> None:
    page, _ = open_table(new_page, settings={"motion": "full"})
    page.evaluate(PAUSE_ANIMATIONS)
    Keys().move_to(page, "r2")
    page.keyboard.press("7")
    page.keyboard.press("Home")
    visited = []
    for _ in RACK.split():
        visited.append(page.evaluate(FOCUSED))
        page.keyboard.press("ArrowRight")

    assert visited == page.locator("[data-rack] [data-tile]").evaluate_all("all => all.map(cell => cell.dataset.tile)")
