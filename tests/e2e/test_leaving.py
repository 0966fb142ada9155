"""Leaving a running game: the home page is there, whichever way a player takes."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
BOTH = pytest.mark.parametrize("options", [DESKTOP, PHONE], ids=["desktop", "phone"])


def play_now(page: "Page") -> None:
    page.goto("/")
    page.locator("button.now").click()
    page.locator("[data-rack] [data-tile]").first.wait_for()


def sees_home(page: "Page") -> None:
    page.locator("button.now").wait_for()
    page.locator("main.game").wait_for(state="detached")


@BOTH
def test_leaving_by_the_home_button_shows_the_home_page(new_page: NewPage, options: dict[str, object]) -> None:
    page = new_page(**options)
    play_now(page)

    page.get_by_role("link", name="Home").click()

    sees_home(page)


@BOTH
def test_leaving_by_back_shows_the_home_page(new_page: NewPage, options: dict[str, object]) -> None:
    page = new_page(**options)
    play_now(page)

    page.go_back()

    sees_home(page)


def test_leaving_for_good_shows_the_home_page(new_page: NewPage) -> None:
    page = new_page(**DESKTOP)
    play_now(page)

    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("menuitem", name="Resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave").click()

    sees_home(page)
