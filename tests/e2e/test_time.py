"""Time that runs out, in each of its three outcomes: nothing laid, a move unfinished, a move in order."""

import msgspec

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Player
from tilewise.bots import USUAL
from tilewise.bots.novice import Novice
from tilewise.core.actions import Play
from tilewise.core.view import View

QUICK = {
    "edition": "classic-en",
    "chairs": 2,
    "bots": ["novice"],
    "start": True,
    "time": {"type": "per-turn", "seconds": 15},
    "rules": {"initial_meld_min": 0},
}
UNTIL_LATE_MS = 25_000


def at_the_clock(page: object) -> Player:
    player = Player(page, Mouse())  # type: ignore[arg-type]
    player.open_room(**QUICK)
    player.wait(lambda: player.is_my_turn)
    player.page.wait_for_selector(".end:not([aria-disabled='true'])")
    return player


def test_nothing_laid_costs_one_tile(new_page: NewPage) -> None:
    player = at_the_clock(new_page())

    player.page.get_by_text("Time ran out. You drew one tile.").first.wait_for(timeout=UNTIL_LATE_MS)


def test_an_unfinished_move_goes_back_and_costs_three(new_page: NewPage) -> None:
    player = at_the_clock(new_page())
    tile = player.room["game"]["seats"][player.room["seat"]]["rack"][0]
    player.hands.lay_new(player.page, (tile,))

    player.page.get_by_text("and you drew 3 tiles").first.wait_for(timeout=UNTIL_LATE_MS)


def test_a_move_in_order_counts(new_page: NewPage) -> None:
    player = at_the_clock(new_page())
    for _ in range(60):
        view = msgspec.convert(player.room["game"], View)
        action = Novice().choose(view, USUAL)
        if isinstance(action, Play):
            break
        player.take_turn()
        player.wait(lambda: player.is_my_turn)
    assert isinstance(action, Play)
    player.page.wait_for_selector(".end:not([aria-disabled='true'])")
    player.lay(view, action)
    turn = player.room["game"]["turn"]

    player.page.wait_for_timeout(15_500)
    player.wait(lambda: player.room["game"]["turn"] > turn)

    events = [event for frame in player.frames for event in frame.get("events", ())]
    mine = [event for event in events if event["type"] == "played" and event["seat"] == player.room["seat"]]
    assert mine
