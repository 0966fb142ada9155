"""Device preferences and feedback: forced colours, motion, sound, vibration, title and notifications."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, expect_soon, on_rack
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

COUNT_NOTES = """
    window.struck = 0;
    window.AudioContext = class extends AudioContext {
        createOscillator() { window.struck += 1; return super.createOscillator(); }
    };
"""
RECORD_VIBRATIONS = "window.felt = []; navigator.vibrate = (length) => window.felt.push(length) > 0;"
FAKE_NOTIFICATIONS = """
    window.told = [];
    window.Notification = class { static permission = 'granted'; static requestPermission = async () => ANSWER; };
    ServiceWorkerRegistration.prototype.showNotification = async (title, { data }) => window.told.push([title, data]);
"""
HIDE_PAGE = "Object.defineProperty(document, 'hidden', { get: () => true });"
WATCH_MOTION = """() => {
    window.longestMotion = 0;
    const look = () => {
        const lengths = document.getAnimations().map(({ effect }) => effect.getComputedTiming().duration);
        window.longestMotion = Math.max(window.longestMotion, ...lengths);
        requestAnimationFrame(look);
    };
    look();
}"""


def open_table(page: "Page", *, to_move: int = 0) -> FakeServer:
    fake_server = FakeServer(page, a_room("r4 k1", "[r1 r2 r3]", to_move=to_move))
    page.goto("/r/scene")
    page.wait_for_selector(".game [data-rack] [data-tile]")
    return fake_server


def lay_tile(page: "Page") -> None:
    Mouse().drag(page, on_rack(page, "k1"), page.locator("[data-new]"))
    page.wait_for_selector('[data-felt] [data-tile="k1"]')


def test_symbols_are_on_with_forced_colours(new_page: NewPage) -> None:
    page = new_page(forced_colors="active")

    open_table(page)

    assert page.locator("html").get_attribute("data-symbols") == "on"


def test_tile_colours_stay_distinct_with_forced_colours(new_page: NewPage) -> None:
    page = new_page(forced_colors="active")
    FakeServer(page, a_room("r4 b4 k4 y4", "[r1 r2 r3]"))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")

    inks = page.evaluate(
        "() => [...document.querySelectorAll('[data-rack] .tile')].map(tile => getComputedStyle(tile).color)"
    )

    assert len(set(inks)) == 4


def test_page_follows_changes_of_the_device_preferences(new_page: NewPage) -> None:
    page = new_page(settings={"motion": "full"})
    open_table(page)
    look = "name => document.documentElement.dataset[name]"
    before = [page.evaluate(look, name) for name in ("theme", "symbols", "motion")]

    page.emulate_media(color_scheme="dark", forced_colors="active", reduced_motion="reduce")

    page.wait_for_function("() => document.documentElement.dataset.motion === 'less'")
    page.wait_for_function("() => document.documentElement.dataset.symbols === 'on'")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert before == ["light", "off", "full"]


@pytest.mark.parametrize(("preference", "flies"), [("no-preference", True), ("reduce", False)])
def test_tiles_fly_unless_reduced_motion_is_preferred(new_page: NewPage, preference: str, *, flies: bool) -> None:
    page = new_page(reduced_motion=preference, settings={"motion": "full"})
    fake_server = open_table(page, to_move=1)
    page.evaluate(WATCH_MOTION)

    played = {"type": "played", "seat": 1, "table": [], "laid": ["b5", "k5", "y5"]}
    fake_server.show(a_room("r4 k1", "[r1 r2 r3] [b5 k5 y5]", to_move=2), [played])
    page.wait_for_selector('[data-felt] [data-tile="y5"]')
    if flies:
        page.wait_for_function("() => window.longestMotion >= 300")
    else:
        page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        assert page.evaluate("window.longestMotion") <= 100


def test_tiles_make_sounds_unless_muted(new_page: NewPage) -> None:
    page = new_page(settings={"volume": 0.6})
    page.add_init_script(COUNT_NOTES)
    open_table(page, to_move=1)

    lay_tile(page)
    page.wait_for_function("() => window.struck === 3")  # one note on picking up, two on landing
    page.get_by_role("button", name="Mute").click()
    Mouse().drag(page, on_rack(page, "r4"), page.locator('[data-felt] [data-tile="r3"]'), right=12)
    page.wait_for_selector('[data-felt] [data-tile="r4"]')

    assert page.evaluate("window.struck") == 3


def test_sounds_for_my_turn_only_skip_tile_sounds(new_page: NewPage) -> None:
    page = new_page(settings={"volume": 0.6, "soundsOnlyMine": True})
    page.add_init_script(COUNT_NOTES)
    fake_server = open_table(page, to_move=1)
    lay_tile(page)
    assert page.evaluate("window.struck") == 0

    fake_server.show(a_room("r4 k1", "[r1 r2 r3]"), [{"type": "passed", "seat": 3}])

    page.wait_for_function("() => window.struck > 0")


@pytest.mark.parametrize(("is_on", "felt"), [(True, [10]), (False, [])])
def test_laid_tile_vibrates_only_if_enabled(new_page: NewPage, felt: list[int], *, is_on: bool) -> None:
    page = new_page(settings={"vibrates": is_on})
    page.add_init_script(RECORD_VIBRATIONS)
    open_table(page)

    lay_tile(page)

    assert page.evaluate("window.felt") == felt


def test_title_announces_my_turn(new_page: NewPage) -> None:
    page = new_page()
    fake_server = open_table(page, to_move=1)
    expect_soon(page, page.title, "The table · Tilewise")

    fake_server.show(a_room("r4 k1", "[r1 r2 r3]"), [])

    page.wait_for_function("() => document.title.includes('Your turn')")


@pytest.mark.parametrize(("is_on", "told"), [(True, [["Your turn.", "/r/scene"]]), (False, [])])
def test_hidden_page_notifies_of_my_turn_only_if_enabled(
    new_page: NewPage, told: list[list[str]], *, is_on: bool
) -> None:
    page = new_page(settings={"notifies": is_on})
    page.add_init_script(FAKE_NOTIFICATIONS.replace("ANSWER", "'granted'") + HIDE_PAGE)
    fake_server = open_table(page, to_move=1)
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")

    fake_server.show(a_room("r4 k1", "[r1 r2 r3]"), [])
    page.wait_for_function("() => document.title.includes('Your turn')")
    page.wait_for_function("count => window.told.length >= count", arg=len(told))

    assert page.evaluate("window.told") == told


@pytest.mark.parametrize(("answer", "is_on"), [("granted", True), ("denied", False)])
def test_notifications_stay_off_if_the_browser_denies_them(new_page: NewPage, answer: str, *, is_on: bool) -> None:
    page = new_page()
    page.add_init_script(FAKE_NOTIFICATIONS.replace("ANSWER", f"'{answer}'"))
    page.goto("/settings")

    page.get_by_role("switch", name="Notify me when it’s my turn").click()

    kept = "(wanted) => JSON.parse(localStorage.getItem('tilewise.settings')).notifies === wanted"
    page.wait_for_function(kept, arg=is_on)
