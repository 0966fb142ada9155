"""The turn: when a seat may act, and what it may do."""

from collections.abc import Iterator

from tilewise.core.actions import Action, Concede, Play
from tilewise.core.rules.initial_meld import (
    initial_meld_has_no_joker,
    initial_meld_is_worth_enough,
    initial_meld_leaves_the_table_alone,
)
from tilewise.core.rules.jokers import jokers_are_retrieved_by_the_book, jokers_do_not_replace_jokers
from tilewise.core.rules.table import (
    Change,
    at_least_one_tile_is_laid,
    only_melds_lie_on_the_table,
    tiles_come_from_the_own_rack,
    tiles_stay_on_the_table,
)
from tilewise.core.state import Player, State
from tilewise.core.tiles import Table
from tilewise.core.violations import Rule, Violation


def it_is_the_seats_turn(state: State, action: Action) -> Iterator[Violation]:
    """R-TURN-01, R-END-01, A-28: the seats act one after the other, to the left, until the game is over.

    Only conceding is possible out of turn.
    """
    if not 0 <= action.seat < len(state.players):
        yield Violation(Rule.UNKNOWN_SEAT, have=action.seat, need=len(state.players))
    elif state.is_over:
        yield Violation(Rule.GAME_IS_OVER)
    elif state.players[action.seat].has_conceded:
        yield Violation(Rule.ALREADY_CONCEDED)
    elif action.seat != state.to_move and not isinstance(action, Concede):
        yield Violation(Rule.NOT_YOUR_TURN, have=action.seat, need=state.to_move)


def change_by(state: State, table: Table) -> Change:
    """Return the change from the current table to this one."""
    return Change(state.table, table, state.edition)


def play_is_made_of_real_tiles(player: Player, change: Change) -> Iterator[Violation]:
    """Tiles neither appear from nowhere nor vanish. This is checked even where a strict game only fines mistakes."""
    yield from tiles_come_from_the_own_rack(player, change)
    yield from tiles_stay_on_the_table(change)


def play_follows_the_rules(player: Player, change: Change) -> Iterator[Violation]:
    """R-TURN-07, R-MAN-02: lay new melds, add to those on the table, rearrange them; before that, the initial meld."""
    yield from at_least_one_tile_is_laid(change)
    if len(change.after) > sum(map(len, change.before)) + len(player.rack):
        return  # more rows than tiles: judging so many would be slow
    yield from only_melds_lie_on_the_table(change)
    if any(tiles_come_from_the_own_rack(player, change)):
        return  # invented tiles would make the checks below meaningless
    if not player.has_melded:
        yield from initial_meld_leaves_the_table_alone(change)
        yield from initial_meld_has_no_joker(change)
        yield from initial_meld_is_worth_enough(change)
    yield from jokers_are_retrieved_by_the_book(change)
    yield from jokers_do_not_replace_jokers(change)


def broken_by(state: State, play: Play) -> tuple[Violation, ...]:
    """Return every rule that a play breaks, as a play of the seat to move."""
    change = change_by(state, play.table)
    return (*play_is_made_of_real_tiles(state.player, change), *play_follows_the_rules(state.player, change))


def seat_after(state: State, seat: int) -> int:
    """R-TURN-01: return the next seat to the left that is still in the game."""
    seats = len(state.players)
    order = ((seat + step) % seats for step in range(1, seats + 1))
    return next((other for other in order if not state.players[other].has_conceded), seat)
