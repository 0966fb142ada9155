from pathlib import Path

import pytest

from tests.cli.commands import run
from tilewise.core.record import verify
from tilewise.core.record.text import parse_record

ONE_GAME = ("--rules", "games_per_round=1", "--seed", "moon")
TO_THE_END = "draw\npass\n" * 200
"""More input than a game needs. The rest is not read."""


def played(*args: str, stdin: str) -> str:
    result = run("play", *args, stdin=stdin)
    assert result.exit_code == 0
    return result.stdout


@pytest.mark.parametrize("edition", ["classic-en", "classic-he", "xp", "twist"])
def test_game_ends_with_score_sheet_and_revealed_secret(edition: str, tmp_path: Path) -> None:
    record = str(tmp_path / "evening.game")

    shown = played(*ONE_GAME, "--edition", edition, "--record", record, stdin=TO_THE_END)

    assert "Points" in shown
    assert "Match won by" in shown
    assert "its SHA-256 matches the commitment" in shown


def test_match_continues_with_the_next_game() -> None:
    shown = played("--seed", "moon", stdin="concede\ny\n\nconcede\ny\n")

    assert ("Game 1 of 2" in shown, "Game 2 of 2" in shown, "Match won by Ada (2 games won" in shown) == (
        True,
        True,
        True,
    )


def test_player_can_leave_between_games() -> None:
    shown = played("--seed", "moon", stdin="concede\ny\nquit\n")

    assert ("Game 2 of 2" in shown, shown.endswith("Thanks for playing!\n")) == (False, True)


def test_record_of_a_played_match_verifies(tmp_path: Path) -> None:
    file = tmp_path / "evening.game"

    played(*ONE_GAME, "--record", str(file), "--players", "3", "--name", "Ann", stdin=TO_THE_END)

    record = parse_record(file.read_text(encoding="utf-8"))
    assert (record.seats, verify(record)) == (("Ann", "Ada", "Ben"), ())


def test_unfinished_match_is_saved_too(tmp_path: Path) -> None:
    file = tmp_path / "evening.game"

    played("--record", str(file), stdin="draw\ndraw\nquit\n")

    assert verify(parse_record(file.read_text(encoding="utf-8"))) == ()


def test_finished_game_offers_to_save_its_record(tmp_path: Path) -> None:
    file = tmp_path / "evening.game"

    shown = played(*ONE_GAME, stdin=f"concede\ny\n{tmp_path}\n{file}\n")

    assert f"{tmp_path}: File exists" in shown
    assert verify(parse_record(file.read_text(encoding="utf-8"))) == ()


def test_existing_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "evening.game"
    file.write_text("dear to me", encoding="utf-8")

    result = run("play", "--record", str(file), stdin=TO_THE_END)

    assert (result.exit_code, result.stderr) == (2, f"tilewise: {file}: File exists\n")
    assert file.read_text(encoding="utf-8") == "dear to me"


def test_end_of_input_ends_the_match_politely() -> None:
    assert played(stdin="").endswith("> \nThanks for playing!\n")


def test_same_seed_deals_the_same_tiles() -> None:
    assert played("--seed", "moon", stdin="quit\n") == played("--seed", "moon", stdin="quit\n")


def test_refused_draft_is_explained_and_kept() -> None:
    """The rack is r3 b12 y3 y5 y10 y11 k1 k2 k3 k5 k8 k10 k11 J."""
    shown = played(*ONE_GAME, stdin="r3 y3 k3\nend\ny10 y11 J\nend\nquit\n")

    assert "R-MELD-01 Your opening melds are worth 9; you need 30." in shown
    assert "to open: 42 of 30 points" in shown
    assert "You played 6 tiles: red 3, orange 3, orange 10, orange 11, black 3, joker." in shown


def test_one_line_can_hold_several_commands() -> None:
    assert "You played 3 tiles: orange 10, orange 11, joker." in played(*ONE_GAME, stdin="y10 y11 J; end\n")


def test_mistake_discards_the_rest_of_the_line() -> None:
    assert "You drew" not in played(*ONE_GAME, stdin="lay r9; draw\n")


def test_tiles_taken_from_the_table_are_shown_in_hand() -> None:
    assert "In your hand, to put back on the table: r13" in played(*ONE_GAME, stdin="take r13 from 1\n")


def test_strict_confirmation_takes_an_unfinished_move_back() -> None:
    rules = ("--rules", "games_per_round=1 strict_confirm=yes", "--seed", "moon")

    shown = played(*rules, stdin="r3 y3 k3\nend\n")

    assert "You took the tiles back. Your opening melds are worth 9; you need 30." in shown
    assert "You drew 3 penalty tiles" in shown or "You drew 3 tiles:" in shown


@pytest.mark.parametrize(
    ("line", "shown"),
    [
        ("sort", "   k1   k2   r3 y3 k3   y5 k5   k8   y10 k10   y11 k11   b12   J"),
        ("help", "take b4 from 3"),
        ("show", "turn 2"),
        ("", "turn 2"),
        ("fold", "unknown command 'fold'"),
        ("lay q7", "no tile 'q7'"),
        ("pass", "The pool still has 78 tiles. If you don't play, draw."),
        ("end", "You haven't played a tile from your rack; play at least 1."),
        ("hint", "The biggest play lays 7 tiles. Play the group of threes from your rack. Then 1 more step."),
        ("best", "1. Play the group of threes from your rack."),
        ("best\nundo\nredo\nend", "You played 7 tiles"),
        ("redo", "nothing to redo"),
        ("concede\nn", "Resign this game? (y/n)"),
    ],
)
def test_prompt_answers_commands(line: str, shown: str) -> None:
    assert shown in played(*ONE_GAME, stdin=f"{line}\nquit\n")


def test_player_who_resigned_sees_the_others_finish() -> None:
    shown = played(*ONE_GAME, "--players", "3", stdin="concede\ny\n")

    assert "Match won by" in shown


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("--players", "5"), "classic-en is for 2 to 4 players, not 5"),
        (("--players", "0"), "classic-en is for 2 to 4 players, not 0"),
        (("--edition", "chess"), "unknown edition 'chess'; choose from: "),
        (("--rules", "speed=9"), "unknown house rule 'speed'; choose from: "),
        (("--rules", "hand_size"), "a house rule is written name=value, such as initial_meld_min=40, not 'hand_size'"),
        (("--bot", "wizard"), "unknown bot 'wizard'; choose from: novice"),
        (("--bot", "novice", "--bot", "casual"), "2 players leave 1 seat for bots; you named 2"),
        (("--name", "a:b"), "a name must have 1 to 40 printable characters and no colon, not 'a:b'"),
        (("--record", "/nowhere/at/all"), "/nowhere/at/all: No such file or directory"),
    ],
)
def test_invalid_match_options_are_errors(args: tuple[str, ...], message: str) -> None:
    result = run("play", *args)

    assert (result.exit_code, result.stderr.startswith(f"tilewise: {message}")) == (2, True)


def test_player_can_have_the_name_of_a_bot() -> None:
    assert "Ada 14" in played("--name", "Ada", stdin="quit\n")
