"""`tilewise arena`: a tournament from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import run

QUICK = ("arena", "novice", "casual", "--deals", "1", "--edition", "quick-21", "--processes", "1")


def test_a_tournament_is_summed_up_and_goes_on_from_its_store(tmp_path: Path) -> None:
    store, report = tmp_path / "games.db", tmp_path / "ladder.html"

    first = json.loads(run(*QUICK, "--store", str(store), "--report", str(report), "--json").stdout)
    again = json.loads(run(*QUICK, "--store", str(store), "--json").stdout)

    assert first["games"] == 2
    assert again == first
    assert "<svg" in report.read_text()


def test_a_wrong_name_lists_the_bots() -> None:
    result = run("arena", "novice", "wizard")

    assert result.exit_code == 2
    assert "no bot 'wizard'; there are: novice, " in result.stderr


@pytest.mark.parametrize(
    ("budget", "answer"),
    [
        ("nan", "a budget is written 20000nodes, 500ms or 3s, not 'nan'"),
        ("0ms", "more than 0 and at most 600000 milliseconds, not 0.0"),
        ("99999999999nodes", "1 to 1000000000 nodes, not 99999999999"),
    ],
)
def test_an_impossible_budget_is_answered(budget: str, answer: str) -> None:
    result = run("arena", "novice", "casual", "--budget", budget)

    assert result.exit_code == 2
    assert answer in result.stderr


def test_too_few_bots_for_the_seats_are_told() -> None:
    result = run("arena", "novice", "--players", "2")

    assert result.exit_code == 2
    assert "2 seats need 2 bots or more, not 1" in result.stderr
