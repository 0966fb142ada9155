"""Estimates for hosts."""

import json
from typing import Any

import pytest

from tests.cli.commands import run


def estimate(*words: str) -> Any:  # noqa: ANN401  # JSON
    return json.loads(run("admin", "capacity", *words, "--json").stdout)


def test_a_hundred_players_need_one_node_and_no_redis() -> None:
    found = estimate("100")

    assert (found["nodes"], found["redis_cores"], found["limits"]) == (1, 0.0, [])


def test_many_players_need_several_nodes() -> None:
    found = estimate("10000")

    assert 1 < found["nodes"] < 10


def test_notifications_limit_a_cluster() -> None:
    found = estimate("1000000")

    assert found["nodes"] is None
    assert found["nodes_if_sharded"] > 100
    assert any("Redis channel of its own" in limit for limit in found["limits"])


def test_twice_the_players_send_twice_the_traffic() -> None:
    assert estimate("2000")["traffic_tb_a_month"] == pytest.approx(2 * estimate("1000")["traffic_tb_a_month"])


def test_own_figures_replace_the_measured_ones() -> None:
    assert estimate("1000", "--set", "game_kb=240")["storage_gb_a_month"] == pytest.approx(
        2 * estimate("1000")["storage_gb_a_month"]
    )
    assert "game_kb                240" in run("admin", "capacity", "--set", "game_kb=240", "--figures").stdout


@pytest.mark.parametrize(
    ("figure", "told"), [("speed=9", "game_kb"), ("bot_ms", "NAME=NUMBER"), ("bot_ms=-1", "bot_ms=-1")]
)
def test_wrong_figure_is_reported(figure: str, told: str) -> None:
    answer = run("admin", "capacity", "--set", figure)

    assert (answer.exit_code, told in answer.stderr) == (2, True)


def test_text_shows_what_to_do() -> None:
    shown = run("admin", "capacity", "10000").stdout

    assert "nodes (one core each)" in shown
    assert "! One node is full: use PostgreSQL, Redis and several nodes." in shown
