"""Advice: five hints, one of them for boxes with mirrors only."""

import pytest

from tilewise.core.editions import EDITIONS
from tilewise.core.rules.advice import HINTS, hints_for


def test_every_hint_of_the_booklets_is_listed_once() -> None:
    """R-STR-01, R-STR-02, R-STR-03, R-STR-04, R-STR-05."""
    assert [hint.clause for hint in HINTS] == [f"R-STR-0{number}" for number in range(1, 6)]


@pytest.mark.parametrize("name", EDITIONS)
def test_the_hint_about_mirrors_is_for_boxes_that_have_them(name: str) -> None:
    """R-STR-05, R-TW-19."""
    clauses = {hint.clause for hint in hints_for(EDITIONS[name])}

    assert ("R-STR-05" in clauses) == (name in {"twist", "quick-21"})
    assert len(clauses) >= 4
