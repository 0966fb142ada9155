"""Pages served over plain HTTP from another machine, where browsers disable many features."""

from tests.e2e.conftest import NewPage, Server
from tests.e2e.hands import Mouse, Player, start_with_guest

TWO_PEOPLE = {"edition": "classic-en", "chairs": 2, "time": {"type": "none"}, "rules": {"games_per_round": 1}}


def test_player_over_plain_http_can_play_and_check_the_deal(new_page: NewPage, server: Server) -> None:
    ann, bob = Player(new_page(base_url=server.address_from_another_machine), Mouse()), Player(new_page(), Mouse())
    path = ann.open_room(**TWO_PEOPLE)
    assert ann.page.evaluate("isSecureContext") is False
    start_with_guest(ann, bob, path)

    for player in (ann, bob) if ann.is_my_turn else (bob, ann):
        player.wait(lambda player=player: player.is_my_turn)
        player.draw()
    bob.concede()

    ann.page.get_by_text("no one could change it").wait_for()


def test_table_link_can_be_copied_over_plain_http(new_page: NewPage, server: Server) -> None:
    ann = Player(new_page(base_url=server.address_from_another_machine), Mouse())
    path = ann.open_room(**TWO_PEOPLE)

    ann.page.get_by_role("button", name="Copy link").click()
    ann.page.get_by_role("button", name="Copied").wait_for()

    ann.page.evaluate("document.body.append(document.createElement('textarea'))")
    ann.page.locator("textarea").press("Control+V")
    assert ann.page.locator("textarea").input_value() == f"{server.address_from_another_machine}{path}"
