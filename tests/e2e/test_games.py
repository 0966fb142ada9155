"""Whole games in a real browser, through a real server."""

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Finger, Hands, Keys, Mouse, Player

DESKTOP = {"viewport": {"width": 1280, "height": 800}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

ONE_GAME = {"edition": "classic-en", "chairs": 2, "bots": ["novice"], "start": True, "time": {"type": "none"}}


@pytest.mark.parametrize(
    ("hands", "options"),
    [(Mouse(), DESKTOP), (Finger(), PHONE), (Keys(), DESKTOP)],
    ids=["mouse", "touch", "keyboard"],
)
def test_a_whole_game_against_a_bot(new_page: NewPage, hands: Hands, options: dict[str, object]) -> None:
    player = Player(new_page(**options), hands)
    player.open_room(**ONE_GAME, rules={"games_per_round": 1})

    player.wait(lambda: player.phase == "playing")
    player.play_on()

    sheet = player.page.get_by_role("dialog")
    sheet.wait_for()
    assert player.phase == "over"
    assert "proven" in sheet.inner_text()


def test_a_game_that_is_over_can_be_seen_again(new_page: NewPage) -> None:
    player = Player(new_page(**DESKTOP), Keys())
    player.open_room(**ONE_GAME, rules={"games_per_round": 1})
    player.wait(lambda: player.is_my_turn)
    player.take_turn()
    player.wait(lambda: player.is_my_turn or player.phase == "over")
    player.page.get_by_role("button", name="Give up this game").click()
    player.page.get_by_role("dialog").get_by_role("button", name="Give up this game").click()
    player.wait(lambda: player.phase == "over")

    player.page.get_by_role("link", name="Look at the game again").click()
    player.page.get_by_role("button", name="To the end").click()

    player.page.get_by_text("gave up this game").first.wait_for()
    assert player.page.locator(".turns [aria-current]").count() == 1
