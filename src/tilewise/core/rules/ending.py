"""The end of a game: a rack is empty, no player can go on, or one player is left."""

from tilewise.core.edition import EmptyPool
from tilewise.core.events import Ending
from tilewise.core.state import State


def ending_of(state: State) -> Ending | None:
    """R-GOAL-01, R-END-01: return how the game has ended; None while it goes on. A-25: the initial meld may end it."""
    if any(not player.rack for player in state.players):
        return Ending.RACK_OUT
    if len(state.active) == 1:
        return Ending.LAST_PLAYER
    if not state.pool and nobody_goes_on(state):
        return Ending.EMPTY_POOL
    return None


def nobody_goes_on(state: State) -> bool:
    """R-END-02, R-END-03, A-09: whether all had one more turn, or all passed in a row."""
    if state.edition.empty_pool is EmptyPool.ONE_MORE_TURN_EACH:
        return state.last_turns == ()
    return set(state.active) <= set(state.passed)


def last_turns_from(state: State, seat: int) -> tuple[int, ...]:
    """R-END-02, A-09: return the seats in the order of their last turns; the seat that took the last tile is last."""
    seats = len(state.players)
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return tuple(other for other in order if other in state.active)
