"""The controls around a table: menu, hints and the result, by keyboard and on a phone."""

from typing import TYPE_CHECKING, Any

import msgspec

from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon, game_of, pause_clock, trays, wait_for
from tests.e2e.scenes import FakeServer, a_room, after_conceding, after_match, against_bots, full_table
from tilewise.analysis.hints import WinHint
from tilewise.analysis.values import Measured
from tilewise.solver.hints import HintLevel, hint_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 360, "height": 640}}
STEP_MS = 1300
"""Duration of one step of a demonstration."""


def open_table(page: "Page", room: dict[str, Any] | None = None) -> FakeServer:
    fake_server = FakeServer(page, room or a_room("r4 r5 k9 b1", "[r1 r2 r3] [b9 y9 r9]"))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    return fake_server


def open_menu(page: "Page") -> None:
    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("menu").wait_for()


def focused(page: "Page") -> str:
    name: str = page.evaluate("document.activeElement.ariaLabel ?? document.activeElement.innerText.trim()")
    return name


def test_phone_menu_lists_all_commands(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_table(page)

    open_menu(page)

    assert page.locator("[role=menu] [role^=menuitem]").all_inner_texts() == [
        "Help", "Sound", "Dark mode", "Settings", "Leave or resign…",
    ]  # fmt: skip


def test_menu_switches_sound_and_theme(new_page: NewPage) -> None:
    page = new_page(settings={"theme": "light"}, **PHONE)
    open_table(page)
    open_menu(page)

    page.get_by_role("menuitemcheckbox", name="Sound").click()
    page.get_by_role("menuitemcheckbox", name="Dark mode").click()

    page.locator('html[data-theme="dark"]').wait_for()
    kept = page.evaluate("JSON.parse(localStorage.getItem('tilewise.settings'))")
    assert (kept["volume"] > 0, kept["theme"]) == (True, "dark")


def test_help_opens_from_the_menu(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_table(page)
    open_menu(page)

    page.get_by_role("menuitem", name="Help").click()

    page.get_by_role("dialog", name="Help").wait_for()


def test_player_can_resign_from_the_menu(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = open_table(page)
    open_menu(page)

    page.get_by_role("menuitem", name="Leave or resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign this game").click()

    fake_server.wait_for_command(type="concede")


def test_arrow_keys_move_through_the_menu_and_escape_returns_to_its_button(new_page: NewPage) -> None:
    page = new_page()
    open_table(page)
    page.get_by_role("button", name="Game menu").focus()
    page.keyboard.press("Enter")
    expect_soon(page, lambda: focused(page), "Help")

    page.keyboard.press("ArrowDown")
    assert focused(page) == "Sound"
    page.keyboard.press("ArrowUp")
    page.keyboard.press("ArrowUp")
    assert focused(page) == "Leave or resign…"
    page.keyboard.press("Escape")

    expect_soon(page, lambda: focused(page), "Game menu")
    assert page.get_by_role("menu").count() == 0


def test_letter_pressed_in_the_menu_is_not_a_table_shortcut(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page)
    open_menu(page)

    page.keyboard.press("d")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")  # the table answers this key, after the letter
    page.locator(".banner").wait_for()

    assert not any(message.get("ask") for message in fake_server.received)


def test_draw_button_has_its_label_on_the_smallest_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_table(page)

    assert page.locator(".draw").inner_text() == "Draw"


def open_table_with_hints(page: "Page") -> FakeServer:
    """Open a table whose hints come from the solver directly."""
    room = a_room("r4 r5 k9 b1", "[r1 r2 r3] [b9 y9 r9]")
    view = game_of(room)

    def answer(route: Any) -> None:  # noqa: ANN401  # playwright may be missing
        hint = hint_for(view, HintLevel(route.request.post_data_json["level"]))
        route.fulfill(json={"version": 7, "hint": msgspec.to_builtins(hint)})

    page.route("**/api/rooms/*/hint", answer)
    return open_table(page, room)


def open_table_where_waiting_wins(page: "Page") -> None:
    """Open a table whose hint says that waiting is best, although there is a play."""
    room = a_room("r4 r5 k9 b1", "[r1 r2 r3] [b9 y9 r9]")
    room["config"]["win_hints"] = True
    play = hint_for(game_of(room), HintLevel.STEPS).play
    assert play is not None
    hint = WinHint(
        HintLevel.STEPS,
        waits=True,
        is_close=False,
        play_win=Measured(0.54, 0.01),
        wait_win=Measured(0.62, 0.01),
        tiles=play.laid,
        play=play,
    )
    answer = {"version": 7, "hint": msgspec.to_builtins(hint)}
    page.route("**/api/rooms/*/win-hint", lambda route: route.fulfill(json=answer))
    open_table(page, room)


def test_hint_advises_to_wait_and_still_shows_the_best_play(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_table_where_waiting_wins(page)
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="How?").click()

    page.locator("[data-hints]").get_by_text("Best to wait (draw or pass): a 62% chance to win.").wait_for()
    page.get_by_text("If you’d rather play: ").first.wait_for()
    page.get_by_role("button", name="Show me").click()
    page.get_by_role("button", name="Take it back").wait_for()


def start_demonstration(page: "Page") -> None:
    """Start a demonstration and pause it at its first step."""
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="How?").click()
    page.get_by_role("button", name="Show me").wait_for()
    pause_clock(page)
    page.get_by_role("button", name="Show me").click()
    page.locator("[data-hints].small").wait_for()


def test_demonstration_leaves_the_table_visible_on_the_smallest_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_table_with_hints(page)

    start_demonstration(page)

    card, cloth = page.locator("[data-hints]").bounding_box(), page.locator("[data-felt]").bounding_box()
    assert card is not None
    assert cloth is not None
    assert card["y"] + card["height"] <= cloth["y"]


def test_closing_a_demonstration_midway_restores_the_table(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_table_with_hints(page)
    page.locator('[data-rack] [data-tile="b1"]').click()
    page.locator("[data-new]").click()
    wait_for(page, lambda: ("b1",) in trays(page).values())
    before = sorted(trays(page).values())
    start_demonstration(page)
    wait_for(page, lambda: sorted(trays(page).values()) != before)

    page.locator("[data-hints]").get_by_role("button", name="Close").click()

    expect_soon(page, lambda: sorted(trays(page).values()), before)


def test_finished_demonstration_can_be_taken_back(new_page: NewPage) -> None:
    page = new_page()
    open_table_with_hints(page)
    before = sorted(trays(page).values())
    start_demonstration(page)
    while page.get_by_role("button", name="Take it back").count() == 0:
        page.clock.run_for(STEP_MS)
    assert sorted(trays(page).values()) != before

    page.get_by_role("button", name="Take it back").click()

    expect_soon(page, lambda: sorted(trays(page).values()), before)


def test_h_key_moves_focus_to_the_hint_and_escape_returns(new_page: NewPage) -> None:
    page = new_page()
    open_table_with_hints(page)
    page.locator('[data-rack] [data-key][tabindex="0"]').focus()
    here = focused(page)

    page.keyboard.press("h")
    expect_soon(page, lambda: focused(page), "Is there a play?")
    page.keyboard.press("Escape")

    expect_soon(page, lambda: focused(page), here)
    assert page.locator("[data-hints]").count() == 0


def test_h_key_announces_the_open_hint(new_page: NewPage) -> None:
    page = new_page()
    open_table_with_hints(page)

    page.keyboard.press("h")

    page.locator("[aria-live=polite]", has_text="Hint").wait_for(state="attached")


def open_finished_match(page: "Page", *, winner: int) -> FakeServer:
    """Open a table whose match then ends."""
    fake_server = open_table(page)
    fake_server.show(after_match(fake_server.room, winner=winner))
    page.get_by_role("dialog").wait_for()
    return fake_server


def test_winner_sees_a_celebration(new_page: NewPage) -> None:
    page = new_page()
    open_finished_match(page, winner=0)

    assert page.get_by_role("dialog").get_by_role("heading").first.inner_text() == "You won the match!"
    assert page.locator(".tossed").count() == 1


def test_loser_sees_the_winner_and_no_celebration(new_page: NewPage) -> None:
    page = new_page()
    open_finished_match(page, winner=1)

    assert page.get_by_role("dialog").get_by_role("heading").first.inner_text() == "Olena won the match"
    page.get_by_text("Good game! Your place: 2 of 4.").wait_for()
    assert page.locator(".tossed, .crowned").count() == 0


def test_result_heading_has_the_focus(new_page: NewPage) -> None:
    page = new_page()
    open_finished_match(page, winner=0)

    expect_soon(page, lambda: focused(page), "You won the match!")


def test_finished_table_shows_no_waiting_texts(new_page: NewPage) -> None:
    page = new_page()
    open_finished_match(page, winner=1)

    page.get_by_role("button", name="View the table").click()
    page.get_by_role("button", name="Show the score sheet").wait_for()

    table = page.locator("main.game").inner_text().lower()
    stale = ["meanwhile", "watching", "not yet", "next", "while you wait", "your turn"]
    assert [words for words in stale if words in table] == []


def test_closed_score_sheet_can_be_reopened(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_finished_match(page, winner=1)
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Show the score sheet").click()

    page.get_by_role("dialog").wait_for()


def test_every_result_button_fits_the_smallest_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_finished_match(page, winner=1)

    for name in ("Play again", "Review the game", "View the table", "Go home"):
        button = page.get_by_role("dialog").get_by_text(name)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"], name


def test_player_who_conceded_against_bots_can_start_a_new_game(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = open_table(page)
    fake_server.show(after_conceding(fake_server.room))
    page.route("**/api/rooms", lambda route: route.fulfill(json={"id": "new", "code": "NEW", "path": "/rules"}))

    with page.expect_request("**/api/rooms") as asked:
        page.get_by_role("button", name="Start a new game").click()

    assert asked.value.post_data_json["bots"] == ["novice"] * 3
    page.wait_for_url("**/rules")


def test_player_who_conceded_can_go_home(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = open_table(page)
    fake_server.show(after_conceding(fake_server.room))

    page.get_by_role("button", name="Go home").click()

    page.locator("button.now").wait_for()


def test_leaving_a_timed_game_against_bots_ends_the_match(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = open_table(page)
    room = against_bots(fake_server.room)
    timed = room["config"] | {"time": {"type": "per-turn", "seconds": 60}}
    fake_server.show(room | {"config": timed})

    page.get_by_role("button", name="Game menu").click()
    page.get_by_role("menuitem", name="Leave or resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Leave and end the match").click()

    fake_server.wait_for_command(type="leave")


def test_match_that_ended_early_offers_a_new_game_and_the_way_home(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = open_table(page)
    ended = {"version": 9, "phase": "over", "why_over": "abandoned"}
    fake_server.show(against_bots(fake_server.room) | ended)
    page.get_by_role("button", name="Start a new game").wait_for()

    page.get_by_role("toolbar").get_by_role("link", name="Go home").click()

    page.locator("button.now").wait_for()


def test_match_that_ended_early_accepts_no_tiles(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = open_table(page)
    page.locator("[data-new]").wait_for()

    fake_server.show(fake_server.room | {"version": 9, "phase": "over", "why_over": "abandoned"})

    page.locator("[data-new]").wait_for(state="detached")


def test_selected_joker_marks_each_meld_of_a_full_table_once(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    open_table(page, a_room("J k7", full_table(), others=(1, 1, 1)))
    page.locator("[data-pans]").wait_for()

    page.locator('[data-rack] [data-tile="J"]').click()
    page.locator(".rail button").first.wait_for()

    assert page.locator(".rail button").count() == page.locator(".meld.target").count()
