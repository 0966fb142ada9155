"""`tilewise review` and `tilewise analyse`: win chances on the command line."""

import json
from pathlib import Path

from tests.cli.commands import run

GAME = str(next((Path(__file__).parents[1] / "analysis" / "review" / "games").glob("holdout-*.game")))
QUICK = ("--budget", "3000nodes")
POSITION = ("analyse", "--rack", "r4 k9", "--table", "[r1 r2 r3]", "--others", "5 7!", "--budget", "20000nodes")


def test_review_names_luck_and_attention_of_each_player() -> None:
    text = run("review", GAME, *QUICK).stdout

    assert "holdout: " in text
    assert "attention 100%; luck" in text


def test_review_as_json_has_every_turn() -> None:
    (game,) = json.loads(run("review", GAME, *QUICK, "--json").stdout)["games"]

    assert [each["turn"] for each in game["decisions"]] == list(range(1, len(game["decisions"]) + 1))


def test_review_draws_the_curve(tmp_path: Path) -> None:
    plot = tmp_path / "curve.svg"

    run("review", GAME, *QUICK, "--plot", str(plot))

    assert plot.read_text().count("<polyline") == 2


def test_existing_plot_is_kept(tmp_path: Path) -> None:
    plot = tmp_path / "curve.svg"
    plot.write_text("a picture")

    assert run("review", GAME, "--plot", str(plot)).exit_code == 2
    assert plot.read_text() == "a picture"


def test_analysis_lists_waiting_and_playing() -> None:
    text = run(*POSITION).stdout

    assert "wait" in text
    assert "red 4" in text


def test_analysis_as_json_has_a_chance_for_every_seat() -> None:
    assert len(json.loads(run(*POSITION, "--json").stdout)["chances"]) == 3


def test_more_tiles_than_the_box_holds_are_an_error() -> None:
    result = run("analyse", "--rack", "r4", "--others", "200")

    assert result.exit_code == 2
    assert "at most 105 together" in result.stderr
