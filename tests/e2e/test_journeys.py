"""User journeys from the first click to the last, on desktop and phone."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Finger, Hands, Mouse, Player, expect_soon

if TYPE_CHECKING:
    from playwright.sync_api import Page

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}


def expect_home(page: "Page") -> None:
    page.locator("button.now").wait_for()
    page.locator("main.game").wait_for(state="detached")


def expect_table(page: "Page") -> None:
    page.locator("main.game [data-rack] [data-tile]").first.wait_for()


def return_to_game(page: "Page") -> None:
    page.get_by_role("link", name="Continue your game").click()
    expect_table(page)


def create_table(page: "Page") -> str:
    """Create a table as a new visitor, and return its code."""
    page.goto("/create")
    page.get_by_label("Your name").fill("Ann")
    page.get_by_role("button", name="Create table").click()
    page.get_by_role("img", name="QR code").wait_for()
    expect_soon(page, lambda: page.locator(".invite .code b").inner_text().isalnum(), wanted=True)
    return str(page.locator(".invite .code b").inner_text())


def names_in_waiting_room(page: "Page") -> list[str]:
    """Return the names of the seats in the waiting room."""
    return [text.split("\n")[0] for text in page.locator(".chairs li .grow").all_inner_texts()]


@pytest.mark.parametrize(("hands", "options"), [(Mouse(), DESKTOP), (Finger(), PHONE)], ids=["desktop", "phone"])
def test_player_can_leave_return_finish_review_and_play_again(
    new_page: NewPage, hands: Hands, options: dict[str, object]
) -> None:
    player = Player(new_page(**options), hands)
    page = player.page
    page.goto("/")
    page.locator("button.now").click()
    player.take_turn()

    page.get_by_role("link", name="Home").click()
    expect_home(page)
    return_to_game(page)
    page.go_back()
    expect_home(page)
    return_to_game(page)
    player.play_until_game_over()

    page.get_by_role("dialog").get_by_text("The deal was fixed before the game started").wait_for()
    page.get_by_role("link", name="Review the game").click()
    page.locator(".summary-of").wait_for()
    page.go_back()
    first = page.url
    page.get_by_role("button", name="Play again").click()
    page.wait_for_url(lambda url: url != first)
    expect_table(page)

    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("menuitem", name="Leave or resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave for now").click()
    expect_home(page)
    return_to_game(page)
    player.take_turn()


def test_friend_can_join_by_link(new_page: NewPage) -> None:
    ann, bob = new_page(), Player(new_page(**PHONE), Mouse())
    create_table(ann)
    link = ann.get_by_role("textbox", name="Link").input_value()

    bob.go(link)
    bob.page.get_by_label("Your name").fill("Bob")
    bob.page.get_by_role("button", name="Join the table").click()
    bob.page.get_by_text("Ann starts the game").wait_for()
    expect_soon(ann, lambda: names_in_waiting_room(ann), ["Ann (you)", "Bob", "Empty seat", "Empty seat"])
    ann.get_by_role("button", name="Start game").click()

    bob.page.wait_for_selector("[data-rack] [data-tile]")
    assert len(bob.room["chairs"]) == 2


def test_friend_can_join_by_code_and_sees_the_host_allow_hints(new_page: NewPage) -> None:
    ann, bob = new_page(**PHONE), new_page()
    code = create_table(ann)

    bob.goto("/join")
    bob.get_by_label("Code").fill(code.lower())
    bob.get_by_label("Your name").fill("Bob")
    bob.get_by_role("button", name="Join", exact=True).click()

    expect_soon(bob, lambda: names_in_waiting_room(bob), ["Ann", "Bob (you)", "Empty seat", "Empty seat"])
    bob.get_by_text("No hints").wait_for()
    ann.get_by_label("Hints").select_option("Which tiles to play")
    bob.get_by_role("listitem").get_by_text("Hints: Which tiles to play").wait_for()
    bob.get_by_role("log").get_by_text("Hints: Which tiles to play").wait_for()


def test_players_looking_for_a_game_meet_at_one_table(new_page: NewPage) -> None:
    people = {"Ann": new_page(), "Bob": new_page(**PHONE)}
    for name, page in people.items():
        page.goto("/")
        page.get_by_role("button", name="Find players").click()
        page.get_by_label("Your name").fill(name)
        page.get_by_role("button", name="Start searching").click()
        page.locator(".search .faces").get_by_text(name).wait_for()

    ann, bob = people.values()
    ann.locator(".search .faces").get_by_text("Bob").wait_for()
    bob.locator(".search .faces").get_by_text("Ann").wait_for()
    assert ann.url == bob.url


def test_removed_guest_sees_a_notice_and_can_find_other_players(new_page: NewPage) -> None:
    ann, bob = new_page(), new_page()
    create_table(ann)
    bob.goto(ann.get_by_role("textbox", name="Link").input_value())
    bob.get_by_role("button", name="Join the table").click()

    ann.get_by_role("button", name="Remove Guest").click()

    bob.get_by_role("heading", name="The host has removed you from this table").wait_for()
    bob.get_by_role("main").get_by_role("link", name="Home").click()
    bob.get_by_role("button", name="Find players").wait_for()
