"""Take the screenshots for the README and the docs: `python -m tests.e2e.pictures` writes docs/pictures/.

Review them after every change to the design.
"""

import json
import shutil
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, sync_playwright

from tests.e2e.conftest import FLAGS, TIMEOUT_MS, Server
from tests.e2e.hands import REVIEWED, Mouse, on_rack, wait_until_still
from tests.e2e.scenes import NOW, FakeServer, a_room, full_table

FOLDER = Path(__file__).parents[2] / "docs" / "pictures"
DESKTOP, PHONE = (1440, 900), (390, 844)
SIX = ("Ira", "Maximiliana von Hohenberg-Lindenthal", "Bo", "Noa", "מקסימיליאנה כהן־לוינשטיין", "Taras")
EVENTS = [
    {"type": "drew", "seat": 3, "count": 1, "tiles": None, "why": "turn"},
    {"type": "played", "seat": 1, "table": [], "laid": ["r12", "b12", "y12"]},
]
RECORD = Path(__file__).parents[2] / "spec" / "games" / "classic-he-2014.game"


def rearrange_mid_turn(page: Page) -> None:
    """Take the blue 11 out of its run, make a group with it, and select the red 5."""
    mouse = Mouse()
    mouse.drag(page, page.locator('[data-felt] [data-tile="b11"]').first, page.locator("[data-new]"))
    for tile in ("k11", "y11"):
        mouse.drag(page, on_rack(page, tile), page.locator('[data-felt] [data-tile="b11"]').first)
    on_rack(page, "r5").click()


class Camera:
    """Takes screenshots of the pages of a server."""

    def __init__(self, browser: Browser, address: str) -> None:
        self.browser = browser
        self.address = address

    def capture_table(  # noqa: PLR0913  # each changes one visible part
        self,
        name: str,
        size: tuple[int, int],
        *,
        room: dict[str, Any] | None = None,
        act: Callable[[Page], None] | None = rearrange_mid_turn,
        locale: str = "en-US",
        waits: str = "[data-felt] [data-tile]",
        **settings: object,
    ) -> None:
        """Take a screenshot of a game."""
        with self.capture(name, size, locale, **settings) as page:
            page.clock.set_fixed_time(NOW)
            fake_server = FakeServer(page, room or a_room(), EVENTS)
            page.goto("/r/scene")
            page.wait_for_selector(waits)
            fake_server.send(type="presence", chairs=[True] * 6, watching=0)
            page.wait_for_load_state("networkidle")
            if act is not None:
                act(page)

    def capture_page(self, name: str, path: str, size: tuple[int, int], locale: str = "en-US") -> None:
        """Take a screenshot of a page."""
        with self.capture(name, size, locale) as page:
            page.goto(path)
            page.wait_for_selector("main h1")
            page.wait_for_load_state("networkidle")

    def capture_review(self, name: str, size: tuple[int, int]) -> None:
        """Take a screenshot of a review, at a mistake."""
        with self.capture(name, size) as page:
            page.goto("/replay")
            page.locator("input[type=file]").set_input_files(RECORD)
            page.locator(REVIEWED).wait_for()
            page.get_by_role("button", name="Previous mistake").click()

    @contextmanager
    def capture(self, name: str, size: tuple[int, int], locale: str = "en-US", **settings: object) -> Iterator[Page]:
        """Yield a new page, and take its screenshot at the end of the block."""
        context = self.browser.new_context(
            base_url=self.address, viewport={"width": size[0], "height": size[1]}, locale=locale
        )
        context.set_default_timeout(TIMEOUT_MS)
        kept = json.dumps(json.dumps({"motion": "less", "volume": 0, **settings}))
        context.add_init_script(f"localStorage.setItem('tilewise.settings', {kept})")
        page = context.new_page()
        yield page
        wait_until_still(page)
        page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
        context.close()
        print(f"{name}.png")  # noqa: T201  # progress: all screenshots take minutes


@contextmanager
def temporary_server() -> Iterator[Server]:
    """Run a server on temporary data, and stop it at the end of the block."""
    with tempfile.TemporaryDirectory(prefix="tilewise-pictures-") as data:
        server = Server(Path(data))
        server.start()
        try:
            yield server
        finally:
            server.stop()


def main() -> None:
    """Take all screenshots."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    names = ("אירה", "אולנה", "תומר", "נועה")
    full = a_room("y3 k7 r12", full_table(), others=(1, 1, 1))
    twist = a_room("D C M J r2 b3 k4", "[y2 D y5] [b2 b3 M b3 b2] [y2 y3 C r5] [r6 J r8]", edition="twist")
    with temporary_server() as server, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        camera = Camera(browser, server.address)
        camera.capture_table("table", DESKTOP)
        camera.capture_table("table-phone", PHONE)
        camera.capture_table("table-dark", DESKTOP, theme="dark")
        camera.capture_table("table-hebrew", PHONE, locale="he-IL", room=a_room(names=names))
        camera.capture_table("table-ukrainian", (820, 1180), locale="uk-UA")
        camera.capture_table("table-large-print", DESKTOP, isLargePrint=True, hasSymbols=True)
        camera.capture_table("table-full", DESKTOP, room=full, act=None)
        camera.capture_table("table-full-phone", (360, 740), room=full, act=None)
        camera.capture_table("table-twist", (1100, 700), room=twist, act=None)
        empty = a_room(table="-", melded=False)
        long = a_room(names=("Maximiliana von Hohenberg-Lindenthal", "Олександра Коваленко-Шевченківська", "Bo", "Noa"))
        camera.capture_table("table-long-names", PHONE, room=long)
        camera.capture_table("table-landscape", (740, 360))
        camera.capture_table("table-six", DESKTOP, room=a_room(names=SIX, others=(14, 3, 22, 1, 15), edition="xp"))
        run = a_room("r4 k1", "[r1 r2 r3 r4 r5 r6 r7 r8 r9 r10 r11 r12 r13] [b3 b4 b5] [k9 k10 k11 k12]")
        camera.capture_table("table-long-run", (360, 740), room=run, act=None)
        camera.capture_table("table-empty", (360, 740), room=empty, act=None, waits="[data-rack] [data-tile]")
        camera.capture_review("review", DESKTOP)
        camera.capture_page("lobby-phone", "/lobby", PHONE, "uk-UA")
        camera.capture_page("home", "/", DESKTOP, "en-US")
        camera.capture_page("home-phone", "/", PHONE, "he-IL")
        camera.capture_page("create", "/create", DESKTOP, "en-US")
        browser.close()


if __name__ == "__main__":
    main()
