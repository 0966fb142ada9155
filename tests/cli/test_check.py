import json

import pytest

from tests.cli.commands import run
from tilewise.core.edition import Box


def test_legal_play_lists_its_tiles() -> None:
    result = run("check", "--before", "[b4 b5 b6]", "--rack", "b7 r1", "--after", "[b4 b5 b6 b7]")

    assert (result.exit_code, result.stdout) == (0, "Legal. Plays 1 tile: blue 7.\n")


def test_legal_new_meld_shows_its_value() -> None:
    result = run("check", "--not-melded", "--rack", "r9 r10 J", "--after", "[r9 r10 J]")

    assert (result.exit_code, result.stdout) == (
        0,
        "Legal. Plays 3 tiles: red 9, red 10, joker. The new melds are worth 30 points.\n",
    )


def test_every_broken_rule_is_described_with_its_id() -> None:
    result = run("check", "--not-melded", "--before", "[b4 b5 b6]", "--rack", "b7 r1", "--after", "[b5 b6 b7] [b4 r1]")

    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "Not legal: 3 broken rules.",
        "  R-MAN-03  Blue 4, red 1: these tiles don't go together; a run has one colour, a group has one number.",
        "  R-MELD-06 You changed the run blue 4–6, but you can't use the table until you've opened.",
        "  R-MELD-01 Your opening melds are worth 0; you need 30.",
    ]


def test_json_verdict_contains_the_violations() -> None:
    result = run("check", "--not-melded", "--rack", "r2 r3 r4 k1", "--after", "[r2 r3 r4]", "--json")

    verdict = json.loads(result.stdout)
    assert (result.exit_code, verdict["legal"], verdict["laid"], verdict["points"]) == (1, False, ["r2", "r3", "r4"], 9)
    (violation,) = verdict["violations"]
    assert (violation["clause"], violation["violation"]["rule"], violation["violation"]["need"]) == (
        "R-MELD-01",
        "initial-meld-points",
        30,
    )


def test_house_rules_are_applied() -> None:
    asked = ("check", "--not-melded", "--rack", "r2 r3 r4 k1", "--after", "[r2 r3 r4]")

    assert run(*asked, "--rules", "initial_meld_min=9").exit_code == 0


def test_strict_confirmation_lists_every_broken_rule_too() -> None:
    assert run("check", "--rack", "r2 r3", "--after", "[r2 r3]", "--rules", "strict_confirm=yes").exit_code == 1


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"--rack": "r1 r99"}, "--rack: line 1, column 4: no tile 'r99'; a tile is a colour"),
        ({"--after": "[r1 r2"}, "--after: line 1, column 1: this meld is never closed with ]"),
        ({"--before": "[]"}, "--before: line 1, column 2: a meld without tiles"),
        ({"--edition": "clasic"}, "unknown edition 'clasic'; choose from: classic-en, "),
        ({"--rules": "initial_meld=9"}, "unknown house rule 'initial_meld' (did you mean initial_meld_min?)"),
        ({"--rules": "initial_meld_min=99"}, "initial_meld_min must be 0 to 50, not 99"),
        ({"--rack": "D"}, "classic-en has no tile D"),
        ({"--after": "[r1 M r1]"}, "classic-en has no tile M"),
        ({"--rack": "r1 r1 r1"}, "classic-en has 2 of the tile r1, not 3"),
        ({"--after": "[r1 r1 r1]"}, "classic-en has 2 of the tile r1, not 3"),
        ({"--before": "[r1 r2]"}, "[r1 r2] is on the table before the turn but is not a meld"),
        ({"--players": "9"}, "classic-en is for 2 to 4 players, not 9"),
    ],
)
def test_invalid_input_exits_with_code_2(options: dict[str, str], message: str) -> None:
    asked = {"--rack": "r1 r2 r3", "--after": "[r1 r2 r3]"} | options

    result = run("check", *(word for option in asked.items() for word in option))

    assert (result.exit_code, result.stdout) == (2, "")
    assert result.stderr.startswith(f"tilewise: {message}")


def test_empty_tables_are_accepted() -> None:
    result = run("check", "--rack", "-", "--before", "-", "--after", "-")

    assert (result.exit_code, "You haven't played a tile from your rack" in result.stdout) == (1, True)


def test_table_with_too_many_tiles_is_an_error() -> None:
    huge = run("check", "--rack", "r1", "--after", "[r1 r2 r3] " * 10_000)

    assert (huge.exit_code, "has 2 of the tile r1, not 10000" in huge.stderr) == (2, True)


def test_row_of_the_whole_box_is_checked() -> None:
    box = " ".join(Box().tiles)

    result = run("check", "--rack", box, "--after", f"[{box}]")

    assert (result.exit_code, "R-MAN-03" in result.stdout) == (1, True)


def test_xp_has_a_third_copy_only_with_five_players() -> None:
    asked = ("check", "--edition", "xp", "--rack", "r1 b1 k1", "--before", "[r1 b1 k1] [r1 b1 k1]", "--after")
    after = "[r1 b1 k1] [r1 b1 k1] [r1 b1 k1]"

    assert [run(*asked, after, "--players", players).exit_code for players in ("5", "4")] == [0, 2]
