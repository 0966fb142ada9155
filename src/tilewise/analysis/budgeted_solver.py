"""The solver for one turn, within a bot's budget."""

from time import perf_counter

from msgspec.structs import replace

from tilewise.analysis.budget import Budget
from tilewise.core.tiles import number_tiles
from tilewise.core.view import View
from tilewise.solver import Objective, Problem, Solution, can_play_all, solve

NODES = 100_000
"""States for one question. Far more than the classic box needs; going out with many special jokers needs them."""
YES_OR_NO_NODES = 50
"""The charge for a yes-or-no question, for which the kernel reports no count."""
AMPLE_NODES, AMPLE_MILLISECONDS = 1_500_000, 1_500
"""States and milliseconds that are enough to try unlikely plays too."""


class BudgetedSolver:
    """Answers questions about a view until the budget is spent; afterwards it finds nothing, and the bot draws."""

    def __init__(self, view: View, budget: Budget) -> None:
        self.view = view
        self._budget = budget
        self._nodes = budget.nodes
        self.nodes_spent = 0
        self._deadline = None if budget.milliseconds is None else perf_counter() + budget.milliseconds / 1000

    @property
    def milliseconds_left(self) -> float | None:
        """Time left; None without such a limit."""
        return None if self._deadline is None else max(0.0, (self._deadline - perf_counter()) * 1000)

    @property
    def is_spent(self) -> bool:
        """Whether the budget is spent."""
        return self._nodes == 0 or self.milliseconds_left == 0

    @property
    def spent(self) -> float:
        """The part of the budget that is spent, 0 to 1."""
        nodes, time, left = self._budget.nodes, self._budget.milliseconds, self.milliseconds_left
        by_nodes = 0.0 if nodes is None or self._nodes is None else 1 - self._nodes / nodes
        by_time = 0.0 if time is None or left is None else 1 - left / time
        return max(by_nodes, by_time)

    def left_until(self, part: float) -> tuple[int | None, float | None]:
        """Return the nodes and the milliseconds left until this part of the budget is spent; None without a limit."""
        nodes, time, left = self._budget.nodes, self._budget.milliseconds, self.milliseconds_left
        return (
            None if nodes is None or self._nodes is None else max(1, self._nodes - int((1 - part) * nodes)),
            None if time is None or left is None else max(0.001, left - (1 - part) * time),
        )

    @property
    def has_ample_budget(self) -> bool:
        """Whether enough is left to try unlikely plays too."""
        left = self.milliseconds_left
        return (self._nodes is None or self._nodes >= AMPLE_NODES) and (left is None or left >= AMPLE_MILLISECONDS)

    def problem(self, objective: Objective = Objective.TILES_THEN_POINTS) -> Problem:
        """Return the turn as a problem; bots do not mind how much of the table they move."""
        return replace(Problem.of(self.view, objective), least_disruption=False, node_budget=NODES)

    def solve(self, problem: Problem) -> Solution:
        """Return the best play found within the budget."""
        if self.is_spent:
            return empty_solution(problem)
        found = solve(self._within(problem))
        self.spend(found.nodes)
        return found

    def can_go_out(self, problem: Problem) -> bool:
        """Whether the whole rack can be laid at once."""
        if self.is_spent:
            return False
        answer = can_play_all(self._within(problem))
        self.spend(YES_OR_NO_NODES)
        return answer

    def spend(self, nodes: int) -> None:
        """Deduct the cost of a question."""
        self.nodes_spent += nodes
        if self._nodes is not None:
            self._nodes = max(0, self._nodes - nodes)

    def _within(self, problem: Problem) -> Problem:
        left = self.milliseconds_left
        return replace(
            problem,
            node_budget=min(problem.node_budget or NODES, NODES if self._nodes is None else self._nodes),
            time_budget_us=0 if left is None else max(1, int(left * 1000)),
        )


def empty_solution(problem: Problem) -> Solution:
    """Return an empty, unproven solution."""
    return Solution((), problem.table, 0, 0, len(problem.table), 0, is_proven=False, nodes=0)


def without_jokers(problem: Problem) -> Problem:
    """Return the same turn with the jokers kept on the rack."""
    return replace(problem, rack=number_tiles(problem.rack))
