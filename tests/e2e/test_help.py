"""Hints at the table, the review of a finished game, and playing on from a position."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, Player, expect_soon, post, start_with_guest

if TYPE_CHECKING:
    from playwright.sync_api import Page

NO_INITIAL_MELD_MINIMUM = {
    "edition": "classic-en",
    "chairs": 2,
    "bots": ["novice"],
    "start": True,
    "time": {"type": "none"},
    "rules": {"games_per_round": 1, "initial_meld_min": 0},
}


def draw_until_a_play_exists(page: "Page", **wanted: object) -> Player:
    """Draw until the solver finds a play."""
    player = Player(page, Keys())
    path = player.open_room(**NO_INITIAL_MELD_MINIMUM | wanted)
    for _ in range(30):
        player.wait_for_turn()
        if post(page, f"/api/rooms/{path.rsplit('/', 1)[-1]}/hint", {"level": "whether"})["hint"]["has_play"]:
            return player
        player.draw()
    msg = "no play in thirty turns"
    raise AssertionError(msg)


def test_hint_levels_reveal_a_play_then_its_tiles_then_its_steps(new_page: NewPage) -> None:
    page = new_page()
    player = draw_until_a_play_exists(page)

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


def test_table_without_hints_has_no_hint_button(new_page: NewPage) -> None:
    page = new_page()
    player = Player(page, Keys())
    player.open_room(**NO_INITIAL_MELD_MINIMUM | {"hints": False})
    player.wait_for_turn()

    assert page.get_by_role("button", name="Hint").count() == 0


def test_table_offers_hints_up_to_its_limit(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/create")
    page.get_by_label("2", exact=True).first.check()
    page.get_by_label("Seat 2").select_option("Pixel · Novice")
    page.get_by_label("Hints").select_option("Which tiles to play")
    page.get_by_label("Also say what wins").uncheck()
    page.get_by_role("button", name="Start game").click()
    page.wait_for_selector("[data-rack] [data-tile]")
    page.locator(".button.end:not([aria-disabled])").wait_for()
    page.get_by_role("button", name="Hint").click()

    page.get_by_role("button", name="Which tiles?").wait_for()
    expect_soon(page, page.locator("[data-hints] .levels button").all_inner_texts, ["Is there a play?", "Which tiles?"])


def test_hint_says_what_wins_and_what_lays_the_most_tiles(new_page: NewPage) -> None:
    page = new_page()
    draw_until_a_play_exists(page, win_hints=True)
    page.get_by_role("button", name="Hint").click()

    page.get_by_role("button", name="Play or wait?").click()
    page.locator("[data-hints] p", has_text="chance to win").or_(
        page.get_by_text("go out now and win")
    ).first.wait_for()
    page.get_by_role("button", name="Most tiles").click()

    page.get_by_text("Yes, you have a play.").first.wait_for()
    assert page.locator("[data-hints] p", has_text="chance to win").count() == 0


@pytest.fixture
def player_after_missed_play(new_page: NewPage) -> Player:
    """Return a player who missed a play and then conceded."""
    player = draw_until_a_play_exists(new_page())
    player.draw()
    player.wait_for_turn()
    player.concede_and_wait()
    return player


def test_review_of_a_game_without_turns_says_so(new_page: NewPage) -> None:
    ann, bob = Player(new_page(), Keys()), Player(new_page(), Keys())
    path = ann.open_room(chairs=2, time={"type": "none"}, rules={"games_per_round": 1})
    start_with_guest(ann, bob, path)
    ann.concede_and_wait()

    ann.page.get_by_role("link", name="Review the game").click()

    ann.page.get_by_text("Nobody had a turn in this game").wait_for()


def test_game_can_be_continued_from_a_reviewed_position(player_after_missed_play: Player) -> None:
    page = player_after_missed_play.page
    page.get_by_role("link", name="Review the game").click()
    page.locator(".turn").nth(1).click()
    page.locator('.turn[data-at="1"][aria-current]').wait_for()
    table = page.locator("[data-felt] [data-tile]").count()

    page.get_by_role("button", name="Play from here").click()
    page.locator(".play-on select").first.select_option("after this turn")
    page.get_by_role("button", name="Start playing", exact=True).click()

    page.wait_for_selector(".game [data-rack] [data-tile]")
    page.get_by_text("From turn 1 of another game").wait_for()
    player_after_missed_play.wait(lambda: player_after_missed_play.is_my_turn)
    assert player_after_missed_play.room["config"]["origin"]["turn"] == 1
    assert sum(map(len, player_after_missed_play.room["game"]["table"])) >= table
