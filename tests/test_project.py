"""Checks that apply to every file of the project."""

import json
import re
import subprocess
import tomllib
from functools import cache
from pathlib import Path

import pytest

import tilewise

ROOT = Path(__file__).parents[1]
SOURCE = {".cpp", ".h", ".hpp", ".py", ".svelte", ".ts"}
LONGEST_SOURCE = 600
LONGEST_PROGRAM = 800
"""A class of the kernel lives in one file, as long as its algorithm is."""
LISTS = re.compile(r"generated|web/src/lib/words/")
"""Exempt from the length limit: generated files and word lists."""

NOT_OURS = {  # written so that this file does not find itself
    "a path of one machine": re.compile(r"(?<![\w.])/(?:work|root|home|Users)/"),
    "a folder outside the project": re.compile(r"[.][.]/shared"),
    "the host of a package registry": re.compile(
        r"files[.]pythonhosted|registry[.]npmjs|deb[.]debian[.]org|pypi[.]org/simple"
    ),
}


@cache
def project_files() -> tuple[Path, ...]:
    """List all files that are tracked by git, or would be after `git add`."""
    if not (ROOT / ".git").exists():
        pytest.skip("only a git checkout knows which files belong to the project")
    listing = subprocess.run(
        ["git", "-c", "safe.directory=*", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    paths = (ROOT / name for name in listing.split("\0") if name)
    return tuple(path for path in paths if path.is_file())


def text_of(path: Path) -> str:
    """Read a text file; a binary file has no text to judge."""
    content = path.read_bytes()
    return "" if b"\0" in content else content.decode()


@pytest.mark.parametrize("what", NOT_OURS)
def test_no_file_mentions(what: str) -> None:
    found = [
        f"{path.relative_to(ROOT)}: {match.group()}"
        for path in project_files()
        for match in NOT_OURS[what].finditer(text_of(path))
    ]

    assert found == []


def test_no_lock_records_where_packages_came_from() -> None:
    assert [path.name for path in project_files() if path.name in {"uv.lock", "pylock.toml"}] == []


def test_source_files_are_short_enough_to_read() -> None:
    lengths = {
        str(path.relative_to(ROOT)): len(text_of(path).splitlines())
        for path in project_files()
        if path.suffix in SOURCE and not LISTS.search(path.as_posix())
    }

    def longest(name: str) -> int:
        return LONGEST_PROGRAM if name.startswith("kernel/") else LONGEST_SOURCE

    assert {name: length for name, length in lengths.items() if length > longest(name)} == {}


def test_the_readme_names_the_owner_of_the_trademark() -> None:
    assert re.search(r"Rummikub®.*trademark", text_of(ROOT / "README.md"))


@pytest.mark.parametrize("file", ["README.md", ".ci/run"])
def test_one_command_tests_everything(file: str) -> None:
    assert "make test" in text_of(ROOT / file)


def test_citation_names_the_version_of_the_project() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]

    assert f"\nversion: {version}\n" in (ROOT / "CITATION.cff").read_text()


def test_all_parts_have_the_same_version() -> None:
    version = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["version"]
    page = json.loads((ROOT / "web/package.json").read_text())["version"]

    assert (tilewise.__version__, page, f"\n## [{version}] - " in (ROOT / "CHANGELOG.md").read_text()) == (
        version,
        version,
        True,
    )
