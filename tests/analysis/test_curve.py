"""Live curves: win chances from public information."""

from random import Random

import pytest
from msgspec.structs import replace

from tests.bots.positions import positions
from tests.games import a_game
from tests.laws.test_views import with_hidden_tiles_changed
from tilewise.analysis import Budget, public_chances
from tilewise.core.editions import EDITIONS
from tilewise.core.view import view_of

BUDGET = Budget(nodes=100_000)


@pytest.mark.parametrize("name", EDITIONS)
def test_public_chances_ignore_hidden_tiles(name: str) -> None:
    for state in positions(name)[::3]:
        other = with_hidden_tiles_changed(state, None, Random(state.turn))  # noqa: S311  # not secrets

        found = public_chances(view_of(state, None), BUDGET)

        assert public_chances(view_of(other, None), BUDGET) == found


def test_public_chances_ignore_the_own_rack_of_a_view() -> None:
    state = a_game("r4 r5", table="[r1 r2 r3]", others=("y9 k9",))

    assert public_chances(view_of(state, 0), BUDGET) == public_chances(view_of(state, None), BUDGET)


def test_public_chances_add_up_to_one() -> None:
    found = public_chances(view_of(a_game("r4 b9 k9", table="[r1 r2 r3]", others=("r13 b13", "k4 k7")), None), BUDGET)

    assert found is not None
    assert sum(found) == pytest.approx(1)


def test_player_who_has_given_up_has_no_public_chance() -> None:
    state = a_game("r4 b9 k9", table="[r1 r2 r3]", others=("r13 b13", "k4 k7"))
    first, second, third = state.players
    state = replace(state, players=(first, replace(second, has_conceded=True), third))

    found = public_chances(view_of(state, None), BUDGET)

    assert found is not None
    assert found[1] == 0


def test_budget_that_is_too_small_gives_no_public_chances() -> None:
    assert public_chances(view_of(a_game("r4 b9 k9", table="[r1 r2 r3]"), None), Budget(nodes=1)) is None
