"""The contract of every bot: legal, reproducible, found by name."""

import os
import subprocess
import sys

import pytest

from tests.bots.positions import LITTLE
from tilewise import new_game
from tilewise.bots import BOTS, Bot, by_name
from tilewise.core import engine
from tilewise.core.actions import Action
from tilewise.core.editions import edition
from tilewise.core.state import State
from tilewise.core.view import view_of

PROGRAM = """
from tests.bots.test_bots import opening
from tilewise.bots import by_name
print([repr(action) for _, action in opening(by_name({name!r}))])
"""


def opening(bot: Bot, **house_rules: object) -> list[tuple[State, Action]]:
    """Play the first turns with the bot on both seats; an illegal action raises RefusedError."""
    state = new_game(edition("classic-en").with_rules(**house_rules), seed="what every bot promises")
    turns: list[tuple[State, Action]] = []
    while not state.is_over and len(turns) < 30:
        action = bot.choose(view_of(state, state.to_move), LITTLE)
        turns.append((state, action))
        state = engine.act(state, action)
    return turns


@pytest.fixture(params=BOTS)
def bot(request: pytest.FixtureRequest) -> Bot:
    return by_name(request.param)


def test_bot_plays_only_legal_actions(bot: Bot) -> None:
    assert opening(bot)


def test_bot_lays_where_house_rules_demand_it(bot: Bot) -> None:
    assert opening(bot, must_play_if_able=True, forced_play_on_empty_pool=True)


def test_same_view_gets_same_answer(bot: Bot) -> None:
    turns = opening(bot)

    assert [bot.choose(view_of(state, state.to_move), LITTLE) for state, _ in turns] == [action for _, action in turns]


def test_bot_does_not_depend_on_hash_seed() -> None:
    games = {
        subprocess.run(
            [sys.executable, "-c", PROGRAM.format(name="novice")],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": "."},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }

    assert len(games) == 1


def test_every_bot_is_found_by_name() -> None:
    assert [by_name(name).name for name in BOTS] == list(BOTS)


def test_unknown_bot_error_lists_choices() -> None:
    with pytest.raises(ValueError, match="unknown bot 'wizard'; choose from: novice, "):
        by_name("wizard")
