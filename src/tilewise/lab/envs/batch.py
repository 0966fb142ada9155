"""Thousands of games at once, inside the kernel: choices, observations and rules as in `StepsEnv`."""

from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from tilewise import _kernel
from tilewise.core.edition import Edition, EmptyPool, EmptyPoolTie, NeverMeldedFine, OnTimeoutLegal
from tilewise.core.editions import edition as edition_named
from tilewise.core.errors import InputError
from tilewise.core.events import GameStarted
from tilewise.core.rules.setup import expect_players
from tilewise.core.tiles import JOKERS
from tilewise.lab.envs import encoding
from tilewise.lab.envs.base import Observation, Reward, expect_reward, expect_some
from tilewise.lab.envs.encoding import HIGHEST_NUMBER
from tilewise.lab.envs.steps import MOST_STEPS
from tilewise.solver.kernel import packed_rack, rules_of

FINES = (NeverMeldedFine.NONE, NeverMeldedFine.HUNDRED_OR_RACK, NeverMeldedFine.HUNDRED_OR_TWO_HUNDRED)
TIES = (EmptyPoolTie.SHARED, EmptyPoolTie.FEWEST_TILES, EmptyPoolTie.NO_WINNER)

Rewards = NDArray[np.float64]
Flags = NDArray[np.bool_]


class BatchEnv(VectorEnv[Observation, Any, NDArray[np.int64]]):
    """Games of self-play: in each of them the agent chooses for the seat to move, and observes from that seat.

    - The reward is that of the seat that has chosen. `info["rewards"]` has those of every seat, `info["seat"]` the seat
      to move.
    - A game that is over is dealt anew by the next step, which ignores its choice (`AutoresetMode.NEXT_STEP`).
    - `copy=False` returns the same arrays from every step, with new content.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.NEXT_STEP}  # noqa: RUF012  # as gymnasium has it

    def __init__(  # noqa: PLR0913  # one for each option
        self,
        num_envs: int = 1,
        edition: str | Edition = "classic-en",
        players: int = 2,
        *,
        reward: Reward = "wins",
        most_steps: int = MOST_STEPS,
        copy: bool = True,
    ) -> None:
        expect_some(num_envs, "game")
        expect_some(most_steps, "step")
        self.edition = edition_named(edition) if isinstance(edition, str) else edition
        expect_players(self.edition, players)
        expect_reward(reward)
        rules = _rules(self.edition, players, reward, most_steps)
        self.num_envs = num_envs
        self.players = players
        self.copy = copy
        self.single_action_space = spaces.Discrete(rules.choices)
        self.single_observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, HIGHEST_NUMBER, (rules.numbers,), np.int16),
                "action_mask": spaces.Box(0, 1, (rules.choices,), np.int8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self._games = _kernel.SteppedGames(rules, num_envs)
        self._observations = np.zeros((num_envs, rules.numbers), np.int16)
        self._masks = np.zeros((num_envs, rules.choices), np.int8)
        self._rewards: Rewards = np.zeros((num_envs, players))
        self._seats = np.zeros(num_envs, np.int64)
        self._is_over = np.zeros(num_envs, np.bool_)
        self._arrays = _kernel.BatchArrays(self._observations, self._masks, self._rewards, self._seats, self._is_over)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal all games. The same seed deals the same tiles."""
        super().reset(seed=seed, options=options)
        self._games.reset(int(self.np_random.integers(1 << 62)), self._arrays)
        return self._observation(), self._info()

    def step(  # type: ignore[override]  # gymnasium gives rewards and flags the type of the actions
        self, actions: NDArray[np.int64]
    ) -> tuple[Observation, Rewards, Flags, Flags, dict[str, Any]]:
        """Carry out one choice in each game. A choice outside the mask only costs a small reward."""
        chosen = np.ascontiguousarray(actions, np.int64)
        if chosen.shape != (self.num_envs,):
            msg = f"one choice for each of {self.num_envs} games was expected, not an array of shape {chosen.shape}"
            raise InputError(msg)
        actors = self._seats.copy()
        self._games.step(chosen, self._arrays)
        rewards = self._rewards[np.arange(self.num_envs), actors]
        is_cut = np.zeros(self.num_envs, np.bool_)
        return self._observation(), rewards, self._is_over.copy(), is_cut, self._info()

    def begin(self, game: int, begun: GameStarted) -> None:
        """Deal one game as given."""
        order = tuple(tile for rack in begun.racks for tile in rack) + begun.pool
        self._games.begin(game, packed_rack(order), begun.starter, self._arrays)

    def random_choices(self) -> NDArray[np.int64]:
        """Return a random choice within the mask for each game; 0 where a game is over."""
        counts = self._masks.sum(axis=1, dtype=np.int64)
        ends = np.cumsum(counts)
        chosen = ends - counts + (self.np_random.random(self.num_envs) * counts).astype(np.int64)
        is_open = counts > 0
        found = np.zeros(self.num_envs, np.int64)
        found[is_open] = np.flatnonzero(self._masks)[chosen[is_open]] % self._masks.shape[1]
        return found

    def _observation(self) -> Observation:
        seen, masks = self._observations, self._masks
        if self.copy:
            seen, masks = seen.copy(), masks.copy()
        return {"observation": seen, "action_mask": masks}

    def _info(self) -> dict[str, Any]:
        every = np.ones(self.num_envs, np.bool_)
        return {"seat": self._seats.copy(), "_seat": every, "rewards": self._rewards.copy(), "_rewards": every}


def _rules(edition: Edition, players: int, reward: Reward, most_steps: int) -> _kernel.SteppedRules:
    """Return the rules of an edition as the kernel has them."""
    box = edition.box_for(players)
    jokers = [box.jokers[kind] for kind in JOKERS]
    rules = _kernel.SteppedRules(rules_of(edition), box.copies, jokers, players, edition.hand_size)
    rules.longest_row = encoding.longest_row(edition)
    rules.most_steps = most_steps
    rules.manipulate_in_initial_turn = edition.manipulate_in_initial_turn
    rules.must_play_if_able = edition.must_play_if_able
    rules.forced_play_on_empty_pool = edition.forced_play_on_empty_pool
    rules.strict_confirm = edition.strict_confirm
    rules.takes_back_at_time_out = edition.on_timeout_legal is OnTimeoutLegal.REVERT_DRAW_1
    rules.one_more_turn_each = edition.empty_pool is EmptyPool.ONE_MORE_TURN_EACH
    rules.counts_points = reward == "points"
    rules.timeout_draw = edition.timeout_no_play_draw
    rules.unfinished_draw = edition.incomplete_penalty_draw
    rules.joker_penalty = edition.joker_rack_penalty
    rules.fine = FINES.index(edition.never_melded_fine)
    rules.tie = TIES.index(edition.empty_pool_tie)
    return rules
