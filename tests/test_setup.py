"""The check that `make` runs before it creates .venv, and the locks that it installs."""

import re
import runpy
import sys
import sysconfig
from pathlib import Path

import pytest

REQUIREMENTS = Path(__file__).parents[1] / "requirements"


def complaint() -> str:
    """Run the check of this Python; return what it says, which is nothing when all is well."""
    try:
        runpy.run_path(str(REQUIREMENTS / "check_python.py"))
    except SystemExit as refused:
        return str(refused)
    return ""


def test_a_suitable_python_is_accepted() -> None:
    assert complaint() == ""


def test_an_old_python_prints_how_to_use_another(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "version_info", (3, 10, 13))

    assert "needs Python 3.11 or newer. To use another one: make run PYTHON=" in complaint()


@pytest.mark.parametrize("module", ["venv", "ensurepip"])
def test_a_python_without_venv_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch, module: str) -> None:
    monkeypatch.setitem(sys.modules, module, None)

    assert "apt install python3-venv" in complaint()


def test_a_python_without_headers_names_the_package_to_install(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(sysconfig, "get_path", lambda _: str(tmp_path))

    assert "python3-dev" in complaint()


@pytest.mark.parametrize("lock", sorted(REQUIREMENTS.glob("*.lock")), ids=lambda path: path.name)
def test_every_package_of_a_lock_is_pinned_with_hashes(lock: Path) -> None:
    pinned = re.findall(r"^\S+==\S+(?: ;.*)? \\\n    --hash=sha256:", lock.read_text(), re.MULTILINE)

    assert len(pinned) == len(re.findall(r"^[^\s#]", lock.read_text(), re.MULTILINE))


@pytest.mark.parametrize("lock", sorted(REQUIREMENTS.glob("*.lock")), ids=lambda path: path.name)
def test_no_lock_names_an_address(lock: Path) -> None:
    assert "://" not in lock.read_text()
