"""The companion's timer: speech, sounds, wake lock, TV mode, and its clock on other phones."""

import re
from typing import TYPE_CHECKING

from tests.e2e.conftest import NewPage
from tests.e2e.hands import expect_soon, pause_clock, wait_for
from tests.e2e.test_companion import PHONE, set_up_players, share_with

if TYPE_CHECKING:
    from playwright.sync_api import Page

RECORD_SPEECH = """
    window.said = [];
    SpeechSynthesis.prototype.speak = (words) => window.said.push([words.text, words.lang]);
"""
RECORD_NOTES = """
    window.notes = [];
    const start = AudioScheduledSourceNode.prototype.start;
    AudioScheduledSourceNode.prototype.start = function (...when) {
        window.notes.push(this.frequency.value);
        return start.apply(this, when);
    };
"""
FAKE_WAKE_LOCK = """
    window.locks = [];
    const request = async (what) => {
        const lock = new EventTarget();
        lock.release = async () => { window.locks.push('released'); lock.dispatchEvent(new Event('release')); };
        window.locks.push(what);
        window.lock = lock;
        return lock;
    };
    Object.defineProperty(navigator, 'wakeLock', { value: { request } });
"""
SET_VISIBILITY = """
    how => {
        const isHidden = how === 'hidden';
        Object.defineProperty(document, 'hidden', { value: isHidden, configurable: true });
        if (isHidden) window.lock.dispatchEvent(new Event('release'));
        document.dispatchEvent(new Event('visibilitychange'));
    }
"""


def open_timer(page: "Page", names: tuple[str, ...] = ("Ann", "Bob", "Cid")) -> None:
    set_up_players(page, names)
    page.get_by_role("button", name="Go to the timer").click()


def test_names_are_spoken_in_the_language_of_the_page_unless_switched_off(new_page: NewPage) -> None:
    page = new_page(settings={"language": "uk"})
    page.add_init_script(RECORD_SPEECH)
    page.goto("/companion")
    for seat, name in enumerate(("Олена", "Богдан"), start=1):
        page.get_by_label(f"Гравець {seat}", exact=True).fill(name)
        page.get_by_label(f"Гравець {seat}", exact=True).blur()
    page.get_by_role("button", name="Перейти до таймера").click()
    page.locator(".place.on").click()
    page.locator(".place.on").click()
    expect_soon(page, lambda: page.evaluate("said"), [["Олена", "uk"], ["Богдан", "uk"]])

    page.get_by_role("button", name="Таблиця очок").click()
    page.get_by_role("button", name="Гравці").click()
    page.get_by_role("switch", name="Оголошувати імена").uncheck()
    page.get_by_role("button", name="Перейти до таймера").click()
    page.locator(".place.on").click()
    assert len(page.evaluate("said")) == 2


def test_last_seconds_tick_unless_sounds_are_off(new_page: NewPage) -> None:
    page = new_page(settings={"volume": 0.5})
    page.add_init_script(RECORD_NOTES)
    open_timer(page)
    pause_clock(page)
    page.locator(".place.on").click()
    page.clock.run_for(54_000)
    assert page.evaluate("notes") == []
    page.clock.run_for(7_000)
    expect_soon(page, lambda: page.evaluate("notes"), [1200] * 5 + [440, 330])

    page.get_by_role("button", name="Score sheet").click()
    page.get_by_role("button", name="Players").click()
    page.get_by_role("switch", name="Sounds").uncheck()
    page.get_by_role("button", name="Go to the timer").click()
    page.locator(".place.on").click()
    page.clock.run_for(61_000)
    assert len(page.evaluate("notes")) == 7


def test_screen_stays_awake_while_the_timer_runs(new_page: NewPage) -> None:
    page = new_page(**PHONE)
    page.add_init_script(FAKE_WAKE_LOCK)
    open_timer(page)
    assert page.evaluate("locks") == []
    page.locator(".place.on").click()
    page.locator(".place.on").click()
    expect_soon(page, lambda: page.evaluate("locks"), ["screen"])

    page.evaluate(SET_VISIBILITY, "hidden")
    page.evaluate(SET_VISIBILITY, "visible")
    expect_soon(page, lambda: page.evaluate("locks"), ["screen", "screen"])

    page.get_by_role("button", name="Pause").click()
    expect_soon(page, lambda: page.evaluate("locks"), ["screen", "screen", "released"])
    page.evaluate(SET_VISIBILITY, "visible")
    assert len(page.evaluate("locks")) == 3


def test_tv_mode_shows_a_large_clock_and_all_names_upright(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1920, "height": 1080})
    set_up_players(page, ("Ann", "Bob", "Cid", "Dan", "Eve", "Flo"))
    page.get_by_role("switch", name="TV mode").check()
    page.get_by_role("button", name="Go to the timer").click()
    page.get_by_role("button", name="Full screen").click()
    page.locator("main:fullscreen").wait_for()

    turns = page.locator(".place .turned").evaluate_all("all => all.map(each => getComputedStyle(each).transform)")
    bottoms = "all => all.map(each => Math.round(each.getBoundingClientRect().bottom))"
    wait_for(page, lambda: page.locator(".ring").evaluate("ring => ring.clientHeight") > 1080 / 2)
    assert turns == ["none"] * 6
    expect_soon(page, lambda: len(set(page.locator(".place").evaluate_all(bottoms))), 1)


def test_timer_settings_survive_a_reload(new_page: NewPage) -> None:
    page = new_page()
    set_up_players(page, ("Ann", "Bob"))
    seconds = page.get_by_label("Seconds per turn")
    seconds.fill("5")
    seconds.blur()
    expect_soon(page, seconds.input_value, "10")
    seconds.fill("90")
    seconds.blur()
    page.get_by_role("switch", name="Say names aloud").uncheck()
    page.reload()

    assert page.get_by_label("Seconds per turn").input_value() == "90"
    assert not page.get_by_role("switch", name="Say names aloud").is_checked()


def test_following_phone_shows_current_player_and_time_left(new_page: NewPage) -> None:
    page, phone = new_page(), new_page(**PHONE)
    set_up_players(page, ("Ann", "Bob", "Cid"))
    page.get_by_label("Seconds per turn").fill("570")
    page.get_by_label("Seconds per turn").blur()
    share_with(page, phone)
    assert phone.get_by_role("timer").count() == 0

    page.get_by_role("button", name="Timer").click()
    page.locator(".place.on").click()
    phone.locator("[aria-current]", has_text="Ann").wait_for()
    phone.locator(".ring .number", has_text=re.compile("[89]:[0-5][0-9]")).wait_for()
    page.locator(".place.on").click()
    phone.locator("[aria-current]", has_text="Bob").wait_for()
    for _ in range(10):
        page.get_by_role("button", name="15 more seconds").click()
    phone.locator(".ring .number", has_text=re.compile("1[012]:[0-5][0-9]")).wait_for()
    page.get_by_role("button", name="Pause").click()
    phone.get_by_text("Bob, paused").wait_for()
    expect_soon(phone, phone.locator(".ring .number").inner_text, page.locator(".ring .number").inner_text())
