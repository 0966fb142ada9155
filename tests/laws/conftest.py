"""Laws hold however long the rules look for a play that a house obliges a player to make; here they look briefly."""

from collections.abc import Iterator

import pytest

from tilewise.core.search import any_play


@pytest.fixture(scope="session", autouse=True)
def _little_patience() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(any_play, "PATIENCE", 25)
        yield
