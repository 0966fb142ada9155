"""The site around the game: links back to it, failed requests, page titles, focus and accounts."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon

if TYPE_CHECKING:
    from playwright.sync_api import Page

NO_ANSWER = "The server isn’t responding"
SECRET = "correct horse"  # noqa: S105  # a test account
OTHER = "battery staple"
FOCUSED = "document.activeElement.tagName + ': ' + document.activeElement.textContent.trim()"


def play_now(page: "Page") -> None:
    page.goto("/")
    page.locator("button.now").click()
    page.locator("[data-rack] [data-tile]").first.wait_for()


def sign_up(page: "Page", name: str) -> None:
    page.goto("/sign-in")
    page.get_by_role("radio", name="Create account").check()
    page.get_by_label("Name", exact=True).fill(name)
    page.get_by_label("Password").fill(SECRET)
    page.get_by_role("main").get_by_role("button").click()


def test_home_page_in_another_tab_links_to_the_running_game(new_page: NewPage) -> None:
    page = new_page()
    play_now(page)
    table = page.url

    other = page.context.new_page()
    other.goto("/")
    other.get_by_role("link", name="Continue your game").click()

    other.wait_for_url(table)


@pytest.mark.parametrize(
    ("path", "asked"),
    [
        ("/mine", "**/api/my/rooms"),
        ("/lobby", "**/api/rooms"),
        ("/leaderboard", "**/api/leaderboard/*"),
        ("/statistics", "**/api/my/statistics"),
        ("/people/unknown", "**/api/people/*"),
        ("/puzzles", "**/api/puzzles"),
        ("/rules", "**/api/rulebook"),
    ],
)
def test_unreachable_list_shows_an_error_instead_of_an_empty_list(new_page: NewPage, path: str, asked: str) -> None:
    page = new_page()
    page.route(asked, lambda route: route.abort())

    page.goto(path)

    page.get_by_role("main").get_by_text(NO_ANSWER).first.wait_for()
    assert page.get_by_text("No games yet").or_(page.get_by_text("No open tables")).count() == 0


def test_try_again_loads_the_list_when_the_server_is_back(new_page: NewPage) -> None:
    page = new_page()
    page.route("**/api/my/rooms", lambda route: route.abort())
    page.goto("/mine")
    page.get_by_text(NO_ANSWER).wait_for()

    page.unroute("**/api/my/rooms")
    page.get_by_role("button", name="Try again").click()

    page.get_by_text("No games yet").wait_for()


@pytest.mark.parametrize(
    ("path", "locale", "title"),
    [
        ("/mine", "en-US", "My games · Tilewise"),
        ("/learn/group", "en-US", "A group · Tilewise"),
        ("/settings", "uk-UA", "Налаштування · Tilewise"),
        ("/people/nobody", "en-US", "No player with that name · Tilewise"),
    ],
)
def test_title_names_the_page_in_its_language(new_page: NewPage, path: str, locale: str, title: str) -> None:
    page = new_page(locale=locale)

    page.goto(path)

    expect_soon(page, page.title, title)


def test_navigation_moves_focus_to_the_heading(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto("/")
    page.locator("button.now").wait_for()

    page.get_by_role("link", name="My games").click()

    expect_soon(page, lambda: page.evaluate(FOCUSED), "H1: My games")


def test_first_tab_stop_at_a_table_skips_to_the_rack(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    play_now(page)
    page.reload()
    page.locator("[data-rack] [data-tile]").first.wait_for()

    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    assert page.evaluate("document.activeElement.closest('[data-rack]') !== null")


def test_new_account_opens_its_own_profile(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    sign_up(page, "Nadia Newcomer")
    page.get_by_role("heading", name="Nadia Newcomer").wait_for()

    page.goto("/")
    page.get_by_role("link", name="Your profile").click()

    page.get_by_role("heading", name="Nadia Newcomer").wait_for()


def test_sign_up_with_a_taken_name_shows_an_error(new_page: NewPage) -> None:
    for _ in range(2):
        page = new_page()
        sign_up(page, "Twice Taken")

    page.get_by_role("alert").get_by_text("already").wait_for()


def test_sign_in_accepts_a_changed_password(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page, "Carla Changed")
    page.get_by_role("heading", name="Carla Changed").wait_for()
    page.goto("/settings")
    page.get_by_label("Current password").fill(SECRET)
    page.get_by_label("New password").fill(OTHER)
    page.get_by_role("button", name="Change password").click()
    page.get_by_text("Password changed").wait_for()

    elsewhere = new_page()
    elsewhere.goto("/sign-in")
    elsewhere.get_by_label("Name", exact=True).fill("Carla Changed")
    elsewhere.get_by_label("Password").fill(OTHER)
    elsewhere.get_by_role("main").get_by_role("button").click()

    elsewhere.get_by_role("heading", name="My games").wait_for()


def test_account_is_deleted_with_its_password_only(new_page: NewPage) -> None:
    page = new_page()
    sign_up(page, "Dora Deleted")
    page.get_by_role("heading", name="Dora Deleted").wait_for()
    page.goto("/settings")
    page.get_by_text("Delete account").click()
    page.locator("details").get_by_label("Current password").fill(OTHER)
    page.get_by_role("button", name="Delete for good").click()
    page.get_by_role("alert").get_by_text("isn’t your current password").wait_for()

    page.locator("details").get_by_label("Current password").fill(SECRET)
    page.get_by_role("button", name="Delete for good").click()

    page.get_by_role("heading", name="You").wait_for()


def test_lesson_without_an_initial_meld_does_not_ask_for_one(new_page: NewPage) -> None:
    page = new_page()

    page.goto("/learn/group")

    assert page.locator(".board-empty").inner_text() == "The table is empty"


def test_hebrew_name_in_an_english_timer_is_aligned_with_its_points(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/companion")
    page.locator(".person input").first.fill("נועה")
    page.locator(".setup > button.big").click()

    left = page.locator(".place.on").evaluate(
        "place => ['b bdi', 'small'].map(part => place.querySelector(part).getBoundingClientRect().left)"
    )

    assert left[0] == left[1]
