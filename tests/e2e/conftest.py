"""Fixtures for browser tests: a real server and a real browser.

A test whose requirement is missing is skipped with its name; in CI it fails.
"""

import json
import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.services import free_port, missing

pytest.register_assert_rewrite("tests.e2e.hands")  # a failed wait shows the values

CLIENT = Path(__file__).parents[2] / "web" / "dist"
# The address bar of each new window loads four hundred files of the browser's own, so its features are disabled.
# Chromium honours only the last list of features, so this list repeats those that Playwright disables.
_DISABLED_FEATURES = (
    "WebUIOmniboxPopup,WebUIOmniboxAimPopup,"
    "AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsUpgrades,HttpsFirstBalancedModeAutoEnable,"
    "LensOverlay,MediaRouter,PaintHolding,ThirdPartyStoragePartitioning,AvoidCorsURLLoaderRestartOnRedirect,"
    "OptimizationHints,NetworkTimeServiceQuerying,AimEnabled,PreconnectToSearch"
)
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--disable-domain-reliability",
    "--disable-client-side-phishing-detection",
    f"--disable-features={_DISABLED_FEATURES}",
    "--host-resolver-rules=MAP another-machine.test 127.0.0.1",
]
STARTED = "Tilewise is open"
TIMEOUT_MS = 90_000
"""Upper limit for every wait; not a claim about speed."""


TIMED_OUT = r"TimeoutError: .*Timeout \d+ms exceeded"


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Rerun a browser test once if it timed out."""
    for item in items:
        if item.path.is_relative_to(Path(__file__).parent):
            item.add_marker(pytest.mark.flaky(reruns=1, only_rerun=[TIMED_OUT]))


class Server:
    """A server process that can be restarted on the same data."""

    def __init__(self, data: Path) -> None:
        self.data = data
        self.port = free_port()
        self.process: subprocess.Popen[str] | None = None

    @property
    def address(self) -> str:
        return f"http://127.0.0.1:{self.port}"

    @property
    def address_from_another_machine(self) -> str:
        """The address under which another machine reaches the server: plain HTTP, not a secure context."""
        return f"http://another-machine.test:{self.port}"

    def start(self) -> None:
        settings = {"WEB": str(CLIENT), "BOT_PACE_MIN": "0", "BOT_PACE_MAX": "0", "BOT_WORKERS": "0"}
        per_minute = {"REQUESTS_PER_MINUTE": "9000", "ROOMS_PER_MINUTE": "900", "LOBBY_PER_MINUTE": "900"}
        per_minute |= {"QUESTIONS_PER_MINUTE": "9000", "PEOPLE_PER_ADDRESS": "1000"}
        limits = per_minute | {"MESSAGES_PER_SECOND": "200", "ATTEMPTS_PER_MINUTE": "9000"}
        timeouts = {"BOT_SECONDS": "60", "HINT_SECONDS": "60", "HEARTBEAT_SECONDS": "30"}
        timeouts |= {"REVIEW_NODES": "100000"}
        environ = {f"TILEWISE_{name}": value for name, value in (settings | limits | timeouts).items()}
        self.process = subprocess.Popen(
            [
                *(sys.executable, "-c", "from tilewise.cli import main; main()"),
                *("serve", "--data", str(self.data), "--port", str(self.port)),
            ],
            env=os.environ | {"PYTHONUNBUFFERED": "1"} | environ,
            stdout=subprocess.PIPE,
            text=True,
        )
        assert self.process.stdout is not None
        while STARTED not in (line := self.process.stdout.readline()):
            assert line, "the server ended before it was ready"

    def stop(self) -> None:
        if self.process is not None:
            self.process.terminate()
            self.process.communicate(timeout=120)


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    if not (CLIENT / "index.html").is_file():
        missing("the built web client (npm run build in web/)")
    server = Server(tmp_path_factory.mktemp("server"))
    server.start()
    yield server
    server.stop()


@pytest.fixture(scope="module")
def browser() -> Iterator[Any]:
    """Start one browser per test file. Its driver occupies the event loop, which tests outside this folder need."""
    chromium = shutil.which("chromium")
    if chromium is None:
        missing("chromium")
    try:
        from playwright.sync_api import sync_playwright  # noqa: PLC0415  # playwright may be missing
    except ImportError:
        missing("playwright")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=FLAGS)
        yield browser
        browser.close()


NewPage = Callable[..., Any]
QUIET_SETTINGS = {"motion": "less", "volume": 0, "hold": "never"}
"""No motion, no sound, no hold gesture: on a slow machine a drag could be mistaken for holding a tile."""


@pytest.fixture
def new_page(browser: Any, server: Server) -> Iterator[NewPage]:  # noqa: ANN401  # playwright may be missing
    """Return a function that opens a page for a new visitor; a script error on any page fails the test."""
    contexts: list[Any] = []
    errors: list[str] = []

    def make(*, settings: dict[str, object] | None = None, **options: Any) -> Any:  # noqa: ANN401
        context = browser.new_context(**({"base_url": server.address, "locale": "en-US"} | options))
        context.set_default_timeout(TIMEOUT_MS)
        context.add_init_script(_script_to_store(QUIET_SETTINGS | (settings or {})))
        contexts.append(context)
        page = context.new_page()
        page.on("pageerror", lambda error: errors.append(str(error)))
        return page

    yield make
    for context in contexts:
        context.close()
    assert errors == []


def _script_to_store(settings: dict[str, object]) -> str:
    text = json.dumps(json.dumps(settings))
    return f"if (!localStorage.getItem('tilewise.settings')) localStorage.setItem('tilewise.settings', {text})"
