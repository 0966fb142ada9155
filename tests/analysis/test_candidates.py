"""Candidate plays, before any rollout compares them."""

from tests.games import a_game
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.candidates import plays_worth_trying, small_plays
from tilewise.bots import Budget
from tilewise.core.notation import table
from tilewise.core.tiles import tiles_of
from tilewise.core.view import view_of


def solver(rack: str, *, old: str = "[r1 r2 r3]", edition: str = "classic-en", nodes: int = 100_000) -> BudgetedSolver:
    state = a_game(rack, table=old, pool="y13 k13 y12", edition=edition, others=("r13 b13 y11",))
    return BudgetedSolver(view_of(state, 0), Budget(nodes=nodes))


def test_small_plays_lay_each_tile_with_few_others_and_no_joker() -> None:
    assert small_plays(solver("r4 b9 k9 y9 k1 J")) == [
        table("[r1 r2 r3 r4]"),
        table("[r1 r2 r3] [b9 y9 k9]"),
    ]


def test_most_points_come_first_with_special_jokers() -> None:
    first, *_ = plays_worth_trying(solver("r4 b9 k9 y9 k1", edition="twist"))

    assert tiles_of(first) == tiles_of(table("[r1 r2 r3 r4] [b9 y9 k9]"))


def test_budget_is_ample_only_if_every_limit_is() -> None:
    assert solver("r4", nodes=3_000_000).has_ample_budget
    assert not solver("r4", nodes=500_000).has_ample_budget
    assert not BudgetedSolver(solver("r4").view, Budget(nodes=3_000_000, milliseconds=500)).has_ample_budget
    assert BudgetedSolver(solver("r4").view, Budget(milliseconds=600_000)).has_ample_budget
