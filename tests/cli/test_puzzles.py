"""Show, mine, choose and check puzzles with `tilewise puzzles`."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import run
from tilewise.puzzles.library import library


def test_puzzles_are_counted_and_shown_without_their_solution() -> None:
    piles = json.loads(run("puzzles", "show", "--json").stdout)
    name = library().entries[0].id
    shown = json.loads(run("puzzles", "show", name, "--json").stdout)

    assert sum(sum(pile["levels"].values()) for pile in piles) == len(library().entries)
    assert shown["id"] == name
    assert shown["solution"] is None


def test_puzzle_of_the_day_is_shown_with_its_steps() -> None:
    result = run("puzzles", "daily", "--date", "2026-03-01", "--solution")

    assert result.exit_code == 0
    assert "level 5" in result.stdout
    assert "  1. " in result.stdout


def test_invalid_date_shows_the_format() -> None:
    result = run("puzzles", "daily", "--date", "tomorrow")

    assert "--date: write a date like 2026-01-31, not 'tomorrow'" in result.stderr


def test_unknown_puzzle_or_invalid_date_is_an_error() -> None:
    assert run("puzzles", "daily", "--date", "tomorrow").exit_code == 2
    assert "no puzzle 'abc'" in run("puzzles", "show", "abc").stderr


def test_mined_puzzles_can_be_chosen_and_pass_the_check(tmp_path: Path) -> None:
    mined_file, chosen = tmp_path / "mined.txt", tmp_path / "set.txt"

    first = run("puzzles", "mine", "--games", "1", "--out", str(mined_file), "--processes", "1")
    mined = mined_file.read_text()
    again = run("puzzles", "mine", "--games", "1", "--out", str(mined_file), "--processes", "1")
    run("puzzles", "choose", str(mined_file), "--each", "1", "--out", str(chosen))
    checked = run("puzzles", "check", "--file", str(chosen), "--processes", "1")

    assert first.exit_code == again.exit_code == 0
    assert mined_file.read_text() == mined
    assert checked.exit_code == 0
    assert "all correct" in checked.stdout


@pytest.mark.parametrize(
    ("wrong", "message"),
    [
        (["--edition", "chess"], "unknown edition 'chess'"),
        (["--games", "0"], "greater than or equal to 1"),
        ([], "--out"),
    ],
)
def test_invalid_mining_options_are_errors(tmp_path: Path, wrong: list[str], message: str) -> None:
    out = ["--out", str(tmp_path / "mined.txt")] if wrong else []

    result = run("puzzles", "mine", *wrong, *out)

    assert result.exit_code == 2
    assert message in result.stderr
    assert not (tmp_path / "mined.txt").exists()


def test_check_finds_a_wrong_solution(tmp_path: Path) -> None:
    line = next(iter(library().lines()))
    entry, tiles, before, _ = line.split(" | ")
    (tmp_path / "set.txt").write_text(f"{entry} | {tiles} | {before} | {before}\n")

    result = run("puzzles", "check", "--file", str(tmp_path / "set.txt"), "--processes", "1", "--json")

    assert result.exit_code == 1
    assert "its solution does not solve it" in json.loads(result.stdout)["flawed"][0]["flaws"][0]
