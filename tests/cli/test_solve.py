"""Find the best play with `tilewise solve`."""

import json
import re
from pathlib import Path

from tests.cli.commands import run
from tilewise.cli.input.positions import read_view
from tilewise.core.position_text import parse_position

NOTATION = Path(__file__).parents[2] / "docs" / "notation.md"

SPLIT = ("solve", "--rack", "k10 b5 r13", "--table", "[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]")


def test_best_play_is_shown_with_the_table_after_it() -> None:
    result = run(*SPLIT)

    assert result.exit_code == 0
    assert "Play 2 tiles: blue 5, black 10." in result.stdout
    assert "[k8 k9 k10]" in result.stdout


def test_steps_are_described_in_words() -> None:
    result = run("solve", "--rack", "b3 b5 b6", "--table", "[r4 b4 y4 k4]", "--steps")

    assert "Take blue 4 from the group of fours." in result.stdout


def test_json_contains_the_play() -> None:
    answer = json.loads(run(*SPLIT, "--json").stdout)[0]

    assert answer["plays"][0]["laid"] == ["b5", "k10"]
    assert answer["plays"][0]["is_proven"]


def test_positions_are_read_from_a_file(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("# two positions\nr6 | [r4 r5 r6 r7 r8]\nr9 r10 r11 | - | not-melded\n")

    answers = json.loads(run("solve", "--file", str(file), "--json").stdout)

    assert [len(answer["plays"][0]["laid"]) for answer in answers] == [1, 3]


def test_position_without_a_play_exits_with_code_1() -> None:
    result = run("solve", "--rack", "k1")

    assert result.exit_code == 1
    assert "There's no play." in result.stdout


def test_illegal_table_is_explained() -> None:
    result = run("solve", "--rack", "r1", "--table", "[r4 r6 r7]")

    assert result.exit_code == 2
    assert "the numbers in a run must be consecutive" in result.stderr


def test_too_many_copies_of_a_tile_are_named() -> None:
    result = run("solve", "--rack", "r1 r1 r1")

    assert result.exit_code == 2
    assert "classic-en has 2 of the tile r1, not 3" in result.stderr


def test_unreadable_line_of_a_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "positions.txt"
    file.write_text("r6 | [r4 r5 rx]\n")

    result = run("solve", "--file", str(file))

    assert result.exit_code == 2
    assert "line 1, column 13: no tile 'rx'" in result.stderr


def test_position_in_one_line_is_solved() -> None:
    result = run("solve", "--position", "classic-en; >r6 r7 k2 / 12!; [r3 r4 r5]")

    assert "Play 2 tiles: red 6, red 7." in result.stdout


def test_position_in_one_line_is_analysed() -> None:
    result = run("analyse", "--position", "classic-en; >r6 r7 k2 / 12!; [r3 r4 r5]", "--budget", "2000nodes")

    assert "red 6, red 7" in result.stdout


def test_link_in_the_documentation_is_read_like_its_position() -> None:
    example = re.search(r"^/solve[?]p=.+$", NOTATION.read_text(encoding="utf-8"), re.MULTILINE)
    assert example is not None

    view = read_view(f"https://tilewise.example{example[0]}&s=h")

    assert view == parse_position("classic-en initial_meld_min=40; >r7 b8 J / 12!; [r3 r4 r5]")


def test_position_comes_without_its_parts() -> None:
    result = run("solve", "--position", "classic-en; >r6 / 12; -", "--rack", "r7")

    assert result.exit_code == 2
    assert "leave out the options for its parts" in result.stderr


def test_mistake_in_a_position_names_its_column() -> None:
    result = run("solve", "--position", "classic-en; >r6 q7 / 12; -")

    assert "--position: line 1, column 17: no tile 'q7'" in result.stderr


def test_svg_option_draws_the_table_after_the_play(tmp_path: Path) -> None:
    file = tmp_path / "play.svg"

    run("solve", "--rack", "r6", "--table", "[r3 r4 r5]", "--svg", str(file))

    assert "<title>r6</title>" in file.read_text(encoding="utf-8")
