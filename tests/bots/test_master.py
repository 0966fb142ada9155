"""Master: what it does where the right thing is known."""

from msgspec.structs import replace

from tests.games import a_game
from tilewise.bots import Budget, by_name
from tilewise.core.actions import Draw, Play
from tilewise.core.notation import table
from tilewise.core.state import State
from tilewise.core.view import view_of

BUDGET = Budget(nodes=20_000)


def chosen(state: State, bot: str = "master") -> object:
    return by_name(bot).choose(view_of(state, 0), BUDGET)


def test_it_goes_out_at_once() -> None:
    state = a_game("r4 r5", table="[r1 r2 r3]")

    assert chosen(state) == Play(0, table("[r1 r2 r3 r4 r5]"))


def test_it_melds_with_few_tiles_and_keeps_its_joker() -> None:
    state = a_game("r10 b10 k10 y4 y5 y6 y7 J", melded=False)

    assert chosen(state) == Play(0, table("[r10 b10 k10]"))


def test_the_patient_style_draws_where_the_sociable_one_lays() -> None:
    pool = "y13 k13 y12 k12 y11 k11 y10 k10 y9 k9"
    state = a_game("r4 k1 b9 y7", table="[r1 r2 r3]", pool=pool)
    state = replace(state, players=(replace(state.players[0], quiet=2), *state.players[1:]))

    assert chosen(state) == Draw(0)
    assert chosen(state, "master-sociable") == Play(0, table("[r1 r2 r3 r4]"))


def test_it_lays_what_counts_most_in_its_very_last_turn() -> None:
    state = a_game("r4 y13", table="[r1 r2 r3]", pool="-", edition="classic-he-2014", others=("r13 b13",))
    state = replace(state, last_turns=(0,))

    assert chosen(state) == Play(0, table("[r1 r2 r3 r4]"))
