"""The site around the table: what a first visit loads."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import A_MOMENT_MS, PATIENCE_MS

if TYPE_CHECKING:
    from playwright.sync_api import Page


def without_its_script(page: "Page", path: str) -> list[str]:
    """A page whose own script never comes; what it sends for all the same, as far as it is known yet."""
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.route("**/assets/index-*.js", lambda _: None)
    page.goto(path, wait_until="commit")
    page.wait_for_function("() => document.querySelectorAll('link[rel=modulepreload]').length > 0")
    return asked


@pytest.mark.parametrize(
    ("path", "locale", "parts"),
    [
        ("/", "he-IL", ["/assets/he-"]),
        ("/create", "uk-UA", ["/assets/uk-", "/assets/Create-", "/api/rulebook"]),
        ("/r/abc", "en-US", ["/assets/en-", "/assets/Room-", "/assets/board-", "/api/session"]),
    ],
)
def test_a_page_sends_at_once_for_all_it_will_need(new_page: NewPage, path: str, locale: str, parts: list[str]) -> None:
    page = new_page(locale=locale)

    asked = without_its_script(page, path)

    for _ in range(PATIENCE_MS // A_MOMENT_MS):
        if not (missed := [part for part in parts if not any(part in url for url in asked)]):
            break
        page.wait_for_timeout(A_MOMENT_MS)
    assert missed == []


def test_a_page_is_written_in_its_direction_before_any_script_has_come(new_page: NewPage) -> None:
    page = new_page(locale="he-IL", settings={"theme": "dark", "isLargePrint": True})

    without_its_script(page, "/")

    look = page.evaluate("({ dir: document.documentElement.dir, ...document.documentElement.dataset })")
    assert look == {"dir": "rtl", "theme": "dark", "print": "large"}


def test_no_page_asks_twice_for_what_was_sent_for_early(new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto("/create")
    page.locator(".summary button.big").wait_for()

    ours = [url for url in asked if "/assets/" in url or "/api/rulebook" in url]
    assert sorted(ours) == sorted(set(ours))
