"""How the table looks and moves: flights of tiles, seats that keep their place, nothing on top of something else."""

import re
from typing import TYPE_CHECKING

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.scenes import FakeServer, a_room

if TYPE_CHECKING:
    from playwright.sync_api import Page

STOP_AT_THE_START = """
    const animate = Element.prototype.animate;
    Element.prototype.animate = function (...how) {
        const motion = animate.apply(this, how);
        motion.pause();
        return motion;
    };
"""
"""Every motion stands still at its first frame."""


def the_table(page: "Page", **room: object) -> FakeServer:
    """A page that shows a game in progress."""
    fake_server = FakeServer(page, a_room(**room))  # type: ignore[arg-type]  # as a_room takes them
    page.goto("/r/scene")
    page.locator(".game [data-rack] [data-tile]").first.wait_for()
    return fake_server


def test_tiles_of_an_opponent_fly_at_their_size_from_the_seat(new_page: NewPage) -> None:
    page = new_page(settings={"motion": "full"})
    page.add_init_script(STOP_AT_THE_START)
    fake_server = the_table(page, rack="r4 k1", table="[r1 r2 r3]", to_move=1)
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
BOXES = "all => all.map(each => Object.values(each.getBoundingClientRect().toJSON()))"


def nobody_has_opened(players: int, **room: object) -> dict[str, object]:
    """The longest badge at every seat."""
    others = (14, 3, 22, 1, 15)[: players - 1]
    view = a_room(names=NAMES[:players], others=others, edition="xp", **room)  # type: ignore[arg-type]
    for seat in view["game"]["seats"]:
        seat["has_melded"] = False
    return view


@pytest.mark.parametrize(("players", "size"), SEATS)
def test_badges_and_clock_stay_inside_their_seat(new_page: NewPage, players: int, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    FakeServer(page, nobody_has_opened(players, to_move=1))
    page.goto("/r/scene")
    page.locator(".seat").nth(players - 2).wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")

    assert page.locator(".seat").evaluate_all(CUT_OFF) == []


@pytest.mark.parametrize("size", [(1280, 720), (390, 844), (844, 390)])
def test_seats_keep_their_size_and_place_while_the_turn_goes_round(new_page: NewPage, size: tuple[int, int]) -> None:
    page = new_page(viewport={"width": size[0], "height": size[1]})
    fake_server = FakeServer(page, nobody_has_opened(4, to_move=1))
    page.goto("/r/scene")
    page.locator(".seat.active").wait_for()
    page.evaluate("document.fonts.ready.then(() => null)")
    before = page.locator(".seat").evaluate_all(BOXES)

    fake_server.show(a_room(names=NAMES[:4], others=(1, 30, 2), to_move=2, seconds=None))
    page.locator('.seat.active[data-seat="2"]').wait_for()

    assert page.locator(".seat").evaluate_all(BOXES) == before


def test_the_top_bar_leaves_the_names_alone_at_high_zoom(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 320, "height": 256})
    the_table(page)

    lowest = max(page.locator(".topbar > *").evaluate_all("all => all.map(one => one.getBoundingClientRect().bottom)"))

    assert lowest <= min(page.locator(".seat").evaluate_all("all => all.map(one => one.getBoundingClientRect().top)"))


def test_the_actions_can_be_reached_at_high_zoom(new_page: NewPage) -> None:
    page = new_page(viewport={"width": 320, "height": 256})
    fake_server = the_table(page)

    page.locator(".draw").click()

    assert fake_server.wait_for_command(type="draw")


GROUNDS = (
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
TOUCHED = (
    "[data-felt] [data-key][tabindex='0']",
    "[data-rack] [data-key][tabindex='0']",
    ".end",
    ".topbar a",
    ".aside input",
)
ENOUGH = 3


def luminance(colour: str) -> float:
    """Relative luminance, as in WCAG."""
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    red, green, blue = (part / 12.92 if part <= 0.04045 else ((part + 0.055) / 1.055) ** 2.4 for part in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """How far two colours are apart, as in WCAG: 1 to 21."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("more", [None, "more"])
@pytest.mark.parametrize("theme", ["light", "dark", "felt"])
def test_the_focus_can_be_seen_on_every_ground(new_page: NewPage, theme: str, more: str | None) -> None:
    page = new_page(settings={"theme": theme}, contrast=more, viewport={"width": 1280, "height": 720})
    the_table(page)
    page.locator(".aside input").wait_for()

    rings = {tuple(page.locator(each).first.evaluate(RING)) for each in TOUCHED}
    grounds = dict(zip(GROUNDS, page.evaluate(COLOURS, list(GROUNDS)), strict=True))

    ((style, light, dark),) = rings
    assert (style, contrast(light, dark) >= ENOUGH) == ("solid", True)
    best = {name: max(contrast(ground, tone) for tone in (light, dark)) for name, ground in grounds.items()}
    assert {name: ratio for name, ratio in best.items() if ratio < ENOUGH} == {}
