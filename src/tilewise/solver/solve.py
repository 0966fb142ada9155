"""The questions to the solver: the best play, the k best, all maximal plays, and which tiles can be laid."""

from collections import defaultdict
from collections.abc import Sequence

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.core.tiles import Tile
from tilewise.solver import initial_turn, kernel
from tilewise.solver.problem import Problem, Solution


def solve(problem: Problem) -> Solution:
    """Return the best play, with a complete table that the rules accept."""
    if initial_turn.may_manipulate(problem):
        return initial_turn.best(problem, solve)
    return kernel.solution_of(_kernel.solve(*_asked(problem)))


def solve_many(problems: Sequence[Problem], *, threads: int = 1) -> list[Solution]:
    """Return the best play of each problem. The answers do not depend on the number of threads."""
    answers: dict[int, Solution] = {}
    batches: defaultdict[_kernel.Options, list[int]] = defaultdict(list)
    for index, problem in enumerate(problems):
        if initial_turn.may_manipulate(problem):
            answers[index] = solve(problem)
        else:
            batches[kernel.options_of(problem)].append(index)
    for options, indexes in batches.items():
        packed = [(kernel.packed(problems[i].table), kernel.packed_rack(problems[i].rack)) for i in indexes]
        found = _kernel.solve_many(packed, options, threads)
        answers.update(zip(indexes, map(kernel.solution_of, found), strict=True))
    return [answers[index] for index in range(len(problems))]


def best_plays(problem: Problem, count: int) -> list[Solution]:
    """Return up to `count` plays that lay different tiles, the best first."""
    if initial_turn.may_manipulate(problem):
        return initial_turn.best_plays(problem, count, lambda rest: best_plays(rest, count))
    found = _kernel.k_best(*_asked(problem), count)
    return [kernel.solution_of(each) for each in found]


def every_largest_play(problem: Problem, *, limit: int = 1000) -> list[Solution]:
    """Return a play for every set of rack tiles that can be laid and cannot be extended."""
    if initial_turn.may_manipulate(problem):
        return initial_turn.every_largest_play(problem, limit, lambda rest: every_largest_play(rest, limit=limit))
    found = _kernel.maximal_plays(*_asked(problem), limit)
    return [kernel.solution_of(each) for each in found]


def can_play_all(problem: Problem) -> bool:
    """Whether the whole rack can be laid at once."""
    if initial_turn.may_manipulate(problem):
        return initial_turn.can_play_all(problem, can_play_all)
    return _kernel.can_play_all(*_asked(problem))


def can_play(problem: Problem) -> tuple[Tile, ...]:
    """Return the different rack tiles that some play lays."""
    if initial_turn.may_manipulate(problem):
        return initial_turn.can_play(problem, can_play)
    return kernel.unpacked_meld(_kernel.can_play(*_asked(problem)))


def _asked(problem: Problem) -> tuple[bytes, bytes, _kernel.Options]:
    return kernel.packed(problem.table), kernel.packed_rack(problem.rack), kernel.options_of(problem)
