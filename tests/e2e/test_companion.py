"""The companion for games with real tiles: scoring offline, the timer, and live sharing."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon, pause_clock

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
NAMES = ("A", "B", "C", "D")
ROUND = (
    ("D", {"A": "3", "B": "13 3", "C": "5"}),
    ("B", {"A": "5", "C": "11", "D": "6"}),
    ("A", {"B": "2", "C": "13", "D": "J 2"}),
    ("B", {"A": "6", "C": "13 12", "D": "10"}),
)
"""The printed four-game example: A +33, B +45, C -54, D -24; B wins two games."""


def set_up_players(page: "Page", names: tuple[str, ...] = NAMES) -> None:
    page.goto("/companion")
    page.get_by_label("Player 1", exact=True).wait_for()
    for _ in names[2:]:
        page.get_by_role("button", name="Add player").click()
    for seat, name in enumerate(names, start=1):
        page.get_by_label(f"Player {seat}", exact=True).fill(name)
        page.get_by_label(f"Player {seat}", exact=True).blur()


def record_game(page: "Page", winner: str, racks: dict[str, str]) -> None:
    page.get_by_role("button", name="Record a game").click()
    page.locator(".endings button").nth(NAMES.index(winner)).click()
    for tiles in racks.values():
        for tile in tiles.split():
            key = (
                page.locator(".joker-key")
                if tile == "J"
                else page.locator(".pad").get_by_role("button", name=tile, exact=True)
            )
            key.click()
        page.locator(".count .button.honey").click()
    page.locator(".sheet").wait_for()


def share_with(page: "Page", phone: "Page") -> str:
    """Share the new sheet of a page, follow it on a phone, and return its code."""
    page.get_by_role("button", name="Score sheet").click()
    page.get_by_role("button", name="Share live").click()
    code = page.locator(".code").inner_text()
    phone.goto(f"/companion/{code}")
    phone.get_by_text("No games recorded yet.").wait_for()
    return code


def open_sheet_with_one_game(new_page: NewPage) -> "Page":
    """Open the score sheet of four players with one recorded game."""
    page: Page = new_page()
    set_up_players(page)
    page.get_by_role("button", name="Score sheet").click()
    record_game(page, *ROUND[0])
    return page


def expect_totals(page: "Page", *wanted: str) -> None:
    expect_soon(page, page.locator(".score-sheet tfoot td .number").all_inner_texts, list(wanted))


def expect_clock(page: "Page", wanted: str) -> None:
    expect_soon(page, page.locator(".ring .number").inner_text, wanted)


def test_whole_round_is_scored_offline(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready")
    page.context.set_offline(True)
    set_up_players(page)
    page.get_by_role("button", name="Score sheet").click()
    for winner, racks in ROUND:
        record_game(page, winner, racks)

    expect_totals(page, "+33", "+45", "−54", "−24")
    expect_soon(page, page.locator(".score-sheet .check").all_inner_texts, ["0"] * 5)
    page.get_by_text("In the lead: B").wait_for()
    page.get_by_text("The round is complete.").wait_for()
    page.reload()
    page.get_by_role("button", name="Score sheet").click()
    expect_totals(page, "+33", "+45", "−54", "−24")


def tab_to(page: "Page", stop: "Locator") -> None:
    """Press Tab until the element has the focus."""
    for _ in range(80):
        if stop.evaluate("element => element === document.activeElement"):
            return
        page.keyboard.press("Tab")
    pytest.fail("Tab does not reach the element")


def tab_to_and_press(page: "Page", button: "Locator") -> None:
    tab_to(page, button)
    page.keyboard.press("Enter")


def test_game_can_be_recorded_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/companion")
    first = page.get_by_label("Player 1", exact=True)
    first.wait_for()
    tab_to(page, first)
    page.keyboard.press("Control+a")
    page.keyboard.type("Ann")
    tab_to_and_press(page, page.get_by_role("button", name="Score sheet"))
    tab_to_and_press(page, page.get_by_role("button", name="Record a game"))
    tab_to_and_press(page, page.locator(".endings button").first)
    for tile in ("13", "2"):
        tab_to_and_press(page, page.locator(".pad").get_by_role("button", name=tile, exact=True))
    tab_to_and_press(page, page.locator(".count .button.honey"))

    page.locator(".sheet").wait_for()
    expect_totals(page, "+15", "−15")
    page.get_by_text("In the lead: Ann").wait_for()


def test_recorded_game_can_be_edited_deleted_and_restored(new_page: NewPage) -> None:
    page = open_sheet_with_one_game(new_page)
    page.get_by_role("button", name="Edit game 1").click()
    page.locator(".pad").get_by_role("button", name="1", exact=True).click()
    for _ in range(3):
        page.locator(".count .button.honey").click()
    expect_totals(page, "−4", "−16", "−5", "+25")

    page.get_by_role("button", name="Delete game 1").click()
    expect_totals(page, "0", "0", "0", "0")
    page.get_by_role("button", name="Undo").click()
    expect_totals(page, "−4", "−16", "−5", "+25")


def test_sheet_lists_racks_still_to_count(new_page: NewPage) -> None:
    page = new_page()
    set_up_players(page)
    page.get_by_role("button", name="Score sheet").click()
    page.get_by_role("button", name="Record a game").click()
    page.get_by_role("button", name="The pool ran out").click()
    for _ in range(4):
        page.locator(".count .button.honey").click()

    page.get_by_text("Still to count: A, B, C and D.").wait_for()


def test_hebrew_edition_penalty_for_never_opening_is_scored(new_page: NewPage) -> None:
    page = new_page()
    set_up_players(page, ("A", "B"))
    page.get_by_label("Edition").select_option("classic-he")
    page.get_by_role("button", name="Score sheet").click()
    page.get_by_role("button", name="Record a game").click()
    page.locator(".endings button").first.click()
    page.locator(".pad").get_by_role("button", name="7", exact=True).click()
    page.get_by_label("Opened in this game").uncheck()

    expect_soon(page, page.locator(".sum").inner_text, "−100")


def test_sheet_can_be_downloaded_as_csv_and_png(new_page: NewPage) -> None:
    page = open_sheet_with_one_game(new_page)
    with page.expect_download() as download:
        page.get_by_role("button", name="CSV").click()
    text = download.value.path().read_text(encoding="utf-8-sig")
    with page.expect_download() as picture:
        page.get_by_role("button", name="PNG").click()

    assert text.splitlines()[1] == "1,-3,-16,-5,24"
    assert picture.value.path().read_bytes().startswith(b"\x89PNG")


def test_shared_sheet_updates_live_on_another_phone(new_page: NewPage) -> None:
    page, phone = new_page(), new_page(**PHONE)
    set_up_players(page)
    share_with(page, phone)

    record_game(page, *ROUND[0])

    phone.get_by_text("+24").first.wait_for()
    phone.goto("/companion/NOBODY")
    phone.get_by_text("No shared sheet has this code.").wait_for()


def test_timer_changes_player_pauses_and_adds_time(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    set_up_players(page)
    pause_clock(page)
    page.get_by_role("button", name="Go to the timer").click()
    page.locator(".place.on").click()
    page.clock.run_for(10_000)
    expect_clock(page, "0:50")

    page.get_by_role("button", name="15 more seconds").click()
    expect_clock(page, "1:05")
    page.locator(".place.on").click()
    expect_soon(page, page.locator(".place.on b").inner_text, "B")
    page.get_by_role("button", name="Pause").click()
    page.clock.run_for(30_000)
    expect_clock(page, "1:00")
    page.get_by_role("button", name="Start").last.click()
    page.clock.run_for(61_000)
    page.get_by_text("Time’s up").wait_for()
    page.get_by_role("button", name="Went out").click()

    page.get_by_text("B went out").wait_for()


def test_unreadable_saved_sheet_does_not_block_the_companion(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("localStorage.setItem('tilewise.companion', '{\"players\": 3')")
    page.goto("/companion")

    page.get_by_label("Player 2", exact=True).wait_for()


def test_timer_resumes_at_the_right_time_after_a_reload(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    set_up_players(page)
    pause_clock(page)
    page.get_by_role("button", name="Go to the timer").click()
    page.locator(".place.on").click()
    page.locator(".place.on").click()
    page.clock.run_for(10_000)

    page.reload()
    page.get_by_role("button", name="Pause").wait_for()
    page.clock.run_for(5_000)
    expect_soon(page, page.locator(".place.on b").inner_text, "B")
    expect_clock(page, "0:45")

    page.get_by_role("button", name="Pause").click()
    page.reload()
    page.clock.run_for(30_000)
    page.get_by_role("button", name="Timer", exact=True).click()
    expect_clock(page, "0:45")
    page.get_by_role("button", name="Start").last.click()
    page.clock.run_for(5_000)
    expect_clock(page, "0:40")
