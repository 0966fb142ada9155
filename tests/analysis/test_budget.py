"""Budgets: reading, printing, and the errors for invalid ones."""

from math import inf, nan

import pytest

from tilewise.bots import USUAL, Budget, read_budget


@pytest.mark.parametrize(
    ("text", "budget"),
    [
        ("500ms", Budget(milliseconds=500)),
        ("3s", Budget(milliseconds=3000)),
        ("20000nodes", Budget(nodes=20_000)),
        ("20000nodes 0.5s", Budget(nodes=20_000, milliseconds=500)),
    ],
)
def test_budget_is_read_from_text(text: str, budget: Budget) -> None:
    assert read_budget(text) == budget


def test_printed_budget_reads_back() -> None:
    both = Budget(nodes=7, milliseconds=1.5)

    assert [read_budget(str(budget)) for budget in (USUAL, both)] == [USUAL, both]


@pytest.mark.parametrize("nodes", [0, -5, 10**12])
def test_invalid_nodes_are_rejected(nodes: int) -> None:
    with pytest.raises(ValueError, match=f"1 to 1000000000 nodes, not {nodes}"):
        Budget(nodes=nodes)


@pytest.mark.parametrize("milliseconds", [0.0, -1.0, nan, inf, 1e9])
def test_invalid_milliseconds_are_rejected(milliseconds: float) -> None:
    with pytest.raises(ValueError, match="more than 0 and at most 600000 milliseconds, not "):
        Budget(milliseconds=milliseconds)


def test_budget_without_limit_is_rejected() -> None:
    with pytest.raises(ValueError, match="a budget has nodes, milliseconds, or both"):
        Budget()


@pytest.mark.parametrize("text", ["nan", "-5ms", "500", "many nodes", "1e9nodes"])
def test_unreadable_budget_error_shows_examples(text: str) -> None:
    with pytest.raises(ValueError, match="a budget is written 20000nodes, 500ms or 3s, not "):
        read_budget(text)


def test_fractional_nodes_are_rejected() -> None:
    with pytest.raises(ValueError, match=r"whole numbers, not 2\.5"):
        read_budget("2.5nodes")
