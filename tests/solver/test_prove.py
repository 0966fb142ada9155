"""The long proof: undecided positions are listed with a command to repeat them, and never count as agreement."""

import math

import pytest

from tests.solver.prove import Outcome, Proof, Task, main, position_number

NO_TIME = "--seed 3 --first 210 --positions 1 --workers 1 --seconds 0"
"""A position of Twist that takes the model seconds."""
TINY = "--seed 3 --sources tiny --positions 2 --workers 2"
POSITION, _ = position_number(1, 3)


def an_outcome(number: int, *faults: str, undecided: str = "") -> Outcome:
    return Outcome(Task(1, number, math.inf), POSITION, list(faults), undecided)


def a_proof(*outcomes: Outcome) -> Proof:
    proof = Proof()
    for outcome in outcomes:
        proof.add(outcome)
    return proof


def test_without_time_every_position_is_undecided(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(NO_TIME.split())

    said = capsys.readouterr().out
    assert code == 3
    assert "0 of 1 positions differ, 1 the model could not decide" in said
    assert "the model: out of time" in said
    assert "--seed 3 --first 210 --positions 1 --workers 1 --seconds 60 --gigabytes 8" in said


def test_positions_that_the_model_decides_agree(capsys: pytest.CaptureFixture[str]) -> None:
    code = main(TINY.split())

    assert code == 0
    assert "0 of 2 positions differ, 0 the model could not decide" in capsys.readouterr().out


@pytest.mark.parametrize(("undecided", "code"), [(0, 0), (2, 0), (3, 3)])
def test_one_in_two_hundred_may_stay_open(undecided: int, code: int) -> None:
    proof = a_proof(*(an_outcome(n, undecided="out of time" if n < undecided else "") for n in range(400)))

    assert proof.exit_code(400) == code


def test_a_difference_counts_even_if_the_model_gave_up_later() -> None:
    proof = a_proof(an_outcome(0, "kernel 3, model 4", undecided="out of time"))

    assert proof.exit_code(1) == 1
    assert proof.undecided == []


def test_an_interrupted_run_exits_with_code_3() -> None:
    assert a_proof(an_outcome(0)).exit_code(2) == 3
