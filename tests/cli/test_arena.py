"""`tilewise arena`: a tournament from the command line."""

import csv
import json
import re
from io import StringIO
from pathlib import Path

import pytest
from pyarrow import parquet
from rich.console import Console

from tests.cli.commands import run
from tilewise.cli.commands import arena
from tilewise.lab.dataset import Row

EXAMPLES = Path(__file__).parents[2] / "examples"

PLAIN = ("arena", "novice", "casual", "--deals", "1", "--processes", "1")
QUICK = ("arena", "novice", "casual", "--deals", "1", "--edition", "quick-21", "--processes", "1")


def test_tournament_prints_summary_and_resumes_from_its_store(tmp_path: Path) -> None:
    store, report = tmp_path / "games.db", tmp_path / "ladder.html"

    first = json.loads(run(*QUICK, "--store", str(store), "--report", str(report), "--json").stdout)
    again = json.loads(run(*QUICK, "--store", str(store), "--json").stdout)

    assert first["games"] == 2
    assert again == first
    assert "<svg" in report.read_text()


def test_single_deal_has_no_margin() -> None:
    said = run("arena", "keeper", "greedy", "--deals", "1", "--budget", "500nodes", "--luck-adjusted").stdout

    assert re.search(r"^keeper .* [+-]\d+[.]\d  ", said, re.MULTILINE)
    assert "inf" not in said


def test_intervals_fit_into_sixty_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = StringIO()
    screen = Console(file=shown, width=60)
    monkeypatch.setattr(arena, "console", lambda *, stderr=False: Console(file=StringIO()) if stderr else screen)

    run("arena", "novice", "greedy", "--deals", "1", "--processes", "1", "--edition", "quick-21")

    assert re.search(r"^ +\(20\.7–100\.0%\) *$", shown.getvalue(), re.MULTILINE)


def test_unknown_bot_lists_the_choices() -> None:
    result = run("arena", "novice", "wizard")

    assert result.exit_code == 2
    assert "unknown bot 'wizard'; choose from: novice, " in result.stderr


@pytest.mark.parametrize(
    ("budget", "answer"),
    [
        ("nan", "a budget is written 20000nodes, 500ms or 3s, not 'nan'"),
        ("0ms", "more than 0 and at most 600000 milliseconds, not 0.0"),
        ("99999999999nodes", "1 to 1000000000 nodes, not 99999999999"),
    ],
)
def test_invalid_budget_is_an_error(budget: str, answer: str) -> None:
    result = run("arena", "novice", "casual", "--budget", budget)

    assert result.exit_code == 2
    assert answer in result.stderr


def test_too_few_bots_for_the_seats_is_an_error() -> None:
    result = run("arena", "novice", "--players", "2")

    assert result.exit_code == 2
    assert "2 seats need at least 2 bots, not 1" in result.stderr


def test_own_bot_is_loaded_from_its_file() -> None:
    bot = f"{EXAMPLES / 'write_a_bot.py'}:Thrifty"

    found = json.loads(run("arena", bot, "novice", "--deals", "1", "--processes", "1", "--json").stdout)

    assert {row["bot"] for row in found["rows"]} == {bot, "novice"}
    assert found["problems"] == {}


def test_bot_can_have_its_own_budget() -> None:
    found = json.loads(run("arena", "greedy@1nodes", "greedy@20000nodes", *PLAIN[3:], "--json").stdout)

    assert [row["bot"] for row in found["rows"]] == ["greedy@20000nodes", "greedy@1nodes"]
    assert found["rows"][0]["share"]["mean"] == 1


def test_invalid_own_budget_is_an_error() -> None:
    result = run("arena", "greedy@soon", "novice")

    assert (result.exit_code, "not 'soon'" in result.stderr) == (2, True)


def test_sequential_test_stops_early_and_prints_its_verdict(tmp_path: Path) -> None:
    report = tmp_path / "page.html"
    sprt = ("arena", "greedy", "greedy@1nodes", "--deals", "200", "--sprt", "0.5 0.75", "--processes", "1")

    shown = run(*sprt, "--report", str(report)).stdout

    assert "the share of greedy is nearer to 75% than to 50%" in " ".join(shown.split())
    assert "nearer to 75% than to 50%" in report.read_text()
    assert "32 games" in shown


@pytest.mark.parametrize(
    ("body", "problem"),
    [
        ("raise RuntimeError('no idea')", "RuntimeError: no idea"),
        ("return None", "an answer for another seat: None"),
    ],
)
def test_faults_of_a_bot_are_printed(tmp_path: Path, body: str, problem: str) -> None:
    file, report = tmp_path / "bad.py", tmp_path / "page.html"
    file.write_text(f"class Bad:\n    name = 'bad'\n    def choose(self, view, budget):\n        {body}\n")

    shown = run("arena", f"{file}:Bad", "novice", "--deals", "1", "--processes", "1", "--report", str(report)).stdout

    assert problem in shown
    assert problem in report.read_text()


@pytest.mark.parametrize(
    ("bot", "message"),
    [
        ("nowhere.py:Bot", "no file nowhere.py"),
        (f"{__file__}:Nobody", "cannot be created"),
    ],
)
def test_bot_that_cannot_be_created_is_an_error(bot: str, message: str) -> None:
    result = run("arena", bot, "novice")

    assert (result.exit_code, message in result.stderr) == (2, True)


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--sprt", "0.6 0.5"), "the smaller one first"),
        (("--sprt", "much"), "--sprt takes two shares"),
        (("--budget", "0ms"), "milliseconds"),
        (("--dataset", "turns.xls"), "the name of a dataset ends in .parquet or .csv or .jsonl"),
    ],
)
def test_invalid_options_are_errors(args: tuple[str, str], message: str) -> None:
    result = run("arena", "novice", "casual", *args)

    assert (result.exit_code, message in result.stderr) == (2, True)


@pytest.mark.parametrize("option", ["--report", "--dataset"])
def test_impossible_path_is_an_error_before_the_first_game(option: str, tmp_path: Path) -> None:
    store, nowhere = tmp_path / "games.db", tmp_path / "nowhere" / "turns.csv"

    result = run(*QUICK, "--store", str(store), option, str(nowhere))

    assert (result.exit_code, result.stderr) == (2, f"tilewise: {nowhere}: No such file or directory\n")
    assert not store.exists()


@pytest.mark.parametrize("suffix", ["csv", "jsonl", "parquet"])
def test_dataset_has_a_row_for_every_turn(tmp_path: Path, suffix: str) -> None:
    file, store = tmp_path / f"turns.{suffix}", tmp_path / "games.db"

    found = json.loads(run(*PLAIN, "--store", str(store), "--dataset", str(file), "--json").stdout)

    rows = read(file)
    assert len(rows) == sum(found["turns"])
    assert {row["bot"] for row in rows} == {"novice", "casual"}
    assert set(rows[0]) == set(Row.__struct_fields__)


def read(file: Path) -> list[dict[str, object]]:
    if file.suffix == ".csv":
        with file.open(newline="") as lines:
            return [dict(row) for row in csv.DictReader(lines)]
    if file.suffix == ".jsonl":
        return [json.loads(line) for line in file.read_text().splitlines()]
    rows: list[dict[str, object]] = parquet.read_table(file).to_pylist()
    return rows


def test_house_rules_give_other_games(tmp_path: Path) -> None:
    store = ("--store", str(tmp_path / "games.db"))

    first = json.loads(run(*PLAIN, *store, "--json").stdout)
    other = json.loads(run(*PLAIN, *store, "--rules", "initial_meld_min=0", "--json").stdout)

    assert first != other


def test_results_without_luck_are_shown_beside_the_plain_ones() -> None:
    found = json.loads(run(*QUICK, "--luck-adjusted", "--json").stdout)

    assert all(0 <= row["share"]["mean"] <= 1 and row["adjusted"]["count"] == 1 for row in found["rows"])
