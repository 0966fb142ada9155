"""Time: the consequence of a turn that takes too long. Running out of time is an action; clocks live elsewhere."""

from collections.abc import Iterator

from tilewise.core.actions import Play, RunOutOfTime
from tilewise.core.edition import OnTimeoutLegal, UnrestorableTiles
from tilewise.core.events import Drew, Event, Played, TimedOut, TookBack, WhyDrawn
from tilewise.core.rules.drawing import from_the_pool
from tilewise.core.rules.table import Change
from tilewise.core.rules.turns import broken_by
from tilewise.core.state import State
from tilewise.core.tiles import Table, Tile, in_order
from tilewise.core.violations import Violation


def time_is_up(state: State, action: RunOutOfTime) -> Iterator[Event]:
    """R-TIME-01, A-05: three outcomes: nothing was laid, the move is unfinished, or it is a legal play."""
    yield TimedOut(action.seat)
    draft = state.table if action.draft is None else action.draft
    change = Change(state.table, draft, state.edition)
    if not change.laid:
        yield _overrun(state)
    elif violations := broken_by(state, Play(action.seat, draft)):
        yield from unfinished(state, violations)
    elif state.edition.on_timeout_legal is OnTimeoutLegal.COMMIT:
        yield Played(action.seat, draft, in_order(change.laid.elements()))
    else:
        yield TookBack(action.seat, ())
        yield drawn(state, 1, WhyDrawn.OVERRUN)


def _overrun(state: State) -> Drew:
    """R-TIME-02, A-30: a player who laid nothing draws, even if tiles of the table were moved."""
    return drawn(state, state.edition.timeout_no_play_draw, WhyDrawn.OVERRUN)


def unfinished(state: State, violations: tuple[Violation, ...]) -> Iterator[Event]:
    """R-TIME-03, A-20: table and rack are restored, and the player draws the penalty."""
    yield TookBack(state.to_move, violations)
    yield drawn(state, state.edition.incomplete_penalty_draw, WhyDrawn.UNFINISHED)


def drawn(state: State, count: int, why: WhyDrawn) -> Drew:
    """Draw tiles for the seat to move, as many as there are (A-06); with none left the turn is a pass."""
    tiles = from_the_pool(state, count)
    return Drew(state.to_move, count=len(tiles), tiles=tiles, why=why)


def pool_with_lost_tiles(pool: tuple[Tile, ...], lost: Table, policy: UnrestorableTiles) -> tuple[Tile, ...]:
    """R-TIME-04, A-19: at a real table, tiles whose former place is forgotten are mixed into the pool.

    The engine never forgets; this serves the companion for real tiles. The pool is returned sorted; the caller
    mixes it.
    """
    if policy is UnrestorableTiles.UNSPECIFIED:
        return pool
    return in_order((*pool, *(tile for meld in lost for tile in meld)))
