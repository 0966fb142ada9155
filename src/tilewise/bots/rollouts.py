"""Rollouts: compare candidate plays by random deals of the hidden tiles, each played to its end by the kernel.

The deals use only what the view shows, and agree with it: the size of each rack, the seats that have melded, the
seats that had a turn and did not meld, and the seats that drew although the table lay as it does now.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.bots.budgeted_solver import BudgetedSolver
from tilewise.bots.match_equity import MatchEquity
from tilewise.core.edition import EmptyPool, NeverMeldedFine
from tilewise.core.rules.scoring import FINE
from tilewise.core.tiles import Table, in_order, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import SeatView, View
from tilewise.solver import kernel

GREEDY, ALL, LATE = 1, 255, 256
"""Policies of a simulated player: the least number of tiles it lays at once. `ALL` waits until it can go out.

`LATE` does the same, and holds back its initial meld until then."""
HOLDER_QUIET_TURNS = 3
"""Turns in a row without a play, after melding and with a full rack, that mark a seat as holding back."""
FULL_RACK = 10
LATE_QUIET_TURNS, LATE_RACK = 6, 22
"""A rack this large nearly always contains an initial meld, so a seat without one holds it back."""
FIRST_STAGE = 16
"""Deals before the first comparison; each further stage doubles them."""
MOST_DEALS = 4096
STANDARD_ERRORS = 2.0
"""Standard errors by which a candidate must beat the leader to replace it."""
NEGLIGIBLE_GAIN = 0.005
"""A gain too small to search for: half a game in a hundred."""
PRIOR_SQUARE = 1.0
"""With special jokers deals are few, so the sample gets one more deal that differs by a whole game."""
SPECIAL_PLAY_NODES, SPECIAL_OUT_NODES = 1_000, 5_000
"""With special jokers: states for one play of a rollout, and for the question whether a rack can go out."""


class Candidate(Value):
    """An option for this turn, and the policy after it."""

    table: Table | None
    """The table after the play; None to wait."""
    policy: int = ALL


def is_holder(view: View, seat: int) -> bool:
    """Whether a seat seems to hold back plays."""
    seen = view.seats[seat]
    return is_late(seen) or (seen.has_melded and seen.quiet >= HOLDER_QUIET_TURNS and seen.tiles >= FULL_RACK)


def is_late(seen: SeatView) -> bool:
    """Whether a seat seems to hold back even its initial meld."""
    return not seen.has_melded and seen.quiet >= LATE_QUIET_TURNS and seen.tiles >= LATE_RACK


class Race:
    """Compares candidates on the same deals. The first candidate is the default; the others must beat it."""

    def __init__(
        self, solver: BudgetedSolver, candidates: Sequence[Candidate], equity: MatchEquity, *, seed: int
    ) -> None:
        self._solver = solver
        self._situation = situation_of(solver.view)
        self._candidates = candidates
        self._equity = equity
        self._seed = seed
        self._values: list[list[float]] = [[] for _ in candidates]
        self._running = list(range(len(candidates)))
        self._lead = 0
        self._prior_square = PRIOR_SQUARE if solver.view.edition.box.has_special_jokers else 0.0

    def winner(self) -> Candidate:
        """Return the best candidate found within the budget.

        1. Play a number of deals with every remaining candidate.
        2. A candidate that is better than the leader beyond doubt becomes the leader.
        3. Drop the candidates that cannot be noticeably better than the leader.
        4. Double the deals and repeat, until one option is left or the budget is spent.
        """
        deals = FIRST_STAGE
        while self._is_open and self._run(deals):
            self._lead = max(self._running, key=self._surely_better)
            self._running = [each for each in self._running if each == self._lead or self._may_be_better(each)]
            deals = min(self._deals, MOST_DEALS - self._deals)
        return self._candidates[self._lead]

    @property
    def _deals(self) -> int:
        return len(self._values[self._lead])

    @property
    def _is_open(self) -> bool:
        """Whether remaining candidates differ in this turn's play; a difference in policy can wait."""
        lead = self._candidates[self._lead].table
        return self._deals < MOST_DEALS and any(self._candidates[each].table != lead for each in self._running)

    def _surely_better(self, index: int) -> float:
        """Return the lower confidence bound of the gain over the leader."""
        gains = self._gains(index)
        return 0.0 if index == self._lead else _mean(gains) - STANDARD_ERRORS * self._error(gains)

    def _may_be_better(self, index: int) -> bool:
        gains = self._gains(index)
        return _mean(gains) + STANDARD_ERRORS * self._error(gains) > NEGLIGIBLE_GAIN

    def _error(self, gains: Sequence[float]) -> float:
        """Return the standard error of the mean gain."""
        mean = _mean(gains)
        squares = sum((gain - mean) ** 2 for gain in gains) + max(mean**2, self._prior_square)
        return sqrt(squares) / (len(gains) + 1)

    def _gains(self, index: int) -> list[float]:
        """Return the gain over the leader, deal by deal."""
        lead = self._values[self._lead]
        return [value - other for value, other in zip(self._values[index], lead, strict=True)]

    def _run(self, deals: int) -> bool:
        """Play more deals, as far as the budget allows; return whether any was played."""
        if self._solver.is_spent:
            return False
        values = self._play_out(deals)
        for index, column in zip(self._running, values, strict=True):
            self._values[index] += column
        return bool(values[0])

    def _play_out(self, deals: int) -> list[list[float]]:
        """Return the value of each remaining candidate, deal by deal."""
        running = [self._candidates[index] for index in self._running]
        choices = [(b"" if each.table is None else kernel.packed(each.table), each.policy) for each in running]
        left = self._solver.milliseconds_left
        time_us = 0 if left is None else max(1, int(left * 1000))
        seed, nodes = self._seed + self._deals, self._solver.nodes_left or 0
        found = _kernel.play_out(self._situation, choices, seed, deals, nodes, time_us)
        self._solver.spend(found.nodes)
        shares, points, seats = found.shares, found.points, len(self._solver.view.seats)
        worth = [
            self._equity.value(shares[start : start + seats], points[start : start + seats])
            for start in range(0, len(shares), seats)
        ]
        return [worth[place :: len(choices)] for place in range(len(choices))]


def _mean(gains: Sequence[float]) -> float:
    """Return the mean of the gains and one more deal without gain, so that a few lucky deals prove little."""
    return sum(gains) / (len(gains) + 1)


def situation_of(view: View) -> _kernel.Situation:
    """Translate a view for the kernel."""
    edition = view.edition
    box = Counter(edition.box_for(len(view.seats)).tiles)
    hidden = in_order((box - tiles_of(view.table) - Counter(view.rack)).elements())
    situation = _kernel.Situation(
        kernel.packed(view.table), kernel.packed_rack(view.rack), kernel.packed_rack(hidden), kernel.rules_of(edition)
    )
    for seat, seen in enumerate(view.seats):
        situation.add_seat(
            tiles=seen.tiles,
            has_melded=seen.has_melded,
            is_out=seen.has_conceded,
            fresh=seen.drew,
            policies=_policies(view, seat),
            **_evidence(view, seat),
        )
    situation.seat = view.to_move
    situation.passed = len(view.passed)
    situation.one_more_turn_each = edition.empty_pool is EmptyPool.ONE_MORE_TURN_EACH
    is_counted = situation.one_more_turn_each and view.last_turns is not None
    situation.last_turns = len(view.last_turns or ()) if is_counted else -1
    situation.must_play = edition.must_play_if_able
    situation.joker_penalty = edition.joker_rack_penalty
    situation.fine = 0 if edition.never_melded_fine is NeverMeldedFine.NONE else FINE
    if edition.box.has_special_jokers:
        situation.question_nodes, situation.out_nodes = SPECIAL_PLAY_NODES, SPECIAL_OUT_NODES
    return situation


def _policies(view: View, seat: int) -> list[int]:
    """Return the policies that a seat may follow, judging by its play so far."""
    if is_holder(view, seat):
        return [LATE if is_late(view.seats[seat]) else ALL]
    return [GREEDY] if view.seats[seat].has_melded else [GREEDY, ALL]


def _evidence(view: View, seat: int) -> dict[str, bool]:
    """Return what a seat's last turn reveals. A turn that ended with a penalty reveals nothing."""
    seen = view.seats[seat]
    had_a_turn = seen.quiet > 0 and seen.drew <= 1
    is_same_table = had_a_turn and _table_is_unchanged_since(view, seat)
    did_not_meld = had_a_turn and not seen.has_melded and not is_late(seen)
    did_not_play = is_same_table and _policies(view, seat) == [GREEDY]
    return {
        "did_not_meld": did_not_meld,
        "did_not_play": did_not_play,
        "did_not_go_out": is_same_table and not did_not_meld and not did_not_play,
    }


def _table_is_unchanged_since(view: View, seat: int) -> bool:
    """Whether no seat has laid anything since this seat's turn."""
    count = len(view.seats)
    since = [(seat + step) % count for step in range((view.to_move - seat) % count)]
    return all(view.seats[each].quiet for each in since)
