import json
from pathlib import Path

import pytest

from tests.cli.commands import a_record, a_record_text, run

FILE = Path("evening.game")
TURNS = len(a_record().games[0].actions)


@pytest.fixture(autouse=True)
def _a_file(a_folder_of_its_own: None) -> None:  # noqa: ARG001  # the folder must exist first
    FILE.write_text(a_record_text(), encoding="utf-8")


def replayed(*options: str, stdin: str = "") -> str:
    result = run("replay", str(FILE), *options, stdin=stdin)
    assert result.exit_code == 0
    return result.stdout


def test_record_is_printed_turn_by_turn() -> None:
    lines = replayed().splitlines()

    assert lines[0] == "Game 1 · classic-en · Ann, Bob"
    assert lines[1].startswith("   0  Drawn for the first turn: Ann ")
    assert [line for line in lines if line.startswith(f"{TURNS:>4}  ")]


def test_single_turn_is_shown_with_all_racks() -> None:
    lines = replayed("--turn", "0").splitlines()

    assert ("      Ann: 14 tiles" in lines, "      Bob: 14 tiles" in lines, "      Pool: 78 tiles" in lines) == (
        True,
        True,
        True,
    )


def test_enter_shows_the_next_turn_and_q_stops() -> None:
    assert replayed("--step", stdin="\n\nq\n").count("Pool: ") == 3


def test_end_of_input_stops_the_replay() -> None:
    assert replayed("--step").count("Pool: ") == 1


def test_json_replay_has_every_step() -> None:
    steps = json.loads(replayed("--json"))

    assert [step["turn"] for step in steps] == [*range(TURNS + 1)]
    assert steps[-1]["result"]["scores"] == [*(a_record().games[0].result or pytest.fail("no result")).scores]


@pytest.mark.parametrize("options", [("--turn", "9999"), ("--game", "2")])
def test_missing_turn_lists_the_choices(options: tuple[str, str]) -> None:
    result = run("replay", str(FILE), *options)

    assert (result.exit_code, result.stderr) == (
        2,
        f"tilewise: no such turn; choose from: game 1, turns 0 to {TURNS}\n",
    )


@pytest.mark.parametrize("options", [(), ("--json",)])
def test_illegal_turn_stops_the_replay_with_its_violations(options: tuple[str, ...]) -> None:
    first = next(line for line in a_record_text().splitlines() if line.startswith("1. "))
    FILE.write_text(a_record_text().replace(first, f"1. {first.split()[1]} play [r1 r2]"), encoding="utf-8")

    result = run("replay", str(FILE), *options)

    assert (result.exit_code, "Red 1, red 2: 2 tiles; a meld needs at least 3." in result.stderr) == (1, True)


def test_unreadable_record_names_line_and_column() -> None:
    FILE.write_text("no record", encoding="utf-8")

    result = run("replay", str(FILE))

    assert (result.exit_code, result.stderr.startswith("tilewise: evening.game: line 1, column 1: ")) == (2, True)
