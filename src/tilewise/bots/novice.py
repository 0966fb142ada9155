"""The novice: lays what a rack shows at first sight, adds single tiles to the table, and never rearranges it."""

from collections import Counter
from collections.abc import Iterator

from tilewise.bots.budget import Budget
from tilewise.bots.fallback import wait
from tilewise.core.actions import Action, Play
from tilewise.core.edition import Edition
from tilewise.core.position import Position, broken_in
from tilewise.core.rules.melds import is_meld, value_of
from tilewise.core.search.any_play import initial_meld
from tilewise.core.search.melds import melds_with
from tilewise.core.tiles import Meld, Table, Tile, number_tiles, tiles_of
from tilewise.core.view import View


class Novice:
    """A beginner: quick, legal, and blind to everything that takes more than one step."""

    name = "novice"
    about = "A friendly beginner. Plays the obvious melds and never rearranges the table."

    def choose(self, view: View, budget: Budget) -> Action:  # noqa: ARG002  # sees or does not see, at once
        """Play what is seen at once; otherwise wait."""
        position = Position(view.edition, view.table, view.rack, view.has_melded)
        table = _at_first_sight(position)
        return wait(view) if table == view.table else Play(view.to_move, table)


def _at_first_sight(position: Position) -> Table:
    """The table with all melds from the rack, and all single tiles that fit; as it was when there are none."""
    if position.has_melded:
        return with_single_tiles(position, position.table + _melds_of(position.rack, position.edition))
    first = initial_meld(position.rack, position.edition)
    if first is None:
        return position.table
    left = tuple((Counter(position.rack) - tiles_of(first)).elements())
    allowed = left if position.edition.joker_in_initial_meld else number_tiles(left)
    return position.table + first + _melds_of(allowed, position.edition)


def _melds_of(rack: tuple[Tile, ...], edition: Edition) -> Table:
    """Melds of number tiles; then one around each joker for which there are tiles left."""
    left = Counter(number_tiles(rack))
    melds: Table = ()
    for jokers in ((), *((tile,) for tile in rack if tile.is_joker)):
        found = tuple(_disjoint(left + Counter(jokers), edition))
        left -= tiles_of(found)
        melds += found
    return melds


def _disjoint(tiles: Counter[Tile], edition: Edition) -> Iterator[Meld]:
    """Melds that these tiles can make side by side, the most valuable first."""
    rows = {row for tile in number_tiles(tiles) for row in melds_with(tile, tiles, edition)}
    left = Counter(tiles)
    for row in sorted(rows, key=lambda row: (-value_of(row, edition), row)):
        if Counter(row) <= left:
            left -= Counter(row)
            yield row


def with_single_tiles(position: Position, table: Table) -> Table:
    """Put single tiles to melds, and look again as long as one may have made room for another."""
    longer = table
    for tile in _to_get_rid_of(position, table):
        longer = _with_tile(position, longer, tile)
    return table if longer == table else with_single_tiles(position, longer)


def _to_get_rid_of(position: Position, table: Table) -> tuple[Tile, ...]:
    """What is still on the rack, high numbers first; a joker is kept until there is nothing else."""
    left = Counter(position.rack) - (tiles_of(table) - tiles_of(position.table))
    numbers = number_tiles(left.elements())
    return tuple(sorted(numbers, key=lambda tile: -tile.number)) or tuple(left.elements())


def _with_tile(position: Position, table: Table, tile: Tile) -> Table:
    """The table with a tile at an end of the first meld that it fits; as it was when it fits none."""
    for index, meld in enumerate(table):
        for row in _longer(meld, tile, position.edition):
            longer = (*table[:index], row, *table[index + 1 :])
            # only a joker can make it matter what its meld was before
            if not any(each.is_joker for each in meld) or not broken_in(position, longer):
                return longer
    return table


def _longer(meld: Meld, tile: Tile, edition: Edition) -> Iterator[Meld]:
    if _may_touch(meld[-1], tile) and is_meld((*meld, tile), edition):
        yield (*meld, tile)
    if _may_touch(tile, meld[0]) and is_meld((tile, *meld), edition):
        yield (tile, *meld)


def _may_touch(one: Tile, other: Tile) -> bool:
    """The quick look that saves most of the slow ones: the same number, or the next in the same colour."""
    if one.is_joker or other.is_joker:
        return True
    distance = abs(one.number - other.number)
    return distance == 0 or (distance == 1 and one.colour is other.colour)
