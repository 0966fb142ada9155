"""The environments keep the contracts of PettingZoo and Gymnasium in every edition."""

import warnings
from collections import Counter

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from msgspec.structs import replace
from pettingzoo.test import api_test, seed_test

from tilewise.bots import USUAL, by_name
from tilewise.core.actions import Play
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.tiles import tiles_of
from tilewise.core.view import view_of
from tilewise.lab.envs import CandidatesEnv, SoloEnv, StepsEnv
from tilewise.lab.envs.base import REFUSED, TableEnv
from tilewise.lab.envs.steps import END, WAIT
from tilewise.solver import Objective, Problem, best_plays


def envs(edition: str | Edition, players: int = 2) -> list[TableEnv]:
    return [StepsEnv(edition, players), CandidatesEnv(edition, players)]


def played(env: TableEnv, seed: int) -> list[float]:
    """Return the rewards of a game in which all seats choose at random within the mask."""
    env.reset(seed=seed)
    luck = np.random.default_rng(seed)
    total = Counter[str]()
    for agent in env.agent_iter():
        observation, reward, is_over, _, _ = env.last()
        total[agent] += reward
        open_now = np.flatnonzero(observation["action_mask"])
        env.step(None if is_over else int(luck.choice(open_now)))
    return [total[agent] for agent in env.possible_agents]


@pytest.mark.parametrize("name", EDITIONS)
def test_environments_pass_the_pettingzoo_checks(name: str) -> None:
    for env in envs(name):
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", UserWarning)  # api_test warns about style too
            api_test(env, num_cycles=40)


@pytest.mark.parametrize("kind", [StepsEnv, CandidatesEnv])
def test_same_seed_gives_the_same_game(kind: type[TableEnv]) -> None:
    seed_test(kind, num_cycles=60)


@pytest.mark.parametrize("name", EDITIONS)
def test_game_of_random_choices_ends(name: str) -> None:
    env = StepsEnv(name, 2, reward="points", most_steps=20)

    assert sum(played(env, seed=1)) == pytest.approx(0)
    assert env.state_now.is_over


@pytest.mark.parametrize(("name", "players"), [("classic-en", 4), ("xp", 5)])
def test_game_of_random_plays_ends(name: str, players: int) -> None:
    assert sum(played(CandidatesEnv(name, players), seed=2)) == pytest.approx(0)


@pytest.mark.parametrize("name", EDITIONS)
def test_steps_can_make_every_turn_of_a_strong_bot(name: str) -> None:
    """Replay a game of exact play as choices: initial melds, additions, splits, retrieved jokers."""
    env, bot = StepsEnv(name, 2), by_name("greedy")
    env.reset(seed=3)
    manipulations = 0
    while not (state := env.state_now).is_over:
        action = bot.choose(view_of(state, state.to_move), USUAL)
        if not isinstance(action, Play):
            env.step(WAIT)
            continue
        manipulations += bool(Counter(state.table) - Counter(action.table))
        for choice in list(env.choices_for(action.table)):
            assert env.observe(env.agent_selection)["action_mask"][choice]
            env.step(choice)
        assert Counter(env.state_now.table) == Counter(action.table)
    assert manipulations


def test_ending_a_turn_on_an_illegal_table_is_refused() -> None:
    env = StepsEnv("classic-en", 2)
    env.reset(seed=4)
    agent, rack = env.agent_selection, env.state_now.player.rack
    env.step(env.put(rack[0], 0))
    before, draft = env.state_now, list(env.rows)

    mask = env.observe(agent)["action_mask"]
    env.step(END)

    assert not mask[END]
    assert (env.state_now, env.rows, env.agent_selection) == (before, draft, agent)
    assert env.rewards[agent] == REFUSED
    assert "a meld needs at least 3" in env.infos[agent]["refused"]


def test_invalid_choice_is_refused() -> None:
    env = StepsEnv()
    env.reset(seed=4)

    env.step(env.choices + 7)

    assert env.rewards[env.agent_selection] == REFUSED


def test_running_out_of_steps_ends_the_turn() -> None:
    env = StepsEnv("classic-en", 2, most_steps=3)
    env.reset(seed=5)
    agent, rack = env.agent_selection, env.state_now.player.rack

    for tile in rack[:3]:
        env.step(env.put(tile, 0))

    assert env.agent_selection != agent
    assert len(env.state_now.players[env.possible_agents.index(agent)].rack) in {15, 17}  # R-TIME-02, R-TIME-03


@pytest.mark.parametrize("kind", [StepsEnv, CandidatesEnv])
def test_observation_is_independent_of_hidden_tiles(kind: type[TableEnv]) -> None:
    env = kind("classic-en", 3)
    env.reset(seed=6)
    for _ in range(6):
        env.step(WAIT if kind is StepsEnv else 0)
    state, seat = env.state_now, env.state_now.to_move
    agent = env.possible_agents[seat]
    before = env.observe(agent)

    others = [other for other in range(3) if other != seat]
    hidden = [tile for other in others for tile in state.players[other].rack] + list(state.pool)
    hidden.reverse()
    players = list(state.players)
    for other in others:
        size = len(players[other].rack)
        players[other], hidden = replace(players[other], rack=tuple(hidden[:size])), hidden[size:]
    env.state_now = type(state)(
        state.edition, tuple(players), state.table, tuple(hidden), state.to_move, state.starter, state.turn
    )
    after = env.observe(agent)

    assert all(np.array_equal(before[key], after[key]) for key in before)


def test_other_seats_do_not_see_the_draft() -> None:
    env = StepsEnv("classic-en", 2)
    env.reset(seed=7)
    other = next(agent for agent in env.agents if agent != env.agent_selection)
    before = env.observe(other)["observation"]

    env.step(env.put(env.state_now.player.rack[0], 0))

    assert np.array_equal(env.observe(other)["observation"], before)


@pytest.mark.parametrize("env", [StepsEnv(), CandidatesEnv("xp", 3)], ids=["steps", "candidates"])
def test_solo_environment_passes_the_gymnasium_checks(env: TableEnv) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(SoloEnv(env, ["novice"]), skip_render_check=True)


@pytest.mark.parametrize("name", ["tilewise/Steps-v0", "tilewise/Candidates-v0"])
def test_gymnasium_makes_environments_by_name(name: str) -> None:
    env = gymnasium.make(name, edition="xp", players=3, bots=["novice"], render_mode="ansi")

    with warnings.catch_warnings():
        warnings.simplefilter("ignore", UserWarning)
        check_env(env.unwrapped, skip_render_check=True)
    assert "pool" in str(env.unwrapped.render())


def test_solo_game_is_won_or_lost() -> None:
    env = SoloEnv(CandidatesEnv("classic-en", 3), ["novice", "greedy"], seat=1)
    observation, _ = env.reset(seed=8)
    is_over, reward = False, 0.0
    while not is_over:
        best = int(np.flatnonzero(observation["action_mask"])[-1])
        observation, reward, is_over, _, _ = env.step(best)

    assert reward in {1.0, -0.5}
    with pytest.raises(ValueError, match="the game is over"):
        env.step(0)


@pytest.mark.parametrize(
    ("made", "message"),
    [
        (lambda: StepsEnv("chess"), "unknown edition 'chess'"),
        (lambda: StepsEnv("classic-en", 7), "2 to 4 players, not 7"),
        (lambda: StepsEnv(reward="win"), "unknown reward 'win'; choose from: wins, points"),  # type: ignore[arg-type]
        (lambda: CandidatesEnv(count=0), "at least 1 candidate"),
        (lambda: CandidatesEnv(count="8"), "a number of candidates was expected, not '8'"),  # type: ignore[arg-type]
        (lambda: StepsEnv(most_steps=-1), "at least 1 step, not -1"),
        (lambda: SoloEnv(StepsEnv(), ["wizard"]), "unknown bot 'wizard'"),
        (lambda: SoloEnv(StepsEnv(), ["novice"], seat=5), "no seat 5"),
        (lambda: SoloEnv(StepsEnv("classic-en", 4), ["novice", "greedy"]), "one for each, not 2"),
    ],
)
def test_invalid_environment_options_are_errors(made: object, message: str) -> None:
    assert callable(made)
    with pytest.raises(ValueError, match=message):
        made()


def test_render_shows_the_table() -> None:
    env = StepsEnv("classic-en", 2, render_mode="ansi")
    env.reset(seed=9)

    assert "pool 78" in str(env.render())
    assert not tiles_of(env.table)


def test_candidates_are_the_best_plays() -> None:
    """The candidates are ordered and distinct, and the solver finds no better play that is missing."""
    env, luck = CandidatesEnv("classic-en", 2, count=4), np.random.default_rng(5)
    env.reset(seed=4)
    full = 0
    for _ in range(40):
        if env.state_now.is_over:
            break
        problem = Problem.of(view_of(env.state_now, env.state_now.to_move), Objective.TILES_THEN_POINTS)
        wanted = [play for play in best_plays(problem, 6) if play.is_play]
        full += len(wanted) > env.count
        assert [play.laid for play in env.plays] == [play.laid for play in wanted[: env.count]]
        assert sorted((len(play.laid) for play in env.plays), reverse=True) == [len(play.laid) for play in env.plays]
        env.step(int(luck.choice(np.flatnonzero(env.observe(env.agent_selection)["action_mask"]))))
    assert full
