"""Several players, spectators, reloads and server restarts."""

from tests.e2e.conftest import NewPage, Server
from tests.e2e.hands import Keys, Mouse, Player, expect_soon, on_rack, start_with_guest, trays

TWO_PEOPLE = {"edition": "classic-en", "chairs": 2, "time": {"type": "none"}}
WITH_A_BOT = TWO_PEOPLE | {"bots": ["novice"], "start": True}


def lay_first_tile(player: Player) -> str:
    """Lay the first rack tile on the table, and return it."""
    player.wait_for_turn()
    tile = player.rack[0]
    player.hands.lay_new(player.page, (tile,))
    return tile


def test_two_players_see_each_others_moves(new_page: NewPage) -> None:
    ann, bob = Player(new_page(), Mouse()), Player(new_page(), Mouse())
    path = ann.open_room(**TWO_PEOPLE)
    start_with_guest(ann, bob, path)

    mover, other = (ann, bob) if ann.is_my_turn else (bob, ann)
    tile = lay_first_tile(mover)

    other.page.wait_for_selector(f'[data-felt] [data-tile="{tile}"]')
    mover.page.get_by_role("button", name="Start over").click()
    mover.draw()
    other.wait(lambda: other.is_my_turn)
    other.page.get_by_text("drew a tile").first.wait_for()


def test_chat_message_reaches_a_spectator(new_page: NewPage) -> None:
    ann, watcher = Player(new_page(), Mouse()), Player(new_page(), Mouse())
    path = ann.open_room(**WITH_A_BOT)
    ann.wait(lambda: ann.phase == "playing")
    watcher.go(path)
    watcher.wait(lambda: watcher.phase == "playing")

    ann.page.get_by_placeholder("Message").fill("Good evening")
    ann.page.get_by_role("button", name="Send").click()

    watcher.page.get_by_text("Good evening").first.wait_for()


def test_spectator_never_receives_a_rack(new_page: NewPage) -> None:
    ann, watcher = Player(new_page(), Keys()), Player(new_page(), Mouse())
    path = ann.open_room(**WITH_A_BOT)
    ann.wait(lambda: ann.phase == "playing")
    watcher.go(path)
    watcher.wait(lambda: watcher.phase == "playing")

    for _ in range(3):
        ann.take_turn()
    watcher.wait(lambda: watcher.room["version"] >= ann.room["version"])
    watcher.page.wait_for_selector(".game.watching")

    assert watcher.page.locator("[data-rack]").count() == 0
    seats = [seat for frame in watcher.frames if frame.get("view") for seat in frame["view"]["game"]["seats"]]
    assert seats
    assert all(seat.get("rack") is None for seat in seats)
    drawn = [event for frame in watcher.frames for event in frame.get("events", ()) if event["type"] == "drew"]
    assert all(event["tiles"] is None for event in drawn)


def test_reload_keeps_the_unfinished_move(new_page: NewPage) -> None:
    ann = Player(new_page(), Mouse())
    ann.open_room(**WITH_A_BOT)
    tile = lay_first_tile(ann)
    melds = set(trays(ann.page).values())

    ann.page.reload()
    ann.page.wait_for_selector("[data-rack] [data-tile]")

    expect_soon(ann.page, lambda: set(trays(ann.page).values()), melds)
    ann.page.get_by_role("button", name="Undo").click()
    on_rack(ann.page, tile).wait_for()


def test_server_restart_in_mid_turn_loses_nothing(new_page: NewPage, server: Server) -> None:
    ann = Player(new_page(), Mouse())
    ann.open_room(**WITH_A_BOT)
    lay_first_tile(ann)
    melds = set(trays(ann.page).values())

    server.stop()
    try:
        ann.page.locator(".banner", has_text="Connection lost").wait_for()
        assert set(trays(ann.page).values()) == melds
    finally:
        server.start()  # the other tests use this server too
    ann.page.get_by_text("Reconnected").first.wait_for()

    expect_soon(ann.page, lambda: set(trays(ann.page).values()), melds)
    ann.page.get_by_role("button", name="Start over").click()
    ann.draw()


def test_same_player_in_two_tabs_sees_the_same_table(new_page: NewPage) -> None:
    ann = Player(new_page(), Mouse())
    path = ann.open_room(**WITH_A_BOT)
    ann.wait(lambda: ann.is_my_turn)
    twin = Player(ann.page.context.new_page(), Mouse())
    twin.go(path)
    twin.wait(lambda: twin.is_my_turn)
    before = ann.room["version"]

    ann.draw()

    twin.wait(lambda: twin.room["version"] == ann.room["version"] > before)
    assert twin.room["game"] == ann.room["game"]
