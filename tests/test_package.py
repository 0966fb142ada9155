"""The wheel and the sdist contain the page, and work in an empty environment without Node.js."""

import re
import subprocess
import sys
import tarfile
from pathlib import Path
from urllib.request import urlopen
from zipfile import ZipFile

import pytest

from backend.tilewise_build import with_absolute_links

ROOT = Path(__file__).parents[1]
UV = str(Path(sys.executable).with_name("uv"))
PAGE = "tilewise/webclient/index.html"
NOT_IMPORTED = "polyfactory ; python_version < '3'\n"
"""Litestar requires it, and the locks leave it out; so the test needs nothing that set-up has not downloaded."""
LIST = "from importlib.metadata import distributions; print(*sorted(d.name for d in distributions()))"
SCRIPT = re.compile(r"\"(/assets/[^\"]+\.js)\"")


def build(kind: str, folder: Path, source: Path = ROOT, *options: str) -> Path:
    """Build a wheel or an sdist with the tools of this environment."""
    command = [UV, "build", f"--{kind}", "--quiet", "--no-build-isolation", "--python", sys.executable, *options]
    subprocess.run([*command, "--out-dir", str(folder), str(source)], check=True, timeout=600)
    return next(file for file in folder.iterdir() if file.suffix in {".whl", ".gz"})


def empty_environment(folder: Path, requirement: str) -> Path:
    """Install a requirement into a new environment, from uv's cache if possible; return the folder of its programs."""
    overrides = folder.with_suffix(".overrides")
    overrides.write_text(NOT_IMPORTED, encoding="utf-8")
    subprocess.run([UV, "venv", "--quiet", "--python", sys.executable, folder], check=True)
    programs = next(folder / name for name in ("bin", "Scripts") if (folder / name).is_dir())
    install = [UV, "pip", "install", "--quiet", "--python", str(programs / "python"), "--no-build-isolation"]
    install += ["--constraint", str(ROOT / "requirements" / "dev.lock"), "--override", str(overrides), requirement]
    if subprocess.run([*install, "--offline"], check=False, capture_output=True).returncode:
        subprocess.run(install, check=True)
    return programs


def run(programs: Path, *command: str | Path) -> subprocess.CompletedProcess[str]:
    """Run a program of an environment, which is all there is on the path."""
    line = [str(programs / command[0]), *map(str, command[1:])]
    environ = {"PATH": str(programs), "PYTHONUTF8": "1"}
    return subprocess.run(line, env=environ, cwd=programs, capture_output=True, text=True, check=False, timeout=120)


def page_of_a_server(programs: Path, data: Path) -> tuple[str, bytes]:
    """Start a server; return its page and the page's script."""
    line = [str(programs / "tilewise"), "serve", "--port", "0", "--data", str(data)]
    environ = {"PATH": str(programs), "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(line, env=environ, cwd=programs, stdout=subprocess.PIPE, text=True) as server:
        try:
            assert server.stdout is not None
            address = next(line.split()[-1] for line in server.stdout if line.startswith("Tilewise is open"))
            page = urlopen(address).read().decode()  # noqa: S310  # the address of our own server
            script = SCRIPT.search(page)
            return page, urlopen(address + script[1]).read() if script else b""  # noqa: S310  # as above
        finally:
            server.terminate()


def expect_a_working_package(package: Path, folder: Path) -> None:
    """Play a game with the bare library, then serve the page with the extra `server`."""
    bare = empty_environment(folder / "bare", f"tilewise @ {package.as_uri()}")
    assert run(bare, "python", "-c", LIST).stdout.split() == ["msgspec", "tilewise"]
    assert run(bare, "python", ROOT / "examples" / "play_a_game.py").stdout.endswith("proven\n")
    refused = run(bare, "tilewise", "rules")
    assert (refused.returncode, refused.stderr.count("tilewise[cli]")) == (2, 1)
    page, script = page_of_a_server(
        empty_environment(folder / "server", f"tilewise[server] @ {package.as_uri()}"), folder / "data"
    )
    assert "<title>Tilewise</title>" in page
    assert len(script) > 10_000


def test_the_wheel_plays_a_game_and_serves_the_page(tmp_path: Path) -> None:
    wheel = build("wheel", tmp_path / "dist", ROOT, "--config-setting", "build-dir=build/kernel")  # built by `make`

    assert PAGE in ZipFile(wheel).namelist()
    expect_a_working_package(wheel, tmp_path)


def test_the_sdist_contains_the_page_but_no_screenshots(tmp_path: Path) -> None:
    with tarfile.open(build("sdist", tmp_path)) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}

    assert (f"src/{PAGE}" in names, [name for name in names if "docs/pictures" in name or name.endswith(".so")]) == (
        True,
        [],
    )


@pytest.mark.package
def test_the_sdist_plays_a_game_and_serves_the_page(tmp_path: Path) -> None:
    sdist = build("sdist", tmp_path / "sdist")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path / "source", filter="data")
    (source,) = (tmp_path / "source").iterdir()

    expect_a_working_package(build("wheel", tmp_path / "dist", source), tmp_path)


def test_the_kernel_keeps_to_the_stable_abi() -> None:
    """Macros such as `PyTuple_SET_ITEM` do not compile with Python 3.12 or later, where one wheel serves all."""
    bindings = (ROOT / "kernel" / "bindings.cpp").read_text(encoding="utf-8")

    assert re.findall(r"\bPy[A-Z][a-z]+_[A-Z_]{2,}\b", bindings) == []


@pytest.mark.parametrize("kind", ["wheel", "sdist"])
def test_a_build_without_the_page_fails_and_says_why(kind: str, tmp_path: Path) -> None:
    hook = f"import tilewise_build; tilewise_build.build_{kind}('.')"
    ended = subprocess.run(
        [sys.executable, "-c", hook],
        cwd=tmp_path,
        env={"PYTHONPATH": str(ROOT / "backend")},
        capture_output=True,
        text=True,
        check=False,
    )

    assert (ended.returncode, "make .venv/web" in ended.stderr) == (1, True)


@pytest.mark.parametrize(
    ("link", "absolute"),
    [
        ("[rules](docs/rules/README.md#jokers)", "[rules](https://host/us/blob/main/docs/rules/README.md#jokers)"),
        ("![a game](docs/pictures/table.png)", "![a game](https://host/us/raw/main/docs/pictures/table.png)"),
        ('<img src="docs/pictures/review.png">', '<img src="https://host/us/raw/main/docs/pictures/review.png">'),
        ("[elsewhere](https://example.com/a)", "[elsewhere](https://example.com/a)"),
    ],
)
def test_links_of_the_readme_work_on_the_package_index(link: str, absolute: str) -> None:
    assert with_absolute_links(link, "https://host/us") == absolute
