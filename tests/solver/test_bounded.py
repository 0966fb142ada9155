"""Work with limits: a limit ends it, its results are kept, and the next task runs."""

import math
import os
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.solver.bounded import GIGABYTE, Bounded, processor_seconds

ENOUGH = 1.0
"""Gigabytes."""


def work(task: str) -> Iterator[str]:
    yield f"{task} begun"
    match task:
        case "think for ever":
            with processor_seconds(0.01):
                while True:
                    pass
        case "hoard":
            bytearray(2 * GIGABYTE)
        case "crash":
            os.abort()
        case "err":
            raise ValueError(task)
        case _:
            pass
    yield f"{task} done"


@pytest.fixture
def bounded() -> Iterator[Bounded[str, str]]:
    made = Bounded(work, ENOUGH)
    yield made
    made.close()


@pytest.mark.parametrize(
    ("task", "why"),
    [
        ("think for ever", "out of time"),
        ("hoard", "out of memory"),
        ("crash", "ended by SIGABRT"),
        ("err", "ValueError('err')"),
    ],
)
def test_results_found_before_the_limit_are_kept_and_the_next_task_runs(
    bounded: Bounded[str, str], task: str, why: str
) -> None:
    found, ended = bounded(task)

    assert found == [f"{task} begun"]
    assert ended is not None
    assert ended.why == why
    assert Path(__file__).name in {Path(file).name for file in ended.files}
    assert bounded("rest") == (["rest begun", "rest done"], None)


def test_time_without_a_limit_is_not_measured() -> None:
    with processor_seconds(math.inf):
        assert sum(range(1000)) == 499_500
