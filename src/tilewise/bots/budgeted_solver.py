"""The thought about one turn: what is asked of the solver, and what is left of the budget."""

from time import perf_counter

from msgspec.structs import replace

from tilewise.bots.budget import Budget
from tilewise.core.tiles import number_tiles
from tilewise.core.view import View
from tilewise.solver import Objective, Problem, Solution, can_play_all, solve

NODES = 100_000
"""States for one question: far more than the classic box needs; a rack full of special jokers needs them to go out."""
YES_OR_NO = 50
"""What a question without a count of its own is charged."""
MUCH, MUCH_TIME = 1_500_000, 1_500
"""States and milliseconds with which a bot need not choose what to think about."""


class BudgetedSolver:
    """Asks the solver within a budget. When that is used up nothing is found any more, and a bot draws."""

    def __init__(self, view: View, budget: Budget) -> None:
        self.view = view
        self._nodes = budget.nodes
        self._deadline = None if budget.milliseconds is None else perf_counter() + budget.milliseconds / 1000

    @property
    def nodes_left(self) -> int | None:
        """States that may still be looked at; None: nobody counts."""
        return self._nodes

    @property
    def milliseconds_left(self) -> float | None:
        """The time that is left; None: nobody looks at the clock."""
        return None if self._deadline is None else max(0.0, (self._deadline - perf_counter()) * 1000)

    @property
    def is_over(self) -> bool:
        """Whether the budget is used up."""
        return self._nodes == 0 or self.milliseconds_left == 0

    @property
    def has_time(self) -> bool:
        """Whether much is left: enough to try more than what is likely to be good."""
        left = self.milliseconds_left
        return (self._nodes is None or self._nodes >= MUCH) and (left is None or left >= MUCH_TIME)

    def problem(self, objective: Objective = Objective.TILES_THEN_POINTS) -> Problem:
        """The turn as the solver sees it; bots do not mind how much of the table they move."""
        return replace(Problem.of(self.view, objective), least_disruption=False, node_budget=NODES)

    def solve(self, problem: Problem) -> Solution:
        """The best play that can be found."""
        if self.is_over:
            return nothing(problem)
        found = solve(self._within(problem))
        self.spend(found.nodes)
        return found

    def goes_out(self, problem: Problem) -> bool:
        """Whether the whole rack can be laid at once."""
        if self.is_over:
            return False
        answer = can_play_all(self._within(problem))
        self.spend(YES_OR_NO)
        return answer

    def spend(self, nodes: int) -> None:
        """Note what a question took."""
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - nodes)

    def _within(self, problem: Problem) -> Problem:
        left = self.milliseconds_left
        return replace(
            problem,
            node_budget=min(problem.node_budget or NODES, NODES if self._nodes is None else self._nodes),
            time_budget_us=0 if left is None else max(1, int(left * 1000)),
        )


def nothing(problem: Problem) -> Solution:
    """The answer of somebody who did not look."""
    return Solution((), problem.table, 0, 0, len(problem.table), 0, is_proven=False, nodes=0)


def without_jokers(problem: Problem) -> Problem:
    """The same turn with the jokers kept on the rack."""
    return replace(problem, rack=number_tiles(problem.rack))
