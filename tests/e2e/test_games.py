"""Games against bots, their replay and shared links."""

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import REVIEWED, Finger, Keys, Player, expect_soon, trays

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

ONE_GAME = {"edition": "classic-en", "chairs": 2, "bots": ["novice"], "start": True, "time": {"type": "none"}}


def test_whole_game_against_a_bot_can_be_played_by_keyboard(new_page: NewPage) -> None:
    player = Player(new_page(**DESKTOP), Keys())
    player.open_room(**ONE_GAME | {"start": False}, rules={"games_per_round": 1})
    # A page opened after the start would miss the commitment to the deal.
    player.page.get_by_role("button", name="Start game").click()

    player.wait(lambda: player.phase == "playing")
    player.play_until_game_over()

    sheet = player.page.get_by_role("dialog")
    sheet.get_by_text("no one could change it").wait_for()
    assert player.phase == "over"


def test_deal_is_still_proven_after_leaving_and_returning(new_page: NewPage) -> None:
    player = Player(new_page(**DESKTOP), Keys())
    player.open_room(**ONE_GAME | {"start": False}, rules={"games_per_round": 1})
    table = player.page.url
    player.page.get_by_role("button", name="Start game").click()
    player.wait(lambda: player.phase == "playing")

    player.page.goto("/")
    player.page.goto(table)
    player.wait_for_turn()
    player.concede_and_wait()
    player.page.goto("/")
    player.page.goto(table)

    player.page.get_by_text("no one could change it").wait_for()


def test_finished_game_can_be_replayed(new_page: NewPage) -> None:
    player = Player(new_page(**DESKTOP), Keys())
    play_one_turn_and_concede(player)

    player.page.get_by_role("link", name="Review the game").click()
    player.page.get_by_role("button", name="To the end").click()

    player.page.get_by_text("resigned").first.wait_for()
    player.page.locator(".turns li:last-child [aria-current]").wait_for()
    assert player.page.locator(".turns [aria-current]").count() == 1


def test_shared_review_link_opens_the_same_turn(new_page: NewPage) -> None:
    page = new_page(**DESKTOP, permissions=["clipboard-read", "clipboard-write"])
    play_one_turn_and_concede(Player(page, Keys()))
    page.get_by_role("link", name="Review the game").click()
    page.locator(".turn").nth(1).click()
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Copied").wait_for()
    link = page.evaluate("navigator.clipboard.readText()")

    guest = new_page(**DESKTOP)
    guest.goto(link)
    guest.locator(".turn[aria-current]").wait_for()
    for each in (guest, page):
        each.locator(REVIEWED).wait_for()  # the review adds text to every turn
    assert guest.locator(".turn[aria-current]").inner_text() == page.locator(".turn[aria-current]").inner_text()
    expect_soon(page, lambda: sorted(trays(guest).values()), sorted(trays(page).values()))


@pytest.mark.parametrize(("locale", "direction"), [("he-IL", "rtl"), ("uk-UA", "ltr")])
def test_turns_can_be_played_in_hebrew_and_ukrainian(new_page: NewPage, locale: str, direction: str) -> None:
    player = Player(new_page(**PHONE, locale=locale), Finger())
    player.open_room(**ONE_GAME, rules={"games_per_round": 1})
    for _ in range(3):
        player.take_turn()

    assert player.page.locator("html").get_attribute("dir") == direction
    assert player.page.locator("html").get_attribute("lang") == locale[:2]


def play_one_turn_and_concede(player: Player) -> None:
    player.open_room(**ONE_GAME, rules={"games_per_round": 1})
    player.take_turn()
    player.wait_for_turn()
    player.concede_and_wait()
