"""A Gymnasium environment for one agent against bots, around either PettingZoo environment."""

from collections.abc import Sequence
from typing import Any

import gymnasium

from tilewise.bots import USUAL, Bot, Budget, by_name
from tilewise.core.errors import InputError
from tilewise.core.view import view_of
from tilewise.lab.envs.base import Observation, TableEnv
from tilewise.lab.envs.candidates import CandidatesEnv
from tilewise.lab.envs.steps import StepsEnv


class SoloEnv(gymnasium.Env[Observation, Any]):
    """The agent has one seat; bots play the others, and finish the game without it if need be."""

    metadata = {"render_modes": ["ansi"]}  # noqa: RUF012  # as gymnasium declares it

    def __init__(
        self,
        table: TableEnv,
        bots: Sequence[str | Bot] = ("greedy",),
        *,
        seat: int = 0,
        budget: Budget = USUAL,
    ) -> None:
        others = len(table.possible_agents) - 1
        if len(bots) not in {1, others}:
            msg = f"one bot for all {others} other seats, or one for each, not {len(bots)}"
            raise InputError(msg)
        if not 0 <= seat <= others:
            msg = f"no seat {seat}; there are 0 to {others}"
            raise InputError(msg)
        self.table = table
        self.agent = table.possible_agents[seat]
        found = [by_name(bot) if isinstance(bot, str) else bot for bot in bots]
        self.bots = (found * others)[:others]
        self.bots.insert(seat, found[0])  # never asked to choose
        self.budget = budget
        self.render_mode = table.render_mode
        self.observation_space = table.observation_space(self.agent)
        self.action_space = table.action_space(self.agent)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Deal a game, and let the bots that start play."""
        super().reset(seed=seed)
        self.table.reset(seed=seed, options=options)
        self._let_bots_play()
        return self.table.observe(self.agent), {}

    def step(self, action: int) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Carry out the agent's choice, then play the bots' turns until the agent is to move again."""
        if self.table.state_now.is_over:
            msg = "the game is over; reset() deals the next one"
            raise InputError(msg)
        self.table.step(int(action))
        self._let_bots_play()
        is_over = self.table.state_now.is_over
        info = dict(self.table.infos[self.agent])
        return self.table.observe(self.agent), self.table.rewards[self.agent], is_over, False, info

    def render(self) -> Any:  # noqa: ANN401  # Gymnasium's own type
        """Render the game like the wrapped environment."""
        return self.table.render()

    def _let_bots_play(self) -> None:
        """Play the bots' turns. An illegal action of a bot raises: it is a bug."""
        while not (state := self.table.state_now).is_over and self.table.agent_selection != self.agent:
            self.table.take(self.bots[state.to_move].choose(view_of(state, state.to_move), self.budget))


def solo_steps(bots: Sequence[str | Bot] = ("greedy",), seat: int = 0, **options: Any) -> SoloEnv:  # noqa: ANN401
    """Make `tilewise/Steps-v0`: one agent against bots; the options are those of `StepsEnv`."""
    return SoloEnv(StepsEnv(**options), bots, seat=seat)


def solo_candidates(bots: Sequence[str | Bot] = ("greedy",), seat: int = 0, **options: Any) -> SoloEnv:  # noqa: ANN401
    """Make `tilewise/Candidates-v0`: one agent against bots; the options are those of `CandidatesEnv`."""
    return SoloEnv(CandidatesEnv(**options), bots, seat=seat)
