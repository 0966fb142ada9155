"""Every question about an initial meld after which the table may be touched in the same turn (A-02)."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tests.games import a_game, play
from tests.solver.brute import plays
from tests.solver.chance import an_edition, an_opening, dice
from tests.solver.moved import tiles_moved
from tests.solver.positions import Position, specified
from tilewise.core.actions import Play
from tilewise.core.engine import check
from tilewise.core.rules.table import Change
from tilewise.core.state import State
from tilewise.core.tiles import Tile, in_order
from tilewise.solver import Objective, Problem, best_plays, can_play, can_play_all, every_largest_play, solve

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


def test_a_player_who_cannot_open_cannot_change_the_table() -> None:
    problem = Problem.of(opening("b7 y1", "[b4 b5 b6]"))

    assert (can_play(problem), best_plays(problem, 5), every_largest_play(problem)) == ((), [], [])


def test_a_joker_of_the_opening_may_be_taken_for_the_one_on_the_table() -> None:
    state = opening("b11 b13 y9 y10 J", "[b9 b10 J]")
    everything = play("[b9 b10 b11 J b13] [y9 y10 J]", state.to_move)
    assert check(state, everything) == ()

    assert len(solve(Problem.of(state)).laid) == 5


@pytest.mark.parametrize("position", [each for each in specified() if each.goes_on], ids=lambda each: each.id)
def test_openings_are_solved_as_specified(position: Position) -> None:
    asked = Problem(position.edition, position.rack, position.table, has_melded=False)

    calm = solve(replace(asked, objective=Objective.TILES_THEN_POINTS))
    by_points = solve(replace(asked, objective=Objective.POINTS))

    assert [*position.violations(calm.table), *position.violations(by_points.table)] == []
    found = {"tiles": calm.primary, "points": by_points.primary, "kept": calm.kept, "moved": calm.moved}
    assert found == position.best


def test_to_lay_as_few_tiles_as_possible_is_not_to_go_on() -> None:
    problem = Problem.of(opening("r10 b10 k10 b7 y1", "[b4 b5 b6]"), Objective.FEWEST_TILES)

    assert solve(problem).laid == tuple(map(Tile, ("r10", "b10", "k10")))


def test_an_answer_is_proven_only_if_that_of_every_opening_is() -> None:
    problem = Problem.of(opening("r10 b10 k10 r11 r12 b11 k12 J", "[b4 b5 b6] [r1 r2 J] [k3 k4 k5]"))

    assert solve(problem).is_proven
    assert not solve(replace(problem, node_budget=1)).is_proven


@pytest.mark.parametrize("seed", range(40))
def test_every_question_is_answered_as_by_trying_all_plays(seed: int) -> None:
    rng = dice("every play of an opening", seed)
    position = an_opening(rng, an_edition(rng, house_rules=rng.random() < 0.6))
    problem = Problem(position.edition, position.rack, position.table, has_melded=False)
    calmest: dict[tuple[Tile, ...], tuple[int, int]] = {}
    for laid, table in plays(position):
        kept = len(position.table) - len(Change(position.table, table, position.edition).gone)
        calmest[laid] = max(calmest.get(laid, (-1, 0)), (kept, -tiles_moved(position, table)))
    most = max(map(len, calmest), default=0)
    largest = {laid for laid in calmest if not any(Counter(laid) < Counter(other) for other in calmest)}

    best = solve(problem)
    found, largest_found = best_plays(problem, 1000), every_largest_play(problem)

    assert (len(best.laid), best.is_proven) == (most, True), position
    assert {play.laid: (play.kept, -play.moved) for play in found} == calmest, position
    assert {play.laid for play in largest_found} == largest, position
    assert all(position.laid(play.table) == play.laid for play in (best, *found, *largest_found) if play.laid), position
    assert not any(position.violations(play.table) for play in (*found, *largest_found)), position
    assert can_play(problem) == in_order({tile for laid in calmest for tile in laid}), position
    assert can_play_all(problem) == (most == len(position.rack)), position
