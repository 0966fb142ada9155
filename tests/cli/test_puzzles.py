"""`tilewise puzzles`: shown, solved, mined and checked from the command line."""

import json
from pathlib import Path

import pytest

from tests.cli.commands import run
from tilewise.puzzles.library import library


def test_the_puzzles_are_counted_and_shown_without_giving_the_solution_away() -> None:
    piles = json.loads(run("puzzles", "show", "--json").stdout)
    name = library().entries[0].id
    shown = json.loads(run("puzzles", "show", name, "--json").stdout)

    assert sum(sum(pile["levels"].values()) for pile in piles) == len(library().entries)
    assert shown["id"] == name
    assert shown["solution"] is None


def test_the_puzzle_of_a_day_is_shown_with_its_steps() -> None:
    result = run("puzzles", "daily", "--date", "2026-03-01", "--solution")

    assert result.exit_code == 0
    assert "level 5" in result.stdout
    assert "  1. " in result.stdout


def test_what_is_no_date_or_no_puzzle_is_told() -> None:
    assert run("puzzles", "daily", "--date", "tomorrow").exit_code == 2
    assert "no puzzle 'abc'" in run("puzzles", "show", "abc").stderr


def test_what_was_mined_is_chosen_from_and_passes_the_check(tmp_path: Path) -> None:
    vein, chosen = tmp_path / "vein.txt", tmp_path / "set.txt"

    first = run("puzzles", "mine", "--games", "1", "--out", str(vein), "--processes", "1")
    mined = vein.read_text()
    again = run("puzzles", "mine", "--games", "1", "--out", str(vein), "--processes", "1")
    run("puzzles", "choose", str(vein), "--each", "1", "--out", str(chosen))
    checked = run("puzzles", "check", "--file", str(chosen), "--processes", "1")

    assert first.exit_code == again.exit_code == 0
    assert vein.read_text() == mined
    assert checked.exit_code == 0
    assert "all correct" in checked.stdout


@pytest.mark.parametrize(
    ("wrong", "told"),
    [
        (["--edition", "chess"], "unknown edition 'chess'"),
        (["--games", "0"], "greater than or equal to 1"),
        ([], "--out"),
    ],
)
def test_what_cannot_be_mined_is_told(tmp_path: Path, wrong: list[str], told: str) -> None:
    out = ["--out", str(tmp_path / "vein.txt")] if wrong else []

    result = run("puzzles", "mine", *wrong, *out)

    assert result.exit_code == 2
    assert told in result.stderr
    assert not (tmp_path / "vein.txt").exists()


def test_a_wrong_solution_is_found(tmp_path: Path) -> None:
    line = next(iter(library().lines()))
    entry, tiles, before, _ = line.split(" | ")
    (tmp_path / "set.txt").write_text(f"{entry} | {tiles} | {before} | {before}\n")

    result = run("puzzles", "check", "--file", str(tmp_path / "set.txt"), "--processes", "1", "--json")

    assert result.exit_code == 1
    assert "its solution does not solve it" in json.loads(result.stdout)["flawed"][0]["flaws"][0]
