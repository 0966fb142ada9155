"""The course: every lesson can be solved with the controls of the table."""

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Finger, Keys, Mouse, Row, expect_soon, on_rack, on_screen, trays, wait_for
from tilewise.learn import COURSE, Lesson, Task, generate
from tilewise.learn.generate import lesson_json

if TYPE_CHECKING:
    from playwright.sync_api import Locator, Page

MOUSE = Mouse()
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
LESSONS = {lesson.id: lesson for lesson in COURSE}
CHANCES = json.loads(generate.CHANCES.read_text())


def arrange(page: "Page", wanted: list[Row]) -> None:
    """Drag tiles one by one until the table holds these melds."""
    ready: set[str] = set()
    for row in wanted:
        there = {tray: tiles for tray, tiles in trays(page).items() if tray not in ready}
        same = next((tray for tray, tiles in there.items() if Counter(tiles) == Counter(row)), None)
        ready.add(same or _build(page, row, there, ready))


def _build(page: "Page", row: Row, there: dict[str, Row], ready: set[str]) -> str:
    base = max(
        (tray for tray in there if not Counter(there[tray]) - Counter(row)),
        key=lambda tray: len(there[tray]),
        default=None,
    )
    missing = list((Counter(row) - Counter(there.get(base or "", ()))).elements())
    for tile in missing:
        source = _source(page, tile, ready | {base or ""})
        known = set(trays(page))
        if base is None:
            MOUSE.drag(page, source, page.locator("[data-new]"))
            wait_for(page, lambda known=known: set(trays(page)) - known)
            base = next(iter(set(trays(page)) - known))
        else:
            MOUSE.drag(page, source, page.locator(f'[data-tray="{base}"] [data-tile]').last, right=12)
    assert base is not None
    return base


def _source(page: "Page", tile: str, ready: set[str]) -> "Locator":
    if on_rack(page, tile).count():
        return on_rack(page, tile)
    tray = next(tray for tray, tiles in trays(page).items() if tile in tiles and tray not in ready)
    return page.locator(f'[data-tray="{tray}"] [data-tile="{tile}"]').first


def solve(page: "Page", lesson: Lesson) -> None:
    match lesson.task:
        case Task.PLAY:
            arrange(page, [tuple(map(str, row)) for row in lesson_json(lesson)["shown"][-1]])
            page.locator(".end").click()
        case Task.DRAW:
            page.locator(".draw").click()
        case Task.OVERRUN:
            page.locator(".end").click()
        case Task.UNFINISHED:
            MOUSE.drag(page, on_rack(page, "r3"), page.locator("[data-new]"))
            page.locator(".end").click()
        case Task.COUNT:
            points = f"{lesson.points:+}".replace("-", "\u2212")
            page.get_by_role("button", name=points, exact=True).click()
        case Task.CHOOSE:
            best = next(at for at, chance in enumerate(CHANCES[lesson.id]) if chance["is_best"])
            page.locator(".option").nth(best).click()


def test_every_lesson_can_be_solved_and_progress_is_kept(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 800})
    page.goto(f"/learn/{COURSE[0].id}")
    for lesson in COURSE:
        page.wait_for_url(f"**/learn/{lesson.id}")
        page.locator(".bubble:not(.good)").wait_for()
        solve(page, lesson)
        page.locator(".bubble.good").wait_for()
        page.locator(".lesson .next").click()

    page.get_by_text(f"{len(COURSE)} of {len(COURSE)} done").wait_for()
    page.reload()
    page.get_by_text(f"{len(COURSE)} of {len(COURSE)} done").wait_for()


def test_lesson_can_be_solved_by_touch_in_hebrew_on_a_phone(new_page: NewPage) -> None:
    page = new_page(locale="he-IL", **PHONE)
    page.goto("/learn/e1")
    page.locator(".bubble").wait_for()
    first, second = trays(page)

    Finger().lay_into(page, "b3", first)
    Finger().lay_into(page, "b8", second)
    Finger().end(page)

    page.locator(".bubble.good").wait_for()
    assert page.locator("html").get_attribute("dir") == "rtl"


def test_lesson_can_be_solved_by_keyboard_alone(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/opening")
    page.locator(".bubble").wait_for()
    keys = Keys()

    keys.lay_new(page, ("r8", "b8", "k8"))
    keys.end(page)
    page.get_by_text("24 of 30 points").first.wait_for()
    keys.lay_new(page, ("y2", "y3", "y4"))
    keys.end(page)

    page.locator(".bubble.good").wait_for()


def test_lessons_are_judged_offline_and_progress_is_kept(new_page: NewPage) -> None:
    page = new_page(locale="uk-UA")
    page.goto("/")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    page.context.set_offline(True)
    for lesson in (LESSONS["e1"], LESSONS["count-pool"], LESSONS["win-pool"]):
        page.goto(f"/learn/{lesson.id}")
        page.locator(".bubble").wait_for()
        if lesson.task is Task.PLAY:
            page.locator(".end").click()
            assert page.locator(".bubble.good").count() == 0
        solve(page, lesson)
        page.locator(".bubble.good").wait_for()

    page.goto("/learn")
    page.get_by_text(f"Пройдено 3 з {len(COURSE)}").wait_for()


def test_freed_joker_outside_a_new_meld_is_refused_with_the_reason(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/j3")
    page.locator(".bubble").wait_for()

    arrange(page, [("b4", "b5", "b6", "J")])
    page.locator(".end").click()

    page.get_by_text("A freed joker must go into a new meld in the same turn.").first.wait_for()
    expect_soon(page, page.locator(".bubble.bad").count, 1)


def test_legal_play_that_misses_the_task_does_not_solve_the_lesson(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/keep-fourth")
    page.locator(".bubble").wait_for()

    MOUSE.lay_new(page, ("r9", "b9", "k9", "y9"))
    MOUSE.end(page)

    page.get_by_text("but not the one we’re after").wait_for()
    assert page.locator(".bubble.good").count() == 0


def test_full_storage_is_reported_and_progress_stays_on_the_page(new_page: NewPage) -> None:
    page = new_page()
    page.add_init_script("Storage.prototype.setItem = () => { throw new DOMException('full', 'QuotaExceededError') }")
    page.goto("/learn/overrun")
    page.locator(".end").click()
    page.locator(".bubble.good").wait_for()

    page.get_by_text("can’t save anything").wait_for()
    page.locator(".place a").click()
    page.get_by_text(f"1 of {len(COURSE)} done").wait_for()


def test_solution_is_shown_step_by_step(new_page: NewPage) -> None:
    page = new_page()
    page.clock.install()
    page.goto("/learn/e6")
    page.get_by_role("button", name="Show me").click()
    page.clock.run_for(12_000)

    page.get_by_text("Like this.").wait_for()
    wait_for(page, lambda: ("k8", "k9", "k10") in trays(page).values())


@pytest.mark.parametrize("size", [(844, 390), (360, 640), (320, 256)])
def test_solution_is_shown_where_it_can_be_seen(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    page.goto("/learn/e6")
    page.get_by_role("button", name="Show me").click()

    expect_soon(page, lambda: on_screen(page, ".practice"), wanted=True)


@pytest.mark.parametrize("lesson", ["e6", "group", "count-rack"])
def test_table_of_a_lesson_fits_a_phone_in_landscape(new_page: NewPage, lesson: str) -> None:
    page = new_page(viewport={"width": 844, "height": 390})
    page.goto(f"/learn/{lesson}")
    page.locator(".lesson h1").wait_for()

    assert on_screen(page, ".practice, .counting")


def test_wrong_choice_shows_the_chances_of_every_option(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/win-hold")
    page.locator(".option").first.click()

    page.locator(".bubble.bad").wait_for()
    expect_soon(page, page.locator(".option .chance small").count, 3)
    assert page.locator(".bubble.good").count() == 0


def test_unknown_lesson_shows_a_message(new_page: NewPage) -> None:
    page = new_page()
    page.goto("/learn/e99")

    page.get_by_text("There’s no such lesson.").wait_for()
