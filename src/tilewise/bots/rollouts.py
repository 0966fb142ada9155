"""Imagined games: what a view tells, handed to the kernel, which deals the hidden tiles as they may lie and plays on.

Nothing here knows more than a view tells. What was seen is kept to: how many tiles each rack has, who has melded, who
had a turn and did not, who drew although the table lay as it lies now, and what a penalty does not tell.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.bots.budgeted_solver import BudgetedSolver
from tilewise.bots.match_equity import Stakes
from tilewise.core.edition import EmptyPool, NeverMeldedFine
from tilewise.core.rules.scoring import FINE
from tilewise.core.tiles import Table, in_order, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import SeatView, View
from tilewise.solver import kernel

GREEDY, ALL, LATE = 1, 255, 256
"""Policies: how many tiles must be able to go before an imagined player lays any; `ALL` waits until all can.

`LATE` waits so too, and does not even make its initial meld before."""
HOLDER_IS_QUIET = 3
"""Turns in succession without a tile, after melding and with a full rack, that give a holder away."""
FULL_RACK = 10
LATE_IS_QUIET, LATE_RACK = 6, 22
"""So many tiles hardly ever lack an initial meld: who has not made one by then keeps it back."""
FIRST_STAGE = 16
"""Deals before candidates are compared for the first time; every stage after it doubles them."""
MOST_DEALS = 4096
SURE = 2.0
"""Standard errors by which something must be better than the plan before it is preferred."""
NOTHING = 0.005
"""What is not worth thinking about: half a game in a hundred."""


A_GAME = 1.0
"""What the deal that is added to the sample may change where deals are few: it is won or lost."""
HARD_QUESTION, HARD_WAY_OUT = 1_000, 5_000
"""With special jokers: states for an imagined play, and for the question whether all can go."""


class Candidate(Value):
    """Something to do now, and how to go on."""

    table: Table | None
    """The table after the play; None: wait."""
    policy: int = ALL


def is_holder(view: View, seat: int) -> bool:
    """Whether a seat lays nothing, turn after turn, though it has what it takes."""
    seen = view.seats[seat]
    return is_late(seen) or (seen.has_melded and seen.quiet >= HOLDER_IS_QUIET and seen.tiles >= FULL_RACK)


def is_late(seen: SeatView) -> bool:
    """Whether a seat keeps even its initial meld back."""
    return not seen.has_melded and seen.quiet >= LATE_IS_QUIET and seen.tiles >= LATE_RACK


class Race:
    """Candidates on the same imagined deals; the first one is the plan, the others run against it."""

    def __init__(self, thought: BudgetedSolver, candidates: Sequence[Candidate], stakes: Stakes, *, seed: int) -> None:
        self._thought = thought
        self._situation = situation_of(thought.view)
        self._candidates = candidates
        self._stakes = stakes
        self._seed = seed
        self._values: list[list[float]] = [[] for _ in candidates]
        self._running = list(range(len(candidates)))
        self._lead = 0
        self._doubt = A_GAME if thought.view.edition.box.has_special_jokers else 0.0

    def winner(self) -> Candidate:
        """The plan, until something is surely better, and then that, until something is surely better still.

        What is surely worse than what leads is left; the others go on as long as the budget lasts.
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
        """Whether it is not yet known what to do now; how to go on is thought about in the next turn."""
        lead = self._candidates[self._lead].table
        return self._deals < MOST_DEALS and any(self._candidates[each].table != lead for each in self._running)

    def _surely_better(self, index: int) -> float:
        """By how much it is better than what leads, less what may be luck."""
        gains = self._gains(index)
        return 0.0 if index == self._lead else _mean(gains) - SURE * self._error(gains)

    def _may_be_better(self, index: int) -> bool:
        gains = self._gains(index)
        return _mean(gains) + SURE * self._error(gains) > NOTHING

    def _error(self, gains: Sequence[float]) -> float:
        """The standard error of their mean."""
        mean = _mean(gains)
        squares = sum((gain - mean) ** 2 for gain in gains) + max(mean**2, self._doubt)
        return sqrt(squares) / (len(gains) + 1)

    def _gains(self, index: int) -> list[float]:
        """How much better than what leads, deal by deal."""
        lead = self._values[self._lead]
        return [value - other for value, other in zip(self._values[index], lead, strict=True)]

    def _run(self, deals: int) -> bool:
        """So many deals more, or as many as the budget allows; whether there was any."""
        if self._thought.is_over:
            return False
        values = self._worth(deals)
        for index, column in zip(self._running, values, strict=True):
            self._values[index] += column
        return bool(values[0])

    def _worth(self, deals: int) -> list[list[float]]:
        """What each candidate that still runs came to, deal by deal."""
        running = [self._candidates[index] for index in self._running]
        choices = [(b"" if each.table is None else kernel.packed(each.table), each.policy) for each in running]
        left = self._thought.milliseconds_left
        time_us = 0 if left is None else max(1, int(left * 1000))
        seed, nodes = self._seed + self._deals, self._thought.nodes_left or 0
        found = _kernel.play_out(self._situation, choices, seed, deals, nodes, time_us)
        self._thought.spend(found.nodes)
        shares, points, seats = found.shares, found.points, len(self._thought.view.seats)
        worth = [
            self._stakes.worth(shares[start : start + seats], points[start : start + seats])
            for start in range(0, len(shares), seats)
        ]
        return [worth[place :: len(choices)] for place in range(len(choices))]


def _mean(gains: Sequence[float]) -> float:
    """One deal that changes nothing is added, so that a few lucky ones prove little."""
    return sum(gains) / (len(gains) + 1)


def situation_of(view: View) -> _kernel.Situation:
    """What a view tells, for the kernel."""
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
            **_said(view, seat),
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
        situation.question_nodes, situation.out_nodes = HARD_QUESTION, HARD_WAY_OUT
    return situation


def _policies(view: View, seat: int) -> list[int]:
    """How a seat may go on, as far as one can tell from how it has played."""
    if is_holder(view, seat):
        return [LATE if is_late(view.seats[seat]) else ALL]
    return [GREEDY] if view.seats[seat].has_melded else [GREEDY, ALL]


def _said(view: View, seat: int) -> dict[str, bool]:
    """What a seat told by its last turn. Who took a penalty tried something, so that tells nothing."""
    seen = view.seats[seat]
    had_its_say = seen.quiet > 0 and seen.drew <= 1
    is_same_table = had_its_say and _lies_as_it_lay(view, seat)
    did_not_meld = had_its_say and not seen.has_melded and not is_late(seen)
    did_not_play = is_same_table and _policies(view, seat) == [GREEDY]
    return {
        "did_not_meld": did_not_meld,
        "did_not_play": did_not_play,
        "did_not_go_out": is_same_table and not did_not_meld and not did_not_play,
    }


def _lies_as_it_lay(view: View, seat: int) -> bool:
    """Whether nobody has laid anything since a seat had its turn."""
    count = len(view.seats)
    since = [(seat + step) % count for step in range((view.to_move - seat) % count)]
    return all(view.seats[each].quiet for each in since)
