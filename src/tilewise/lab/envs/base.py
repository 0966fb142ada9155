"""The common part of both PettingZoo environments: deals, turns, rewards and the end of a game."""

from abc import abstractmethod
from typing import Any, Literal, get_args

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv

from tilewise.core import engine
from tilewise.core.actions import Action, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import deal_from
from tilewise.core.edition import Edition
from tilewise.core.editions import edition as edition_named
from tilewise.core.errors import InputError, UnknownNameError, expect
from tilewise.core.events import Result
from tilewise.core.notation import print_rack, print_table
from tilewise.core.rules.setup import expect_players, set_up
from tilewise.core.state import State
from tilewise.core.view import View, view_of
from tilewise.core.words import in_words
from tilewise.lab.envs.encoding import HIGHEST_NUMBER, Mask, Numbers

Reward = Literal["wins", "points"]
REFUSED = -0.01
"""The reward for a choice that the mask does not allow. Nothing else happens."""

Observation = dict[str, Any]


class TableEnv(AECEnv):  # type: ignore[misc]  # PettingZoo ships no types
    """A game at one table. The agents are `seat_0`, `seat_1` and so on."""

    metadata = {"render_modes": ["ansi"], "is_parallelizable": False}  # noqa: RUF012  # as PettingZoo declares it

    def __init__(
        self,
        edition: str | Edition = "classic-en",
        players: int = 2,
        *,
        reward: Reward = "wins",
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        self.edition = edition_named(edition) if isinstance(edition, str) else edition
        expect_players(self.edition, players)
        expect_reward(reward)
        self.reward = reward
        self.render_mode = render_mode
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self.agents: list[str] = []
        self.state_now: State
        self.wait_action: Action | None = None
        self._luck: np.random.Generator | None = None

    # ── what each kind of environment brings ────────────────────────────────────────────────────

    @property
    @abstractmethod
    def choices(self) -> int:
        """The number of actions."""

    @property
    @abstractmethod
    def numbers(self) -> int:
        """The length of an observation."""

    @abstractmethod
    def _begin_turn(self) -> None:
        """Prepare the turn of the next seat."""

    @abstractmethod
    def _mask(self) -> Mask:
        """Return the choices of the seat to move."""

    @abstractmethod
    def _numbers_for(self, view: View) -> Numbers:
        """Return the observation of a seat."""

    @abstractmethod
    def _chosen(self, choice: int) -> Action | None:
        """Return the action of an allowed choice; None if the turn goes on."""

    # ── PettingZoo's interface ──────────────────────────────────────────────────────────────────

    def observation_space(self, agent: str) -> spaces.Dict:  # noqa: ARG002  # the same for all agents
        """Return the space of observations and action masks."""
        return self._observation_space

    def action_space(self, agent: str) -> spaces.Discrete:  # noqa: ARG002  # the same for all agents
        """Return the space of all choices."""
        return self._action_space

    def _make_spaces(self) -> None:
        self._action_space = spaces.Discrete(self.choices)
        self._observation_space = spaces.Dict(
            {
                "observation": spaces.Box(0, HIGHEST_NUMBER, (self.numbers,), np.int16),
                "action_mask": spaces.Box(0, 1, (self.choices,), np.int8),
            }
        )

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:  # noqa: ARG002
        """Deal a new game. The same seed deals the same tiles."""
        if seed is not None or self._luck is None:
            self._luck, _ = seeding.np_random(seed)
        deal = deal_from(f"environment {self._luck.integers(1 << 62)}", len(self.possible_agents))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._go_on(engine.start(set_up(self.edition, deal)))

    def observe(self, agent: str) -> Observation:
        """Observe the game from the agent's seat. Only the agent to move has choices in its mask."""
        view = view_of(self.state_now, self.possible_agents.index(agent))
        mask = self._mask() if view.is_my_turn else np.zeros(self.choices, np.int8)
        return {"observation": self._numbers_for(view), "action_mask": mask}

    def step(self, action: int | None) -> None:
        """Carry out the choice of the agent to move. A choice outside the mask only costs a small reward."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self.infos[agent] = {}
        if action is None or not 0 <= action < self.choices or not self._mask()[action]:
            self.rewards[agent] = REFUSED
            self.infos[agent] = {"refused": self._why_refused(action)}
            self._waste()
        else:
            asked = self._chosen(int(action))
            if asked is not None:
                self.take(asked)
        self._accumulate_rewards()

    def take(self, action: Action) -> None:
        """Carry out an action for the seat to move; raise `RefusedError` if it breaks a rule."""
        self._go_on(engine.act(self.state_now, action))

    def render(self) -> str | None:
        """Return the table and the rack of the player to move as text."""
        if self.render_mode is None:
            return None
        state = self.state_now
        seats = ", ".join(
            f"{agent} {len(seat.rack)}" for agent, seat in zip(self.possible_agents, state.players, strict=True)
        )
        rack = f"{self.agent_selection}: {print_rack(state.player.rack)}"
        return f"{print_table(state.table)}\n{rack}\npool {len(state.pool)}; {seats}"

    def close(self) -> None:
        """Do nothing; there is nothing to close."""

    # ── turns and ends ──────────────────────────────────────────────────────────────────────────

    def _waiting(self) -> Action | None:
        """Return a draw or a pass; None if the rules oblige the player to lay tiles."""
        seat = self.state_now.to_move
        choices: tuple[Action, ...] = (Draw(seat), Pass(seat))
        return next((each for each in choices if not engine.check(self.state_now, each)), None)

    def _waste(self) -> None:
        """Count a choice outside the mask, where steps are limited."""

    def _why_refused(self, action: int | None) -> str:
        return f"choice {action} is not open now; action_mask tells which are"

    def _words(self, play: Play) -> str:
        return " ".join(in_words(each, self.edition) for each in engine.check(self.state_now, play))

    def _out_of_time(self, draft: Play | None = None) -> Action:
        return RunOutOfTime(self.state_now.to_move, None if draft is None else draft.table)

    def _go_on(self, state: State) -> None:
        self.state_now = state
        self.agent_selection = self.possible_agents[state.to_move]
        if state.result is None:
            self.wait_action = self._waiting()
            self._begin_turn()
            return
        for seat, agent in enumerate(self.possible_agents):
            self.rewards[agent] = _reward(state.result, seat, self.reward)
            self.terminations[agent] = True


def expect_some(number: int, thing: str) -> None:
    """Raise InputError unless this is a number of things, at least one."""
    expect(number, int, f"a number of {thing}s")
    if number < 1:
        msg = f"there is at least 1 {thing}, not {number}"
        raise InputError(msg)


def expect_reward(reward: Reward) -> None:
    """Raise UnknownNameError unless there is such a reward."""
    if reward not in get_args(Reward):
        raise UnknownNameError("reward", reward, get_args(Reward))


def _reward(result: Result, seat: int, kind: Reward) -> float:
    """Return the reward of a seat.

    "wins": the winners share 1, the others share -1. "points": the score divided by 100.
    """
    if kind == "points":
        return result.scores[seat] / 100
    others = len(result.scores) - len(result.winners)
    if not result.winners or not others:
        return 0.0
    return 1 / len(result.winners) if seat in result.winners else -1 / others
