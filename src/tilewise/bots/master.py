"""Master: holds back, detects opponents who hold back, and compares its options by rollouts. See docs/bots.md.

A turn goes like this:

1. Go out if possible.
2. Without an initial meld: make the smallest one, or hold it back among few players.
3. Wait while waiting is known to be best: a full pool, and opponents who lay what they can.
4. Otherwise list the candidate plays (`candidates`) and compare them by rollouts (`rollouts`).
"""

from enum import StrEnum
from hashlib import sha256

from msgspec.structs import replace

from tilewise.analysis.budget import Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver, without_jokers
from tilewise.analysis.candidates import must_play, plays_worth_trying, small_plays, smallest_initial_meld
from tilewise.analysis.match_equity import MatchEquity
from tilewise.analysis.race import Race
from tilewise.analysis.rollouts import Arm
from tilewise.analysis.styles import GREEDY, HOLDOUT, LATE, is_holder
from tilewise.bots.fallback import lay, wait
from tilewise.core.actions import Action, Play
from tilewise.core.notation import print_rack, print_table
from tilewise.core.tiles import Table
from tilewise.core.view import View
from tilewise.solver import Objective

FEW_PLAYERS = 3
"""Up to this many players it holds back even its initial meld, as a small play for an empty pool."""
MOST_QUIET_TURNS = 2
"""Turns in a row in which the sociable style lays nothing although it could."""
LOW_POOL = 8
"""It starts rollouts when the pool is this low …"""
POOL_AMONG_HOLDERS = 30
"""… or this low when an opponent holds back too: then it matters which of them must lay first."""


class Style(StrEnum):
    """How Master plays; an explicit choice of its opponents."""

    PATIENT = "patient"
    """Waits, and lays everything at once."""
    SOCIABLE = "sociable"
    """Never waits more than two turns when it could lay, so that the table changes."""


class Master:
    """Plans the whole game from what it may know; plays better with more time."""

    def __init__(self, seed: str = "", style: Style = Style.PATIENT) -> None:
        self.seed = seed
        self.style = style
        self.name = "master" if style is Style.PATIENT else f"master-{style}"
        self.about = ABOUT[style]

    def choose(self, view: View, budget: Budget) -> Action:
        """Follow the steps above."""
        solver, equity = BudgetedSolver(view, budget), MatchEquity(view)
        problem = solver.problem(Objective.POINTS_THEN_TILES)
        if solver.can_go_out(problem):
            out = solver.solve(problem)
            if equity.win_is_enough or not out.is_play:
                return lay(view, out)
            return self._race(solver, equity, [Arm(out.table), *_waiting(view)])
        if not view.has_melded and (self.style is Style.SOCIABLE or not _holds_initial_meld(solver)):
            return lay(view, smallest_initial_meld(solver))
        thinks = _is_worth_thinking(view, equity)
        if self.style is Style.SOCIABLE and not must_play(view) and (view.pool > LOW_POOL or not thinks):
            return _play_sociably(solver)
        if not thinks:
            return wait(view)
        plays = plays_worth_trying(solver)
        return self._race(solver, equity, _candidates(solver, plays)) if plays else wait(view)

    def _race(self, solver: BudgetedSolver, equity: MatchEquity, candidates: list[Arm]) -> Action:
        view, chosen = solver.view, candidates[0]
        if len(candidates) > 1:
            chosen = Race(solver, candidates, equity, seed=_seed(view, self.seed)).winner()
        return wait(view) if chosen.table is None else Play(view.to_move, chosen.table)


def _holds_initial_meld(solver: BudgetedSolver) -> bool:
    """Whether to hold back the initial meld: among few players, or where the house forbids holding back later (A-04).

    Once the whole rack could be laid, meld now and go out in the next turn.
    """
    view = solver.view
    few = sum(not seat.has_conceded for seat in view.seats) <= FEW_PLAYERS
    if not (few or view.edition.must_play_if_able):
        return False
    return not view.pool or not solver.can_go_out(replace(solver.problem(), has_melded=True))


def _is_worth_thinking(view: View, equity: MatchEquity) -> bool:
    """Whether rollouts may find something better than waiting.

    Against opponents who lay what they can, waiting is best until the pool is low. With special jokers a rollout
    takes too long to play enough of them, and nothing that was tried beat waiting until the pool is empty.
    """
    if must_play(view) or not view.pool:
        return True
    if view.edition.box.has_special_jokers:
        return False
    others = [seat for seat in range(len(view.seats)) if seat != view.seat]
    early = equity.is_last_game or any(is_holder(view, seat) for seat in others)
    return view.pool <= (POOL_AMONG_HOLDERS if early else LOW_POOL)


def _candidates(solver: BudgetedSolver, plays: list[Table]) -> list[Arm]:
    """Return the candidates, the default first: waiting, where it is allowed and pays; then each play and style.

    With an ample budget, small plays follow: large plays do not show which tile helps the opponents least.
    """
    view = solver.view
    styles = (HOLDOUT, GREEDY) if view.pool else (HOLDOUT,)
    laying = [Arm(play, style) for style in styles for play in plays]
    if view.has_melded and solver.has_ample_budget and not view.edition.box.has_special_jokers:
        laying += [Arm(play) for play in small_plays(solver) if play not in plays]
    return [*_waiting(view), *laying] if view.pool else [*laying, *_waiting(view)]


def _waiting(view: View) -> list[Arm]:
    """Return the candidate of drawing or passing, where the house allows it."""
    return [] if must_play(view) else [Arm(None, HOLDOUT if view.has_melded else LATE)]


def _play_sociably(solver: BudgetedSolver) -> Action:
    """Lay many tiles but no joker, after two turns of waiting at most."""
    view = solver.view
    if view.seats[view.to_move].quiet < MOST_QUIET_TURNS:
        return wait(view)
    return lay(view, solver.solve(without_jokers(solver.problem(Objective.POINTS_THEN_TILES))))


ABOUT = {
    Style.PATIENT: (
        "The strongest. Waits and watches, then plays everything in one last turn. Not much fun to play against."
    ),
    Style.SOCIABLE: (
        "Good company: holds on to its jokers, never waits more than two turns, and thinks ahead when the pool is low."
    ),
}


def _seed(view: View, seed: str) -> int:
    seen = f"{seed}|{view.turn}|{print_rack(view.rack)}|{print_table(view.table)}"
    return int.from_bytes(sha256(seen.encode()).digest()[:7])
