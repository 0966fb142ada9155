"""Each extra installs what its commands import, and a command without its extra names it."""

import ast
import subprocess
import sys
import tomllib
from importlib.metadata import packages_distributions
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tilewise.cli.extras import PACKAGES, advice_for

ROOT = Path(__file__).parents[2]
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["optional-dependencies"]
OPTIONAL = {"uvloop", "resource", "readline"}
"""Imports that may fail: the code then does without."""
INDIRECT = {"click": "typer", "h11": "uvicorn"}
"""Packages that another package of the same extra brings along."""
LIBRARY = ("analysis", "bots", "core", "learn", "local", "puzzles", "rooms", "solver", "wire")

RUN = """
import sys
for package in {missing!r}:
    sys.modules[package] = None
sys.argv = ["tilewise", *{arguments!r}]
from tilewise.cli import main
main()
"""


def run_without(missing: list[str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """Run `tilewise` as if these packages were not installed."""
    code = RUN.format(missing=missing, arguments=arguments)
    return subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)


@pytest.mark.parametrize(
    ("extra", "missing", "arguments"),
    [
        ("cli", "typer", ["rules"]),
        ("cli", "rich", ["--version"]),
        ("play", "typer", ["play"]),
        ("server", "typer", ["serve", "--port", "0"]),
        ("server", "litestar", ["serve", "--port", "0", "--data", "."]),
        ("server", "sqlalchemy", ["admin", "list", "--database", "postgresql://localhost/none"]),
        ("postgresql", "asyncpg", ["serve", "--port", "0", "--data", ".", "--database", "postgresql://localhost/none"]),
    ],
)
def test_a_command_names_the_extra_that_it_lacks(extra: str, missing: str, arguments: list[str]) -> None:
    ended = run_without([missing], *arguments)

    assert (ended.returncode, ended.stdout, ended.stderr) == (
        2,
        "",
        f"tilewise: this command needs the package {missing}; install it with: pip install 'tilewise[{extra}]'\n",
    )


@pytest.mark.parametrize("missing", ["gymnasium", "numpy", "pettingzoo"])
def test_the_environments_name_the_extra_that_they_lack(missing: str) -> None:
    code = f"import sys; sys.modules[{missing!r}] = None; import tilewise.lab.envs"

    ended = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False, timeout=60)

    assert ended.stderr.endswith("\nThe environments need: pip install 'tilewise[research]'\n")


def test_a_package_of_no_extra_is_a_bug_and_stays_one() -> None:
    assert advice_for(ModuleNotFoundError("No module named 'typo'", name="typo")) is None


def test_the_command_works_with_its_own_extra_only() -> None:
    others = [package for extra, packages in PACKAGES.items() if extra != "cli" for package in packages]

    assert run_without(others, "solve", "--rack", "r3 r4 r5").returncode == 0


def imported_packages(folder: Path) -> set[str]:
    """Return the top-level packages that the code below a folder imports, apart from ours and Python's."""
    found = set[str]()
    for file in folder.rglob("*.py"):
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                found |= {name.name.partition(".")[0] for name in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                found.add(node.module.partition(".")[0])
    return found - sys.stdlib_module_names - {"tilewise"} - OPTIONAL


def test_the_library_imports_nothing_but_msgspec() -> None:
    folders = (ROOT / "src" / "tilewise" / name for name in LIBRARY)

    assert set().union(*(imported_packages(folder) for folder in folders)) == {"msgspec"}


def test_an_extra_is_known_for_every_import() -> None:
    known = {package for packages in PACKAGES.values() for package in packages} | {"msgspec"}

    assert imported_packages(ROOT / "src") - known == set()


@pytest.mark.parametrize("extra", PACKAGES)
def test_every_package_of_the_table_is_required_by_its_extra(extra: str) -> None:
    required = {Requirement(line).name for line in EXTRAS[extra]}
    wanted = {INDIRECT.get(package, package) for package in PACKAGES[extra]}

    assert {package for package in wanted if not required & distributions_of(package)} == set()


def distributions_of(package: str) -> set[str]:
    return {canonicalize_name(name) for name in packages_distributions()[package]}


def test_all_has_every_extra() -> None:
    everything = Requirement(EXTRAS["all"][0]).extras
    within = {"cli": "play", "server": "postgresql"}

    assert {within.get(extra, extra) for extra in EXTRAS if extra != "all"} == everything
