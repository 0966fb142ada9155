"""Hypothesis profiles: with `HYPOTHESIS_PROFILE=ci`, or just `CI=true`, every run tries the same examples."""

import os

import pytest
from hypothesis import settings

settings.register_profile("dev", deadline=None)
settings.register_profile("ci", deadline=None, derandomize=True, database=None, print_blob=True)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE") or ("ci" if os.environ.get("CI") else "dev"))


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter) -> None:
    """Name every test that timed out and then ran a second time."""
    for report in terminalreporter.stats.get("rerun", []):
        terminalreporter.write_line(f"FLAKY {report.nodeid}: timed out and ran once more")
