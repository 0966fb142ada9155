"""Candidate plays: the best by different measures, small plays, and other arrangements of the same tiles."""

from msgspec.structs import replace

from tilewise.bots.budgeted_solver import NODES, BudgetedSolver, without_jokers
from tilewise.bots.holdout import smallest_initial_meld
from tilewise.core.tiles import Table, Tile, number_tiles, tiles_of
from tilewise.solver import Objective, Problem, Solution, Weights

QUICK_NODES = 5_000
"""States for a further candidate with special jokers. More would leave too little for the rollouts."""

MOST_SMALL_PLAYS = 8
"""Small plays to try with an ample budget."""


def plays_worth_trying(solver: BudgetedSolver) -> list[Table]:
    """Return the plays to compare, the most promising first."""
    return _with_special_jokers(solver) if solver.view.edition.box.has_special_jokers else _with_classic_jokers(solver)


def _with_special_jokers(solver: BudgetedSolver) -> list[Table]:
    """Return the play with most points, searched thoroughly; then quickly the most tiles, and a play of few tiles."""
    problem = solver.problem(Objective.POINTS_THEN_TILES)
    hasty = replace(problem, node_budget=QUICK_NODES, objective=Objective.TILES_THEN_POINTS)
    found = [solver.solve(problem), solver.solve(hasty)]
    if not solver.view.has_melded:
        found.insert(0, smallest_initial_meld(solver))
    elif number_tiles(found[0].laid):
        found.append(_heaviest(solver, found[0], nodes=QUICK_NODES))
    return list({solution.laid: solution.table for solution in found if solution.is_play}.values())


def _with_classic_jokers(solver: BudgetedSolver) -> list[Table]:
    """Return the best play without jokers, the most points, the most tiles, few tiles; then the first, rearranged."""
    problem = solver.problem(Objective.POINTS_THEN_TILES)
    asked = [without_jokers(problem), problem, replace(problem, objective=Objective.TILES_THEN_POINTS)]
    found = [solver.solve(each) for each in asked]
    if not solver.view.has_melded:
        found.insert(0, smallest_initial_meld(solver))
    elif found[0].is_play:
        found.append(_heaviest(solver, found[0]))
    plays = {solution.laid: solution.table for solution in found if solution.is_play}
    tables = [*plays.values(), *_rearranged(solver, found[0])]
    return list(dict.fromkeys(tables))


def small_plays(solver: BudgetedSolver) -> list[Table]:
    """Return the smallest plays: for each tile that can be laid, the play with the fewest other tiles."""
    tiles = dict.fromkeys(number_tiles(solver.view.rack))
    found = [solver.solve(_with_few_others(solver, tile)) for tile in tiles]
    plays = {solution.laid: solution.table for solution in found if solution.is_play}
    return [plays[laid] for laid in sorted(plays, key=len)[:MOST_SMALL_PLAYS]]


def _heaviest(solver: BudgetedSolver, known: Solution, nodes: int = NODES) -> Solution:
    """Return the play that lays the highest tile of a known play with as few others as possible."""
    heavy = max(known.laid, key=lambda tile: tile.number)
    return solver.solve(replace(_with_few_others(solver, heavy), node_budget=nodes))


def _with_few_others(solver: BudgetedSolver, wanted: Tile) -> Problem:
    """Return the problem of laying this tile, no joker, and as little else as possible."""
    problem = without_jokers(solver.problem())
    few = Weights.of({tile: 100 if tile == wanted else -1 for tile in set(number_tiles(problem.rack))})
    return replace(problem, objective=few)


def _rearranged(solver: BudgetedSolver, play: Solution) -> list[Table]:
    """Return the table that lays the same tiles and disturbs the least, if it holds a joker.

    An exact player finds the same plays on every arrangement of the same tiles, with one exception: the tile that
    frees a joker depends on the joker's place. Without a joker the arrangement does not matter.
    """
    jokers = [tile for tile in tiles_of(play.table) if tile.is_joker]
    if not play.is_play or not jokers:
        return []
    same = replace(solver.problem(Objective.POINTS_THEN_TILES), rack=play.laid, least_disruption=True)
    found = solver.solve(same)
    return [found.table] if found.laid == play.laid else []
