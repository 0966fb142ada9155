"""Reasons: what the rollouts saw after a better action and after the one that was taken."""

from collections.abc import Iterator

from tilewise.analysis.review.decision import Explanation, ExplanationKind
from tilewise.analysis.situation import next_seat
from tilewise.analysis.values import Candidate, CandidateKind
from tilewise.core.view import View

LEAST_DIFFERENCE = 0.05
"""A smaller difference explains nothing."""
MOST_REASONS = 3


def reasons_for(best: Candidate, made: Candidate, view: View) -> tuple[Explanation, ...]:
    """Return why an action is better than the one that was taken, the most telling reason first."""
    if best is made:
        return ()
    found = [*_going_out(best), *_shares(best, made, view), *_jokers(best, made)]
    telling = [each for each in found if abs(each.best - each.made) >= LEAST_DIFFERENCE]
    return tuple(sorted(telling, key=_weight)[:MOST_REASONS])


def _weight(reason: Explanation) -> tuple[bool, float]:
    return reason.kind is not ExplanationKind.COULD_GO_OUT, -abs(reason.best - reason.made)


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


def _jokers(best: Candidate, made: Candidate) -> Iterator[Explanation]:
    kept = _jokers_in(made) - _jokers_in(best)
    if kept > 0 and not best.is_wait:
        yield Explanation(ExplanationKind.JOKER_KEPT, best.win.mean, made.win.mean, tiles=kept)


def _jokers_in(candidate: Candidate) -> int:
    return sum(tile.is_joker for tile in candidate.laid)
