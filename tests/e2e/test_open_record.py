"""Opening a record from a file, from text or by link, then replaying and reviewing it."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import pytest

from tests.e2e.conftest import NewPage

if TYPE_CHECKING:
    from playwright.sync_api import Page

GAMES = Path(__file__).parents[2] / "spec" / "games"
RECORD = GAMES / "classic-he-2014.game"
DESKTOP = {"viewport": {"width": 1440, "height": 900}}
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}

DROP_FILE = """text => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'match.txt', {type: 'text/plain'}));
    dispatchEvent(new DragEvent('drop', {dataTransfer: data, cancelable: true}));
}"""


def open_record_page(new_page: NewPage, path: str = "/replay", **options: object) -> "Page":
    page: Page = new_page(**options)
    page.goto(path)
    page.get_by_role("heading", name="Open a record").wait_for()
    return page


def choose_file(page: "Page", name: str, text: str) -> None:
    page.locator("input[type=file]").set_input_files({"name": name, "mimeType": "text/plain", "buffer": text.encode()})


def wait_for_replay(page: "Page") -> None:
    """Wait for whichever turn: a known review opens at the biggest mistake."""
    page.get_by_text("Game 1 · Turn ").first.wait_for()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_record_file_can_be_replayed(new_page: NewPage, screen: dict[str, Any]) -> None:
    page = open_record_page(new_page, **screen)

    open_turn_1(page)
    page.get_by_role("button", name="Go to the end").click()
    page.get_by_text("Game 1 · Turn 86 ·").wait_for()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_review_leads_to_a_mistake_its_reason_and_another_try(new_page: NewPage, screen: dict[str, Any]) -> None:
    page = open_record_page(new_page, **screen)
    choose_file(page, "match.txt", RECORD.read_text())

    page.get_by_text("Game 1 · Turn 85 · Ann").wait_for()  # the biggest mistake, once every turn is judged
    page.locator(".title .blunder").wait_for()
    page.get_by_role("button", name="Previous mistake").click()
    page.get_by_role("button", name="Next mistake").click()
    page.get_by_text("It plays all 5 tiles and wins the game.").wait_for()
    page.get_by_role("button", name="Best chance", exact=True).click()
    page.locator(".shelf .tile.hinted").first.wait_for()
    page.get_by_role("button", name="Show me").click()
    page.locator(".advice ol").wait_for()
    page.get_by_role("button", name="Try this turn again").click()
    page.get_by_text("It plays all 5 tiles and wins the game.").wait_for(state="detached")
    page.get_by_role("button", name="Judge waiting").click()
    page.get_by_text("Blunder: 99.9% of the chance to win lost.").wait_for()
    page.get_by_role("button", name="Back to the game").click()
    page.get_by_role("group", name="Review").wait_for()


def test_keyboard_focus_follows_a_turn_that_is_tried_again(new_page: NewPage) -> None:
    page = open_record_page(new_page)
    choose_file(page, "match.txt", RECORD.read_text())
    page.get_by_text("Game 1 · Turn 85 · Ann").wait_for()

    page.get_by_role("button", name="Try this turn again").press("Enter")
    page.locator(":focus", has_text="Turn 85: what would you do?").wait_for()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")

    page.locator(":focus", has_text="Try this turn again").wait_for()


def open_turn_1(page: "Page") -> None:
    choose_file(page, "match.txt", RECORD.read_text())
    page.get_by_role("button", name="Go to the start").click()  # a known review has moved on to the biggest mistake
    page.get_by_role("button", name="Next turn").click()
    page.get_by_text("Game 1 · Turn 1 · Ann").wait_for()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_opened_record_can_be_played_on_and_back_returns_to_its_turn(new_page: NewPage, screen: dict[str, Any]) -> None:
    page = open_record_page(new_page, **screen)
    open_turn_1(page)

    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Start playing", exact=True).click()
    page.locator(".game [data-rack] [data-tile]").first.wait_for()
    page.go_back()

    page.get_by_text("Game 1 · Turn 1 · Ann").wait_for()


def test_reload_returns_to_the_turn_of_a_replay(new_page: NewPage) -> None:
    page = open_record_page(new_page)
    open_turn_1(page)
    page.wait_for_url(lambda url: "turn=1" in url)

    page.reload()

    page.get_by_text("Game 1 · Turn 1 · Ann").wait_for()


@pytest.mark.parametrize("screen", [DESKTOP, PHONE], ids=["desktop", "phone"])
def test_invalid_file_is_refused_with_its_line_and_another_can_be_opened(
    new_page: NewPage, screen: dict[str, Any]
) -> None:
    page = open_record_page(new_page, **screen)

    choose_file(page, "shopping.txt", "milk\nbread\n")
    page.get_by_role("alert").get_by_text("line 1, column 1").wait_for()
    choose_file(page, "match.txt", RECORD.read_text())

    wait_for_replay(page)


def test_record_that_breaks_the_rules_names_the_turn(new_page: NewPage) -> None:
    page = open_record_page(new_page)
    first = next(line for line in RECORD.read_text().split("\n") if line.startswith("1. "))

    choose_file(page, "match.txt", RECORD.read_text().replace(first, f"{first.split(':')[0]}: pass"))

    page.get_by_role("alert").get_by_text("Turn 1 of game 1 breaks the rules").wait_for()


def test_changed_record_opens_with_a_warning(new_page: NewPage) -> None:
    page = open_record_page(new_page)
    commitment = RECORD.read_text().split("commitment: ")[1].split("\n")[0]

    choose_file(page, "match.txt", RECORD.read_text().replace(commitment, "0" * len(commitment)))

    page.get_by_role("status").get_by_text("doesn’t match the fingerprint").wait_for()


def test_dropped_file_opens(new_page: NewPage) -> None:
    page = open_record_page(new_page)

    page.evaluate(DROP_FILE, RECORD.read_text())

    wait_for_replay(page)


def test_pasted_record_opens_and_its_link_opens_a_given_turn(new_page: NewPage) -> None:
    page = open_record_page(new_page)
    page.get_by_label("Or paste the text").fill(RECORD.read_text())
    page.get_by_role("button", name="Open", exact=True).click()
    wait_for_replay(page)
    other = new_page()

    other.goto(f"/replay?game=1&turn=3#{page.url.partition('#')[2]}")

    other.get_by_text("Game 1 · Turn 3").wait_for()


def test_truncated_link_shows_an_error(new_page: NewPage) -> None:
    page = open_record_page(new_page, "/replay#record=abc")

    page.get_by_role("alert").get_by_text("This link is incomplete").wait_for()


def test_another_record_can_be_opened_after_the_first(new_page: NewPage) -> None:
    page = open_record_page(new_page)
    choose_file(page, "match.txt", RECORD.read_text())
    page.get_by_role("button", name="Open another record").click()

    choose_file(page, "twist.txt", (GAMES / "twist.game").read_text())

    wait_for_replay(page)


def test_my_games_links_to_opening_a_record(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/mine")

    page.get_by_role("link", name="Open a record").click()

    page.get_by_role("heading", name="Open a record").wait_for()
