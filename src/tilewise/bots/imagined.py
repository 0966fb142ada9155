"""Imagined games: what a view tells, handed to the kernel, which deals the hidden tiles as they may lie and plays on.

Nothing here knows more than a view tells. What was seen is kept to: how many tiles each rack has, who has melded, who
had a turn and did not, and who drew although the table lay as it lies now.
"""

from collections import Counter
from collections.abc import Sequence
from math import sqrt

import tilewise._kernel as _kernel  # noqa: PLR0402  # mypy finds the stub only by its full name
from tilewise.bots.thought import Thought
from tilewise.core.edition import EmptyPool, NeverMeldedFine
from tilewise.core.rules.scoring import FINE
from tilewise.core.tiles import Table, in_order, tiles_of
from tilewise.core.value import Value
from tilewise.core.view import View
from tilewise.solver import native

ALL, GREEDY = 255, 1
"""Policies: how many tiles must be able to go before an imagined player lays any; `ALL` waits until all can."""
HOLDER_IS_QUIET = 3
"""Turns in succession without a tile, after melding and with a full rack, that give a holder away."""
FULL_RACK = 10
FIRST_STAGE = 16
"""Deals before candidates are compared for the first time; every stage after it doubles them."""
MOST_DEALS = 4096
SURE = 2.0
"""Standard errors by which something must be better than the plan before it is preferred."""


class Candidate(Value):
    """Something to do now, and how to go on."""

    table: Table | None
    """The table after the play; None: wait."""
    policy: int = ALL


def is_holder(view: View, seat: int) -> bool:
    """Whether a seat has melded and then lays nothing, turn after turn, though it has what it takes."""
    seen = view.seats[seat]
    return seen.has_melded and seen.quiet >= HOLDER_IS_QUIET and seen.tiles >= FULL_RACK


class Race:
    """Candidates on the same imagined deals; the first one is the plan, the others run against it."""

    def __init__(self, thought: Thought, candidates: Sequence[Candidate], *, seed: int, a_point: float) -> None:
        self._thought = thought
        self._situation = situation_of(thought.view)
        self._candidates = candidates
        self._running = list(range(len(candidates)))
        self._gains: list[list[float]] = [[] for _ in candidates]
        self._seed = seed
        self._a_point = a_point

    def winner(self) -> Candidate:
        """The candidate that is surely better than the plan; else the plan.

        Who falls behind is left; the others go on as long as the budget lasts, or until one is surely ahead.
        """
        deals = FIRST_STAGE
        while len(self._running) > 1 and len(self._gains[0]) < MOST_DEALS and self._run(deals):
            if self._gains[0] and _sure_gain(self._gains[self._ahead]) > 0:
                break
            self._running = [index for index in self._running if index == 0 or _hope(self._gains[index]) > 0]
            deals = len(self._gains[0])
        return self._candidates[self._ahead]

    @property
    def _ahead(self) -> int:
        return max(self._running, key=lambda index: _sure_gain(self._gains[index]))

    def _run(self, deals: int) -> bool:
        """So many deals more, or as many as the budget allows; whether there was any."""
        if self._thought.is_over:
            return False
        values = self._worth(deals)
        for index, column in zip(self._running, values, strict=True):
            self._gains[index] += [value - plan for value, plan in zip(column, values[0], strict=True)]
        return bool(values[0])

    def _worth(self, deals: int) -> list[list[float]]:
        """What each candidate came to, deal by deal: 1 for a win, and a little for each point of the score sheet."""
        running = [self._candidates[index] for index in self._running]
        choices = [(b"" if each.table is None else native.packed(each.table), each.policy) for each in running]
        left = self._thought.milliseconds_left
        time_us = 0 if left is None else max(1, int(left * 1000))
        seed, nodes = self._seed + len(self._gains[0]), self._thought.nodes_left or 0
        found = _kernel.play_out(self._situation, choices, seed, deals, nodes, time_us)
        self._thought.spend(found.nodes)
        worth = [share + points * self._a_point for share, points in zip(found.shares, found.points, strict=True)]
        return [worth[place :: len(choices)] for place in range(len(choices))]


def _sure_gain(gains: Sequence[float]) -> float:
    """How much better than the plan, less what may be luck; 0 for the plan itself."""
    return _mean(gains) - SURE * _error(gains)


def _hope(gains: Sequence[float]) -> float:
    return _mean(gains) + SURE * _error(gains)


def _mean(gains: Sequence[float]) -> float:
    """One deal that changes nothing is added, so that a few lucky ones prove little."""
    return sum(gains) / (len(gains) + 1)


def _error(gains: Sequence[float]) -> float:
    mean = _mean(gains)
    squares = sum((gain - mean) ** 2 for gain in gains) + mean**2
    return sqrt(squares) / (len(gains) + 1)


def situation_of(view: View) -> _kernel.Situation:
    """What a view tells, for the kernel."""
    edition = view.edition
    box = Counter(edition.box_for(len(view.seats)).tiles)
    hidden = in_order((box - tiles_of(view.table) - Counter(view.rack)).elements())
    situation = _kernel.Situation(
        native.packed(view.table), native.packed_rack(view.rack), native.packed_rack(hidden), native.rules_of(edition)
    )
    for seat, seen in enumerate(view.seats):
        situation.add_seat(
            tiles=seen.tiles,
            has_melded=seen.has_melded,
            is_out=seen.has_conceded,
            did_not_meld=not seen.has_melded and seen.quiet > 0,
            did_not_play=_did_not_play(view, seat),
            policies=_policies(view, seat),
        )
    situation.seat = view.to_move
    situation.passed = len(view.passed)
    situation.last_turns = -1 if view.last_turns is None else len(view.last_turns)
    situation.one_more_turn_each = edition.empty_pool is EmptyPool.ONE_MORE_TURN_EACH
    situation.must_play = edition.must_play_if_able
    situation.joker_penalty = edition.joker_rack_penalty
    situation.fine = 0 if edition.never_melded_fine is NeverMeldedFine.NONE else FINE
    return situation


def _policies(view: View, seat: int) -> list[int]:
    """How a seat may go on, as far as one can tell from how it has played."""
    if is_holder(view, seat):
        return [ALL]
    return [GREEDY] if view.seats[seat].has_melded else [GREEDY, ALL]


def _did_not_play(view: View, seat: int) -> bool:
    """Whether a seat that lays what it can drew in its last turn, and the table lies as it lay then."""
    count = len(view.seats)
    since = [(seat + step) % count for step in range(count) if (seat + step) % count != view.to_move]
    after = since[: (view.to_move - seat) % count]
    return _policies(view, seat) == [GREEDY] and all(view.seats[each].quiet for each in after)
