"""The controls around a table: the menu, the hint, and what they do by key and on a phone."""

from typing import TYPE_CHECKING, Any

import msgspec

from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon, pause_clock, trays, wait_for
from tests.e2e.scenes import FakeServer, a_room, after_conceding, after_match, full_table
from tilewise.core.view import View
from tilewise.solver.hints import HintLevel, hint_for

if TYPE_CHECKING:
    from playwright.sync_api import Page

PHONE = {"viewport": {"width": 360, "height": 640}}
STEP_MS = 1300
"""How long a step of a demonstration stays."""


def at_a_table(page: "Page", room: dict[str, Any] | None = None) -> FakeServer:
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


def test_the_menu_on_a_phone_has_what_a_wide_screen_has(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    at_a_table(page)

    open_menu(page)

    assert page.locator("[role=menu] [role^=menuitem]").all_inner_texts() == [
        "Help", "Sound", "Dark mode", "Settings", "Leave or resign…",
    ]  # fmt: skip


def test_sound_and_theme_are_switched_in_the_menu(new_page: NewPage) -> None:
    page = new_page(settings={"theme": "light"}, **PHONE)
    at_a_table(page)
    open_menu(page)

    page.get_by_role("menuitemcheckbox", name="Sound").click()
    page.get_by_role("menuitemcheckbox", name="Dark mode").click()

    page.locator('html[data-theme="dark"]').wait_for()
    kept = page.evaluate("JSON.parse(localStorage.getItem('tilewise.settings'))")
    assert (kept["volume"] > 0, kept["theme"]) == (True, "dark")


def test_help_opens_from_the_menu(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    at_a_table(page)
    open_menu(page)

    page.get_by_role("menuitem", name="Help").click()

    page.get_by_role("dialog", name="Help").wait_for()


def test_giving_up_is_asked_for_in_the_menu(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = at_a_table(page)
    open_menu(page)

    page.get_by_role("menuitem", name="Leave or resign").click()
    page.get_by_role("dialog").get_by_role("button", name="Resign this game").click()

    fake_server.wait_for_command(type="concede")


def test_arrows_walk_through_the_menu_and_escape_returns_to_its_button(new_page: NewPage) -> None:
    page = new_page()
    at_a_table(page)
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


def test_a_letter_pressed_in_the_menu_is_no_key_of_the_table(new_page: NewPage) -> None:
    page = new_page()
    fake_server = at_a_table(page)
    open_menu(page)

    page.keyboard.press("d")
    page.keyboard.press("Escape")
    page.keyboard.press("Control+Enter")  # answered by the table, and after the letter
    page.locator(".banner").wait_for()

    assert not any(message.get("ask") for message in fake_server.received)


def test_drawing_is_written_on_its_button_on_the_smallest_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    at_a_table(page)

    assert page.locator(".draw").inner_text() == "Draw"


def with_hints(page: "Page") -> FakeServer:
    """A table at which the solver, not the server, answers for hints."""
    room = a_room("r4 r5 k9 b1", "[r1 r2 r3] [b9 y9 r9]")
    view = msgspec.convert(room["game"], View)

    def answer(route: Any) -> None:  # noqa: ANN401  # playwright may be missing
        hint = hint_for(view, HintLevel(route.request.post_data_json["level"]))
        route.fulfill(json={"version": 7, "hint": msgspec.to_builtins(hint)})

    page.route("**/api/rooms/*/hint", answer)
    return at_a_table(page, room)


def begin_to_show(page: "Page") -> None:
    """The first step of a demonstration is on the table, and stays there."""
    page.get_by_role("button", name="Hint").click()
    page.get_by_role("button", name="How?").click()
    page.get_by_role("button", name="Show me").wait_for()
    pause_clock(page)
    page.get_by_role("button", name="Show me").click()
    page.locator("[data-hints].small").wait_for()


def test_a_demonstration_leaves_the_table_in_view_on_the_smallest_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    with_hints(page)

    begin_to_show(page)

    card, cloth = page.locator("[data-hints]").bounding_box(), page.locator("[data-felt]").bounding_box()
    assert card is not None
    assert cloth is not None
    assert card["y"] + card["height"] <= cloth["y"]


def test_closing_a_demonstration_midway_restores_the_table(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    with_hints(page)
    page.locator('[data-rack] [data-tile="b1"]').click()
    page.locator("[data-new]").click()
    wait_for(page, lambda: ("b1",) in trays(page).values())
    before = sorted(trays(page).values())
    begin_to_show(page)
    wait_for(page, lambda: sorted(trays(page).values()) != before)

    page.locator("[data-hints]").get_by_role("button", name="Close").click()

    expect_soon(page, lambda: sorted(trays(page).values()), before)


def test_a_play_that_was_shown_to_its_end_can_be_taken_back(new_page: NewPage) -> None:
    page = new_page()
    with_hints(page)
    before = sorted(trays(page).values())
    begin_to_show(page)
    while page.get_by_role("button", name="Take it back").count() == 0:
        page.clock.run_for(STEP_MS)
    assert sorted(trays(page).values()) != before

    page.get_by_role("button", name="Take it back").click()

    expect_soon(page, lambda: sorted(trays(page).values()), before)


def test_h_moves_to_the_hint_and_escape_returns(new_page: NewPage) -> None:
    page = new_page()
    with_hints(page)
    page.locator('[data-rack] [data-key][tabindex="0"]').focus()
    here = focused(page)

    page.keyboard.press("h")
    expect_soon(page, lambda: focused(page), "Is there a play?")
    page.keyboard.press("Escape")

    expect_soon(page, lambda: focused(page), here)
    assert page.locator("[data-hints]").count() == 0


def test_h_says_aloud_that_the_hint_is_open(new_page: NewPage) -> None:
    page = new_page()
    with_hints(page)

    page.keyboard.press("h")

    page.locator("[aria-live=polite]", has_text="Hint").wait_for(state="attached")


def at_the_end(page: "Page", *, winner: int) -> FakeServer:
    """A game that just ended on the page."""
    fake_server = at_a_table(page)
    fake_server.show(after_match(fake_server.room, winner=winner))
    page.get_by_role("dialog").wait_for()
    return fake_server


def test_the_winner_reads_that_they_won(new_page: NewPage) -> None:
    page = new_page()
    at_the_end(page, winner=0)

    assert page.get_by_role("dialog").get_by_role("heading").first.inner_text() == "You won the match!"
    assert page.locator(".tossed").count() == 1


def test_a_loss_is_not_celebrated(new_page: NewPage) -> None:
    page = new_page()
    at_the_end(page, winner=1)

    assert page.get_by_role("dialog").get_by_role("heading").first.inner_text() == "Olena won the match"
    page.get_by_text("Good game! Your place: 2 of 4.").wait_for()
    assert page.locator(".tossed, .crowned").count() == 0


def test_the_end_is_read_out_because_its_title_has_the_focus(new_page: NewPage) -> None:
    page = new_page()
    at_the_end(page, winner=0)

    expect_soon(page, lambda: focused(page), "You won the match!")


def test_nothing_on_the_table_waits_after_the_end(new_page: NewPage) -> None:
    page = new_page()
    at_the_end(page, winner=1)

    page.get_by_role("button", name="View the table").click()
    page.get_by_role("button", name="Show the score sheet").wait_for()

    table = page.locator("main.game").inner_text().lower()
    stale = ["meanwhile", "watching", "not yet", "next", "while you wait", "your turn"]
    assert [words for words in stale if words in table] == []


def test_the_score_sheet_comes_back(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    at_the_end(page, winner=1)
    page.keyboard.press("Escape")

    page.get_by_role("button", name="Show the score sheet").click()

    page.get_by_role("dialog").wait_for()


def test_every_button_at_the_end_can_be_reached_on_the_smallest_phone(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    at_the_end(page, winner=1)

    for name in ("Play again", "Review the game", "View the table", "Go home"):
        button = page.get_by_role("dialog").get_by_text(name)
        button.scroll_into_view_if_needed()
        box = button.bounding_box()
        assert box is not None
        assert box["x"] >= 0, name
        assert box["x"] + box["width"] <= PHONE["viewport"]["width"], name


def test_who_gave_up_against_bots_can_start_anew(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = at_a_table(page)
    fake_server.show(after_conceding(fake_server.room))
    page.route("**/api/rooms", lambda route: route.fulfill(json={"id": "new", "code": "NEW", "path": "/rules"}))

    with page.expect_request("**/api/rooms") as asked:
        page.get_by_role("button", name="Start a new game").click()

    assert asked.value.post_data_json["bots"] == ["novice"] * 3
    page.wait_for_url("**/rules")


def test_who_gave_up_can_go_home(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    fake_server = at_a_table(page)
    fake_server.show(after_conceding(fake_server.room))

    page.get_by_role("button", name="Go home").click()

    page.locator("button.now").wait_for()


def test_a_joker_in_hand_marks_each_meld_of_a_full_table_once(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    at_a_table(page, a_room("J k7", full_table(), others=(1, 1, 1)))
    page.locator("[data-pans]").wait_for()

    page.locator('[data-rack] [data-tile="J"]').click()
    page.locator(".rail button").first.wait_for()

    assert page.locator(".rail button").count() == page.locator(".meld.target").count()
