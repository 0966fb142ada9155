"""The score sheet: all specified games, house rules, impossible counts, and saved sheets."""

import json
from collections import defaultdict
from typing import TYPE_CHECKING, Any

from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon, post
from tests.e2e.test_companion import (
    PHONE,
    ROUND,
    expect_totals,
    open_sheet_with_one_game,
    record_game,
    set_up_players,
    share_with,
)
from tests.learn.score_cases import specified
from tilewise.core.editions import EDITIONS

if TYPE_CHECKING:
    from playwright.sync_api import Page

Case = dict[str, Any]
PUT_SHEET = """
    ([code, body]) => fetch(`/api/sheets/${code}`, {
        method: 'PUT', headers: {'content-type': 'application/json'}, body: JSON.stringify(body),
    })
"""


def game_json(case: Case) -> dict[str, Any]:
    """Return a specified game in the format of the page."""
    is_over_early = case["ending"] != "empty-pool"
    winner = case["winners"][0] if is_over_early else None
    seats = [
        {"tiles": [] if seat == winner else rack["tiles"]} | {key: rack[key] for key in ("has_melded", "could_meld")}
        for seat, rack in enumerate(case["racks"])
    ]
    return {"ending": "rack-out" if is_over_early else "empty-pool", "winner": winner, "seats": seats}


def specified_sheets() -> list[tuple[dict[str, Any], list[Case]]]:
    """Return the specified games without concessions, on one sheet per edition, house rules and number of players."""
    grouped: dict[tuple[str, str, int], list[Case]] = defaultdict(list)
    for case in specified():
        edition = case["id"].split()[1]
        rules = {knob: set_to for knob, set_to in case["rules"].items() if getattr(EDITIONS[edition], knob) != set_to}
        if not any(rack["has_conceded"] for rack in case["racks"]):
            grouped[edition, json.dumps(rules), len(case["racks"])].append(case)
    return [
        (
            {
                "players": [f"sheet {number}", *(f"p{seat}" for seat in range(1, seats))],
                "edition": edition,
                "rules": json.loads(rules),
                "games": [game_json(case) for case in cases],
            },
            cases,
        )
        for number, ((edition, rules, seats), cases) in enumerate(grouped.items())
    ]


def rows(page: "Page") -> list[list[int]]:
    texts: list[list[str]] = page.locator(".score-sheet tbody tr").evaluate_all(
        "rows => rows.map(row => [...row.querySelectorAll('td .number')].map(cell => cell.textContent))"
    )
    return [[int(text.replace("\u2212", "-")) for text in row] for row in texts]


def test_page_scores_every_specified_game_like_the_rules(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn")
    first, *_ = every = specified_sheets()
    shared = post(page, "/api/sheets", first[0])
    page.goto(f"/companion/{shared['code']}")
    shown: dict[str, list[int]] = {}
    for sheet, cases in every:
        page.evaluate(PUT_SHEET, [shared["code"], {"key": shared["key"], "sheet": sheet}])
        page.locator(".score-sheet thead").get_by_text(sheet["players"][0], exact=True).wait_for()
        shown |= dict(zip((case["id"] for case in cases), rows(page), strict=True))

    assert len(shown) > 100
    assert shown == {case["id"]: list(case["scores"]) for _, cases in every for case in cases}


def test_house_rules_change_the_score_offline(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    set_up_players(page, ("A", "B"))
    page.locator("summary", has_text="Scoring").click()
    page.get_by_label("Joker left on a rack").select_option("100")
    page.get_by_label("Penalty for never opening").select_option("100-or-200")
    page.get_by_role("button", name="Score sheet").click()
    record_game(page, "A", {"B": "J 5"})
    expect_totals(page, "+105", "−105")

    page.get_by_role("button", name="Edit game 1").click()
    page.get_by_role("switch", name="Opened in this game").uncheck()
    page.get_by_role("switch", name="Could have opened with this rack").check()
    page.locator(".count .button.honey").click()
    expect_totals(page, "+200", "−200")


def test_rack_count_rejects_more_tiles_than_the_box_holds(new_page: NewPage) -> None:
    page = new_page()
    set_up_players(page, ("A", "B", "C"))
    page.get_by_role("button", name="Score sheet").click()
    page.get_by_role("button", name="Record a game").click()
    page.locator(".endings button").first.click()
    page.locator(".joker-key").click()
    page.get_by_role("button", name="Next: C").click()
    page.locator(".joker-key").click()
    page.locator(".joker-key").click(force=True)

    page.get_by_text("The box has only 2 tiles like this.").wait_for()
    expect_soon(page, page.locator(".sum").inner_text, "−30")


def test_changing_how_a_game_ended_rescores_it(new_page: NewPage) -> None:
    page = open_sheet_with_one_game(new_page)
    page.get_by_role("button", name="Edit game 1").click()
    page.get_by_role("button", name="Change how it ended").click()
    page.locator(".endings button").first.click()
    for _ in range(2):
        page.locator(".count .button.honey").click()
    page.locator(".pad").get_by_role("button", name="9", exact=True).click()
    page.locator(".count .button.honey").click()

    expect_totals(page, "+30", "−16", "−5", "−9")


def test_earlier_sheet_can_be_continued(new_page: NewPage) -> None:
    page = open_sheet_with_one_game(new_page)
    page.get_by_role("button", name="Start a new sheet").click()
    record_game(page, *ROUND[1])
    page.reload()
    page.get_by_role("button", name="Score sheet").click()
    page.locator("summary", has_text="Earlier sheets").click()
    page.get_by_text("D +24").wait_for()
    page.get_by_role("button", name="Continue").click()

    expect_totals(page, "−3", "−16", "−5", "+24")
    page.get_by_text("B +22").wait_for()


def test_sheet_stays_shared_after_a_reload(new_page: NewPage) -> None:
    page, phone = new_page(), new_page(**PHONE)
    set_up_players(page)
    code = share_with(page, phone)
    page.reload()
    page.get_by_role("button", name="Score sheet").click()
    expect_soon(page, page.locator(".code").inner_text, code)

    record_game(page, *ROUND[0])
    phone.get_by_text("+24").first.wait_for()
    page.get_by_role("button", name="Stop sharing").click()
    page.get_by_role("button", name="Share live").wait_for()


def test_unreadable_sheet_is_reported_and_can_be_saved_as_a_file(new_page: NewPage) -> None:
    page = new_page()
    torn = '{"players": ["Ann", "Bob"], "edition": "xp", "games": [{"winner": 7'
    page.goto("/learn")
    page.evaluate("text => localStorage.setItem('tilewise.companion', text)", torn)
    page.goto("/companion")
    page.get_by_text("can’t be read").wait_for()
    with page.expect_download() as download:
        page.get_by_role("button", name="Save as file").click()

    assert download.value.path().read_text() == torn


def test_full_storage_is_reported_and_the_sheet_still_works(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }")
    set_up_players(page)
    page.get_by_role("button", name="Score sheet").click()
    record_game(page, *ROUND[0])

    page.get_by_text("can’t save anything").wait_for()
    expect_totals(page, "−3", "−16", "−5", "+24")
