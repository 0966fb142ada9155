"""Analyse a position: the chance to win of each candidate action, by rollouts on paired deals.

1. List the candidates: wait, the plays worth trying, and the action that was taken.
2. Choose on a first set of deals: for each action the best style for the later turns, and the best action. An arm is
   an action with a style. Arms that are clearly worse drop out, so that more deals go to those that are close.
3. Judge the chosen arms on a second set of deals, because the best of several noisy estimates is too high.
"""

from collections.abc import Iterator, Sequence
from hashlib import sha256
from math import inf, sqrt
from statistics import fmean

from msgspec.structs import replace

from tilewise._kernel import Situation
from tilewise.analysis.budget import USUAL, Budget
from tilewise.analysis.budgeted_solver import BudgetedSolver
from tilewise.analysis.candidates import labelled_plays, must_play
from tilewise.analysis.rollouts import Arm, Outcome, Rollouts
from tilewise.analysis.situation import next_seat, situation_of
from tilewise.analysis.styles import (
    GREEDY,
    PATIENT,
    PATIENT_LATE,
    SeatStyles,
    Style,
    WeightedStyle,
    beliefs_of,
    only,
)
from tilewise.analysis.values import Analysis, Candidate, CandidateKind, Measured, Outlook, SeatBelief
from tilewise.core.actions import Action, Play
from tilewise.core.errors import InputError
from tilewise.core.notation import print_rack, print_table
from tilewise.core.tiles import Table, Tile, in_order, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.solver import Objective

FIRST_STAGE = 16
"""Deals of the first comparison; each further stage doubles them."""
MOST_DEALS = 2048
"""The most deals for judging an action."""
MOST_PLAN_DEALS = 64
"""The most deals for comparing plans."""
LISTING = 0.25
"""The part of the budget for finding the candidates."""
CHOOSING = 0.4
"""The part of the budget after which choosing ends; the rest is for judging."""
PLANNING = 0.2
"""The part of the budget for the plans around an action that was taken. It is set aside first."""
CLEAR = 2.5
"""Standard errors by which an action is clearly worse than the leader."""
LEAST_DEALS = 8
"""Fewer deals prove nothing, however much they agree."""
PRIOR_SQUARE = 0.1
"""The squared deviation of one imagined deal, which `_measured` adds to each sample."""
TIE_BREAK = 1 / 4000
"""The worth of a point where the win chances are equal."""
PRECISE = 0.008
"""A standard error of the win chance that needs no more deals."""
NO_LOSS = Measured(0.0)
PLANS = (PATIENT, PATIENT_LATE, GREEDY)
"""The styles in which the seat may continue in rollouts."""


class Plans(Value):
    """The plan that the rollouts follow after an action that was taken, and the win chance of each plan before it."""

    chosen: int
    """The plan after the action, as an index of `PLANS`."""
    wins: tuple[Measured, ...]
    """The win chance before the action if the seat follows each plan. The standard error is that of the difference to
    the action, on the same deals."""


class _Option(Value):
    """A candidate action before it is judged."""

    kinds: tuple[CandidateKind, ...]
    table: Table | None
    laid: tuple[Tile, ...]


def analyse(
    view: View,
    budget: Budget = USUAL,
    *,
    made: Action | None = None,
    styles: Sequence[SeatStyles] | None = None,
    seed: str = "",
) -> Analysis:
    """Return the win chances of a position and of each candidate action.

    `made` is an action to judge with the others. `styles` says how each seat plays; by default the view decides.
    The same view, budget in nodes and seed give the same answer. Hidden tiles have no influence.
    """
    *_, last = analysing(view, budget, made=made, styles=styles, seed=seed)
    return last


def analyse_made(
    view: View, budget: Budget, *, made: Action, styles: Sequence[SeatStyles], seed: str = ""
) -> tuple[Analysis, Plans]:
    """Return the analysis of a position in which an action was taken, and the plans around it."""
    search = _Search(view, budget.part(1 - PLANNING), made, tuple(styles), seed)
    *_, found = search.results()
    return found, search.plans(styles, budget.part(PLANNING))


def analysing(
    view: View,
    budget: Budget = USUAL,
    *,
    made: Action | None = None,
    styles: Sequence[SeatStyles] | None = None,
    seed: str = "",
) -> Iterator[Analysis]:
    """Yield better and better results until the budget is spent. The last one has progress 1."""
    if not view.is_my_turn:
        msg = "only the player to move has something to analyse"
        raise InputError(msg)
    return _Search(view, budget, made, tuple(styles or beliefs_of(view)), seed).results()


class _Search:
    """One analysis."""

    def __init__(
        self, view: View, budget: Budget, made: Action | None, styles: tuple[SeatStyles, ...], seed: str
    ) -> None:
        self._view = view
        self._seat = view.to_move
        self._solver = BudgetedSolver(view, budget)
        self._beliefs = tuple(_belief(seat, each) for seat, each in enumerate(styles))
        listing = BudgetedSolver(view, budget.part(LISTING))
        self._options = _options(listing, made)
        self._solver.spend(listing.nodes_spent)
        self._styles = [GREEDY] * len(self._options)
        situation = situation_of(view, styles)
        self._choosing = Rollouts(self._solver, situation, seed=_seed(view, seed + "|choose"))
        self._judging_seed = _seed(view, seed + "|judge")
        self._spare = budget.nodes or 0
        self._judging = Rollouts(self._solver, situation, seed=self._judging_seed, spare=self._spare)
        self._outcomes: list[list[Outcome]] = [[] for _ in self._options]
        self._best = 0
        self._best_play = next((at for at, option in enumerate(self._options) if option.table is not None), 0)

    def results(self) -> Iterator[Analysis]:
        """Choose, then judge."""
        yield from self._choose()
        yield from self._judge()
        yield replace(self._analysis(), progress=1.0)

    # ── choosing ──

    def _choose(self) -> Iterator[Analysis]:
        """Find the best style for each option, and the best option."""
        arms = [(index, style) for index, option in enumerate(self._options) for style in _styles(self._view, option)]
        outcomes: dict[tuple[int, Style], list[Outcome]] = {arm: [] for arm in arms}
        running, deals = arms, FIRST_STAGE
        while running and deals <= MOST_DEALS and self._solver.spent < CHOOSING:
            done = len(outcomes[running[0]])
            played = self._choosing.play(
                [Arm(self._options[index].table, style) for index, style in running],
                first=done,
                deals=deals - done,
                until=CHOOSING,
            )
            for arm, column in zip(running, played, strict=True):
                outcomes[arm] += column
            self._update_leaders(outcomes)
            if not played[0]:
                break
            yield self._analysis([outcomes[index, style] for index, style in enumerate(self._styles)])
            running = [arm for arm in running if self._is_open(arm, outcomes)]
            running = running if len(running) > 1 else []
            deals *= 2

    def _update_leaders(self, outcomes: dict[tuple[int, Style], list[Outcome]]) -> None:
        """Remember the best style of each option and the best option."""
        for index, option in enumerate(self._options):
            styles = _styles(self._view, option)
            self._styles[index] = max(styles, key=lambda style: self._mean(outcomes[index, style]))
        means = [  # going out wins, so no estimate beats it
            inf if CandidateKind.GOES_OUT in self._options[index].kinds else self._mean(outcomes[index, style])
            for index, style in enumerate(self._styles)
        ]
        everything = range(len(means))
        plays = [index for index in everything if self._options[index].table is not None]
        self._best = max(everything, key=lambda index: means[index])
        self._best_play = max(plays, key=lambda index: means[index], default=self._best)

    def _is_open(self, arm: tuple[int, Style], outcomes: dict[tuple[int, Style], list[Outcome]]) -> bool:
        """Whether more deals may change the choice: an arm near the best one, or near the best of its option."""
        index, style = arm
        leader = outcomes[self._best, self._styles[self._best]]
        own = outcomes[index, self._styles[index]]
        if style != self._styles[index] and self._is_clearly_worse(outcomes[arm], own):
            return False
        return (
            index in (self._best, self._best_play) or self._is_exempt(index) or not self._is_clearly_worse(own, leader)
        )

    # ── judging ──

    def _judge(self) -> Iterator[Analysis]:
        """Play the chosen arms on new deals."""
        running, deals = list(range(len(self._options))), FIRST_STAGE
        while running and deals <= MOST_DEALS:
            done = len(self._outcomes[running[0]])
            arms = [Arm(self._options[index].table, self._styles[index]) for index in running]
            played = self._judging.play(arms, first=done, deals=deals - done)
            for index, column in zip(running, played, strict=True):
                self._outcomes[index] += column
            everything = range(len(self._options))
            self._best = self._leader(self._best, everything)
            plays = [index for index in everything if self._options[index].table is not None]
            self._best_play = self._leader(self._best_play, plays)
            if not played[0]:
                return
            yield self._analysis()
            running = [index for index in running if self._is_running(index)]
            if self._is_precise(running):
                return
            deals *= 2

    def _leader(self, chosen: int, among: Sequence[int]) -> int:
        """Return the chosen option, unless another one is clearly better on the new deals too."""
        best = self._outcomes[chosen]
        better = [index for index in among if self._is_clearly_worse(best, self._outcomes[index])]
        return max(better, key=lambda index: self._mean(self._outcomes[index]), default=chosen)

    def _is_running(self, index: int) -> bool:
        if index in (self._best, self._best_play) or self._is_exempt(index):
            return True
        return not self._is_clearly_worse(self._outcomes[index], self._outcomes[self._best])

    def _is_precise(self, running: Sequence[int]) -> bool:
        """Whether the win chance and every open comparison need no more deals."""
        best = self._outcomes[self._best]
        if _measured(self._wins(best)).error > PRECISE:
            return False
        losses = [self._loss(self._outcomes[index], best) for index in running if index != self._best]
        return all(loss.error <= PRECISE or abs(loss.mean) > CLEAR * loss.error for loss in losses)

    def _is_exempt(self, index: int) -> bool:
        """Whether an option is judged on all deals: waiting, and the action that was taken."""
        option = self._options[index]
        return option.table is None or CandidateKind.MADE in option.kinds

    # ── plans ──

    def plans(self, styles: Sequence[SeatStyles], budget: Budget) -> Plans:
        """Compare the action that was taken with following each plan, on the deals that judged it."""
        made = next(at for at, option in enumerate(self._options) if CandidateKind.MADE in option.kinds)
        outcomes, solver = self._outcomes[made], BudgetedSolver(self._view, budget)
        different = _styles(self._view, _Option((), None, ()))  # as after waiting; the other plans play like the first
        rollouts = [
            Rollouts(solver, self._following(plan, styles), seed=self._judging_seed, spare=self._spare)
            for plan in different
        ]
        played: list[list[Outcome]] = [[] for _ in different]
        for first, deals in _stages(min(len(outcomes), MOST_PLAN_DEALS)):
            for column, each in zip(played, rollouts, strict=True):
                column.extend(each.play([None], first=first, deals=deals)[0])
        gains = [self._loss(outcomes, column) for column in played]
        done = fmean(self._wins(outcomes)) if outcomes else 1 / len(self._view.seats)
        wins = {plan: Measured(done + gain.mean, gain.error) for plan, gain in zip(different, gains, strict=True)}
        return Plans(PLANS.index(self._styles[made]), tuple(wins.get(plan, wins[different[0]]) for plan in PLANS))

    def _following(self, plan: Style, styles: Sequence[SeatStyles]) -> Situation:
        """Return the situation in which this seat plays in one style. The deals are the same."""
        own = only(plan)
        return situation_of(self._view, [own if seat == self._seat else each for seat, each in enumerate(styles)])

    # ── figures ──

    def _wins(self, outcomes: Sequence[Outcome]) -> list[float]:
        return [outcome.shares[self._seat] for outcome in outcomes]

    def _mean(self, outcomes: Sequence[Outcome]) -> float:
        """Return the mean win; equal wins are ordered by points."""
        if not outcomes:
            return -1.0
        return fmean(each.shares[self._seat] + each.points[self._seat] * TIE_BREAK for each in outcomes)

    def _loss(self, outcomes: Sequence[Outcome], leader: Sequence[Outcome]) -> Measured:
        """Return the win chance given up against the leader, on the deals that both have played."""
        pairs = zip(self._wins(leader), self._wins(outcomes), strict=False)
        return _measured([best - other for best, other in pairs])

    def _is_clearly_worse(self, outcomes: Sequence[Outcome], leader: Sequence[Outcome]) -> bool:
        loss = self._loss(outcomes, leader)
        return min(len(outcomes), len(leader)) >= LEAST_DEALS and loss.mean > CLEAR * loss.error

    def _analysis(self, outcomes: list[list[Outcome]] | None = None) -> Analysis:
        found = self._outcomes if outcomes is None else outcomes
        leaders = found[self._best], found[self._best_play]
        candidates = [
            self._candidate(option, each, *leaders) for option, each in zip(self._options, found, strict=True)
        ]
        best = candidates.pop(self._best)
        candidates.sort(key=lambda each: -each.win.mean)
        return Analysis(
            seat=self._seat,
            win=best.win,
            points=best.points,
            chances=best.chances,
            candidates=(best, *candidates),
            beliefs=tuple(each for each in self._beliefs if each.seat != self._seat),
            deals=best.deals,
            nodes=self._solver.nodes_spent,
            progress=self._solver.spent,
        )

    def _candidate(
        self, option: _Option, outcomes: list[Outcome], leader: list[Outcome], best_play: list[Outcome]
    ) -> Candidate:
        seats = range(len(self._view.seats))
        is_certain = bool(outcomes) and not any(each.turns for each in outcomes) and option.table is not None
        wins = [[each.shares[seat] for each in outcomes] for seat in seats]
        win, fair = _measured(wins[self._seat]), 1 / len(seats)
        if not outcomes:
            win = Measured(fair, 0.5)
        return Candidate(
            kinds=option.kinds,
            table=option.table,
            laid=option.laid,
            win=replace(win, error=0.0) if is_certain else win,
            points=_measured([each.points[self._seat] for each in outcomes]),
            loss=NO_LOSS if outcomes is leader else self._loss(outcomes, leader),
            loss_in_kind=(
                NO_LOSS if option.table is None or outcomes is best_play else self._loss(outcomes, best_play)
            ),
            chances=tuple(fmean(column) if column else fair for column in wins),
            outlook=self._outlook(outcomes),
            deals=len(outcomes),
        )

    def _outlook(self, outcomes: Sequence[Outcome]) -> Outlook:
        seats, count = range(len(self._view.seats)), max(1, len(outcomes))
        following = next_seat(self._view)
        return Outlook(
            next_out=sum(each.out == following and each.turns == 1 for each in outcomes) / count,
            outs=tuple(sum(each.out == seat for each in outcomes) / count for seat in seats),
            dry=sum(each.out < 0 for each in outcomes) / count,
            first_dry=tuple(sum(each.first_dry == seat for each in outcomes) / count for seat in seats),
            turns=sum(each.turns for each in outcomes) / count,
        )


def _measured(values: Sequence[float]) -> Measured:
    """Return the mean and its standard error. One imagined deal keeps the error of a few equal deals above zero."""
    count = len(values)
    if not count:
        return Measured(0.0, 0.5)
    mean = fmean(values)
    squares = sum((value - mean) ** 2 for value in values) + PRIOR_SQUARE
    return Measured(mean, sqrt(squares / count / (count + 1)))


def _options(solver: BudgetedSolver, made: Action | None) -> list[_Option]:
    """Return the actions to compare. Plays of the same tiles count as one unless the table has a joker."""
    found: dict[object, _Option] = {}

    def add(kind: CandidateKind, table: Table | None) -> None:
        laid = () if table is None else in_order((tiles_of(table) - tiles_of(solver.view.table)).elements())
        has_joker = table is not None and any(tile.is_joker for tile in tiles_of(table))
        key = _arranged(table) if has_joker and table is not None else laid
        known = found.get(key, _Option((), table, laid))
        found[key] = replace(known, kinds=(*known.kinds, kind)) if kind not in known.kinds else known

    problem = solver.problem(Objective.POINTS_THEN_TILES)
    out = solver.solve(problem) if solver.view.has_melded and solver.can_go_out(problem) else None
    plays = labelled_plays(solver)
    if not plays or not must_play(solver.view):
        add(CandidateKind.WAIT, None)
    if out is not None and len(out.laid) == len(solver.view.rack):
        add(CandidateKind.GOES_OUT, out.table)
    for kind, play in plays:
        add(kind, play.table)
    if made is not None:
        add(CandidateKind.MADE, made.table if isinstance(made, Play) else None)
    return list(found.values())


def _arranged(table: Table) -> tuple[tuple[Tile, ...], ...]:
    """Return the table with its melds in a fixed order."""
    return tuple(sorted(table))


def _styles(view: View, option: _Option) -> tuple[Style, ...]:
    """Return the styles to try for the later turns. With an empty pool they all play alike."""
    if option.table is None and not view.has_melded:
        return PATIENT_LATE, PATIENT, GREEDY
    return (PATIENT, GREEDY) if view.pool else (PATIENT,)


def _stages(deals: int) -> Iterator[tuple[int, int]]:
    """Yield the first deal and the number of deals of each stage of `_judge`."""
    first, size = 0, FIRST_STAGE
    while first < deals:
        yield first, min(size, deals - first)
        first = size = first + size


def _belief(seat: int, styles: SeatStyles) -> SeatBelief:
    total = sum(each.weight for each in styles)
    return SeatBelief(seat, tuple(WeightedStyle(each.style, each.weight / total) for each in styles))


def _seed(view: View, seed: str) -> int:
    seen = f"{seed}|{view.turn}|{print_rack(view.rack)}|{print_table(view.table)}"
    return int.from_bytes(sha256(seen.encode()).digest()[:7])
