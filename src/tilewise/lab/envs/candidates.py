"""An environment with one choice per turn: wait, or one of the best plays. Enough to learn timing."""

import numpy as np
from msgspec.structs import replace

from tilewise.core import engine
from tilewise.core.actions import Action, Play
from tilewise.core.edition import Edition
from tilewise.core.view import View, view_of
from tilewise.lab.envs import encoding
from tilewise.lab.envs.base import Reward, TableEnv, expect_some
from tilewise.lab.envs.encoding import KINDS, SEAT_NUMBERS, TURN_NUMBERS, Mask, Numbers
from tilewise.solver import Objective, Problem, Solution, best_plays

WAIT = 0
NODES = 50_000
"""Node budget of the solver for all plays of a turn. It only matters with special jokers."""
PLAY_NUMBERS = len(KINDS) + 2


class CandidatesEnv(TableEnv):
    """Choice 0 draws or passes; choices 1 to `count` are plays, the one with the most tiles first."""

    def __init__(
        self,
        edition: str | Edition = "classic-en",
        players: int = 2,
        *,
        count: int = 8,
        reward: Reward = "wins",
        render_mode: str | None = None,
    ) -> None:
        super().__init__(edition, players, reward=reward, render_mode=render_mode)
        expect_some(count, "candidate")
        self.count = count
        self.plays: list[Solution] = []
        self._make_spaces()

    @property
    def choices(self) -> int:
        """Waiting, and the candidates."""
        return 1 + self.count

    @property
    def numbers(self) -> int:
        """The rack, the table by kinds of tiles, the candidates and the public facts."""
        return (2 + self.count) * len(KINDS) + 2 * self.count + TURN_NUMBERS + SEAT_NUMBERS * len(self.possible_agents)

    def _begin_turn(self) -> None:
        view = view_of(self.state_now, self.state_now.to_move)
        problem = replace(Problem.of(view, Objective.TILES_THEN_POINTS), least_disruption=False, node_budget=NODES)
        self.plays = [each for each in best_plays(problem, self.count) if self._is_legal(each)]

    def _is_legal(self, solution: Solution) -> bool:
        """Return the plays that the rules allow. With few nodes the solver may miss some."""
        return not engine.check(self.state_now, Play(self.state_now.to_move, solution.table))

    def _mask(self) -> Mask:
        mask = np.zeros(self.choices, np.int8)
        mask[1 : 1 + len(self.plays)] = 1
        mask[WAIT] = not self.plays or self.wait_action is not None
        return mask

    def _chosen(self, choice: int) -> Action | None:
        """Return the action of a choice. A player who may not wait and has no play runs out of time."""
        if choice == WAIT:
            return self.wait_action or self._out_of_time()
        return Play(self.state_now.to_move, self.plays[choice - 1].table)

    def _numbers_for(self, view: View) -> Numbers:
        plays = self.plays if view.is_my_turn else []
        candidates = np.zeros((self.count, PLAY_NUMBERS), np.int16)
        for number, play in enumerate(plays):
            candidates[number] = [*encoding.counts(play.laid), play.kept, play.moved]
        return np.concatenate(
            (
                encoding.counts(view.rack),
                encoding.counts(tile for meld in view.table for tile in meld),
                candidates.ravel(),
                encoding.public(view),
            )
        )
