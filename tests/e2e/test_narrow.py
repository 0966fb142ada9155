"""On the narrowest phone, in every language, nothing makes a page wider than the screen."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, Player, post, wait_for, wait_until_still
from tests.e2e.scenes import FakeServer, a_room
from tests.e2e.test_access import play_finished_match, visit_all_pages

if TYPE_CHECKING:
    from playwright.sync_api import Page

SMALLEST_TO_TOUCH = 28
NARROW = {"viewport": {"width": 360, "height": 740}}
LEFT = {"tiles": [13, 12], "has_melded": True, "could_meld": False}
OUT = LEFT | {"tiles": []}
SIX = {
    "players": ["Maximiliana von Hohenberg", "עירא", "Олександра", "Noa", "Bo", "Taras"],
    "edition": "xp",
    "rules": {},
    "games": [{"ending": "rack-out", "winner": 0, "seats": [OUT, *[LEFT] * 5]}],
}

CUT = """select => {
    const wide = select.getBoundingClientRect().width;
    select.style.minWidth = 'max-content';
    const whole = select.getBoundingClientRect().width;
    select.style.minWidth = '';
    return Math.max(0, Math.round(whole - wide));
}"""


SPILLS = "all => all.filter((each) => each.scrollWidth > each.clientWidth).map((each) => each.textContent.trim())"


def too_wide(page: "Page") -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, wide)


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_no_page_is_wider_than_a_narrow_phone(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, **NARROW)
    page.goto("/")
    found = {}
    for path in visit_all_pages(page):
        page.evaluate("document.fonts.ready.then(() => null)")
        found[path] = too_wide(page)

    assert {path: wide for path, wide in found.items() if wide} == {}


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_the_language_can_be_read_at_every_width(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large})
    page.goto("/join")
    page.wait_for_selector("main h1")
    page.evaluate("document.fonts.ready.then(() => null)")
    found = {}
    for width in (320, 360, 390, 599, 820, 1180, 1280, 1440):
        page.set_viewport_size({"width": width, "height": 740})
        found[width] = (page.locator(".nav .language").evaluate(CUT), too_wide(page))

    assert set(found.values()) == {(0, 0)}, found


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_a_table_that_waits_is_not_wider_than_a_narrow_phone(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large}, **NARROW)
    Player(page, Keys()).open_room(chairs=4, bots=["novice", "master-sociable"])
    page.locator(".waiting-page .code").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert too_wide(page) == 0


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_names_keep_clear_of_the_marks_beside_them(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, **NARROW)
    Player(page, Keys()).open_room(chairs=4, bots=["novice", "master-sociable"])
    page.locator(".waiting-page .code").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator(".waiting-page li .grow").evaluate_all(SPILLS) == []


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_words_stay_inside_their_buttons(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, **NARROW)
    page.goto("/")
    page.wait_for_selector("main h1")
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator("main .button:visible").evaluate_all(SPILLS) == []


@pytest.mark.parametrize("is_large", [False, True])
@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_the_button_that_ends_a_turn_is_never_cut(new_page: NewPage, locale: str, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(locale=locale, settings={"isLargePrint": is_large})
    FakeServer(page, a_room())
    page.goto("/r/scene")
    page.wait_for_selector(".actions .end .line")
    page.evaluate("document.fonts.ready.then(() => null)")
    cut = {}
    for width, height in ((360, 640), (390, 844), (740, 360), (820, 1180), (1280, 720)):
        page.set_viewport_size({"width": width, "height": height})
        cut[width] = page.locator(".actions .end .line, .actions .draw").evaluate_all(SPILLS)

    assert {width: words for width, words in cut.items() if words} == {}


def test_a_share_reads_from_right_to_left_in_hebrew(new_page: NewPage) -> None:
    page = new_page(locale="he-IL", **NARROW)
    page.goto("/puzzles")
    share = page.locator(".levels small").first
    share.wait_for()

    assert share.evaluate("share => getComputedStyle(share).direction") == "rtl"


@pytest.mark.parametrize("is_large", [False, True])
def test_thirty_three_tiles_lie_on_three_ledges(new_page: NewPage, is_large: bool) -> None:  # noqa: FBT001
    page = new_page(settings={"isLargePrint": is_large}, **NARROW)
    FakeServer(page, a_room(" ".join(f"{colour}{number}" for colour in "rbk" for number in range(1, 12))))

    page.goto("/r/scene")
    page.locator("[data-rack] [data-tile]").nth(32).wait_for()
    wait_until_still(page)

    inside = "(ledge) => ledge.scrollWidth <= ledge.clientWidth"
    assert page.locator(".ledge").evaluate_all(f"(all) => all.map({inside})") == [True] * 3
    assert page.locator("[data-rack] .tile").first.evaluate("(tile) => tile.offsetWidth") == SMALLEST_TO_TOUCH


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_which_game_it_is_can_be_read_in_large_print(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, settings={"isLargePrint": True}, **NARROW)
    FakeServer(page, a_room())

    page.goto("/r/scene")
    page.locator("[data-rack] [data-tile]").first.wait_for()

    place = page.locator(".topbar .place")
    place.get_by_text("2/4").wait_for()
    wait_for(page, lambda: place.evaluate("(place) => place.scrollWidth <= place.clientWidth"))


@pytest.mark.parametrize("size", [(360, 740), (740, 360)])
def test_the_companion_of_six_fits_a_phone(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(locale="he-IL", viewport={"width": size[0], "height": size[1]})
    page.add_init_script(f"localStorage.setItem('tilewise.companion', {json.dumps(json.dumps(SIX))})")
    page.goto("/companion")
    page.locator(".tabs button").last.click()
    page.locator(".sheet .honey").click()
    page.locator(".endings button").first.click()
    page.locator(".joker-key").click()
    counting = too_wide(page)
    page.locator(".tabs button").nth(1).click()
    page.locator(".place.on").click()

    assert (counting, too_wide(page)) == (0, 0)
    assert page.evaluate("document.documentElement.scrollHeight <= innerHeight")


def test_the_turns_of_a_review_fit_a_narrow_phone_in_large_print(new_page: NewPage) -> None:
    room = play_finished_match(new_page())
    page = new_page(locale="uk-UA", settings={"isLargePrint": True}, **NARROW)
    page.goto(f"/replay/{room}")
    page.locator(".turn .mark").first.wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    wide = page.locator(".turn").evaluate_all("rows => rows.map((row) => row.scrollWidth - row.clientWidth)")

    assert (set(wide), too_wide(page)) == ({0}, 0)


def test_a_long_name_written_the_other_way_can_be_read_in_a_review(new_page: NewPage) -> None:
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

    assert whose.evaluate(CUT) == 0
    assert whose.locator("option").first.inner_text() == "Maximiliana von Hohenberg"
