from pathlib import Path

import pytest


@pytest.fixture(autouse=True)
def a_folder_of_its_own(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Run command tests in a temporary folder, so that they leave no files behind."""
    monkeypatch.chdir(tmp_path)
