"""Puzzles: solving by mouse, touch and keyboard, refusals, hints, the daily puzzle and timed runs."""

from collections.abc import Callable
from datetime import UTC, datetime
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Finger, Keys, Mouse, expect_soon, on_rack, on_screen, trays
from tests.e2e.test_learn import PHONE, arrange
from tilewise.puzzles.library import library
from tilewise.puzzles.puzzle import Kind, Puzzle

if TYPE_CHECKING:
    from playwright.sync_api import Page


def small_puzzle(kind: Kind, level: int, *, tiles: int = 0) -> Puzzle:
    """Return the first small puzzle of this kind and level."""
    found = (library().puzzle(entry.id) for entry in library().find(edition="classic-en", kind=kind, level=level))
    return next(each for each in found if len(each.table) <= 6 and tiles in (0, len(each.rack)))


def one_meld_puzzle() -> Puzzle:
    """Return a puzzle whose solution lays the whole rack as one meld."""
    entries = library().find(edition="classic-en", kind=Kind.LAY_ALL, level=1)
    found = (library().puzzle(entry.id) for entry in entries)
    return next(each for each in found if sorted(each.rack) in [sorted(meld) for meld in each.solution])


def solve(page: "Page", name: str) -> None:
    """Lay the solution by mouse."""
    arrange(page, [tuple(map(str, meld)) for meld in library().puzzle(name).solution])
    page.locator(".end").click()


def open_puzzle(page: "Page", path: str) -> None:
    page.goto(path)
    page.locator(".bubble").wait_for()


@pytest.mark.parametrize("kind", [Kind.LAY_ALL, Kind.FREE_JOKER])
def test_puzzle_solved_by_mouse_is_counted(new_page: NewPage, kind: Kind) -> None:
    puzzle = small_puzzle(kind, 2)
    page = new_page(viewport={"width": 1280, "height": 800})
    open_puzzle(page, f"/puzzles/{puzzle.id}")

    solve(page, puzzle.id)

    page.locator(".bubble.good").get_by_text("Solved!").wait_for()
    page.goto("/puzzles")
    page.locator(".figure", has_text="solved").get_by_text("1", exact=True).wait_for()


def test_puzzle_can_be_solved_by_keyboard_alone(new_page: NewPage) -> None:
    puzzle = one_meld_puzzle()
    meld = next(meld for meld in puzzle.solution if sorted(meld) == sorted(puzzle.rack))
    page = new_page()
    open_puzzle(page, f"/puzzles/{puzzle.id}")

    Keys().lay_new(page, tuple(map(str, meld)))
    Keys().end(page)

    page.locator(".bubble.good").wait_for()


def test_puzzle_can_be_solved_by_touch_in_hebrew_on_a_phone(new_page: NewPage) -> None:
    puzzle = one_meld_puzzle()
    meld = next(meld for meld in puzzle.solution if sorted(meld) == sorted(puzzle.rack))
    page = new_page(locale="he-IL", **PHONE)
    open_puzzle(page, f"/puzzles/{puzzle.id}")

    Finger().lay_new(page, tuple(map(str, meld)))
    page.locator(".end").tap()

    page.locator(".bubble.good").wait_for()
    assert page.locator("html").get_attribute("dir") == "rtl"


def test_wrong_answer_is_refused_with_the_reason_and_keeps_the_table(new_page: NewPage) -> None:
    puzzle = small_puzzle(Kind.LAY_ALL, 3)
    page = new_page(viewport={"width": 1280, "height": 800})
    open_puzzle(page, f"/puzzles/{puzzle.id}")
    page.locator(".end").click()
    page.locator(".bubble.bad").get_by_text("Play something first").wait_for()

    Mouse().drag(page, on_rack(page, str(puzzle.rack[0])), page.locator("[data-new]"))
    page.locator(".end").click()

    page.locator(".bubble.bad").get_by_text("Needs 2 more tiles").wait_for()
    expect_soon(page, lambda: len(trays(page)), len(puzzle.table) + 1)


def test_puzzle_offers_a_hint_and_the_solution_step_by_step(new_page: NewPage) -> None:
    puzzle = small_puzzle(Kind.LAY_ALL, 3)
    page = new_page(viewport={"width": 1280, "height": 800})
    open_puzzle(page, f"/puzzles/{puzzle.id}")

    page.get_by_role("button", name="Hint").click()
    page.locator(".bubble").get_by_text("Look at").wait_for()
    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()
    last = page.locator(".solution .step").last
    last.click()

    expect_soon(page, page.locator(".solution .step").count, puzzle.effort.steps)
    expect_soon(page, lambda: last.get_attribute("aria-current"), "step")
    expect_soon(page, lambda: sorted(trays(page).values()), sorted(tuple(map(str, meld)) for meld in puzzle.solution))


def test_solution_plays_where_it_can_be_seen_on_a_phone(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 360, "height": 640})
    open_puzzle(page, f"/puzzles/{small_puzzle(Kind.LAY_ALL, 1).id}")

    page.get_by_role("button", name="Give up").click()
    page.get_by_role("button", name="Really give up?").click()

    page.locator(".solution").wait_for()
    expect_soon(page, lambda: on_screen(page, ".practice"), wanted=True)


def retry_if_midnight_passes(act: Callable[[], None]) -> None:
    """Run `act`; if it fails because midnight changed the daily puzzle, run it again."""
    day = datetime.now(UTC).date()
    try:
        act()
    except Exception:
        if datetime.now(UTC).date() == day:
            raise
        act()


def test_daily_puzzle_starts_a_streak_and_clearing_storage_resets_it(new_page: NewPage) -> None:
    def solve_and_clear() -> None:
        page = new_page(viewport={"width": 1280, "height": 800})
        page.goto("/puzzles")
        with page.expect_response("**/api/puzzles/daily") as answer:
            page.get_by_role("link", name="Solve today’s puzzle").click()
        page.locator(".bubble").wait_for()
        name = answer.value.json()["id"]  # may be hard, so the answer is posted directly
        page.request.post(f"/api/puzzles/{name}/answer", data={"table": library().puzzle(name).solution}, max_retries=3)
        page.goto("/puzzles")
        page.get_by_role("link", name="Solved today").wait_for()
        page.locator(".figure", has_text="day streak").get_by_text("1", exact=True).wait_for()

        page.context.clear_cookies()
        page.evaluate("localStorage.clear()")
        page.reload()

        page.get_by_role("link", name="Solve today’s puzzle").wait_for()
        page.locator(".figure", has_text="day streak").get_by_text("0", exact=True).wait_for()

    retry_if_midnight_passes(solve_and_clear)


def test_timed_run_counts_solved_puzzles_and_ends_after_the_last_skip(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto("/puzzles/run?edition=classic-en")
    with page.expect_response("**/api/puzzles/runs") as begun:
        page.get_by_role("button", name="Start the clock").click()
    page.locator(".bubble").wait_for()

    with page.expect_response("**/api/puzzles/runs/*"):
        solve(page, begun.value.json()["puzzle"]["id"])
    page.locator("[data-solved]").get_by_text("1 solved").wait_for()
    for left in ("Skip (3 left)", "Skip (2 left)", "Skip (last one)"):
        page.get_by_role("button", name=left).click()

    page.get_by_text("The run is over: you solved 1 puzzle.").wait_for()


def test_unknown_puzzle_shows_a_message(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/puzzles/nothing")

    page.get_by_text("There’s no such puzzle.").wait_for()
