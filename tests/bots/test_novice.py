"""Novice: obvious melds, single tiles, and nothing else."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.games import a_game, play
from tests.random_play import house_rules
from tilewise import new_game
from tilewise.bots import USUAL, by_name
from tilewise.core.actions import Action, Draw, Pass, Play
from tilewise.core.editions import EDITIONS
from tilewise.core.engine import act, check
from tilewise.core.state import State
from tilewise.core.tiles import Table
from tilewise.core.view import view_of

TABLES = [
    (name, players)
    for name, edition in EDITIONS.items()
    for players in range(edition.min_players, edition.max_players + 1)
]


def answer(state: State) -> Action:
    action = by_name("novice").choose(view_of(state, state.to_move), USUAL)
    assert check(state, action) == ()
    return action


def laid(state: State) -> Table:
    action = answer(state)
    assert isinstance(action, Play)
    return action.table


def test_novice_makes_initial_meld_as_soon_as_possible() -> None:
    state = a_game(rack="r9 r10 r11 k2", melded=False)

    assert answer(state) == play("[r9 r10 r11]")


def test_novice_lays_every_meld_with_its_initial_meld() -> None:
    state = a_game(rack="r9 r10 r11 b1 k1 y1 k2", melded=False)

    assert {frozenset(meld) for meld in laid(state)} == {frozenset(("r9", "r10", "r11")), frozenset(("b1", "k1", "y1"))}


def test_novice_draws_with_twenty_nine_points() -> None:
    state = a_game(rack="r2 r3 r4 r5 b5 k5 y5 k1", melded=False)

    assert answer(state) == Draw(0)


def test_novice_leaves_table_alone_in_initial_meld() -> None:
    state = a_game(rack="r9 r10 r11 b7", table="[b4 b5 b6]", melded=False)

    assert answer(state) == play("[b4 b5 b6] [r9 r10 r11]")


def test_novice_keeps_forbidden_jokers_out_of_initial_meld() -> None:
    state = a_game(rack="r9 r10 r11 b1 k1 J k13", melded=False, edition="classic-uk")

    assert answer(state) == play("[r9 r10 r11]")


@pytest.mark.parametrize(
    ("rack", "table", "after"),
    [
        ("b7 k1", "[b4 b5 b6]", "[b4 b5 b6 b7]"),
        ("b3 k1", "[b4 b5 b6]", "[b3 b4 b5 b6]"),
        ("b8 k1", "[r8 y8 k8]", "[r8 y8 k8 b8]"),
        ("b7 b8 k1", "[b4 b5 b6]", "[b4 b5 b6 b7 b8]"),
        ("b7 k1", "[b4 J b6]", "[b4 J b6 b7]"),
    ],
)
def test_novice_adds_single_tiles(rack: str, table: str, after: str) -> None:
    assert answer(a_game(rack=rack, table=table)) == play(after)


def test_novice_completes_a_pair_with_a_joker() -> None:
    assert any("J" in meld for meld in laid(a_game(rack="r9 b9 J k1")))


def test_novice_keeps_a_joker_that_only_fits_the_table() -> None:
    assert answer(a_game(rack="J k1", table="[b4 b5 b6]")) == Draw(0)


def test_novice_goes_out_with_a_joker() -> None:
    assert answer(a_game(rack="J", table="[b4 b5 b6]")) == play("[b4 b5 b6 J]")


def test_novice_never_rearranges_by_choice() -> None:
    state = a_game(rack="b3 b5 b6", table="[r4 b4 y4 k4]")

    assert answer(state) == Draw(0)


def test_novice_rearranges_where_house_rules_demand_a_play() -> None:
    state = a_game(rack="b3 b5 b6", table="[r4 b4 y4 k4]", must_play_if_able=True)

    assert isinstance(answer(state), Play)


def test_novice_plays_on_empty_pool_where_house_rules_demand_it() -> None:
    state = a_game(rack="b3 b5 b6", table="[r4 b4 y4 k4]", pool="-", forced_play_on_empty_pool=True)

    assert isinstance(answer(state), Play)


def test_novice_passes_without_play_on_empty_pool() -> None:
    assert answer(a_game(rack="r1 b5 k9", pool="-")) == Pass(0)


def test_novice_uses_special_jokers_of_twist() -> None:
    state = a_game(rack="b5 M b5 k1", edition="twist")

    assert answer(state) == play("[b5 M b5]")


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_novice_plays_whole_games_in_every_edition(edition: str, players: int) -> None:
    state = new_game(edition, players=players, seed="a whole game")
    while not state.is_over:
        state = act(state, answer(state))

    assert state.result is not None


@settings(max_examples=30)
@given(rules=house_rules(), name=st.sampled_from(sorted(EDITIONS)), seed=st.integers(0, 999))
def test_novice_obeys_any_house_rules(rules: dict[str, object], name: str, seed: int) -> None:
    chosen = EDITIONS[name].with_rules(**rules)
    if chosen.box.mirror:  # with special jokers, asking whether a play exists takes long
        chosen = chosen.with_rules(must_play_if_able=False, forced_play_on_empty_pool=False)
    state = new_game(chosen, players=2, seed=str(seed))
    for _ in range(30):
        if not state.is_over:
            state = act(state, answer(state))
