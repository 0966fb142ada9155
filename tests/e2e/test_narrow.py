"""On a narrow phone, in every language, no page scrolls sideways and no text is cut off."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import REVIEWED, Keys, Player, post, wait_for, wait_until_still
from tests.e2e.scenes import FakeServer, a_room, after_match, against_bots
from tests.e2e.test_access import play_finished_match, visit_all_pages

if TYPE_CHECKING:
    from playwright.sync_api import Page

MIN_TOUCH_WIDTH = 28
MIN_SHAPE = 2
"""Width by height of two lines of text. One word a line is much higher than wide."""
NARROW = {"viewport": {"width": 360, "height": 740}}
HIGHEST_TILE = 76
LOSER = {"tiles": [13, 12], "has_melded": True, "could_meld": False}
WINNER = LOSER | {"tiles": []}
SIX_PLAYERS = {
    "players": ["Maximiliana von Hohenberg", "עירא", "Олександра", "Noa", "Bo", "Taras"],
    "edition": "xp",
    "rules": {},
    "games": [{"ending": "rack-out", "winner": 0, "seats": [WINNER, *[LOSER] * 5]}],
}
OPEN_TABLE = {
    "id": "open", "edition": "classic-uk", "house_rules": 2, "phase": "gathering",
    "names": ["Maximiliana von Hohenberg", "עירא", "Олександра", "Noa", "Bo"], "chairs": 6,
    "time": {"type": "per-game", "seconds": 3600, "increment": 5},
    "is_rated": False, "is_public": True, "is_quick": False,
    "opened_at": 1_750_000_000.0, "games_over": 0, "winners": [], "bots": ["Bo"],
}  # fmt: skip

HIDDEN_WIDTH = """select => {
    const wide = select.getBoundingClientRect().width;
    select.style.minWidth = 'max-content';
    const whole = select.getBoundingClientRect().width;
    select.style.minWidth = '';
    return Math.max(0, Math.round(whole - wide));
}"""


OVERFLOWING_TEXTS = (
    "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent.trim())"
)


def overflow_width(page: "Page") -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return max(0, wide)


def overflow_widths(page: "Page") -> list[int]:
    """Measure a page at the widths of three phones."""
    page.evaluate("document.fonts.ready.then(() => null)")
    found = []
    for width in (320, 360, 390):
        page.set_viewport_size({"width": width, "height": 740})
        found.append(overflow_width(page))
    return found


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_no_page_is_wider_than_a_narrow_phone(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large}, has_touch=True, is_mobile=True, **NARROW)
    for edition in ("classic-en", "twist"):  # two running games, so that the home page lists them
        Player(page, Keys()).open_room(chairs=4, edition=edition)
    page.goto("/")
    page.locator(".running").wait_for()
    found = {}
    for path in visit_all_pages(page):
        page.evaluate("document.querySelectorAll('details').forEach((each) => (each.open = true))")
        found[path] = overflow_widths(page)

    assert {path: wide for path, wide in found.items() if any(wide)} == {}


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_open_tables_fit_a_narrow_phone(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large}, has_touch=True, is_mobile=True, **NARROW)
    page.route("**/api/rooms", lambda route: route.fulfill(json={"rooms": [OPEN_TABLE]}))
    found = {}
    for path in ("/", "/lobby"):
        page.goto(path)
        page.locator(f"a[href='/r/{OPEN_TABLE['id']}']").wait_for()
        found[path] = overflow_widths(page)

    assert {path: wide for path, wide in found.items() if any(wide)} == {}


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_language_menu_is_not_cut_off_at_any_width(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large})
    page.goto("/join")
    page.wait_for_selector("main h1")
    page.evaluate("document.fonts.ready.then(() => null)")
    found = {}
    for width in (320, 360, 390, 599, 820, 1180, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        found[width] = (page.locator(".nav .language").evaluate(HIDDEN_WIDTH), overflow_width(page))

    assert set(found.values()) == {(0, 0)}, found


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_waiting_room_is_not_wider_than_a_narrow_phone(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large}, **NARROW)
    Player(page, Keys()).open_room(chairs=4, bots=["novice", "master-sociable"])
    page.locator(".waiting-page .code").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert overflow_width(page) == 0


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_names_in_the_waiting_room_do_not_overflow(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, **NARROW)
    Player(page, Keys()).open_room(chairs=4, bots=["novice", "master-sociable"])
    page.locator(".waiting-page .code").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator(".waiting-page li .grow").evaluate_all(OVERFLOWING_TEXTS) == []


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_button_labels_do_not_overflow(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, **NARROW)
    page.goto("/")
    page.wait_for_selector("main h1")
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator("main .button:visible").evaluate_all(OVERFLOWING_TEXTS) == []


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_end_turn_and_draw_labels_are_never_cut_off(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large})
    FakeServer(page, a_room())
    page.goto("/r/scene")
    page.wait_for_selector(".actions .end .line")
    page.evaluate("document.fonts.ready.then(() => null)")
    cut = {}
    for width, height in ((360, 640), (390, 844), (740, 360), (820, 1180), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        cut[width] = page.locator(".actions .end .line, .actions .draw").evaluate_all(OVERFLOWING_TEXTS)

    assert {width: words for width, words in cut.items() if words} == {}


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_levels_of_bots_are_never_cut_off(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale)
    bots = against_bots(a_room())
    levels = ("novice", "holdout", "master-sociable")
    chairs = [bots["chairs"][0]]
    chairs += [chair | {"name": level, "bot": level} for chair, level in zip(bots["chairs"][1:], levels, strict=True)]
    FakeServer(page, bots | {"chairs": chairs})
    page.goto("/r/scene")
    page.locator(".seat .level").nth(2).wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")
    cut = {}
    for width, height in ((360, 640), (390, 844), (844, 390), (740, 360), (820, 1180), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        wait_until_still(page)
        cut[width] = page.locator(".seat .name, .seat .level").evaluate_all(OVERFLOWING_TEXTS)

    assert {width: words for width, words in cut.items() if words} == {}


@pytest.mark.parametrize(("width", "height"), [(844, 390), (740, 360), (667, 375), (640, 360)])
def test_five_bots_do_not_cover_the_buttons_on_a_phone_in_landscape(new_page: NewPage, width: int, height: int) -> None:
    page = new_page(locale="uk-UA", viewport={"width": width, "height": height})
    room = against_bots(a_room(names=("Ira", "a", "b", "c", "d", "e"), others=(5, 3, 15, 7, 14), edition="xp"))
    FakeServer(page, room | {"chairs": [chair | {"name": "keeper"} for chair in room["chairs"]]})
    page.goto("/r/scene")
    page.locator(".seat .level").nth(4).wait_for()
    wait_until_still(page)
    edges = "(box) => { const {top, bottom} = box.getBoundingClientRect(); return [top, bottom]; }"
    boxes = (".topbar", ".seat >> nth=0", ".seat >> nth=4", ".dock .shelf")
    top_bar, first, last, shelf = (page.locator(box).evaluate(edges) for box in boxes)

    assert top_bar[1] <= first[0]
    assert last[1] <= shelf[0]


def test_tile_just_laid_is_not_hidden_behind_the_points_to_open(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    FakeServer(page, a_room("b7 b8 k1", "[r5 r6 r7 r8 r9 r10] [y1 y2 y3 y4 y5 y6] [k3 k4 k5 k6 k7 k8]", melded=False))
    page.goto("/r/scene")
    page.locator('[data-rack] [data-tile="b7"]').click()
    page.locator("[data-new]").click()
    page.locator(".strip").wait_for()
    edges = """() => [document.querySelector('[data-felt] [data-tile=b7]').getBoundingClientRect().bottom,
        document.querySelector('.strip').getBoundingClientRect().top]"""

    def is_visible() -> bool:
        tile, strip = page.evaluate(edges)
        return bool(tile <= strip)

    wait_for(page, is_visible)


LINES = "(text) => Math.round(text.getBoundingClientRect().height / parseFloat(getComputedStyle(text).lineHeight))"


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_end_turn_label_has_at_most_two_lines_on_a_phone_in_landscape(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, viewport={"width": 844, "height": 390})
    FakeServer(page, a_room())
    page.goto("/r/scene")
    page.wait_for_selector(".actions .end .line")
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator(".actions .end .two").evaluate(LINES) <= 2


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_play_now_is_visible_at_once_on_a_phone_in_landscape(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, viewport={"width": 640, "height": 360})
    page.goto("/")
    button = page.locator("button.now").element_handle()

    assert button.evaluate("each => each.getBoundingClientRect().bottom <= innerHeight")


@pytest.mark.parametrize("width", [360, 1280])
def test_open_tables_are_readable_on_the_home_page(new_page: NewPage, width: int) -> None:
    Player(new_page(), Keys()).open_room(chairs=4, is_public=True)
    page = new_page(locale="uk-UA", viewport={"width": width, "height": 740})
    page.goto("/")
    page.locator(".line .about").first.wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator(".line .about").first.evaluate("about => about.offsetWidth / about.offsetHeight") > MIN_SHAPE


def test_solved_share_reads_from_right_to_left_in_hebrew(new_page: NewPage) -> None:
    page = new_page(locale="he-IL", **NARROW)
    page.goto("/puzzles")
    share = page.locator(".levels small").first
    share.wait_for()

    assert share.evaluate("share => getComputedStyle(share).direction") == "rtl"


@pytest.mark.parametrize("is_large", [False, True])
def test_thirty_three_rack_tiles_fit_on_three_rows(new_page: NewPage, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(settings={"isLargePrint": is_large}, **NARROW)
    FakeServer(page, a_room(" ".join(f"{colour}{number}" for colour in "rbk" for number in range(1, 12))))

    page.goto("/r/scene")
    page.locator("[data-rack] [data-tile]").nth(32).wait_for()
    wait_until_still(page)

    inside = "(ledge) => ledge.scrollWidth <= ledge.clientWidth"
    assert page.locator(".ledge").evaluate_all(f"(all) => all.map({inside})") == [True] * 3
    assert page.locator("[data-rack] .tile").first.evaluate("(tile) => tile.offsetWidth") == MIN_TOUCH_WIDTH


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_game_number_is_not_cut_off_in_large_print(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, settings={"isLargePrint": True}, **NARROW)
    FakeServer(page, a_room())

    page.goto("/r/scene")
    page.locator("[data-rack] [data-tile]").first.wait_for()

    place = page.locator(".topbar .place")
    place.get_by_text("2/4").wait_for()
    wait_for(page, lambda: place.evaluate("(place) => place.scrollWidth <= place.clientWidth"))


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_companion_with_six_players_fits_a_phone(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(locale="he-IL", viewport={"width": size[0], "height": size[1]})
    page.add_init_script(f"localStorage.setItem('tilewise.companion', {json.dumps(json.dumps(SIX_PLAYERS))})")
    page.goto("/companion")
    page.locator(".tabs button").last.click()
    page.locator(".sheet .honey").click()
    page.locator(".endings button").first.click()
    page.locator(".joker-key").click()
    counting = overflow_width(page)
    page.locator(".tabs button").nth(1).click()
    page.locator(".place.on").click()

    assert (counting, overflow_width(page)) == (0, 0)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_review_turns_fit_a_narrow_phone_in_large_print(new_page: NewPage) -> None:
    room = play_finished_match(new_page())
    page = new_page(locale="uk-UA", settings={"isLargePrint": True}, **NARROW)
    page.goto(f"/replay/{room}")
    page.locator(REVIEWED).wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    wide = page.locator(".turn").evaluate_all("rows => rows.map((row) => row.scrollWidth - row.clientWidth)")

    assert (set(wide), overflow_width(page)) == ({0}, 0)


def test_long_latin_name_is_not_cut_off_in_a_hebrew_review(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/join")
    page.wait_for_selector("main h1")
    post(page, "/api/session", {})
    post(page, "/api/account", {"name": "Maximiliana von Hohenberg", "password": "a long password"})
    room = play_finished_match(page)
    guest = new_page(locale="he-IL", **NARROW)
    guest.goto(f"/replay/{room}")
    whose = guest.locator(".whose select")
    whose.wait_for()
    guest.evaluate("document.fonts.ready.then(() => null)")

    assert whose.evaluate(HIDDEN_WIDTH) == 0
    assert whose.locator("option").first.inner_text() == "Maximiliana von Hohenberg"


@pytest.mark.parametrize("size", [(360, 640), (320, 256), (844, 390), (1440, 900)])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_note_on_the_empty_table_does_not_cover_the_new_meld(
    new_page: NewPage, locale: str, size: tuple[int, int]
) -> None:
    page = new_page(locale=locale, viewport={"width": size[0], "height": size[1]})
    FakeServer(page, a_room(table="-", melded=False))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    wait_until_still(page)
    note, place = (page.locator(each).bounding_box() for each in (".board-empty", "[data-new]"))
    assert note
    assert place

    assert note["y"] + note["height"] <= place["y"] or place["y"] + place["height"] <= note["y"]


@pytest.mark.parametrize("size", [(360, 740), (844, 390), (320, 256)])
def test_code_of_a_table_stays_on_its_card(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    Player(page, Keys()).open_room(chairs=4)
    page.locator(".invite .code b").wait_for()
    code, card = (page.locator(each).bounding_box() for each in (".invite .code b", ".invite"))
    assert code
    assert card

    assert code["x"] + code["width"] <= card["x"] + card["width"]


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_sign_in_fits_four_hundred_percent_zoom(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, viewport={"width": 320, "height": 256})
    page.goto("/sign-in")
    page.wait_for_selector("form.card")

    assert overflow_width(page) == 0


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_review_is_readable_at_four_hundred_percent_zoom(new_page: NewPage, locale: str) -> None:
    room = play_finished_match(new_page())
    page = new_page(locale=locale, viewport={"width": 320, "height": 256})
    page.goto(f"/replay/{room}")
    page.locator(REVIEWED).wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")
    wait_until_still(page)
    title, table, rack = (page.locator(f".cloth {each}").bounding_box() for each in (".title", ".table", ".shelf"))
    assert title
    assert table
    assert rack

    assert title["y"] + title["height"] <= table["y"]
    assert table["height"] >= HIGHEST_TILE
    assert table["y"] + table["height"] <= rack["y"]
    assert page.locator(".counts li").evaluate_all(OVERFLOWING_TEXTS) == []


def test_buttons_after_a_match_are_visible_on_a_phone_in_landscape(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 844, "height": 390})
    FakeServer(page, after_match(a_room(), winner=0))
    page.goto("/r/scene")
    button = page.get_by_role("button", name="Play again").element_handle()

    assert button.evaluate("each => each.getBoundingClientRect().bottom <= innerHeight")


def test_focused_heading_has_no_ring(new_page: NewPage) -> None:
    page = new_page()
    FakeServer(page, after_match(a_room(), winner=0))
    page.goto("/r/scene")
    heading = page.locator("#over-title:focus").element_handle()

    assert heading.evaluate("each => [getComputedStyle(each).outlineStyle, getComputedStyle(each).boxShadow]") == [
        "none",
        "none",
    ]
