"""Statistics: empty at first, then plots and tables of the finished games."""

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, Player
from tests.e2e.test_games import DESKTOP, ONE_GAME


def play_one_turn_and_concede(player: Player, **asked: object) -> None:
    player.open_room(**asked, rules={"games_per_round": 1})
    player.take_turn()
    player.wait_for_turn()
    player.concede_and_wait()


def test_finished_game_appears_in_the_statistics(new_page: NewPage) -> None:
    player = Player(new_page(**DESKTOP), Keys())
    page = player.page
    page.goto("/statistics")
    page.get_by_text("No finished games yet").wait_for()
    play_one_turn_and_concede(player, **ONE_GAME)

    page.goto("/statistics")
    page.get_by_role("img", name="Tiles played out of tiles playable, game by game").wait_for()
    plot = page.locator(".plot", has_text="Games won, by edition")
    plot.get_by_text("As a table").click()

    assert page.locator(".figure", has_text="games").first.inner_text().split() == ["1", "games"]
    assert plot.get_by_role("row").last.inner_text().split()[-2:] == ["0", "1"]


def test_games_of_two_editions_are_plotted_on_a_hebrew_phone(new_page: NewPage) -> None:
    player = Player(new_page(**DESKTOP), Keys())
    page = player.page
    for edition, bots in (("classic-en", ["novice"]), ("twist", ["casual", "novice"])):
        play_one_turn_and_concede(player, **ONE_GAME | {"chairs": len(bots) + 1, "bots": bots, "edition": edition})
    page.goto("/settings")
    page.evaluate("localStorage.setItem('tilewise.settings', JSON.stringify({language: 'he', motion: 'less'}))")
    page.set_viewport_size({"width": 360, "height": 740})
    page.goto("/statistics")
    page.locator(".plot").nth(4).wait_for()  # present once the solver has reviewed a game

    def bars(plot: int) -> list[str]:
        return page.locator(".plot").nth(plot).locator(".across > span:not(.track)").all_inner_texts()

    assert bars(0) == ["טוויסט", "0/1", "קלאסי", "0/1"]  # noqa: RUF001  # Hebrew
    assert bars(1) == ["בוט מתחיל", "0/2", "בוט רגוע", "0/1"]
    labels = page.locator(".plot svg text").evaluate_all("all => all.map(each => each.getBoundingClientRect().height)")
    assert min(labels) >= 12
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
