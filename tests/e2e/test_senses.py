"""What is seen, heard and felt besides the tiles: colours of the device, motion, sound, vibration, a word outside."""

from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import Mouse, expect_soon, on_rack
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

LISTEN = """
    window.struck = 0;
    window.AudioContext = class extends AudioContext {
        createOscillator() { window.struck += 1; return super.createOscillator(); }
    };
"""
FEEL = "window.felt = []; navigator.vibrate = (length) => window.felt.push(length) > 0;"
NOTICE = """
    window.told = [];
    window.Notification = class { static permission = 'granted'; static requestPermission = async () => ANSWER; };
    ServiceWorkerRegistration.prototype.showNotification = async (title, { data }) => window.told.push([title, data]);
"""
LOOK_AWAY = "Object.defineProperty(document, 'hidden', { get: () => true });"
WATCH_MOTION = """() => {
    window.longestMotion = 0;
    const look = () => {
        const lengths = document.getAnimations().map(({ effect }) => effect.getComputedTiming().duration);
        window.longestMotion = Math.max(window.longestMotion, ...lengths);
        requestAnimationFrame(look);
    };
    look();
}"""


def on_stage(page: "Page", *, to_move: int = 0) -> FakeServer:
    fake_server = FakeServer(page, a_room("r4 k1", "[r1 r2 r3]", to_move=to_move))
    page.goto("/r/scene")
    page.wait_for_selector(".game [data-rack] [data-tile]")
    return fake_server


def drop_a_tile(page: "Page") -> None:
    Mouse().drag(page, on_rack(page, "k1"), page.locator("[data-new]"))
    page.wait_for_selector('[data-felt] [data-tile="k1"]')


def test_symbols_are_on_when_the_device_has_its_own_colours(new_page: NewPage) -> None:
    page = new_page(forced_colors="active")

    on_stage(page)

    assert page.locator("html").get_attribute("data-symbols") == "on"


def test_colours_are_told_apart_when_the_device_has_its_own(new_page: NewPage) -> None:
    page = new_page(forced_colors="active")
    FakeServer(page, a_room("r4 b4 k4 y4", "[r1 r2 r3]"))
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")

    inks = page.evaluate(
        "() => [...document.querySelectorAll('[data-rack] .tile')].map(tile => getComputedStyle(tile).color)"
    )

    assert len(set(inks)) == 4


def test_the_page_goes_with_the_device_when_it_changes(new_page: NewPage) -> None:
    page = new_page(settings={"motion": "full"})
    on_stage(page)
    look = "name => document.documentElement.dataset[name]"
    before = [page.evaluate(look, name) for name in ("theme", "symbols", "motion")]

    page.emulate_media(color_scheme="dark", forced_colors="active", reduced_motion="reduce")

    page.wait_for_function("() => document.documentElement.dataset.motion === 'less'")
    page.wait_for_function("() => document.documentElement.dataset.symbols === 'on'")
    page.wait_for_function("() => document.documentElement.dataset.theme === 'dark'")
    assert before == ["light", "off", "full"]


@pytest.mark.parametrize(("wish", "flies"), [("no-preference", True), ("reduce", False)])
def test_nothing_flies_for_who_wants_little_motion(new_page: NewPage, wish: str, *, flies: bool) -> None:
    page = new_page(reduced_motion=wish, settings={"motion": "full"})
    fake_server = on_stage(page, to_move=1)
    page.evaluate(WATCH_MOTION)

    played = {"type": "played", "seat": 1, "table": [], "laid": ["b5", "k5", "y5"]}
    fake_server.show(a_room("r4 k1", "[r1 r2 r3] [b5 k5 y5]", to_move=2), [played])
    page.wait_for_selector('[data-felt] [data-tile="y5"]')
    if flies:
        page.wait_for_function("() => window.longestMotion >= 300")
    else:
        page.wait_for_function("() => document.getAnimations().every(each => each.playState !== 'running')")
        assert page.evaluate("window.longestMotion") <= 100


def test_tiles_are_heard_unless_the_sound_is_off(new_page: NewPage) -> None:
    page = new_page(settings={"volume": 0.6})
    page.add_init_script(LISTEN)
    on_stage(page, to_move=1)

    drop_a_tile(page)
    page.wait_for_function("() => window.struck === 3")  # one note when it is picked up, two when it lands
    page.get_by_role("button", name="Mute").click()
    Mouse().drag(page, on_rack(page, "r4"), page.locator('[data-felt] [data-tile="r3"]'), right=12)
    page.wait_for_selector('[data-felt] [data-tile="r4"]')

    assert page.evaluate("window.struck") == 3


def test_who_wants_to_hear_only_their_turn_hears_that(new_page: NewPage) -> None:
    page = new_page(settings={"volume": 0.6, "soundsOnlyMine": True})
    page.add_init_script(LISTEN)
    fake_server = on_stage(page, to_move=1)
    drop_a_tile(page)
    assert page.evaluate("window.struck") == 0

    fake_server.show(a_room("r4 k1", "[r1 r2 r3]"), [{"type": "passed", "seat": 3}])

    page.wait_for_function("() => window.struck > 0")


@pytest.mark.parametrize(("is_on", "felt"), [(True, [10]), (False, [])])
def test_a_tile_that_lands_is_felt_by_choice(new_page: NewPage, felt: list[int], *, is_on: bool) -> None:
    page = new_page(settings={"vibrates": is_on})
    page.add_init_script(FEEL)
    on_stage(page)

    drop_a_tile(page)

    assert page.evaluate("window.felt") == felt


def test_the_title_says_whose_turn_it_is(new_page: NewPage) -> None:
    page = new_page()
    fake_server = on_stage(page, to_move=1)
    expect_soon(page, page.title, "The table · Tilewise")

    fake_server.show(a_room("r4 k1", "[r1 r2 r3]"), [])

    page.wait_for_function("() => document.title.includes('Your turn')")


@pytest.mark.parametrize(("is_on", "told"), [(True, [["Your turn.", "/r/scene"]]), (False, [])])
def test_who_looks_elsewhere_is_told_by_choice(new_page: NewPage, told: list[list[str]], *, is_on: bool) -> None:
    page = new_page(settings={"notifies": is_on})
    page.add_init_script(NOTICE.replace("ANSWER", "'granted'") + LOOK_AWAY)
    fake_server = on_stage(page, to_move=1)
    page.wait_for_function("() => navigator.serviceWorker.ready.then(() => true)")

    fake_server.show(a_room("r4 k1", "[r1 r2 r3]"), [])
    page.wait_for_function("() => document.title.includes('Your turn')")
    page.wait_for_function("count => window.told.length >= count", arg=len(told))

    assert page.evaluate("window.told") == told


@pytest.mark.parametrize(("answer", "is_on"), [("granted", True), ("denied", False)])
def test_notifications_are_on_only_if_the_browser_may(new_page: NewPage, answer: str, *, is_on: bool) -> None:
    page = new_page()
    page.add_init_script(NOTICE.replace("ANSWER", f"'{answer}'"))
    page.goto("/settings")

    page.get_by_role("switch", name="Notify me when it’s my turn").click()

    kept = "(wanted) => JSON.parse(localStorage.getItem('tilewise.settings')).notifies === wanted"
    page.wait_for_function(kept, arg=is_on)
