"""The ways to other people: a link, a code, a search; and the way on for somebody who was removed."""

from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Player, soon

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def a_friends_table(page: "Page") -> str:
    """Create a table as a newcomer does; its code."""
    page.goto("/create")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("img", name="QR code").wait_for()
    soon(page, lambda: page.locator(".invite .code b").inner_text().isalnum(), wanted=True)
    return str(page.locator(".invite .code b").inner_text())


def names_at(page: "Page") -> list[str]:
    """Who sits at the table, as the waiting room shows it."""
    return [text.split("\n")[0] for text in page.locator(".chairs li .grow").all_inner_texts()]


def test_a_friend_who_follows_the_link_is_two_clicks_from_the_game(new_page: NewPage) -> None:
    ann, bob = new_page(), Player(new_page(**PHONE), Mouse())
    a_friends_table(ann)
    link = ann.get_by_role("textbox", name="Link").input_value()

    bob.go(link)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Join the table").click()
    bob.page.get_by_text("Ann starts the game").wait_for()
    soon(ann, lambda: names_at(ann), ["Ann (you)", "Bob", "Empty seat", "Empty seat"])
    ann.get_by_role("button", name="Start game").click()

    bob.page.wait_for_selector("[data-rack] [data-tile]")
    assert len(bob.room["chairs"]) == 2


def test_a_code_leads_to_a_chair_without_another_click(new_page: NewPage) -> None:
    ann, bob = new_page(), new_page()
    code = a_friends_table(ann)

    bob.goto("/join")
    bob.get_by_label("Code").fill(code.lower())
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join", exact=True).click()

    soon(bob, lambda: names_at(bob), ["Ann", "Bob (you)", "Empty seat", "Empty seat"])


def test_two_people_who_search_meet_at_one_table(new_page: NewPage) -> None:
    ann, bob = (new_page(settings={"name": name}) for name in ("Ann", "Bob"))
    for page in (ann, bob):
        page.goto("/")
    ann.get_by_role("button", name="Find players").click()
    ann.locator(".search .faces").get_by_text("Ann").wait_for()

    bob.get_by_role("button", name="Find players").click()

    ann.locator(".search .faces").get_by_text("Bob").wait_for()
    bob.locator(".search .faces").get_by_text("Ann").wait_for()
    assert ann.url == bob.url


def test_a_removed_player_is_told_so_and_has_a_way_on(new_page: NewPage) -> None:
    ann, bob = new_page(), new_page()
    a_friends_table(ann)
    bob.goto(ann.get_by_role("textbox", name="Link").input_value())
    bob.get_by_role("button", name="Join the table").click()

    ann.get_by_role("button", name="Remove Guest").click()

    bob.get_by_role("heading", name="The host has removed you from this table").wait_for()
    bob.get_by_role("main").get_by_role("link", name="Home").click()
    bob.get_by_role("button", name="Find players").wait_for()
