"""Laws are tried with the core's own search for a play, cut short: they hold however long the search may take."""

from collections.abc import Iterator

import pytest

from tilewise.core.search import any_play


@pytest.fixture(autouse=True, scope="module")
def _brief_search() -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(any_play, "MOST_TRIED", 25)
        patch.setattr(any_play.can_lay_anything, "search", any_play.a_play_exists)
        yield
