"""Reasons: what the rollouts saw after a better action and after the one that was taken."""

from collections.abc import Iterator, Sequence

from tilewise.analysis.review.decision import Explanation, ExplanationKind
from tilewise.analysis.situation import next_seat
from tilewise.analysis.values import Candidate, CandidateKind
from tilewise.core.view import View

LEAST_DIFFERENCE = 0.05
"""A smaller difference explains nothing."""
LEAST_PART = 0.5
"""The part of the win chance given up that an observation must reach to explain it."""
MOST_REASONS = 3
SPECIFIC = {ExplanationKind.NEXT_GOES_OUT, ExplanationKind.JOKER_KEPT, ExplanationKind.POOL_RUNS_DRY}
"""Observations that say more than how often a player wins."""


def reasons_for(
    best: Candidate, made: Candidate, view: View, candidates: Sequence[Candidate]
) -> tuple[Explanation, ...]:
    """Return why an action is better than the one that was taken, the most telling reason first."""
    if best is made:
        return ()
    found = [*_going_out(best), *_shares(best, made, view), *_jokers(best, made, candidates)]
    telling = [each for each in found if _gain(each, view.to_move) >= LEAST_DIFFERENCE]
    telling.sort(key=lambda each: (_rank(each, best, made, view.to_move), -_gain(each, view.to_move)))
    return tuple(telling[:MOST_REASONS])


def _gain(reason: Explanation, me: int) -> float:
    """Return the difference that speaks for the better action, below 0 if it speaks against it."""
    is_own = reason.seat in (None, me)
    more_is_better = is_own != (reason.kind is ExplanationKind.POOL_RUNS_DRY)  # the first to lay on an empty pool loses
    return reason.best - reason.made if more_is_better else reason.made - reason.best


def _rank(reason: Explanation, best: Candidate, made: Candidate, me: int) -> int:
    """Return the place among the reasons: first what explains much of the loss and is not the loss in other words."""
    explains = _gain(reason, me) >= LEAST_PART * (best.win.mean - made.win.mean)
    holds_back = len(best.laid) < len(made.laid)
    if reason.kind is ExplanationKind.COULD_GO_OUT:
        return 0
    if reason.kind in SPECIFIC and explains:
        return 1
    if reason.kind is ExplanationKind.OPPONENT_GOES_OUT and explains and holds_back:
        return 2
    return 3 if reason.kind is ExplanationKind.GOES_OUT else 4


def _going_out(best: Candidate) -> Iterator[Explanation]:
    if CandidateKind.GOES_OUT in best.kinds:
        yield Explanation(ExplanationKind.COULD_GO_OUT, 1.0, 0.0, tiles=len(best.laid))


def _shares(best: Candidate, made: Candidate, view: View) -> Iterator[Explanation]:
    one, other, me = best.outlook, made.outlook, view.to_move
    following = next_seat(view)
    tiles = view.seats[following].tiles
    yield Explanation(ExplanationKind.NEXT_GOES_OUT, one.next_out, other.next_out, following, tiles)
    yield Explanation(ExplanationKind.GOES_OUT, one.outs[me], other.outs[me], me)
    for seat, seen in enumerate(view.seats):
        if seat != me:
            yield Explanation(ExplanationKind.OPPONENT_GOES_OUT, one.outs[seat], other.outs[seat], seat, seen.tiles)
        yield Explanation(ExplanationKind.POOL_RUNS_DRY, one.first_dry[seat], other.first_dry[seat], seat, view.pool)


def _jokers(best: Candidate, made: Candidate, candidates: Sequence[Candidate]) -> Iterator[Explanation]:
    """Compare with the largest play that keeps the jokers: a smaller one also keeps other tiles."""
    kept = _jokers_in(made) - _jokers_in(best)
    plain = next((each for each in candidates if CandidateKind.WITHOUT_JOKERS in each.kinds), None)
    if kept > 0 and plain is not None and not best.is_wait:
        yield Explanation(ExplanationKind.JOKER_KEPT, plain.win.mean, made.win.mean, tiles=kept)


def _jokers_in(candidate: Candidate) -> int:
    return sum(tile.is_joker for tile in candidate.laid)
