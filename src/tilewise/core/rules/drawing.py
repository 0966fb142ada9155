"""Drawing and passing: a turn without a play."""

from collections.abc import Iterator

from tilewise.core.search.any_play import can_lay_anything
from tilewise.core.state import State
from tilewise.core.tiles import Tile
from tilewise.core.violations import Rule, Violation


def drawing_needs_a_pool(state: State) -> Iterator[Violation]:
    """R-TURN-03, R-MELD-07, R-END-03: a player who does not play draws one tile, as long as there is one."""
    if not state.pool:
        yield Violation(Rule.POOL_IS_EMPTY)


def drawing_is_a_choice(state: State) -> Iterator[Violation]:
    """R-TURN-04, A-04, A-31: drawing is always allowed, unless the house obliges a player who has melded to play."""
    must = state.edition.must_play_if_able and state.player.has_melded and bool(state.pool)
    if must and can_lay_anything(state):
        yield Violation(Rule.MUST_PLAY)


def passing_needs_an_empty_pool(state: State) -> Iterator[Violation]:
    """R-TURN-03, A-09: while the pool has tiles, a turn without a play is a draw."""
    if state.pool:
        yield Violation(Rule.POOL_IS_NOT_EMPTY, have=len(state.pool), need=0)


def passing_is_a_choice(state: State) -> Iterator[Violation]:
    """A-09, A-31: passing is always allowed, unless the house obliges players to play on an empty pool."""
    if state.edition.forced_play_on_empty_pool and not state.pool and can_lay_anything(state):
        yield Violation(Rule.MUST_PLAY)


def from_the_pool(state: State, count: int) -> tuple[Tile, ...]:
    """R-TIME-05, A-06: return the next tiles of the pool, or all that are left."""
    return state.pool[:count]
