"""The live curve: spectators switch it on, players never see it."""

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Keys, Mouse, Player, start_with_guest

THREE = {"edition": "classic-en", "chairs": 3, "bots": ["casual"], "time": {"type": "none"}, "live_curve": True}


def test_spectator_follows_the_win_chances_and_players_do_not(new_page: NewPage) -> None:
    ann, bob, eve = Player(new_page(), Mouse()), Player(new_page(), Mouse()), Player(new_page(), Keys())
    path = ann.open_room(**THREE)
    start_with_guest(ann, bob, path)
    eve.go(path)
    eve.wait(lambda: eve.phase == "playing")

    eve.page.get_by_role("switch", name="Show win chances").press("Space")
    figures = eve.page.locator(".live .key b")
    eve.wait(lambda: figures.count() == 3)
    first = eve.page.locator(".live polyline").first.get_attribute("points") or ""
    mover = ann if ann.is_my_turn else bob
    mover.draw()
    eve.wait(lambda: len(eve.page.locator(".live polyline").first.get_attribute("points") or "") > len(first))

    assert all(text.endswith("%") for text in figures.all_inner_texts())
    assert [player.page.locator(".live").count() for player in (ann, bob)] == [0, 0]


def test_player_who_gives_up_may_switch_the_win_chances_on(new_page: NewPage) -> None:
    ann, bob = Player(new_page(), Mouse()), Player(new_page(viewport={"width": 390, "height": 844}), Mouse())
    path = ann.open_room(**THREE)
    start_with_guest(ann, bob, path)

    bob.concede()
    bob.page.get_by_role("switch", name="Show win chances").check()

    bob.page.locator(".live .key b").first.wait_for()
    assert ann.page.locator(".live").count() == 0


def test_host_allows_spectators_win_chances_in_the_waiting_room(new_page: NewPage) -> None:
    ann, bob = Player(new_page(), Mouse()), Player(new_page(), Mouse())
    path = ann.open_room(edition="classic-en", chairs=3)
    bob.go(path)
    bob.page.get_by_role("button", name="Join the table").click()
    log = bob.page.get_by_role("log")
    log.get_by_text("joined").last.wait_for()

    ann.page.get_by_role("switch", name="Show spectators win chances").check()

    bob.page.get_by_text("Spectators can see win chances", exact=True).wait_for()
    log.get_by_text("Spectators can see win chances.").wait_for()
    assert "hints" not in log.inner_text()
