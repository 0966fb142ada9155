"""Candidate plays: the best by different measures, small plays, and other arrangements of the same tiles."""

from msgspec.structs import replace

from tilewise.analysis.budgeted_solver import NODES, BudgetedSolver, without_jokers
from tilewise.analysis.values import CandidateKind
from tilewise.core.tiles import Table, Tile, number_tiles, tiles_of
from tilewise.core.view import View
from tilewise.solver import Objective, Problem, Solution, Weights

LabelledPlay = tuple[CandidateKind, Solution]

QUICK_NODES = 5_000
"""States for a further candidate with special jokers. More would leave too little for the rollouts."""

MOST_SMALL_PLAYS = 8
"""Small plays to try with an ample budget."""


def must_play(view: View) -> bool:
    """A-04, A-09: whether a house rule obliges the player to lay tiles if that is possible."""
    if view.pool:
        return view.edition.must_play_if_able and view.has_melded
    return view.edition.forced_play_on_empty_pool


def smallest_initial_meld(solver: BudgetedSolver) -> Solution:
    """R-STR-04: return the initial meld of the fewest tiles, without jokers if possible."""
    problem = solver.problem(Objective.FEWEST_TILES)
    plain = solver.solve(without_jokers(problem))
    return plain if plain.is_play else solver.solve(problem)


def plays_worth_trying(solver: BudgetedSolver) -> list[Table]:
    """Return the plays to compare, the most promising first."""
    found = labelled_plays(solver)
    plays = {play.laid: play.table for kind, play in found if kind is not CandidateKind.REARRANGED}
    tables = [*plays.values(), *(play.table for kind, play in found if kind is CandidateKind.REARRANGED)]
    return list(dict.fromkeys(tables))


def labelled_plays(solver: BudgetedSolver) -> list[LabelledPlay]:
    """Return the plays to compare and why, the most promising first. One play may have several reasons."""
    special = solver.view.edition.box.has_special_jokers
    found = _with_special_jokers(solver) if special else _with_classic_jokers(solver)
    return [(kind, play) for kind, play in found if play.is_play]


def _with_special_jokers(solver: BudgetedSolver) -> list[LabelledPlay]:
    """Return the play with the most points. With a small budget each, add the most tiles, and a play of few tiles."""
    problem = solver.problem(Objective.POINTS_THEN_TILES)
    hasty = replace(problem, node_budget=QUICK_NODES, objective=Objective.TILES_THEN_POINTS)
    most = solver.solve(problem)
    found = [(CandidateKind.MOST_POINTS, most), (CandidateKind.MOST_TILES, solver.solve(hasty))]
    if not solver.view.has_melded:
        found.insert(0, (CandidateKind.FEWEST_TILES, smallest_initial_meld(solver)))
    elif number_tiles(most.laid):
        found.append((CandidateKind.FEW_TILES, _heaviest(solver, most, nodes=QUICK_NODES)))
    return found


def _with_classic_jokers(solver: BudgetedSolver) -> list[LabelledPlay]:
    """Return the plays with the most points without jokers, the most points, the most tiles, and few tiles.

    Before the initial meld, the smallest one comes first. Another arrangement of the first play comes last.
    """
    problem = solver.problem(Objective.POINTS_THEN_TILES)
    found = [
        (CandidateKind.WITHOUT_JOKERS, solver.solve(without_jokers(problem))),
        (CandidateKind.MOST_POINTS, solver.solve(problem)),
        (CandidateKind.MOST_TILES, solver.solve(replace(problem, objective=Objective.TILES_THEN_POINTS))),
    ]
    if not solver.view.has_melded:
        found.insert(0, (CandidateKind.FEWEST_TILES, smallest_initial_meld(solver)))
    elif found[0][1].is_play:
        found.append((CandidateKind.FEW_TILES, _heaviest(solver, found[0][1])))
    return [*found, *((CandidateKind.REARRANGED, play) for play in _rearranged(solver, found[0][1]))]


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


def _rearranged(solver: BudgetedSolver, play: Solution) -> list[Solution]:
    """Return the play that lays the same tiles and changes the table least, if there is a joker on it.

    An exact player finds the same plays on every arrangement of the same tiles, with one exception: the tile that
    frees a joker depends on the joker's place. Without a joker the arrangement does not matter.
    """
    jokers = [tile for tile in tiles_of(play.table) if tile.is_joker]
    if not play.is_play or not jokers:
        return []
    same = replace(solver.problem(Objective.POINTS_THEN_TILES), rack=play.laid, least_disruption=True)
    found = solver.solve(same)
    return [found] if found.laid == play.laid else []
