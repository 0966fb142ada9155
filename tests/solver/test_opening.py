"""Every question about an initial meld after which the table may be touched in the same turn (A-02)."""

import pytest

from tests.games import a_game, play
from tilewise.core.actions import Play
from tilewise.core.engine import check
from tilewise.core.state import State
from tilewise.core.tiles import Tile, in_order
from tilewise.solver import Problem, best_plays, can_play, can_play_all, every_largest_play, solve

POSITIONS = [
    ("r10 b10 k10 b7 y1", "[b4 b5 b6]"),
    ("r10 b10 k10 b7 b3 J", "[b4 b5 b6]"),
    ("r5 r6 r7 b5 k5 y5 r8", "[r5 y5 b5 k5] [r6 r7 r8]"),
    ("y11 y12 k1", "[r10 b10 k10 y10]"),
    ("r11 r12 r13 y3 k9 y9", "[r3 b3 J]"),
]


def opening(rack: str, table: str) -> State:
    return a_game(rack, table=table, melded=False, manipulate_in_initial_turn=True)


@pytest.mark.parametrize(("rack", "table"), POSITIONS)
def test_the_questions_agree_with_each_other(rack: str, table: str) -> None:
    state = opening(rack, table)
    problem = Problem.of(state)

    plays, largest, best = best_plays(problem, 1000), every_largest_play(problem), solve(problem)

    assert all(check(state, Play(state.to_move, play.table)) == () for play in (*plays, *largest))
    assert [play.primary for play in plays[:1]] == [best.primary for _ in plays[:1]]
    assert can_play(problem) == in_order({tile for play in plays for tile in play.laid})
    assert can_play_all(problem) == any(len(play.laid) == len(state.player.rack) for play in plays)
    assert {play.laid for play in largest} <= {play.laid for play in plays}


def test_the_rest_of_the_rack_may_touch_the_table() -> None:
    problem = Problem.of(opening("r10 b10 k10 b7 y1", "[b4 b5 b6]"))

    assert can_play(problem) == tuple(map(Tile, ("r10", "b7", "b10", "k10")))
    assert len(best_plays(problem, 5)) == 2
    assert not can_play_all(problem)


def test_who_cannot_open_cannot_touch_the_table_either() -> None:
    problem = Problem.of(opening("b7 y1", "[b4 b5 b6]"))

    assert (can_play(problem), best_plays(problem, 5), every_largest_play(problem)) == ((), [], [])


@pytest.mark.xfail(strict=True, reason="what follows the opening is solved as if its joker could not be the table's")
def test_a_joker_of_the_opening_may_be_taken_for_the_one_on_the_table() -> None:
    state = opening("b11 b13 y9 y10 J", "[b9 b10 J]")
    everything = play("[b9 b10 b11 J b13] [y9 y10 J]", state.to_move)
    assert check(state, everything) == ()

    assert len(solve(Problem.of(state)).laid) == 5
