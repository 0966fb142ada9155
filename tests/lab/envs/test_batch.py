"""Games in the kernel go move by move as the core plays them, and keep gymnasium's contract of vector environments."""

from collections.abc import Iterator

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import data_equivalence
from gymnasium.vector import AutoresetMode
from gymnasium.wrappers.vector import DictInfoToList, RecordEpisodeStatistics
from msgspec.structs import replace
from numpy.typing import NDArray

from tilewise.bots import USUAL, by_name
from tilewise.core.actions import Play
from tilewise.core.editions import EDITIONS, edition
from tilewise.core.events import GameStarted
from tilewise.core.view import view_of
from tilewise.lab.envs import BatchEnv, StepsEnv
from tilewise.lab.envs.base import REFUSED
from tilewise.lab.envs.steps import END, WAIT

HOUSE_RULES: dict[str, dict[str, object]] = {
    "strict": {"strict_confirm": True, "incomplete_penalty_draw": 2},
    "obliged": {"must_play_if_able": True, "forced_play_on_empty_pool": True, "timeout_no_play_draw": 0},
    "free": {"initial_meld_min": 0, "manipulate_in_initial_turn": True, "joker_reuse": "any-set"},
    "exact": {"joker_retrieval": "exact-tile", "group3_both_colours": True, "on_timeout_legal": "revert-draw-1"},
    "fined": {"never_melded_fine": "100-or-200", "empty_pool_tie": "fewest-tiles", "joker_in_initial_meld": False},
}
NO_RULES: dict[str, object] = {}
CASES = [*((name, NO_RULES) for name in EDITIONS), *(("classic-en", rules) for rules in HOUSE_RULES.values())]


class Driver:
    """Chooses for StepsEnv: often the plays of a strong bot, otherwise at random, now and then what is not allowed."""

    def __init__(self, env: StepsEnv, dice: np.random.Generator) -> None:
        self.env = env
        self.dice = dice
        self.plan: Iterator[int] = iter(())
        self.turn = -1

    def choose(self) -> int:
        state = self.env.state_now
        if state.turn != self.turn:
            self.turn = state.turn
            self.plan = self._planned() if self.dice.random() < 0.8 else iter(())
        planned = next(self.plan, None)
        if planned is not None:
            return planned
        if self.dice.random() < 0.1:
            return int(self.dice.integers(-3, self.env.choices + 3))
        allowed = np.flatnonzero(self.env.observe(self.env.agent_selection)["action_mask"])
        return int(self.dice.choice(allowed)) if allowed.size else END

    def _planned(self) -> Iterator[int]:
        state = self.env.state_now
        action = by_name("greedy").choose(view_of(state, state.to_move), USUAL)
        return self.env.choices_for(action.table) if isinstance(action, Play) else iter((WAIT,))


def shortened(env: StepsEnv, pool: int) -> GameStarted:
    """Return the deal of a game whose pool holds only this many tiles, so that it ends soon."""
    state = env.state_now
    env.state_now = replace(state, pool=state.pool[:pool])
    racks = tuple(player.rack for player in state.players)
    return GameStarted(state.edition, (), state.starter, racks, env.state_now.pool)


@pytest.mark.parametrize(("name", "rules"), CASES, ids=[*EDITIONS, *HOUSE_RULES])
def test_games_in_the_kernel_go_as_in_the_core(name: str, rules: dict[str, object]) -> None:
    ruled, players = edition(name).with_rules(**rules), 5 if name == "xp" else 2
    env = StepsEnv(ruled, players, reward="points", most_steps=40)
    games = BatchEnv(1, ruled, players, reward="points", most_steps=40)
    endings = 0
    for seed in range(3):
        env.reset(seed=seed)
        games.reset(seed=seed)
        games.begin(0, shortened(env, pool=6 * (seed + 1)))
        driver = Driver(env, np.random.default_rng(seed))
        for _ in range(800):
            choice = driver.choose()
            actor = env.agent_selection
            env.step(choice)
            seen, rewards, is_over, _, info = games.step(np.array([choice]))

            assert rewards[0] == pytest.approx(env.rewards[actor])
            assert info["rewards"][0] == pytest.approx([env.rewards[agent] for agent in env.possible_agents])
            assert is_over[0] == env.state_now.is_over
            expected = env.observe(env.agent_selection)
            assert info["seat"][0] == env.state_now.to_move
            assert np.array_equal(seen["action_mask"][0], expected["action_mask"])
            assert np.array_equal(seen["observation"][0], expected["observation"])
            if is_over[0]:
                endings += 1
                break
    assert endings


def test_batch_keeps_the_contract_of_vector_environments() -> None:
    games = gymnasium.make_vec("tilewise/Batch-v0", num_envs=3, most_steps=9)
    observations, _ = games.reset(seed=5)
    assert games.metadata["autoreset_mode"] is AutoresetMode.NEXT_STEP
    assert observations in games.observation_space
    for _ in range(50):
        observations, rewards, over, cut, _ = games.step(games.action_space.sample())

        assert observations in games.observation_space
        assert {each.shape for each in (rewards, over, cut)} == {(3,)}
        assert (rewards.dtype, over.dtype, cut.dtype) == (np.float64, np.bool_, np.bool_)


def test_same_seed_gives_the_same_games() -> None:
    one, other = BatchEnv(4), BatchEnv(4)

    assert data_equivalence(one.reset(seed=3), other.reset(seed=3))
    for _ in range(100):
        choices = one.random_choices()
        assert data_equivalence(one.step(choices), other.step(choices))
    assert not data_equivalence(one.reset(seed=4)[0], other.reset(seed=3)[0])


def test_observations_are_not_reused() -> None:
    games = BatchEnv(2)
    first, _ = games.reset(seed=1)
    before = first["observation"].copy()

    games.step(np.array([WAIT, WAIT]))

    assert np.array_equal(first["observation"], before)


def test_game_that_is_over_is_dealt_anew() -> None:
    games = BatchEnv(8, "classic-en", 2, most_steps=5)
    games.reset(seed=2)
    over: NDArray[np.bool_] = np.zeros(8, np.bool_)
    for _ in range(5000):
        _, rewards, is_over, _, info = games.step(games.random_choices())
        assert not rewards[over].any()
        assert not is_over[over].any()
        assert (info["rewards"][is_over].sum(axis=1) == pytest.approx(0)) if is_over.any() else True
        if over.any():
            return
        over = is_over
    pytest.fail("no game has ended")


def test_choice_outside_the_mask_costs_a_little_and_changes_nothing() -> None:
    games = BatchEnv(1)
    before, _ = games.reset(seed=6)

    after, rewards, *_ = games.step(np.array([END]))

    assert rewards[0] == REFUSED
    assert data_equivalence(before, after)


def test_wrappers_of_gymnasium_work() -> None:
    games = DictInfoToList(RecordEpisodeStatistics(BatchEnv(2, most_steps=5)))
    games.reset(seed=1)
    *_, infos = games.step(np.array([WAIT, WAIT]))

    assert [sorted(info) for info in infos] == [["rewards", "seat"]] * 2


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: BatchEnv(0), "at least 1 game, not 0"),
        (lambda: BatchEnv(1, most_steps=0), "at least 1 step, not 0"),
        (lambda: BatchEnv(1, "chess"), "unknown edition 'chess'"),
        (lambda: BatchEnv(1, "classic-en", 7), "2 to 4 players, not 7"),
        (lambda: BatchEnv("2"), "a number of games was expected, not '2'"),  # type: ignore[arg-type]
        (lambda: BatchEnv(1, "twist", "2"), "a number of players was expected, not '2'"),  # type: ignore[arg-type]
        (lambda: BatchEnv(1, reward="win"), "unknown reward 'win'; choose from: wins, points"),  # type: ignore[arg-type]
        (lambda: BatchEnv(2).step(np.zeros(3, np.int64)), "one choice for each of 2 games"),
        (lambda: BatchEnv(2).step(np.zeros((2, 1), np.int64)), "one choice for each of 2 games"),
    ],
)
def test_invalid_options_are_errors(made: object, message: str) -> None:
    assert callable(made)
    with pytest.raises(ValueError, match=message):
        made()
