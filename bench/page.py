"""Measure the page on a slow phone: the size of its scripts, and the time until one can play.

The phone is Lighthouse's: 1.6 Mbit/s, 150 ms round trip, a processor four times slower than this one. The page
itself notes when the first button is visible and responds. Use an idle machine: `python bench/page.py [--json]`.
"""

import json
import shutil
import statistics
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import urljoin, urlsplit

from playwright.sync_api import Browser, BrowserContext, sync_playwright

sys.path.insert(0, str(Path(__file__).parents[1]))

from tests.e2e.conftest import FLAGS, Server

RUNS = 5
LINE = {"offline": False, "latency": 150, "downloadThroughput": 1.6e6 / 8, "uploadThroughput": 0.75e6 / 8}
SLOWER = 4
BUDGET_KB, BUDGET_SECONDS = 100, 2.0
VISITS = {
    "home, English": ("/", "en-US", "button.now"),
    "home, Ukrainian": ("/", "uk-UA", "button.now"),
    "home, Hebrew": ("/", "he-IL", "button.now"),
    "open a table": ("/create", "en-US", ".summary button.big"),
    "rules": ("/rules", "en-US", "table button, table td"),
    "an edition's rules": ("/rules/twist", "en-US", "main h1"),
    "a lesson": ("/learn/e1", "en-US", "[data-rack] [data-tile]"),
    "analysis board": ("/solve", "en-US", "[data-palette]"),
    "a puzzle": ("/puzzles/daily", "en-US", "[data-rack] [data-tile]"),
    "companion": ("/companion", "en-US", "main button"),
    "a friend's link": ("/r/gathering", "en-US", ".waiting-page form.join button"),
    "a game": ("/r/playing", "en-US", "[data-rack] [data-tile]"),
}
ROOMS = {
    "/r/gathering": {"chairs": 2},
    "/r/playing": {"chairs": 2, "bots": ["novice"], "start": True, "time": {"type": "none"}},
}
NOTICE = """(() => {
    const look = () => {
        if (document.querySelector(%s)?.getBoundingClientRect().width) {
            setTimeout(() => console.debug("ready", performance.now()));  // when what the frame still had to do is done
        } else requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
})()"""

SCRIPT_BYTES = """performance.getEntriesByType('resource').filter((each) => each.name.endsWith('.js'))
    .reduce((sum, each) => sum + each.encodedBodySize, 0)"""


def main() -> None:
    """Measure and print."""
    found = {}
    with _served() as address, sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=shutil.which("chromium"), args=FLAGS)
        _visit(browser, address, "en-US", "h1")  # the browser is busy with itself when it starts
        for name, (path, locale, ready) in VISITS.items():
            runs = [_visit(browser, address + path, locale, ready) for _ in range(RUNS)]
            found[name] = {
                "script_kb": round(statistics.median(run["script_kb"] for run in runs), 1),
                "seconds": round(statistics.median(run["seconds"] for run in runs), 2),
            }
        browser.close()
    if "--json" in sys.argv:
        print(json.dumps(found, indent=1))
        return
    print(f"First visit, 1.6 Mbit/s, 150 ms, processor x1/{SLOWER}, median of {RUNS}:")
    for name, figures in found.items():
        print(f"  {name:<16} {figures['script_kb']:>6} kB of script (gzip)   interactive after {figures['seconds']} s")
    print(f"  budget           {BUDGET_KB:>6} kB                           {BUDGET_SECONDS} s")


def _visit(browser: Browser, url: str, locale: str, ready: str) -> dict[str, float]:
    """Visit the page with an empty cache and wait until the first button responds."""
    context = browser.new_context(viewport={"width": 390, "height": 844}, locale=locale, service_workers="block")
    page = context.new_page()
    if room := ROOMS.get(urlsplit(url).path):
        url = urljoin(url, _room(context, url, room))
    page.add_init_script(NOTICE % json.dumps(ready))
    line = context.new_cdp_session(page)
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", dict[str, Any](LINE))
    line.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
    # reported by the page: a query would count as a touch, and a touched page plays sounds
    with page.expect_console_message(lambda message: message.text.startswith("ready")) as told:
        page.goto(url, wait_until="load")
    ready_after = float(told.value.text.removeprefix("ready "))
    page.wait_for_load_state("networkidle")
    script = page.evaluate(SCRIPT_BYTES)
    context.close()
    return {"script_kb": script / 1000, "seconds": ready_after / 1000}


def _room(context: BrowserContext, url: str, room: dict[str, Any]) -> str:
    """Return the address of a new table: the visitor's own game, or a friend's that waits for them."""
    context.request.post(urljoin(url, "/api/session"), data={})
    path = context.request.post(urljoin(url, "/api/rooms"), data=room).json()["path"]
    if not room.get("start"):
        context.clear_cookies()
    return str(path)


@contextmanager
def _served() -> Iterator[str]:
    server = Server(Path(tempfile.mkdtemp(prefix="tilewise-page-")))
    server.start()
    try:
        yield server.address
    finally:
        server.stop()


if __name__ == "__main__":
    main()
