"""The luck of the draw: it averages zero, and results without it vary less."""

from statistics import pvariance

import pytest
from msgspec.structs import replace

from tilewise.bots import Budget
from tilewise.core.editions import edition
from tilewise.lab import parallel, run
from tilewise.lab.jobs import duel
from tilewise.lab.luck import LuckTask, Shares, luck_of, luck_tasks, without_luck
from tilewise.lab.stats import estimate
from tilewise.lab.store import Store

BOTS, DEALS = ("keeper", "greedy"), 5


@pytest.fixture(scope="module")
def tasks() -> list[LuckTask]:
    jobs = [replace(job, budget=Budget(nodes=20_000)) for job in duel(edition("classic-en"), BOTS, DEALS, "luck")]
    with Store() as store:
        list(run.play_all(jobs, store, run.in_this_process))
        return luck_tasks(list(store.games()), dict(store.records()), parallel.in_this_process)


@pytest.fixture(scope="module")
def luck(tasks: list[LuckTask]) -> list[Shares]:
    return [luck_of(task) for task in tasks]


def test_good_luck_of_one_seat_is_bad_luck_of_the_other(luck: list[Shares]) -> None:
    assert any(one > 0 for one, _ in luck)
    assert all(one + other == pytest.approx(0) for one, other in luck)


def test_luck_averages_zero(luck: list[Shares]) -> None:
    found = estimate([one for one, _ in luck])

    assert found.low < 0 < found.high


def test_results_without_luck_vary_less(tasks: list[LuckTask], luck: list[Shares]) -> None:
    results = [task.result[0] for task in tasks]

    assert pvariance(without_luck(results, [one for one, _ in luck])) < 0.75 * pvariance(results)


def test_luck_that_explains_nothing_is_not_taken_out() -> None:
    assert without_luck([1.0, 1.0, 1.0], [0.5, -0.5, 0.25]) == [1.0, 1.0, 1.0]


def test_style_of_a_bot_is_the_one_that_it_plays(tasks: list[LuckTask]) -> None:
    styles = {style for task in tasks for style in task.styles}

    assert {style.keeps_jokers for style in styles} == {True, False}
