"""Help at the table, the review of a game that is over, and playing on from it."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, Player, expect_soon, pause_clock, post, start_with_guest

if TYPE_CHECKING:
    from playwright.sync_api import Page

OPEN_AT_ONCE = {
    "edition": "classic-en",
    "chairs": 2,
    "bots": ["novice"],
    "start": True,
    "time": {"type": "none"},
    "rules": {"games_per_round": 1, "initial_meld_min": 0},
}


def a_turn_with_a_play(page: "Page", **wanted: object) -> Player:
    """Draws until the solver sees a play."""
    player = Player(page, Keys())
    path = player.open_room(**OPEN_AT_ONCE | wanted)
    for _ in range(30):
        player.wait_for_turn()
        if post(page, f"/api/rooms/{path.rsplit('/', 1)[-1]}/hint", {"level": "whether"})["hint"]["has_play"]:
            return player
        player.draw()
    msg = "no play in thirty turns"
    raise AssertionError(msg)


def test_a_hint_says_whether_then_which_tiles_then_how(new_page: NewPage) -> None:
    page = new_page()
    player = a_turn_with_a_play(page)

    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="Is there a play?").click()
    page.get_by_text("Yes, you have a play.").first.wait_for()
    assert page.locator(".tile.hinted").count() == 0
    page.get_by_role("button", name="Which tiles?").click()
    page.locator("[data-rack] .tile.hinted").first.wait_for()
    named = page.locator("[data-rack] .tile.hinted").count()
    page.get_by_role("button", name="How?").click()
    page.get_by_role("button", name="Show me").click()
    held = player.room["game"]["seats"][player.room["seat"]]["tiles"]
    left = "left => document.querySelectorAll('[data-rack] .tile').length === left"
    page.wait_for_function(left, arg=held - named)
    page.locator(".end.honey").wait_for()

    version = player.room["version"]
    page.locator(".end").click()
    player.wait(lambda: player.room["version"] > version)


def test_a_table_without_hints_offers_none(new_page: NewPage) -> None:
    page = new_page()
    player = Player(page, Keys())
    player.open_room(**OPEN_AT_ONCE | {"hints": False})
    player.wait_for_turn()

    assert page.get_by_role("button", name="Hint").count() == 0


def test_a_table_offers_hints_up_to_its_ceiling(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/create")
    page.get_by_label("2", exact=True).first.check()
    page.get_by_label("Seat 2").select_option("Pixel · Novice")
    page.get_by_label("Hints").select_option("Which tiles to play")
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("[data-rack] [data-tile]")
    page.locator(".button.end:not([aria-disabled])").wait_for()
    page.get_by_role("button", name="Hint").click()

    page.get_by_role("button", name="Which tiles?").wait_for()
    expect_soon(page, page.locator("[data-hints] .levels button").all_inner_texts, ["Is there a play?", "Which tiles?"])


@pytest.fixture
def over(new_page: NewPage) -> Player:
    """A game in which a play was missed, given up after that."""
    player = a_turn_with_a_play(new_page())
    player.draw()
    player.wait_for_turn()
    player.concede_and_wait()
    return player


def test_a_game_given_up_at_once_has_nothing_to_look_back_on(new_page: NewPage) -> None:
    ann, bob = Player(new_page(), Keys()), Player(new_page(), Keys())
    path = ann.open_room(chairs=2, time={"type": "none"}, rules={"games_per_round": 1})
    start_with_guest(ann, bob, path)
    ann.concede_and_wait()

    ann.page.get_by_role("link", name="Review the game").click()

    ann.page.get_by_text("Nobody had a turn in this game").wait_for()


def test_the_review_shows_what_was_missed(over: Player) -> None:
    page = over.page
    page.get_by_role("link", name="Review the game").click()
    page.locator(".counts").wait_for()

    missed = page.locator(".turn:has(.mark.missed, .mark.big-miss, .mark.close)").last
    missed.click()
    page.get_by_role("button", name="Best play").click()

    page.locator("[data-felt] .tile.plan").first.wait_for()
    page.locator(".shelf .tile.hinted").first.wait_for()
    pause_clock(page)  # the last step would not stay for long
    page.get_by_role("button", name="Show me").click()
    page.clock.run_for(1000)
    page.locator(".advice li[aria-current]").first.wait_for()


def test_one_plays_on_from_a_position(over: Player) -> None:
    page = over.page
    page.get_by_role("link", name="Review the game").click()
    page.locator(".turn").nth(1).click()
    page.locator('.turn[data-at="1"][aria-current]').wait_for()
    table = page.locator("[data-felt] [data-tile]").count()

    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Start playing", exact=True).click()

    page.wait_for_selector(".game [data-rack] [data-tile]")
    page.get_by_text("From turn 1 of another game").wait_for()
    over.wait(lambda: over.is_my_turn)
    assert over.room["config"]["origin"]["turn"] == 1
    assert sum(map(len, over.room["game"]["table"])) >= table
