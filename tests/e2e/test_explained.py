"""Explanations at the table: its rules and its special jokers."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, on_rack, trays, wait_for, wait_until_still
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True}
TWIST = "[y2 y3 C r5] [r6 J r8]"


def open_twist_table(page: "Page") -> None:
    FakeServer(page, a_room("D M r2 b3 k4", TWIST, edition="twist"))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    wait_until_still(page)


def test_hovering_over_a_mirror_joker_explains_it(new_page: NewPage) -> None:
    page = new_page()
    open_twist_table(page)

    on_rack(page, "M").hover()

    note = page.get_by_role("tooltip")
    note.get_by_text("two sides mirror each other").wait_for()
    assert note.locator(".tile").count() == 5


def test_keyboard_cursor_on_a_table_joker_explains_it(new_page: NewPage) -> None:
    page = new_page()
    open_twist_table(page)

    page.locator('[data-felt] [data-key][tabindex="0"]').focus()
    for _ in range(2):
        page.keyboard.press("ArrowRight")

    page.get_by_role("tooltip").get_by_text("carries on in another colour").wait_for()


def test_special_joker_has_a_description_for_screen_readers(new_page: NewPage) -> None:
    page = new_page()
    open_twist_table(page)

    about = on_rack(page, "D").get_attribute("aria-description")

    assert about == "Stands for two consecutive numbers in a run, or for two colours in a group."


def test_joker_with_an_open_tooltip_can_be_dragged_to_the_table(new_page: NewPage) -> None:
    page = new_page()
    open_twist_table(page)
    on_rack(page, "M").hover()
    page.get_by_role("tooltip").wait_for()

    Mouse().drag(page, on_rack(page, "M"), page.locator("[data-new]"))

    wait_for(page, lambda: ("M",) in trays(page).values())
    assert page.get_by_role("tooltip").count() == 0


def test_tapping_a_joker_offers_its_explanation(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_twist_table(page)

    on_rack(page, "D").tap()
    page.get_by_role("button", name="What does it do?").tap()

    page.get_by_text("Stands for two consecutive numbers").wait_for()
    assert page.locator('[data-rack] [data-tile="D"]').get_attribute("aria-selected") == "true"


def test_dismissed_joker_explanation_is_not_offered_again(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_twist_table(page)
    on_rack(page, "D").tap()
    page.locator(".line").get_by_role("button", name="Close").tap()

    page.reload()  # without the reload, the second tap would count as a double tap
    page.wait_for_selector("[data-rack] [data-tile]")
    wait_until_still(page)
    on_rack(page, "D").tap()
    page.locator('[data-rack] [data-tile="D"][aria-selected="true"]').wait_for()

    assert page.get_by_role("button", name="What does it do?").count() == 0


@pytest.mark.parametrize(("points", "words"), [(50, "at least 50 points"), (30, "at least 30 points")])
def test_help_states_the_initial_meld_of_the_table(new_page: NewPage, points: int, words: str) -> None:
    page = new_page()
    FakeServer(page, a_room(initial_meld_min=points))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")

    page.keyboard.press("?")

    page.get_by_role("dialog", name="Help").get_by_text(words).wait_for()


def test_help_omits_special_jokers_in_editions_without_them(new_page: NewPage) -> None:
    page = new_page()
    FakeServer(page, a_room())
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    page.keyboard.press("?")
    page.get_by_role("dialog", name="Help").get_by_text("Be the first to empty your rack").wait_for()

    assert page.get_by_role("dialog").get_by_text("mirror joker").count() == 0
