from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Commands may write files; no test leaves one lying about."""
    monkeypatch.chdir(tmp_path)
