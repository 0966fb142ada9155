"""Every link between pages leads somewhere, and every file that a page mentions exists."""

import re
import shlex
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

import tilewise
from tests.cli.commands import run

ROOT = Path(__file__).parents[1]
PAGES = sorted(
    page
    for page in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("*/README.md"))
    if "node_modules" not in page.parts
)
LINK = re.compile(r"\]\(([^)\s]+)\)|(?:href|src)=\"([^\"]+)\"")
OUTSIDE = re.compile(r"^[a-z]+:")
FENCE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)
CODE = re.compile(r"`([^`\n]+)`")
MENTIONED = re.compile(r"[\w.-]+(?:/[\w.-]+)*(?:/|\.(?:cpp|css|h|json|md|py|svelte|ts|txt|yml|conf|lock))")
MODULE = re.compile(r"tilewise(?:\.\w+)+")
BASES = ("", "src", "src/tilewise", "src/tilewise/core", "web/src", "web/src/lib", "kernel", "docs", "tests")
"""A page may name a file from any of these folders, or from its own."""
FOLDERS = ("bench", "deploy", "docs", "examples", "kernel", "spec", "src", "tests", "web/src")
NOT_FILES = {"/", "file.py", "uv.lock"}

CONSOLE = re.compile(r"^```console\n(.*?)\n```$", re.MULTILINE | re.DOTALL)
IN_NAV = re.compile(r"^ +- (?:.+: )?(\S+\.md)$", re.MULTILINE)
REFERENCE = re.compile(r"^::: tilewise\.(\w+)$", re.MULTILINE)
NOTEBOOK_PAGE = "tutorial.md"
"""Made from examples/tutorial.ipynb when the site is built."""

TOUR = ROOT / "docs" / "tour.md"
STEP = re.compile(r"^\| \d+\. [^|]+ \| (?P<files>[^|]+) \| (?P<names>[^|]+) \|$", re.MULTILINE)
"""A step of the tour's walk: a sentence, the files it happens in, and names to look for there."""


def name_of(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


@cache
def anchors_of(page: Path) -> frozenset[str]:
    """Return the anchors of all headings, spelled as GitHub spells them."""
    headings = re.findall(r"^#+ (.+)$", FENCE.sub("", page.read_text()), re.MULTILINE)
    return frozenset(re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings)


def broken_links(page: Path) -> Iterator[str]:
    for link in LINK.finditer(FENCE.sub("", page.read_text())):
        target = link[1] or link[2]
        if OUTSIDE.match(target):
            continue
        path, _, anchor = target.partition("#")
        file = (page.parent / path).resolve() if path else page
        if not file.exists() or (anchor and anchor not in anchors_of(file)):
            yield target


@cache
def bare_names() -> frozenset[str]:
    """Return the names of all files below `FOLDERS`; a page may name one without its folder."""
    return frozenset(path.name for folder in FOLDERS for path in (ROOT / folder).rglob("*.*"))


def is_there(code: str, page: Path) -> bool:
    places = (page.parent, *(ROOT / base for base in BASES))
    return code in bare_names() or any((place / code).exists() for place in places)


def is_a_module(dotted: str) -> bool:
    """Whether a dotted name is a module, or a name in one."""
    path = ROOT / "src" / dotted.replace(".", "/")
    if path.is_dir() or path.with_suffix(".py").is_file():
        return True
    inside, _, name = dotted.rpartition(".")
    home = ROOT / "src" / inside.replace(".", "/")
    source = home / "__init__.py" if home.is_dir() else home.with_suffix(".py")
    return source.is_file() and re.search(rf"\b{name}\b", source.read_text()) is not None


def missing_files(page: Path) -> Iterator[str]:
    for code in CODE.findall(FENCE.sub("", page.read_text())):
        if MODULE.fullmatch(code) and not is_a_module(code):
            yield code
        if MENTIONED.fullmatch(code) and code not in NOT_FILES and not is_there(code, page):
            yield code


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_link_leads_somewhere(page: Path) -> None:
    assert list(broken_links(page)) == []


@pytest.mark.parametrize("page", PAGES, ids=name_of)
def test_every_mentioned_file_exists(page: Path) -> None:
    assert list(missing_files(page)) == []


def test_every_step_of_the_tour_names_what_its_files_define() -> None:
    missing = [
        name
        for step in STEP.finditer(TOUR.read_text())
        for name in CODE.findall(step["names"])
        if not any(defines(file, name) for file in CODE.findall(step["files"]))
    ]

    assert missing == []


def defines(file: str, name: str) -> bool:
    path = next(path for path in (ROOT / file, ROOT / "src/tilewise" / file) if path.exists())
    return re.search(rf"(?<![\w.]){re.escape(name)}\(", path.read_text()) is not None


def test_site_lists_every_page_once() -> None:
    nav = IN_NAV.findall((ROOT / "mkdocs.yml").read_text())
    pages = [page.relative_to(ROOT / "docs").as_posix() for page in ROOT.glob("docs/**/*.md")]

    assert sorted(nav) == sorted([*pages, NOTEBOOK_PAGE])


def test_page_and_package_link_to_the_address_of_the_site() -> None:
    address = re.search(r"^site_url: (\S+)$", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert address is not None

    for file in ("web/src/routes/rules/links.ts", "pyproject.toml"):
        assert re.findall(r"https://tilewise[.][^'\"]+", (ROOT / file).read_text()) == [address[1]]


def test_reference_contains_every_name_of_the_library() -> None:
    page = (ROOT / "docs/api/library.md").read_text()

    assert sorted(REFERENCE.findall(page)) == sorted(tilewise.__all__)


def test_referee_agrees_with_the_answers_about_rules() -> None:
    shown = [line for block in CONSOLE.findall((ROOT / "docs/faq.md").read_text()) for line in block.splitlines()]
    commands = [line.removeprefix("$ tilewise ") for line in shown if line.startswith("$")]
    answers = [(f"$ tilewise {line}\n{run(*shlex.split(line)).output}").splitlines() for line in commands]

    assert shown == [line for answer in answers for line in answer]
