"""The build backend: scikit-build-core, which refuses to build a wheel or an sdist without the page.

Node.js builds the page, and only a checkout needs it: an sdist contains the built page. See
https://peps.python.org/pep-0517/ for the functions that a backend provides.
"""

import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from scikit_build_core import build as scikit
from scikit_build_core.build import (
    build_editable,
    get_requires_for_build_editable,
    get_requires_for_build_sdist,
    get_requires_for_build_wheel,
)

__all__ = [
    "build_editable",
    "build_sdist",
    "build_wheel",
    "dynamic_metadata",
    "get_requires_for_build_editable",
    "get_requires_for_build_sdist",
    "get_requires_for_build_wheel",
]

PAGE = Path("src/tilewise/webclient")
RELATIVE_LINK = re.compile(r"(\]\(|href=\"|src=\")(?![a-z]+:|#)([^)\"\s]+)")
PICTURE = re.compile(r"\.(?:png|svg)$")

Settings = dict[str, list[str] | str] | None


def build_wheel(folder: str, settings: Settings = None, metadata_folder: str | None = None) -> str:
    """Build a wheel that contains the page."""
    _expect_page()
    return scikit.build_wheel(folder, settings, metadata_folder)


def build_sdist(folder: str, settings: Settings = None) -> str:
    """Build an sdist that contains the page."""
    _expect_page()
    return scikit.build_sdist(folder, settings)


def _expect_page() -> None:
    """Exit unless the page is built, with all files that it names."""
    index = PAGE / "index.html"
    if not index.is_file():
        raise SystemExit(f"{index} is missing: the package would have no page. Build it first: make .venv/web")
    named = re.findall(r"\"/(assets/[^\"]+)\"", index.read_text(encoding="utf-8"))
    missing = [name for name in named if not (PAGE / name).is_file()]
    if missing or not named:
        raise SystemExit(f"{PAGE} is incomplete: no {missing or 'scripts'}. Build it again: make .venv/web")


def dynamic_metadata(field: str, _settings: Mapping[str, object], project: Mapping[str, Any]) -> dict[str, str]:
    """Return the README for the package index, where relative links would lead nowhere."""
    if field != "readme":
        raise ValueError(f"only the readme is dynamic, not {field!r}")
    text = Path("README.md").read_text(encoding="utf-8")
    return {"content-type": "text/markdown", "text": with_absolute_links(text, project["urls"]["Source"])}


def with_absolute_links(text: str, source: str) -> str:
    """Let relative links lead to the project's repository, and pictures to the files themselves."""

    def absolute(link: re.Match[str]) -> str:
        kind = "raw" if PICTURE.search(link[2]) else "blob"
        return f"{link[1]}{source}/{kind}/main/{link[2]}"

    return RELATIVE_LINK.sub(absolute, text)
