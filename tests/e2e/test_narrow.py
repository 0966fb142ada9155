"""On the narrowest phone, in every language, nothing makes a page wider than the screen."""

import json
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.test_access import PAGES

if TYPE_CHECKING:
    from playwright.sync_api import Page

NARROW = {"viewport": {"width": 360, "height": 740}}
LEFT = {"tiles": [13, 12], "has_melded": True, "could_meld": False}
OUT = LEFT | {"tiles": []}
SIX = {
    "players": ["Maximiliana von Hohenberg", "עירא", "Олександра", "Noa", "Bo", "Taras"],
    "edition": "xp",
    "rules": {},
    "games": [{"ending": "rack-out", "winner": 0, "seats": [OUT, *[LEFT] * 5]}],
}


def too_wide(page: "Page") -> int:
    wide: int = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    return max(0, wide)


@pytest.mark.parametrize("locale", ["en-US", "he-IL", "uk-UA"])
def test_no_page_is_wider_than_a_narrow_phone(new_page: NewPage, locale: str) -> None:
    page = new_page(locale=locale, **NARROW)
    page.goto("/")
    found = {}
    for path in PAGES:
        page.evaluate(
            "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path
        )
        page.wait_for_selector("main h1")
        page.evaluate("document.fonts.ready.then(() => null)")
        found[path] = too_wide(page)

    assert {path: wide for path, wide in found.items() if wide} == {}


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
