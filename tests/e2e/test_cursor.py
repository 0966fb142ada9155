"""The cursor of the keyboard: where it goes, and that it is never lost when tiles are drawn anew."""

from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, trays, wait_for
from tests.e2e.scenes import MID_GAME, RACK, FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

HERE = "document.activeElement.dataset.tile ?? document.activeElement.className.split(' ')[0]"
REGION = """['rack', 'felt', 'actions', 'seats'].find(
    name => document.activeElement.closest(`[data-${name}]`)) ?? null"""

NOTHING_ARRIVES = """() => {
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...all) {
        const motion = animate.apply(this, all);
        motion.pause();
        return motion;
    };
}"""


def at_the_table(new_page: NewPage, **options: object) -> tuple["Page", FakeServer]:
    page = new_page(**{"viewport": {"width": 1280, "height": 800}} | options)
    fake_server = FakeServer(page, a_room())
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    return page, fake_server


def test_one_key_leads_round_all_parts_of_the_table(new_page: NewPage) -> None:
    page, _ = at_the_table(new_page)
    met = []
    for key in ["F6"] * 5 + ["Shift+F6"] * 4:
        page.keyboard.press(key)
        met.append(page.evaluate(REGION))

    assert met == ["felt", "rack", "actions", "seats", "felt", "seats", "actions", "rack", "felt"]


def test_who_comes_back_to_the_rack_is_where_they_were(new_page: NewPage) -> None:
    page, _ = at_the_table(new_page)
    Keys().move_to(page, "k7")
    for _ in range(4):
        page.keyboard.press("F6")

    assert page.evaluate(HERE) == "k7"


def test_the_cursor_stays_with_its_tile_when_the_rack_is_drawn_anew(new_page: NewPage) -> None:
    page, fake_server = at_the_table(new_page)
    Keys().move_to(page, "y11")
    page.keyboard.press("7")
    assert page.evaluate(HERE) == "y11"
    page.keyboard.press("Control+ArrowLeft")
    assert page.evaluate(HERE) == "y11"

    rows = page.locator(".ledge").evaluate_all("all => all.map(row => row.children.length)")
    page.set_viewport_size({"width": 390, "height": 844})
    wait_for(page, lambda: page.locator(".ledge").evaluate_all("all => all.map(row => row.children.length)") != rows)
    assert page.evaluate(HERE) == "y11"
    fake_server.show(a_room(RACK + " k12 k13 J", to_move=1), [{"type": "drew", "seat": 0, "count": 3, "tiles": None}])
    page.locator('[data-rack] [data-tile="J"]').wait_for()
    assert page.evaluate(HERE) == "y11"


def test_the_cursor_stays_with_its_tile_when_somebody_rearranges_the_table(new_page: NewPage) -> None:
    page, fake_server = at_the_table(new_page)
    page.locator('[data-felt] [data-tile="b13"]').first.focus()
    table = MID_GAME.replace("[b9 b10 b11 b12 b13]", "[b9 b10 b11] [b12 b13 J]").replace(
        "[r6 r7 J r9]", "[r6 r7 r8 r9]"
    )
    fake_server.show(a_room(table=table))
    wait_for(page, lambda: ("b12", "b13", "J") in trays(page).values())

    assert page.evaluate(HERE) == "b13"


def test_after_laying_the_cursor_is_on_the_next_tile_at_once(new_page: NewPage) -> None:
    page, _ = at_the_table(new_page)
    Keys().move_to(page, "y10")
    page.keyboard.press("Space")
    here = page.evaluate(
        """() => {
            document.activeElement.dispatchEvent(new KeyboardEvent('keydown', {code: 'KeyN', bubbles: true}));
            return document.activeElement.dataset.tile;
        }"""
    )

    assert here == "y11"


def test_tiles_that_still_glide_do_not_lead_the_cursor_astray(new_page: NewPage) -> None:
    page, _ = at_the_table(new_page, settings={"motion": "full"})
    page.evaluate(NOTHING_ARRIVES)
    Keys().move_to(page, "r2")
    page.keyboard.press("7")
    page.keyboard.press("Home")
    met = []
    for _ in RACK.split():
        met.append(page.evaluate(HERE))
        page.keyboard.press("ArrowRight")

    assert met == page.locator("[data-rack] [data-tile]").evaluate_all("all => all.map(cell => cell.dataset.tile)")
