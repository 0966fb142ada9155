"""The site around the table: what a first visit loads."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e import scenes
from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

MOST_SCRIPT = 100_000
"""Compressed bytes, as they travel over the line."""


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

    expect_soon(page, lambda: [part for part in parts if not any(part in url for url in asked)], [])


def a_room(page: "Page", **wishes: object) -> str:
    """Where a new table of this person is, who has not seen a page yet."""
    page.request.post("/api/session", data={}, max_retries=3)
    return str(page.request.post("/api/rooms", data={"chairs": 2} | wishes, max_retries=3).json()["path"])


def test_a_table_has_heard_from_the_server_before_any_script_has_come(new_page: NewPage) -> None:
    page = new_page()
    lines: list[str] = []
    held: list[Route] = []
    page.on("websocket", lambda line: lines.append(line.url))
    page.route("**/assets/index-*.js", lambda route: held.append(route))  # noqa: PLW0108  # playwright marks what it is given

    page.goto(a_room(page), wait_until="commit")
    page.wait_for_function("() => window.lineAhead?.unheard.some((each) => each.data.includes('gathering'))")
    wait_for(page, lambda: held)
    held[0].continue_()

    page.get_by_role("button", name="Add bot").click()
    page.get_by_role("button", name="Remove Pixel").wait_for()
    assert len(lines) == 1


def test_a_table_can_be_played_at_with_little_script(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844})

    page.goto(a_room(page, bots=["novice"], start=True), wait_until="commit")
    scripts = page.wait_for_function(  # at that very moment: a little later the rest of the table comes as well
        "() => document.querySelector('[data-rack] [data-tile]') && performance.getEntriesByType('resource')"
        ".filter((each) => each.name.endsWith('.js')).map((each) => [each.name, each.encodedBodySize])"
    ).json_value()
    assert 0 < sum(dict(scripts).values()) < MOST_SCRIPT, scripts


def test_a_friend_is_invited_with_little_script(new_page: NewPage) -> None:
    path = a_room(new_page())
    page = new_page(viewport={"width": 390, "height": 844})

    page.goto(path, wait_until="commit")
    page.locator("form.join button").wait_for()
    page.wait_for_load_state("networkidle")

    scripts = page.evaluate(
        "performance.getEntriesByType('resource').filter((each) => each.name.endsWith('.js'))"
        ".map((each) => [each.name, each.encodedBodySize])"
    )
    assert 0 < sum(dict(scripts).values()) < MOST_SCRIPT, scripts


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


def test_a_link_to_no_table_says_so(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/r/there-is-none")

    page.get_by_text("There’s no such table.").wait_for()
    page.get_by_role("main").get_by_role("link", name="Home").click()
    page.locator("button.now").wait_for()


@pytest.mark.parametrize("path", ["/nowhere", "/r", "/r/%E0%A4", "/learn/a/b"])
def test_an_address_that_leads_nowhere_says_so_and_leads_home(new_page: NewPage, path: str) -> None:
    page = new_page()

    page.goto(path)
    page.get_by_role("heading", name="Page not found").wait_for()
    page.get_by_role("main").get_by_role("link", name="Home").click()

    page.locator("button.now").wait_for()


def test_a_slash_at_the_end_of_an_address_does_not_matter(new_page: NewPage) -> None:
    page = new_page()

    page.goto("/lobby/")

    page.get_by_role("heading", name="Lobby", level=1).wait_for()


@pytest.mark.parametrize(
    ("path", "missing", "said", "wanted"),
    [
        ("/", "en-*.js", "Tilewise didn’t load", "main h1"),
        ("/rules", "Rules-*.js", "This page didn’t load", "main h1 + *"),
        ("/r/scene", "SidePanel-*.js", "Part of this page didn’t load", ".aside .side"),
    ],
    ids=["words", "page", "part"],
)
def test_what_does_not_load_says_so_and_comes_at_the_next_try(
    new_page: NewPage, path: str, missing: str, said: str, wanted: str
) -> None:
    page = new_page(viewport={"width": 1280, "height": 800}, service_workers="block")
    scenes.FakeServer(page, scenes.a_room())
    page.route(f"**/assets/{missing}", lambda route: route.abort())
    page.goto(path)
    page.get_by_text(said).wait_for()
    page.unroute(f"**/assets/{missing}")
    page.get_by_role("button", name="Try again").click()

    page.locator(wanted).first.wait_for()
    assert page.get_by_text(said).count() == 0
