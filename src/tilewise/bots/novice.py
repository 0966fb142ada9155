"""Novice: lays the obvious melds of its rack, adds single tiles to the table, and never rearranges it."""

from collections import Counter
from collections.abc import Iterator

from tilewise.analysis.budget import Budget
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
    """A beginner: overlooks every play that takes more than one step."""

    name = "novice"
    about = "A friendly beginner. Plays the obvious melds and never rearranges the table."

    def choose(self, view: View, budget: Budget) -> Action:  # noqa: ARG002  # it needs no search
        """Lay the obvious tiles; otherwise wait."""
        position = Position(view.edition, view.table, view.rack, view.has_melded)
        table = _obvious_play(position)
        return wait(view) if table == view.table else Play(view.to_move, table)


def _obvious_play(position: Position) -> Table:
    """Return the table with all melds of the rack and all single tiles that fit; unchanged if there are none."""
    if position.has_melded:
        return with_single_tiles(position, position.table + _melds_of(position.rack, position.edition))
    first = initial_meld(position.rack, position.edition)
    if first is None:
        return position.table
    left = tuple((Counter(position.rack) - tiles_of(first)).elements())
    allowed = left if position.edition.joker_in_initial_meld else number_tiles(left)
    return position.table + first + _melds_of(allowed, position.edition)


def _melds_of(rack: tuple[Tile, ...], edition: Edition) -> Table:
    """Return melds of number tiles; then a meld around each joker that the remaining tiles allow."""
    left = Counter(number_tiles(rack))
    melds: Table = ()
    for jokers in ((), *((tile,) for tile in rack if tile.is_joker)):
        found = tuple(_disjoint(left + Counter(jokers), edition))
        left -= tiles_of(found)
        melds += found
    return melds


def _disjoint(tiles: Counter[Tile], edition: Edition) -> Iterator[Meld]:
    """Yield disjoint melds of these tiles, greedily, the most valuable first."""
    rows = {row for tile in number_tiles(tiles) for row in melds_with(tile, tiles, edition)}
    left = Counter(tiles)
    for row in sorted(rows, key=lambda row: (-value_of(row, edition), row)):
        if Counter(row) <= left:
            left -= Counter(row)
            yield row


def with_single_tiles(position: Position, table: Table) -> Table:
    """Add single tiles to melds, again and again until none fits."""
    longer = table
    for tile in _tiles_to_place(position, table):
        longer = _with_tile(position, longer, tile)
    return table if longer == table else with_single_tiles(position, longer)


def _tiles_to_place(position: Position, table: Table) -> tuple[Tile, ...]:
    """Return the tiles left on the rack, high numbers first; jokers only when nothing else is left."""
    left = Counter(position.rack) - (tiles_of(table) - tiles_of(position.table))
    numbers = number_tiles(left.elements())
    return tuple(sorted(numbers, key=lambda tile: -tile.number)) or tuple(left.elements())


def _with_tile(position: Position, table: Table, tile: Tile) -> Table:
    """Return the table with the tile at an end of the first meld it fits; unchanged if it fits none."""
    for index, meld in enumerate(table):
        for row in _longer(meld, tile, position.edition):
            longer = (*table[:index], row, *table[index + 1 :])
            # only a meld with a joker needs the full check
            if not any(each.is_joker for each in meld) or not broken_in(position, longer):
                return longer
    return table


def _longer(meld: Meld, tile: Tile, edition: Edition) -> Iterator[Meld]:
    if _may_touch(meld[-1], tile) and is_meld((*meld, tile), edition):
        yield (*meld, tile)
    if _may_touch(tile, meld[0]) and is_meld((tile, *meld), edition):
        yield (tile, *meld)


def _may_touch(one: Tile, other: Tile) -> bool:
    """Cheap test before `is_meld`: the same number, or the next one in the same colour."""
    if one.is_joker or other.is_joker:
        return True
    distance = abs(one.number - other.number)
    return distance == 0 or (distance == 1 and one.colour is other.colour)
