"""Master: holds back, knows who else does, and imagines how the game may go on. See docs/bots.md for what it beats."""

from enum import StrEnum
from hashlib import sha256

from msgspec.structs import replace

from tilewise.bots.budget import Budget
from tilewise.bots.budgeted_solver import BudgetedSolver, without_jokers
from tilewise.bots.candidates import plays_worth_trying, small_plays
from tilewise.bots.fallback import lay, must_play, wait
from tilewise.bots.holdout import smallest_initial_meld
from tilewise.bots.match_equity import Stakes
from tilewise.bots.rollouts import ALL, GREEDY, LATE, Candidate, Race, is_holder
from tilewise.core.actions import Action, Play
from tilewise.core.notation import print_rack, print_table
from tilewise.core.tiles import Table
from tilewise.core.view import View
from tilewise.solver import Objective

FEW = 3
"""Players among whom it keeps back even its initial meld: a small play in hand for when the pool is empty."""
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
        """Go out if possible; otherwise keep to the plan, unless thinking shows something better."""
        thought, stakes = BudgetedSolver(view, budget), Stakes(view)
        problem = thought.problem(Objective.POINTS_THEN_TILES)
        if thought.goes_out(problem):
            out = thought.solve(problem)
            if stakes.a_win_is_enough or not out.is_play:
                return lay(view, out)
            return self._raced(thought, stakes, [Candidate(out.table), *_waiting(view)])
        if not view.has_melded and (self.style is Style.SOCIABLE or not _keeps_its_meld(thought)):
            return lay(view, smallest_initial_meld(thought))
        thinks = _thinks(view, stakes)
        if self.style is Style.SOCIABLE and not must_play(view) and (view.pool > LOW_POOL or not thinks):
            return _sociably(thought)
        if not thinks:
            return wait(view)
        plays = plays_worth_trying(thought)
        return self._raced(thought, stakes, _candidates(thought, plays)) if plays else wait(view)

    def _raced(self, thought: BudgetedSolver, stakes: Stakes, candidates: list[Candidate]) -> Action:
        view, chosen = thought.view, candidates[0]
        if len(candidates) > 1:
            chosen = Race(thought, candidates, stakes, seed=_chance(view, self.seed)).winner()
        return wait(view) if chosen.table is None else Play(view.to_move, chosen.table)


def _keeps_its_meld(thought: BudgetedSolver) -> bool:
    """Whether not even the initial meld is laid: among few, or where the house lets nobody hold back later (A-04).

    Once the whole rack could go it is time: meld now, go out in the next turn.
    """
    view = thought.view
    few = sum(not seat.has_conceded for seat in view.seats) <= FEW
    if not (few or view.edition.must_play_if_able):
        return False
    return not view.pool or not thought.goes_out(replace(thought.problem(), has_melded=True))


def _thinks(view: View, stakes: Stakes) -> bool:
    """Whether there is anything to think about: among players who lay what they can, sitting is best for long.

    With special jokers an imagined game takes too long to see enough of them, and nothing tried was better than to sit
    until the pool is empty.
    """
    if must_play(view) or not view.pool:
        return True
    if view.edition.box.has_special_jokers:
        return False
    others = [seat for seat in range(len(view.seats)) if seat != view.seat]
    early = stakes.is_last_game or any(is_holder(view, seat) for seat in others)
    return view.pool <= (POOL_AMONG_HOLDERS if early else LOW_POOL)


def _candidates(thought: BudgetedSolver, plays: list[Table]) -> list[Candidate]:
    """The plan first: to wait, where one may and it pays; then the plays, and the two ways to go on.

    With much time, small plays too: which tile gives the least away is not to be seen from the plays that lay much.
    """
    view = thought.view
    policies = (ALL, GREEDY) if view.pool else (ALL,)
    laying = [Candidate(play, policy) for policy in policies for play in plays]
    if view.has_melded and thought.has_time and not view.edition.box.has_special_jokers:
        laying += [Candidate(play) for play in small_plays(thought) if play not in plays]
    return [*_waiting(view), *laying] if view.pool else [*laying, *_waiting(view)]


def _waiting(view: View) -> list[Candidate]:
    """To draw or pass, where the house lets one."""
    return [] if must_play(view) else [Candidate(None, ALL if view.has_melded else LATE)]


def _sociably(thought: BudgetedSolver) -> Action:
    """Lay much, but no joker, after two quiet turns at most."""
    view = thought.view
    if view.seats[view.to_move].quiet < SITS:
        return wait(view)
    return lay(view, thought.solve(without_jokers(thought.problem(Objective.POINTS_THEN_TILES))))


ABOUT = {
    Style.PATIENT: (
        "The strongest. Waits and watches, then plays everything in one last turn. Not much fun to play against."
    ),
    Style.SOCIABLE: (
        "Good company: holds on to its jokers, never waits more than two turns, and thinks ahead when the pool is low."
    ),
}


def _chance(view: View, seed: str) -> int:
    seen = f"{seed}|{view.turn}|{print_rack(view.rack)}|{print_table(view.table)}"
    return int.from_bytes(sha256(seen.encode()).digest()[:7])
