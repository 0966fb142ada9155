"""Statistics in a real browser: nothing at first, and after a game its figures as plots and as tables."""

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, Player
from tests.e2e.test_games import DESKTOP, ONE_GAME


def test_a_game_leaves_figures_behind(new_page: NewPage) -> None:
    player = Player(new_page(**DESKTOP), Keys())
    page = player.page
    page.goto("/statistics")
    page.get_by_text("No finished games yet").wait_for()
    player.open_room(**ONE_GAME, rules={"games_per_round": 1})
    player.wait(lambda: player.is_my_turn)
    player.take_turn()
    player.wait(lambda: player.is_my_turn or player.phase == "over")
    page.get_by_role("button", name="Give up this game").click()
    page.get_by_role("dialog").get_by_role("button", name="Give up this game").click()
    player.wait(lambda: player.phase == "over")

    page.goto("/statistics")
    page.get_by_role("img", name="Tiles laid of those that could go down, game by game").wait_for()
    plot = page.locator(".plot", has_text="Games won, by edition")
    plot.get_by_text("As a table").click()

    assert page.locator(".figure", has_text="games").first.inner_text().split() == ["1", "games"]
    assert plot.get_by_role("row").last.inner_text().split()[-2:] == ["0", "1"]
