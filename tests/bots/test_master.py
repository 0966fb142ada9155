"""Master, in positions where the right action is known."""

from collections import Counter

from msgspec.structs import replace

from tests.games import a_game
from tilewise.bots import Budget, by_name
from tilewise.core.actions import Draw, Play
from tilewise.core.editions import edition
from tilewise.core.events import Ending, Result
from tilewise.core.notation import print_rack, rack, table
from tilewise.core.state import State
from tilewise.core.tiles import in_order
from tilewise.core.view import view_of

BUDGET = Budget(nodes=20_000)


def chosen(state: State, bot: str = "master") -> object:
    return by_name(bot).choose(view_of(state, 0), BUDGET)


def test_master_goes_out_at_once() -> None:
    state = a_game("r4 r5", table="[r1 r2 r3]")

    assert chosen(state) == Play(0, table("[r1 r2 r3 r4 r5]"))


FOUR = ("r13 b13", "r12 b12", "r11 b11")


def test_master_makes_small_initial_meld_without_joker_among_four() -> None:
    state = a_game("r10 b10 k10 y4 y7 k1 J", melded=False, others=FOUR)

    assert chosen(state) == Play(0, table("[r10 b10 k10]"))


LONG_POOL = "y13 k13 y12 k12 y11 k11 y10 k9 y9"


def test_master_holds_back_initial_meld_among_two() -> None:
    state = a_game("r10 b10 k10 y4 y7 k1 J", melded=False, pool=LONG_POOL)

    assert chosen(state) == Draw(0)


def test_master_holds_back_initial_meld_where_holding_back_later_is_forbidden() -> None:
    state = a_game("r10 b10 k10 y4 y7 k1 J", melded=False, others=FOUR, pool=LONG_POOL, must_play_if_able=True)

    assert chosen(state) == Draw(0)


def test_master_melds_once_it_can_go_out_next_turn() -> None:
    state = a_game("r10 b10 k10 b4", table="[b1 b2 b3]", melded=False, pool=LONG_POOL)

    assert chosen(state) == Play(0, table("[b1 b2 b3] [r10 b10 k10]"))


def test_master_waits_for_empty_pool_with_special_jokers() -> None:
    rack, old = "r4 k1 b9 y7 D", "[r1 r2 r3]"
    drawing = a_game(rack, table=old, pool="y13 k13", edition="twist", others=("r13 b13 y12",))
    empty = a_game(rack, table=old, pool="-", edition="twist", others=("r13 b13 y12",))

    assert chosen(drawing) == Draw(0)
    assert isinstance(chosen(empty), Play)


def test_master_declines_a_win_that_loses_the_match() -> None:
    """Behind by a game and forty points, going out against a single tile loses the match."""
    state = a_game("r4", table="[r1 r2 r3]", others=("r7",), pool=LONG_POOL)
    earlier = (Result(Ending.RACK_OUT, (1,), (-20, 20)),)

    assert by_name("master").choose(view_of(state, 0), BUDGET) == Play(0, table("[r1 r2 r3 r4]"))
    assert by_name("master").choose(view_of(state, 0, earlier), BUDGET) == Draw(0)


def test_patient_style_draws_where_sociable_style_lays() -> None:
    pool = "y13 k13 y12 k12 y11 k11 y10 k10 y9 k9"
    state = a_game("r4 k1 b9 y7", table="[r1 r2 r3]", pool=pool)
    state = replace(state, players=(replace(state.players[0], quiet=2), *state.players[1:]))

    assert chosen(state) == Draw(0)
    assert chosen(state, "master-sociable") == Play(0, table("[r1 r2 r3 r4]"))


def test_master_lays_most_points_in_its_last_turn() -> None:
    """With an empty pool, every hidden tile is on the other rack."""
    box = Counter(edition("classic-he-2014").box.tiles)
    hidden = in_order((box - Counter(rack("r1 r2 r3 r4 y13"))).elements())
    others = (print_rack(hidden),)
    state = a_game("r4 y13", table="[r1 r2 r3]", pool="-", edition="classic-he-2014", others=others)
    state = replace(state, last_turns=(0,))

    assert chosen(state) == Play(0, table("[r1 r2 r3 r4]"))
