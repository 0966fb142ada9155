"""Plays worth trying: the best by different measures, small ones, and other arrangements of the same tiles."""

from msgspec.structs import replace

from tilewise.bots.budgeted_solver import NODES, BudgetedSolver, without_jokers
from tilewise.bots.holdout import smallest_initial_meld
from tilewise.core.tiles import Table, Tile, number_tiles, tiles_of
from tilewise.solver import Objective, Problem, Solution, Weights

HASTY = 5_000
"""States for a play with special jokers that is only to be tried: with more there would be none left to try it."""

SMALL_ONES = 8
"""Small plays that are tried when there is time for them."""


def plays_worth_trying(thought: BudgetedSolver) -> list[Table]:
    """The plays to compare, the likeliest first."""
    return _with_special_jokers(thought) if thought.view.edition.box.has_special_jokers else _with_classic_ones(thought)


def _with_special_jokers(thought: BudgetedSolver) -> list[Table]:
    """The most points, found as well as may be; then, to be tried beside it, the most tiles, and few tiles."""
    problem = thought.problem(Objective.POINTS_THEN_TILES)
    hasty = replace(problem, node_budget=HASTY, objective=Objective.TILES_THEN_POINTS)
    found = [thought.solve(problem), thought.solve(hasty)]
    if not thought.view.has_melded:
        found.insert(0, smallest_initial_meld(thought))
    elif number_tiles(found[0].laid):
        found.append(_heaviest(thought, found[0], nodes=HASTY))
    return list({solution.laid: solution.table for solution in found if solution.is_play}.values())


def _with_classic_ones(thought: BudgetedSolver) -> list[Table]:
    """Without jokers, the most points, the most tiles, few tiles; then the first of them arranged in another way."""
    problem = thought.problem(Objective.POINTS_THEN_TILES)
    asked = [without_jokers(problem), problem, replace(problem, objective=Objective.TILES_THEN_POINTS)]
    found = [thought.solve(each) for each in asked]
    if not thought.view.has_melded:
        found.insert(0, smallest_initial_meld(thought))
    elif found[0].is_play:
        found.append(_heaviest(thought, found[0]))
    plays = {solution.laid: solution.table for solution in found if solution.is_play}
    tables = [*plays.values(), *_arranged_otherwise(thought, found[0])]
    return list(dict.fromkeys(tables))


def small_plays(thought: BudgetedSolver) -> list[Table]:
    """For every tile that can go, the play that lays it with as few others as possible; the smallest few of these."""
    tiles = dict.fromkeys(number_tiles(thought.view.rack))
    found = [thought.solve(_with_few_others(thought, tile)) for tile in tiles]
    plays = {solution.laid: solution.table for solution in found if solution.is_play}
    return [plays[laid] for laid in sorted(plays, key=len)[:SMALL_ONES]]


def _heaviest(thought: BudgetedSolver, known: Solution, nodes: int = NODES) -> Solution:
    """A partial play: the heaviest tile that can go, and as few others as possible."""
    heavy = max(known.laid, key=lambda tile: tile.number)
    return thought.solve(replace(_with_few_others(thought, heavy), node_budget=nodes))


def _with_few_others(thought: BudgetedSolver, wanted: Tile) -> Problem:
    """To lay a tile and, no jokers, as little else as possible."""
    problem = without_jokers(thought.problem())
    few = Weights.of({tile: 100 if tile == wanted else -1 for tile in set(number_tiles(problem.rack))})
    return replace(problem, objective=few)


def _arranged_otherwise(thought: BudgetedSolver, play: Solution) -> list[Table]:
    """The same tiles with as much as possible left where it lies.

    Who rearranges exactly finds the same plays on any table of the same tiles, but for the jokers: which tile frees one
    depends on where it lies. Without a joker there is nothing to choose.
    """
    jokers = [tile for tile in tiles_of(play.table) if tile.is_joker]
    if not play.is_play or not jokers:
        return []
    same = replace(thought.problem(Objective.POINTS_THEN_TILES), rack=play.laid, least_disruption=True)
    found = thought.solve(same)
    return [found.table] if found.laid == play.laid else []
