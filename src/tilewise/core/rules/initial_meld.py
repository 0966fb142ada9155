"""The initial meld: a player's first play comes from their own rack alone and is worth enough."""

from collections import Counter
from collections.abc import Iterator

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import value_of
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Meld, Tile, in_order
from tilewise.core.violations import Rule, Violation


def initial_meld_is_worth_enough(change: Change) -> Iterator[Violation]:
    """R-MELD-01, R-MELD-02, A-01: the melds a player lays first are worth `initial_meld_min` together, or more.

    R-MELD-04, R-MELD-08, R-TW-04: a joker counts what it stands for, a double both numbers, a mirror nothing.
    A minimum of 0 still requires a meld: rearranging may follow it in the same turn (A-02), but not replace it.
    """
    have, need = points_laid(change), max(1, change.edition.initial_meld_min)
    if have < need:
        yield Violation(Rule.INITIAL_MELD_POINTS, have=have, need=need)


def initial_meld_leaves_the_table_alone(change: Change) -> Iterator[Violation]:
    """R-MELD-06, R-JOK-08, A-02, A-40: no meld on the table is touched in the turn of the initial meld."""
    if change.gone and not change.edition.manipulate_in_initial_turn:
        for meld in change.gone:
            yield Violation(Rule.INITIAL_MELD_TOUCHES_TABLE, tiles=meld, meld=meld)


def initial_meld_has_no_joker(change: Change) -> Iterator[Violation]:
    """R-MELD-05, A-03: some editions allow no joker in the initial meld."""
    jokers = [tile for tile in change.laid.elements() if tile.is_joker]
    if jokers and not change.edition.joker_in_initial_meld:
        yield Violation(Rule.JOKER_IN_INITIAL_MELD, tiles=in_order(jokers))


def points_laid(change: Change) -> int:
    """R-MELD-03: return the value of the melds made of rack tiles alone, in the best choice."""
    own = tuple(meld for meld in change.arrived if Counter(meld) <= change.laid)
    return _best_points(own, change.laid, change.edition)


def _best_points(melds: tuple[Meld, ...], rack: Counter[Tile], edition: Edition) -> int:
    """Return the best value. Equal tiles on rack and table may leave a choice of the melds that came from the rack."""
    if Counter(tile for meld in melds for tile in meld) <= rack:
        return sum(value_of(meld, edition) for meld in melds)
    first, rest = melds[0], melds[1:]
    without = _best_points(rest, rack, edition)
    if not Counter(first) <= rack:
        return without
    return max(without, value_of(first, edition) + _best_points(rest, rack - Counter(first), edition))
