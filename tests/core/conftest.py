"""The core is tested with its own search for a play; tests/solver holds the kernel to the same answers."""

from collections.abc import Iterator

import pytest

from tilewise.core.search.any_play import a_play_exists, can_lay_anything


@pytest.fixture(autouse=True, scope="module")
def _own_search() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(can_lay_anything, "search", a_play_exists)
        yield
