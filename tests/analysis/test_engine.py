"""Analyses: win chances from visible tiles alone, the same for the same seed and budget."""

from random import Random

import pytest

from tests.bots.positions import positions
from tests.games import a_game
from tests.laws.test_views import with_hidden_tiles_changed
from tilewise.analysis import Budget, CandidateKind, analyse, analysing
from tilewise.core.actions import Draw, Play
from tilewise.core.editions import EDITIONS
from tilewise.core.notation import table
from tilewise.core.view import view_of

BUDGET = Budget(nodes=20_000)


@pytest.mark.parametrize("name", EDITIONS)
def test_analysis_ignores_hidden_tiles(name: str) -> None:
    for state in positions(name)[::3]:
        other = with_hidden_tiles_changed(state, state.to_move, Random(state.turn))  # noqa: S311  # not secrets

        found = analyse(view_of(state, state.to_move), BUDGET)

        assert analyse(view_of(other, state.to_move), BUDGET) == found


def test_another_seed_gives_other_deals() -> None:
    view = view_of(a_game("r4 b9 k9 y9 k1", table="[r1 r2 r3]"), 0)

    assert analyse(view, BUDGET, seed="one").points != analyse(view, BUDGET, seed="two").points


def test_going_out_wins_for_certain() -> None:
    found = analyse(view_of(a_game("r4 r5", table="[r1 r2 r3]"), 0), BUDGET)

    assert CandidateKind.GOES_OUT in found.best.kinds
    assert (found.win.mean, found.win.error) == (1.0, 0.0)


def test_action_that_was_made_is_judged_with_the_others() -> None:
    made = Play(0, table("[r1 r2 r3 r4]"))

    found = analyse(view_of(a_game("r4 r5 k9", table="[r1 r2 r3]"), 0), BUDGET, made=made)

    assert found.made is not None
    assert found.made.table == made.table


def test_drawing_is_the_candidate_that_waits() -> None:
    found = analyse(view_of(a_game("r4 r5 k9", table="[r1 r2 r3]"), 0), BUDGET, made=Draw(0))

    assert found.made is not None
    assert found.made.kinds == (CandidateKind.WAIT, CandidateKind.MADE)


def test_results_grow_more_precise_until_the_budget_is_spent() -> None:
    view = view_of(a_game("r4 b9 k9 y9 k1", table="[r1 r2 r3]", pool="y13 k13 y12 k12 b2 b4"), 0)

    found = list(analysing(view, Budget(nodes=200_000)))

    assert found[0].progress < found[-1].progress == 1
    assert found[0].deals < found[-1].deals


@pytest.mark.parametrize("nodes", [1, 300])
def test_tiny_budget_gives_an_uncertain_answer(nodes: int) -> None:
    found = analyse(view_of(a_game("r4 r5 k9", table="[r1 r2 r3]"), 0), Budget(nodes=nodes))

    assert found.win.error > 0.1


def test_chances_of_all_seats_add_up_to_one() -> None:
    found = analyse(view_of(a_game("r4 b9 k9 y9 k1", table="[r1 r2 r3]", others=("r13 b13", "k4 k7")), 0), BUDGET)

    assert sum(found.chances) == pytest.approx(1)
