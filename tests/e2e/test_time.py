"""Timeouts and their three outcomes: nothing laid, an unfinished move, a legal move."""

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, Player, game_of
from tilewise.bots import USUAL
from tilewise.bots.novice import Novice
from tilewise.core.actions import Play

TIMED_GAME = {
    "edition": "classic-en",
    "chairs": 2,
    "bots": ["novice"],
    "start": True,
    "rules": {"initial_meld_min": 0},
}


def start_timed_turn(page: object, *, seconds: int) -> Player:
    """Start a game and wait for my turn. `seconds` must suffice for the test on a slow machine."""
    player = Player(page, Mouse())  # type: ignore[arg-type]
    player.open_room(**TIMED_GAME, time={"type": "per-turn", "seconds": seconds})
    player.wait_for_turn()
    return player


def test_timeout_with_nothing_laid_draws_one_tile(new_page: NewPage) -> None:
    player = start_timed_turn(new_page(), seconds=15)

    player.page.get_by_text("Time ran out. You drew a tile.").first.wait_for()


def test_timeout_with_an_unfinished_move_draws_three_tiles(new_page: NewPage) -> None:
    player = start_timed_turn(new_page(), seconds=20)
    player.hands.lay_new(player.page, (player.rack[0],))

    player.page.get_by_text("and you drew 3 tiles").first.wait_for()


def test_timeout_with_a_legal_move_plays_it(new_page: NewPage) -> None:
    player = start_timed_turn(new_page(), seconds=30)
    for _ in range(60):
        player.wait_for_turn()
        view = game_of(player.room)
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
