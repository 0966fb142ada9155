"""Time that runs out, in each of its three outcomes: nothing laid, a move unfinished, a move in order."""

import msgspec

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Player
from tilewise.bots import USUAL
from tilewise.bots.novice import Novice
from tilewise.core.actions import Play
from tilewise.core.view import View

AT_THE_CLOCK = {
    "edition": "classic-en",
    "chairs": 2,
    "bots": ["novice"],
    "start": True,
    "rules": {"initial_meld_min": 0},
}


def at_the_clock(page: object, *, seconds: int) -> Player:
    """My turn, with so many seconds for it: time enough for a slow machine to do in it what the test does."""
    player = Player(page, Mouse())  # type: ignore[arg-type]
    player.open_room(**AT_THE_CLOCK, time={"type": "per-turn", "seconds": seconds})
    player.wait_for_turn()
    return player


def test_nothing_laid_costs_one_tile(new_page: NewPage) -> None:
    player = at_the_clock(new_page(), seconds=15)

    player.page.get_by_text("Time ran out. You drew a tile.").first.wait_for()


def test_an_unfinished_move_goes_back_and_costs_three(new_page: NewPage) -> None:
    player = at_the_clock(new_page(), seconds=20)
    player.hands.lay_new(player.page, (player.rack[0],))

    player.page.get_by_text("and you drew 3 tiles").first.wait_for()


def test_a_move_in_order_counts(new_page: NewPage) -> None:
    player = at_the_clock(new_page(), seconds=30)
    for _ in range(60):
        player.wait_for_turn()
        view = msgspec.convert(player.room["game"], View)
        action = Novice().choose(view, USUAL)
        if isinstance(action, Play):
            break
        player.draw()
    assert isinstance(action, Play)
    turn = player.room["game"]["turn"]
    player.lay(view, action)

    player.wait(lambda: player.room["game"]["turn"] > turn)

    events = [event for frame in player.frames for event in frame.get("events", ())]
    mine = [event for event in events if event["type"] == "played" and event["seat"] == player.room["seat"]]
    assert mine
