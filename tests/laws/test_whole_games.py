"""Whole games of every bot in every edition: legal, no tile lost, and finished."""

from collections import Counter

import pytest

from tests.laws.test_tiles import all_tiles
from tilewise.bots import BOTS, Budget, by_name
from tilewise.core import engine
from tilewise.core.deal import deal_from
from tilewise.core.editions import EDITIONS
from tilewise.core.rules.melds import is_meld
from tilewise.core.rules.setup import set_up
from tilewise.core.view import view_of

LITTLE = Budget(nodes=400)
"""Enough to play legally."""
FIRST_TURNS = 10
"""With special jokers late turns take seconds, so the novice takes over after this many turns."""


@pytest.mark.parametrize("name", BOTS)
@pytest.mark.parametrize("edition", EDITIONS)
def test_whole_game_of_any_bot_is_legal_and_keeps_all_tiles(edition: str, name: str) -> None:
    """An illegal play raises RefusedError. The opponent is a novice, so that the table fills."""
    rules, bots = EDITIONS[edition], (by_name(name), by_name("novice"))
    state = engine.start(set_up(rules, deal_from(f"whole games {name}", 2)))
    box = Counter(rules.box_for(2).tiles)
    while not state.is_over:
        bot = bots[state.to_move] if state.turn < FIRST_TURNS or not rules.box.mirror else bots[1]
        state = engine.act(state, bot.choose(view_of(state, state.to_move), LITTLE))
        assert all_tiles(state) == box
        assert all(is_meld(meld, rules) for meld in state.table)
    assert state.result is not None
    assert sum(state.result.scores) == 0 or rules.never_melded_fine.value != "none"
