"""Loading: what a first visit downloads, unknown addresses, and failed downloads."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e import scenes
from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon, wait_for

if TYPE_CHECKING:
    from playwright.sync_api import Page, Route

MAX_SCRIPT_BYTES = 100_000
"""Compressed size, as transferred."""


def open_without_script(page: "Page", path: str) -> list[str]:
    """Open a page whose main script never loads, and return the growing list of its requests."""
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
def test_page_preloads_everything_it_needs(new_page: NewPage, path: str, locale: str, parts: list[str]) -> None:
    page = new_page(locale=locale)

    asked = open_without_script(page, path)

    expect_soon(page, lambda: [part for part in parts if not any(part in url for url in asked)], [])


def create_room(page: "Page", **options: object) -> str:
    """Create a room before the visitor has opened a page, and return its path."""
    page.request.post("/api/session", data={}, max_retries=3)
    return str(page.request.post("/api/rooms", data={"chairs": 2} | options, max_retries=3).json()["path"])


def test_table_receives_server_messages_before_its_script_loads(new_page: NewPage) -> None:
    page = new_page()
    sockets: list[str] = []
    held: list[Route] = []
    page.on("websocket", lambda socket: sockets.append(socket.url))
    page.route("**/assets/index-*.js", lambda route: held.append(route))  # noqa: PLW0108  # playwright sets attributes on the handler

    page.goto(create_room(page), wait_until="commit")
    page.wait_for_function("() => window.earlySocket?.backlog.some((each) => each.data.includes('gathering'))")
    wait_for(page, lambda: held)
    held[0].continue_()

    page.get_by_role("button", name="Add bot").click()
    page.get_by_role("button", name="Remove Pixel").wait_for()
    assert len(sockets) == 1


def test_table_is_playable_within_the_script_budget(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 390, "height": 844})

    page.goto(create_room(page, bots=["novice"], start=True), wait_until="commit")
    scripts = page.wait_for_function(  # measured at once: the rest of the table loads a little later
        "() => document.querySelector('[data-rack] [data-tile]') && performance.getEntriesByType('resource')"
        ".filter((each) => each.name.endsWith('.js')).map((each) => [each.name, each.encodedBodySize])"
    ).json_value()
    assert 0 < sum(dict(scripts).values()) < MAX_SCRIPT_BYTES, scripts


def script_bytes(page: "Page") -> dict[str, int]:
    """Return the size of each script that the page has loaded."""
    page.wait_for_load_state("networkidle")
    return dict(
        page.evaluate(
            "performance.getEntriesByType('resource').filter((each) => each.name.endsWith('.js'))"
            ".map((each) => [each.name, each.encodedBodySize])"
        )
    )


def test_invitation_loads_within_the_script_budget(new_page: NewPage) -> None:
    path = create_room(new_page())
    page = new_page(viewport={"width": 390, "height": 844})

    page.goto(path, wait_until="commit")
    page.locator("form.join button").wait_for()

    scripts = script_bytes(page)
    assert 0 < sum(scripts.values()) < MAX_SCRIPT_BYTES, scripts


@pytest.mark.parametrize(
    "path",
    ["/learn", "/solve", "/puzzles", "/puzzles/daily", "/companion", "/rules", "/rules/rulings", "/replay"],
)
def test_page_loads_within_the_script_budget(new_page: NewPage, path: str) -> None:
    page = new_page(service_workers="block")  # it would download the whole site

    page.goto(path, wait_until="commit")
    page.locator("main h1").wait_for()

    scripts = script_bytes(page)
    assert 0 < sum(scripts.values()) < MAX_SCRIPT_BYTES, scripts


def test_page_has_its_direction_and_theme_before_its_script_loads(new_page: NewPage) -> None:
    page = new_page(locale="he-IL", settings={"theme": "dark", "isLargePrint": True})

    open_without_script(page, "/")

    look = page.evaluate("({ dir: document.documentElement.dir, ...document.documentElement.dataset })")
    assert look == {"dir": "rtl", "theme": "dark", "print": "large"}


def test_preloaded_files_are_not_requested_twice(new_page: NewPage) -> None:
    page = new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))

    page.goto("/create")
    page.locator(".summary button.big").wait_for()

    ours = [url for url in asked if "/assets/" in url or "/api/rulebook" in url]
    assert sorted(ours) == sorted(set(ours))


def test_link_to_an_unknown_table_shows_a_message(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/r/there-is-none")

    page.get_by_text("There’s no such table.").wait_for()
    page.get_by_role("main").get_by_role("link", name="Home").click()
    page.locator("button.now").wait_for()


def test_link_to_the_replay_of_an_unknown_match_shows_a_heading(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/replay/there-is-none")

    page.get_by_role("heading", name="There’s no such match.").wait_for()


@pytest.mark.parametrize("path", ["/nowhere", "/r", "/r/%E0%A4", "/learn/a/b"])
def test_unknown_address_shows_page_not_found_and_links_home(new_page: NewPage, path: str) -> None:
    page = new_page()

    page.goto(path)
    page.get_by_role("heading", name="Page not found").wait_for()
    page.get_by_role("main").get_by_role("link", name="Home").click()

    page.locator("button.now").wait_for()


def test_trailing_slash_in_an_address_is_ignored(new_page: NewPage) -> None:
    page = new_page()

    page.goto("/lobby/")

    page.get_by_role("heading", name="Lobby", level=1).wait_for()


@pytest.mark.parametrize(
    ("path", "missing", "said", "wanted"),
    [
        ("/", "en-*.js", "Tilewise didn’t load", "main h1"),
        ("/rules", "Rules-*.js", "This page didn’t load", "main h1 + *"),
        ("/rules/twist", "twist-*.js", "This page didn’t load", "main h1 + *"),
        ("/r/scene", "SidePanel-*.js", "Part of this page didn’t load", ".aside .side"),
    ],
    ids=["words", "page", "text", "part"],
)
def test_failed_download_shows_a_message_and_can_be_retried(
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


def test_visitor_can_leave_a_page_that_failed_to_load(new_page: NewPage) -> None:
    page = new_page(service_workers="block")
    page.goto("/learn")
    page.route("**/assets/*.js", lambda route: route.abort())
    page.get_by_role("link", name="Rules", exact=True).first.click()
    page.get_by_role("heading", name="This page didn’t load").wait_for()
    title = page.title()

    page.get_by_role("link", name="Tilewise").click()

    page.locator("button.now").wait_for()
    assert title == "This page didn’t load. · Tilewise"


def test_full_rules_of_an_edition_lead_to_the_common_rules(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules")

    page.get_by_role("link", name="Classic (Hebrew rules)", exact=True).click()
    page.get_by_role("heading", name="classic-he: the recent Hebrew classic edition").wait_for()
    page.get_by_role("link", name="common", exact=True).first.click()

    page.get_by_role("heading", name="Rules common to all editions").wait_for()
    assert page.url.endswith("/rules/common#object")


def test_rules_stay_on_the_screen_until_the_next_page_has_loaded(new_page: NewPage) -> None:
    page = new_page(service_workers="block")
    held: list[Route] = []
    page.route("**/assets/common-*.js", lambda route: held.append(route))  # noqa: PLW0108  # playwright sets attributes on the handler
    page.goto("/rules/twist")
    before, after = (page.get_by_role("heading", level=1, name=name) for name in ("twist:", "Rules common"))

    page.get_by_role("link", name="common", exact=True).first.click()
    wait_for(page, lambda: held)
    page.get_by_text("Loading…", exact=True).wait_for()
    was_there = before.is_visible()
    held[0].continue_()

    after.wait_for()
    expect_soon(page, lambda: after.evaluate("heading => heading === document.activeElement"), wanted=True)
    assert was_there


def test_back_and_forward_lead_through_the_rules(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/rules")
    page.get_by_role("link", name="Twist", exact=True).click()
    twist = page.get_by_role("heading", level=1, name="twist:")
    twist.wait_for()

    page.go_back()
    page.get_by_role("heading", level=1, name="Rules", exact=True).wait_for()
    page.go_forward()

    twist.wait_for()
