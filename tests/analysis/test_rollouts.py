"""Rollouts: plausible deals, the same for every candidate, within the limits."""

from collections import Counter

import pytest
from msgspec.structs import replace

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tests.games import a_game
from tilewise.analysis.situation import situation_of
from tilewise.analysis.styles import GREEDY, HOLDOUT, KernelStyle
from tilewise.core.editions import edition
from tilewise.core.notation import table
from tilewise.core.state import State
from tilewise.core.tiles import Tile, in_order, tiles_of
from tilewise.core.view import view_of
from tilewise.solver import kernel

WAIT = (b"", HOLDOUT.for_kernel)
SEATS = 2


def situation(rack: str = "r1 b5 k9", *, table: str = "-") -> _kernel.Situation:
    """Return the situation that seat 0 sees with this rack."""
    return situation_of(view_of(a_game(rack, table=table), 0))


def test_laying_the_last_tile_wins_every_rollout() -> None:
    out = (kernel.packed(table("[r1 r2 r3 r4]")), HOLDOUT.for_kernel)

    found = _kernel.play_out(situation("r4", table="[r1 r2 r3]"), [out, WAIT], seed=1, deals=20)

    mine = slice(0, None, 2 * SEATS)
    assert set(found.shares[mine]) == {1.0}
    assert min(found.points[mine]) > 0


def test_same_seed_gives_same_rollouts() -> None:
    games = [_kernel.play_out(situation(), [WAIT, (b"", GREEDY.for_kernel)], seed=seed, deals=15) for seed in (7, 7, 8)]

    assert games[0].points == games[1].points
    assert games[0].points != games[2].points


def test_equal_candidates_get_equal_deals() -> None:
    found = _kernel.play_out(situation(), [WAIT, WAIT], seed=3, deals=25)

    games = [found.points[start : start + SEATS] for start in range(0, len(found.points), SEATS)]
    assert games[::2] == games[1::2]


def test_rollout_reports_result_of_every_seat() -> None:
    found = _kernel.play_out(situation(), [WAIT], seed=3, deals=25)

    for start in range(0, len(found.points), SEATS):
        assert sum(found.shares[start : start + SEATS]) == 1
        assert sum(found.points[start : start + SEATS]) == 0


def test_going_out_is_charged_by_nodes_with_special_jokers() -> None:
    rack = "r4 r9 b1 b9 y3 y7 k1 k12 D C M J"  # it cannot go out: a shorter game would cost less
    state = a_game(rack, table="[r1 r2 r3] [b4 b5 b6]", edition="twist", others=("r12 b12 y1",), pool="k7 k9 y12 y13")
    hard = situation_of(view_of(state, 0))
    flat = situation_of(view_of(state, 0))
    flat.out_nodes = 0

    spent = [_kernel.play_out(each, [WAIT], seed=3, deals=10).nodes for each in (hard, flat)]

    assert hard.out_nodes > hard.question_nodes
    assert spent[0] > spent[1]


def test_spare_nodes_finish_the_deal_that_was_begun() -> None:
    """Long games are left out less often, so the others are a fair sample."""
    found = [_kernel.play_out(situation(), [WAIT], seed=3, deals=99, nodes=8_000, spare=spare) for spare in (0, 8_000)]

    assert found[1].deals == found[0].deals + 1


def test_node_limit_returns_only_whole_deals() -> None:
    found = _kernel.play_out(situation(), [WAIT, WAIT], seed=3, deals=1000, nodes=20_000)

    assert 0 < found.deals < 1000
    assert len(found.shares) == len(found.points) == 2 * found.deals * SEATS
    assert found.nodes <= 20_100


@pytest.mark.parametrize(
    ("candidate", "problem"),
    [
        ((kernel.packed(table("[r1 r2 r3 r4]")), HOLDOUT.for_kernel), "lays what is not on the rack"),
        ((b"", (0, False, False, 0, 0, False)), "a style lays 1 tile or more"),
        ((b"\x01\x02\xff", HOLDOUT.for_kernel), "meld"),
    ],
)
def test_impossible_candidate_is_rejected(candidate: tuple[bytes, KernelStyle], problem: str) -> None:
    with pytest.raises(ValueError, match=problem):
        _kernel.play_out(situation("r7", table="[r1 r2 r3]"), [candidate], seed=1, deals=1)


def test_racks_with_more_tiles_than_hidden_are_rejected() -> None:
    imagined = _kernel.Situation(b"", b"\x02", kernel.rules_of(a_game().edition))
    for _ in range(2):
        imagined.add_seat(
            5,
            has_melded=True,
            is_out=False,
            fresh=1,
            did_not_meld=False,
            saw_table=False,
            styles=[(GREEDY.for_kernel, 1.0)],
        )

    with pytest.raises(ValueError, match="more tiles than are hidden"):
        _kernel.play_out(imagined, [WAIT], seed=1, deals=1)


def with_other(state: State, **seen: object) -> State:
    """Return the game after the other seat has played like this."""
    return replace(state, players=(state.players[0], replace(state.players[1], **seen)))


def outs_of_the_other(state: State) -> int:
    """Count the deals, of a hundred, in which the other seat goes out at once after seat 0 passes."""
    found = _kernel.play_out(situation_of(view_of(state, 0)), [(b"", GREEDY.for_kernel)], seed=5, deals=100)
    return sum(share == 1 for share in found.shares[1::SEATS])


def one_tile_left(**seen: object) -> State:
    """Hide two tiles, one on the other rack and one in the pool; only one of them fits the table."""
    lying = table("[r1 r2 r3]")
    fits, odd = Tile("r4"), Tile("k9")
    mine = Counter(edition("classic-en").box_for(2).tiles) - tiles_of(lying) - Counter((fits, odd))
    state = a_game("r1", table="[r1 r2 r3]", others=("r4",), pool="k9")
    state = replace(state, players=(replace(state.players[0], rack=in_order(mine.elements())), state.players[1]))
    return with_other(state, **seen)


def test_seat_that_drew_may_hold_a_fitting_tile() -> None:
    assert 20 < outs_of_the_other(one_tile_left(quiet=1, drew=1)) < 80


def test_seat_that_passed_holds_no_fitting_tile() -> None:
    assert outs_of_the_other(one_tile_left(quiet=1, drew=0)) < 5


def test_seat_that_laid_tiles_kept_no_fitting_one() -> None:
    assert outs_of_the_other(one_tile_left(quiet=0, drew=0, laid=9)) < 5


def test_seat_with_penalty_may_hold_a_fitting_tile() -> None:
    assert 20 < outs_of_the_other(one_tile_left(quiet=1, drew=3)) < 80


def test_last_turns_count_only_where_the_edition_counts_them() -> None:
    state = replace(a_game(pool="-"), last_turns=(0, 1))

    assert situation_of(view_of(state, 0)).last_turns == -1
    assert situation_of(view_of(replace(state, edition=edition("classic-he-2014")), 0)).last_turns == 2
