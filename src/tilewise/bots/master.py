"""Master: holds back, knows who else does, and imagines how the game may go on. See docs/bots.md for what it beats."""

from enum import StrEnum
from hashlib import sha256

from msgspec.structs import replace

from tilewise.bots.budget import Budget
from tilewise.bots.holdout import smallest_initial_meld
from tilewise.bots.imagined import ALL, GREEDY, Candidate, Race, is_holder
from tilewise.bots.thought import SPECIAL, Thought, without_jokers
from tilewise.bots.turns import lay, must_play, wait
from tilewise.core.actions import Action, Play
from tilewise.core.notation import print_rack, print_table
from tilewise.core.tiles import Table, number_tiles
from tilewise.core.view import View
from tilewise.solver import Objective, Solution, Weights

A_POINT = 1 / 4000
"""R-WIN-03: a match goes to who wins most games, and points decide between equals; so a point is worth little."""
SITS = 2
"""Turns in succession in which a sociable player lays nothing though it could."""
LOW_POOL = 8
"""With so few tiles left to draw it thinks ahead …"""
POOL_AMONG_HOLDERS = 30
"""… and with so few when somebody else holds back too: then it matters who must lay first."""


class Style(StrEnum):
    """How a strong bot is strong; chosen knowingly."""

    PATIENT = "patient"
    """Sits, and lays everything at once."""
    SOCIABLE = "sociable"
    """Never sits for more than two turns when it could lay, so that the table moves."""


class Master:
    """Plans the whole game with what may be known; better with more time."""

    def __init__(self, seed: str = "", style: Style = Style.PATIENT) -> None:
        self.seed = seed
        self.style = style
        self.name = "master" if style is Style.PATIENT else f"master-{style}"
        self.about = ABOUT[style]

    def choose(self, view: View, budget: Budget) -> Action:
        """Go out if possible; meld small; otherwise keep to the plan, unless thinking shows something better."""
        thought = Thought(view, budget)
        if not view.has_melded:
            return lay(view, smallest_initial_meld(thought))
        problem = thought.problem(Objective.POINTS_THEN_TILES)
        if thought.goes_out(problem):
            return lay(view, thought.solve(problem))
        if self.style is Style.SOCIABLE and view.pool > LOW_POOL and not must_play(view):
            return _sociably(thought)
        if not _thinks(view):
            return wait(view)
        return self._thought_through(thought)

    def _thought_through(self, thought: Thought) -> Action:
        view, plays = thought.view, _plays(thought)
        if not plays:
            return wait(view)
        candidates, chosen = _candidates(view, plays), None
        if not _has_special_jokers(view):
            chosen = Race(thought, candidates, seed=_chance(view, self.seed), a_point=A_POINT).winner()
        table = (chosen or candidates[0]).table
        return wait(view) if table is None else Play(view.to_move, table)


def _thinks(view: View) -> bool:
    """Whether there is anything to think about: among players who lay what they can, sitting is best for long."""
    if must_play(view):
        return True
    others = [seat for seat in range(len(view.seats)) if seat != view.seat]
    return view.pool <= (POOL_AMONG_HOLDERS if any(is_holder(view, seat) for seat in others) else LOW_POOL)


def _candidates(view: View, plays: list[Table]) -> list[Candidate]:
    """The plan first: to wait, where one may and it pays; then the plays, and the two ways to go on."""
    policies = (ALL, GREEDY) if view.pool else (ALL,)
    laying = [Candidate(play, policy) for policy in policies for play in plays]
    if must_play(view):
        return laying
    return [Candidate(None, ALL), *laying] if view.pool else [*laying, Candidate(None, ALL)]


def _sociably(thought: Thought) -> Action:
    """Lay much, but no joker, after two quiet turns at most."""
    view = thought.view
    if view.seats[view.to_move].quiet < SITS:
        return wait(view)
    return lay(view, thought.solve(without_jokers(thought.problem(Objective.POINTS_THEN_TILES))))


ABOUT = {
    Style.PATIENT: "The strongest: melds small, sits and watches, and lays forty tiles in its last turn.",
    Style.SOCIABLE: "Strong and good company: keeps its jokers, sits two turns at most, thinks when the pool is low.",
}


def _plays(thought: Thought) -> list[Table]:
    """Plays worth trying: without jokers, the most points, the most tiles, the heaviest tile with few others."""
    problem = thought.problem(Objective.POINTS_THEN_TILES)
    asked = [without_jokers(problem), problem, replace(problem, objective=Objective.TILES_THEN_POINTS)]
    found = [thought.solve(each) for each in asked]
    if found[0].is_play:
        found.append(_heaviest(thought, found[0]))
    plays = {solution.laid: solution.table for solution in found if solution.is_play}
    return list(plays.values())


def _heaviest(thought: Thought, known: Solution) -> Solution:
    """A partial play: the heaviest tile that can go, and as few others as possible."""
    heavy = max(known.laid, key=lambda tile: tile.number)
    problem = without_jokers(thought.problem())
    few = Weights.of({tile: 100 if tile == heavy else -1 for tile in set(number_tiles(problem.rack))})
    return thought.solve(replace(problem, objective=few))


def _chance(view: View, seed: str) -> int:
    seen = f"{seed}|{view.turn}|{print_rack(view.rack)}|{print_table(view.table)}"
    return int.from_bytes(sha256(seen.encode()).digest()[:7])


def _has_special_jokers(view: View) -> bool:
    """Where they are, an imagined turn takes too long for imagined games."""
    jokers = view.edition.box_for(len(view.seats)).jokers
    return any(count for tile, count in jokers.items() if tile in SPECIAL)
