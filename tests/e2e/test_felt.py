"""Layout and motion of the table: flying tiles, stable seats, no overlaps, visible focus."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

PAUSE_ANIMATIONS = """
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const motion = animate.apply(this, how);
        motion.pause();
        return motion;
    };
"""
"""Pause every animation at its first frame."""


def open_table(page: "Page", **room: object) -> FakeServer:
    fake_server = FakeServer(page, a_room(**room))  # type: ignore[arg-type]  # keywords of a_room
    page.goto("/r/scene")
    page.locator(".game [data-rack] [data-tile]").first.wait_for()
    return fake_server


def test_opponents_tiles_fly_from_their_seat_at_table_size(new_page: NewPage) -> None:
    page = new_page(settings={"motion": "full"})
    page.add_init_script(PAUSE_ANIMATIONS)
    fake_server = open_table(page, rack="r4 k1", table="[r1 r2 r3]", to_move=1)
    played = {"type": "played", "seat": 1, "table": [], "laid": ["b9", "b10", "b11"]}

    fake_server.show(a_room("r4 k1", "[r1 r2 r3] [b9 b10 b11]", to_move=2), [played])
    page.locator("[data-flying]").nth(2).wait_for()

    box = "box => { const {x, y, width} = box.getBoundingClientRect(); return [x, y, width]; }"
    x, y, _ = page.locator('[data-seat="1"] .avatar').evaluate(box)
    size = float(page.locator("[data-felt]").get_attribute("data-size") or 0)
    for left, top, width in page.locator("[data-flying]").evaluate_all(f"all => all.map({box})"):
        assert (abs(left - x) < size, abs(top - y) < size, round(width)) == (True, True, size)


SEATS = [(5, (1280, 720)), (6, (1280, 720)), (6, (360, 640)), (6, (844, 390)), (6, (320, 256))]
NAMES = ("Ira", "Maximiliana von Hohenberg", "Bo", "Noa", "מקסימיליאנה כהן", "Taras")
CUT_OFF = """seats => seats.flatMap(seat => {
    const pod = seat.getBoundingClientRect();
    return [...seat.querySelectorAll('.avatar, .tiles, .mark, .time')].filter(part => {
        const box = part.getBoundingClientRect();
        return box.width && (box.left < pod.left || box.right > pod.right || box.bottom > pod.bottom);
    }).map(part => part.className);
})"""
IS_WHOLE_OR_HIDDEN = "each => each.scrollWidth <= each.clientWidth || getComputedStyle(each).clipPath !== 'none'"
BOXES = "all => all.map(each => Object.values(each.getBoundingClientRect().toJSON()))"


def room_before_initial_melds(players: int, **room: object) -> dict[str, object]:
    """Return a room in which every seat shows the longest badge, because no player has melded."""
    others = (14, 3, 22, 1, 15)[: players - 1]
    view = a_room(names=NAMES[:players], others=others, edition="xp", **room)  # type: ignore[arg-type]
    for seat in view["game"]["seats"]:
        seat["has_melded"] = False
    return view


@pytest.mark.parametrize(("players", "size"), SEATS)
def test_badges_and_clock_stay_inside_their_seat(new_page: NewPage, players: int, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    FakeServer(page, room_before_initial_melds(players, to_move=1))
    page.goto("/r/scene")
    page.locator(".seat").nth(players - 2).wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator(".seat").evaluate_all(CUT_OFF) == []


def test_status_of_the_player_to_move_stays_in_words_without_a_clock(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 1280, "height": 720})
    FakeServer(page, room_before_initial_melds(3, to_move=1, seconds=None))
    page.goto("/r/scene")
    state = page.locator(".seat.active .state").element_handle()

    assert state.evaluate("each => [each.textContent, getComputedStyle(each).clipPath]") == ["not opened", "none"]


@pytest.mark.parametrize("size", [(1280, 720), (360, 640), (844, 390)])
def test_badge_of_a_player_who_resigned_is_whole(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(locale="uk-UA", viewport={"width": size[0], "height": size[1]})
    room = a_room()
    room["game"]["seats"][2]["has_conceded"] = True
    FakeServer(page, room)
    page.goto("/r/scene")
    badge = page.locator('[data-seat="2"] .mark')
    badge.locator("svg").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert badge.locator(".state").evaluate(IS_WHOLE_OR_HIDDEN)


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_seats_keep_their_size_and_position_when_the_turn_changes(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    fake_server = FakeServer(page, room_before_initial_melds(4, to_move=1))
    page.goto("/r/scene")
    page.locator(".seat.active").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")
    before = page.locator(".seat").evaluate_all(BOXES)

    fake_server.show(a_room(names=NAMES[:4], others=(1, 30, 2), to_move=2, seconds=None))
    page.locator('.seat.active[data-seat="2"]').wait_for()

    assert page.locator(".seat").evaluate_all(BOXES) == before


def test_top_bar_does_not_cover_the_seats_at_high_zoom(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 320, "height": 256})
    open_table(page)

    lowest = max(page.locator(".topbar > *").evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)"))

    assert lowest <= min(page.locator(".seat").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)"))


def test_draw_button_can_be_clicked_at_high_zoom(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 320, "height": 256})
    fake_server = open_table(page)

    page.locator(".draw").click()

    assert fake_server.wait_for_command(type="draw")


BACKGROUNDS = (
    "bg",
    "surface",
    "sunk",
    "honey",
    "brand",
    "felt1",
    "felt2",
    "wood1",
    "wood2",
    "face1",
    "face2",
    "dock-button",
)
COLOURS = """names => names.map(name => {
    const probe = document.createElement('i');
    probe.style.color = `var(--${name})`;
    document.body.append(probe);
    const colour = getComputedStyle(probe).color;
    probe.remove();
    return colour;
})"""
RING = """element => {
    element.focus({focusVisible: true});
    const {outlineColor, outlineStyle, boxShadow} = getComputedStyle(element);
    return [outlineStyle, outlineColor, boxShadow.match(/^rgba?\\([^)]*\\)/)?.[0] ?? ''];
}"""
FOCUSABLE = (
    "[data-felt] [data-key][tabindex='0']",
    "[data-rack] [data-key][tabindex='0']",
    ".end",
    ".topbar a",
    ".aside input",
)
MIN_CONTRAST = 3


def luminance(colour: str) -> float:
    """Return the relative luminance as defined by WCAG."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Return the contrast ratio as defined by WCAG, from 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("more", [None, "more"])
@pytest.mark.parametrize("theme", ["light", "dark", "felt"])
def test_focus_ring_is_visible_on_every_background(new_page: NewPage, theme: str, more: str | None) -> None:
    page = new_page(settings={"theme": theme}, contrast=more, viewport={"width": 1280, "height": 720})
    open_table(page)
    page.locator(".aside input").wait_for()

    rings = {tuple(page.locator(each).first.evaluate(RING)) for each in FOCUSABLE}
    backgrounds = dict(zip(BACKGROUNDS, page.evaluate(COLOURS, list(BACKGROUNDS)), strict=True))

    ((style, light, dark),) = rings
    assert (style, contrast(light, dark) >= MIN_CONTRAST) == ("solid", True)
    best = {name: max(contrast(background, tone) for tone in (light, dark)) for name, background in backgrounds.items()}
    assert {name: ratio for name, ratio in best.items() if ratio < MIN_CONTRAST} == {}
