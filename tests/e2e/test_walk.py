"""Random walks through the site find no blank page, no script error and no dead end."""

import os
import secrets
import time
from typing import Any

import pytest

from tests.e2e.conftest import NewPage
from tests.e2e.walker import Walk

DESKTOP = {"viewport": {"width": 1280, "height": 720}}
PHONE = {"viewport": {"width": 360, "height": 640}, "has_touch": True, "is_mobile": True}
HEBREW = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True, "locale": "he-IL"}
VISITORS: dict[str, dict[str, Any]] = {"desktop": DESKTOP, "phone": PHONE, "hebrew-phone": HEBREW}
SOAK_MINUTES = float(os.environ.get("SOAK_MINUTES", "3"))


@pytest.mark.parametrize("visitor", VISITORS)
def test_random_walk_finds_no_fault(new_page: NewPage, visitor: str) -> None:
    Walk(new_page(**VISITORS[visitor]), f"short walk, {visitor}").go(steps=60)


@pytest.mark.soak
@pytest.mark.parametrize("visitor", VISITORS)
def test_long_random_walks_find_no_fault(new_page: NewPage, visitor: str) -> None:
    until = time.monotonic() + SOAK_MINUTES * 60 / len(VISITORS)
    walks = 0
    while time.monotonic() < until:
        Walk(new_page(**VISITORS[visitor]), secrets.token_hex(4)).go(steps=60)
        walks += 1
    print(f"{walks} walks of 60 steps on {visitor}", flush=True)  # noqa: T201  # progress of a soak run
