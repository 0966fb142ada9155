"""Accessibility: axe-core reports no serious finding in any theme, on desktop and phone."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.hands import REVIEWED, Keys, Player, post, wait_for
from tests.e2e.scenes import FakeServer, a_room
from tests.services import missing

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
PAGES = [
    "/",
    "/create",
    "/join",
    "/companion",
    "/learn",
    "/learn/e1",
    "/learn/count-pool",
    "/lobby",
    "/puzzles",
    "/puzzles/daily",
    "/puzzles/run",
    "/rules",
    "/rules/house-rules",
    "/solve",
    "/solve?r=k10.b5",
    "/replay",
    "/settings",
    "/sign-in",
    "/mine",
    "/statistics",
    "/leaderboard",
]


WAIT_FOR_ANIMATIONS = """() => Promise.all(document.getAnimations()
    .filter(motion => Number.isFinite(motion.effect.getComputedTiming().endTime))
    .map(motion => motion.finished.catch(() => null))).then(() => null)"""
"""An element that fades in has too little contrast until its animation ends."""


def serious_findings(page: Any) -> list[str]:  # noqa: ANN401  # playwright may be missing
    if not AXE.is_file():
        missing("axe-core")
    page.evaluate(AXE.read_text())
    page.evaluate(WAIT_FOR_ANIMATIONS)
    found = page.evaluate(
        """async () => (await axe.run({resultTypes: ['violations']})).violations
            .filter(finding => ['serious', 'critical'].includes(finding.impact))
            .map(finding => `${finding.id}: ${finding.nodes.slice(0, 3).map(node => node.target).join(' ')}
               ${finding.nodes[0].failureSummary}`)"""
    )
    return list(found)


def visit_all_pages(page: Any) -> Iterator[str]:  # noqa: ANN401  # playwright may be missing
    """Visit every page by client-side navigation, and yield its path once its requests are done."""
    pending: set[Any] = set()
    page.on("request", lambda request: pending.add(request))  # noqa: PLW0108  # playwright sets attributes on the handler
    for ending in ("requestfinished", "requestfailed"):
        page.on(ending, lambda request: pending.discard(request))  # noqa: PLW0108  # as above
    for path in PAGES:
        page.evaluate(
            "path => { history.pushState(null, '', path); dispatchEvent(new PopStateEvent('popstate')) }", path
        )
        page.wait_for_selector("main h1")
        wait_for(page, lambda: not pending)
        yield path


@pytest.mark.parametrize("theme", ["light", "dark", "felt"])
def test_site_has_no_serious_accessibility_finding(new_page: NewPage, theme: str) -> None:
    page = new_page(settings={"theme": theme})
    page.goto("/")
    page.wait_for_selector("h1")
    findings = {}
    for path in visit_all_pages(page):
        findings[path] = serious_findings(page)

    assert {path: found for path, found in findings.items() if found} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
def test_table_has_no_serious_accessibility_finding(new_page: NewPage, theme: str, size: tuple[int, int]) -> None:
    page = new_page(settings={"theme": theme}, viewport={"width": size[0], "height": size[1]})
    FakeServer(page, a_room(), [{"type": "drew", "seat": 1, "count": 1, "tiles": None}])
    page.goto("/r/scene")
    page.wait_for_selector("[data-rack] [data-tile]")
    page.locator('[data-rack] [data-tile="r5"]').click()

    assert serious_findings(page) == []


@pytest.mark.parametrize("theme", ["light", "dark", "felt"])
def test_live_curve_has_no_serious_accessibility_finding(new_page: NewPage, theme: str) -> None:
    page = new_page(settings={"theme": theme, "showsChances": True}, viewport={"width": 390, "height": 844})
    room = a_room()
    room["config"]["live_curve"] = True
    room["seat"] = room["game"]["seat"] = None
    curve = {"game": 2, "points": [{"turn": turn, "chances": [0.1, 0.2, 0.3, 0.4]} for turn in (0, 1)]}
    page.route("**/api/rooms/*/curve", lambda route: route.fulfill(json=curve))
    FakeServer(page, room)
    page.goto("/r/scene")
    page.locator(".live .key b").first.wait_for()

    assert serious_findings(page) == []


def play_finished_match(page: Any) -> str:  # noqa: ANN401
    """Concede a game after one turn, and return the id of its room."""
    player = Player(page, Keys())
    path = player.open_room(chairs=2, bots=["novice"], start=True, time={"type": "none"}, rules={"games_per_round": 1})
    player.draw()
    player.wait_for_turn()
    player.concede_and_wait()
    return path.rsplit("/", 1)[-1]


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_waiting_room_result_review_and_profile_have_no_serious_accessibility_finding(
    new_page: NewPage, theme: str
) -> None:
    page = new_page(settings={"theme": theme})
    Player(page, Keys()).open_room(chairs=3)
    page.get_by_role("img", name="QR").wait_for()
    findings = {"waiting": serious_findings(page)}
    room = play_finished_match(page)
    page.get_by_role("dialog").wait_for()
    findings["end"] = serious_findings(page)
    page.goto(f"/replay/{room}")
    page.locator(REVIEWED).wait_for()
    page.locator(".turn").nth(1).click()
    page.get_by_role("button", name="Play from here").click()
    findings["review"] = serious_findings(page)
    name = f"Ann {theme}"
    me = post(page, "/api/account", {"name": name, "password": "a long password"})
    page.goto(f"/people/{me['id']}")
    page.get_by_role("heading", name=name).wait_for()
    findings["profile"] = serious_findings(page)

    assert {where: found for where, found in findings.items() if found} == {}


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_companion_has_no_serious_accessibility_finding(new_page: NewPage, theme: str) -> None:
    page = new_page(settings={"theme": theme}, viewport={"width": 390, "height": 844})
    page.goto("/companion")
    page.get_by_role("button", name="Go to the timer").click()
    page.locator(".place.on").click()
    timer = serious_findings(page)
    page.get_by_role("button", name="Went out").click()
    page.locator(".joker-key").click()

    assert (timer, serious_findings(page)) == ([], [])
