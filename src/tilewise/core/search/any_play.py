"""Tell whether there is any play, for the rules that oblige a player to lay and for the fine for never melding.

The rules call `can_lay_anything`. It runs the slow, obvious search below until a program installs a faster one with
`can_lay_anything.use(search)`; `import tilewise` installs the solver's. See docs/decisions/0006.
"""

from collections import Counter
from collections.abc import Callable, Iterator

from tilewise.core.edition import Edition, JokerRetrieval
from tilewise.core.position import Position, broken_in, position_of
from tilewise.core.rules.jokers import Place, is_new, is_undisturbed
from tilewise.core.rules.melds import arranged, value_of
from tilewise.core.search.melds import melds_with
from tilewise.core.state import State
from tilewise.core.tiles import HIGHEST, JOKERS, Meld, Table, Tile, in_order, number_tiles, tiles_of

Search = Callable[[State], bool]
"""Tells whether the player to move can lay anything."""

MOST_TRIED = 20_000
"""Melds tried before a player counts as unable: the rules do not demand a play that takes longer to find."""


def could_have_melded(rack: tuple[Tile, ...], edition: Edition) -> bool:
    """A-11: whether a rack holds an initial meld, with jokers where the edition lets them into it."""
    return initial_meld(rack, edition) is not None


def a_play_exists(state: State) -> bool:
    """Whether the player to move can lay anything, by the search of this file."""
    return a_play(position_of(state)) is not None


class _AnyPlay:
    """The question of A-31, and the search that answers it."""

    def __init__(self, search: Search) -> None:
        self.search = search

    def __call__(self, state: State) -> bool:
        return self.search(state)

    def use(self, search: Search) -> None:
        """Install a faster search. It must find a play wherever `a_play_exists` finds one."""
        self.search = search


can_lay_anything = _AnyPlay(a_play_exists)
"""A-31: tell whether the player to move can lay anything."""


def initial_meld(rack: tuple[Tile, ...], edition: Edition) -> Table | None:
    """Return melds of this rack that make an initial meld; None if there are none."""
    tiles = rack if edition.joker_in_initial_meld else number_tiles(rack)
    return _worth(edition.initial_meld_min, Counter(tiles), edition)


def a_play(position: Position) -> Table | None:
    """Return the table after the first play found; None if there is none."""
    if not position.has_melded:
        melds = initial_meld(position.rack, position.edition)
        return None if melds is None else position.table + melds
    return _with_one_addition(position) or _LayAnything(position).table()


def _worth(need: int, tiles: Counter[Tile], edition: Edition) -> Table | None:
    """Return one or more disjoint melds of these tiles that are worth `need` together; None if there are none."""
    names = in_order(number_tiles(tiles))
    best = sum(tile.number * tiles[tile] for tile in names) + 2 * HIGHEST * sum(tiles[joker] for joker in JOKERS)
    if best < need or not names:
        return None
    first = names[0]
    for row in sorted(melds_with(first, tiles, edition), key=lambda row: -value_of(row, edition)):
        missing = need - value_of(row, edition)
        rest = () if missing <= 0 else _worth(missing, tiles - Counter(row), edition)
        if rest is not None:
            return (row, *rest)
    return _worth(need, tiles - Counter({first: tiles[first]}), edition)


def _with_one_addition(position: Position) -> Table | None:
    """Try the quick ways first: a meld from the rack alone, or one tile added to a meld."""
    edition, rack, table = position.edition, Counter(position.rack), position.table
    row = next((row for tile in number_tiles(rack) for row in melds_with(tile, rack, edition)), None)
    if row is not None:
        return (*table, row)
    tables = (longer for tile in in_order(rack) for longer in _longer(table, tile, edition))
    return next((longer for longer in tables if not broken_in(position, longer)), None)


def _longer(table: Table, tile: Tile, edition: Edition) -> Iterator[Table]:
    for index, meld in enumerate(table):
        for row in ((*meld, tile), (tile, *meld)):
            fitting = arranged(row, edition)
            if fitting is not None:
                yield (*table[:index], fitting, *table[index + 1 :])


class _LayAnything:
    """Cover every tile of the table with melds that use at least one rack tile, by depth-first search.

    The next tile to cover is always the lowest on the table, so failed remainders repeat and can be cached. Whether
    a joker may lie in a meld depends only on that meld and on the joker's old place (A-07), so jokers of the table
    carry their old place through the search.
    """

    def __init__(self, position: Position) -> None:
        self.position = position
        self.edition = position.edition
        self.tried = 0
        self.failed: set[tuple[object, ...]] = set()
        kinds = {tile for tile in tiles_of(position.table) + Counter(position.rack) if tile.is_joker}
        by_the_book = self.edition.joker_retrieval is JokerRetrieval.LEGAL_TABLE
        self.remembers = by_the_book and not self.edition.group3_both_colours and len(kinds) <= 1

    def table(self) -> Table | None:
        """Return the table found; None if there is none or the search takes too long."""
        tiles = tiles_of(self.position.table)
        numbers = Counter({tile: count for tile, count in tiles.items() if not tile.is_joker})
        jokers = tuple(
            Place(meld, index) for meld in self.position.table for index, tile in enumerate(meld) if tile.is_joker
        )
        return self._cover(numbers, jokers, Counter(self.position.rack), ())

    def _cover(
        self, numbers: Counter[Tile], jokers: tuple[Place, ...], rack: Counter[Tile], laid: Table
    ) -> Table | None:
        if not numbers and not jokers:
            used = rack != Counter(self.position.rack)
            return laid if used and not broken_in(self.position, laid) else None
        key = (frozenset(numbers.items()), jokers, frozenset(rack.items()))
        if self.remembers and key in self.failed:
            return None
        for row in self._rows(numbers, jokers, rack):
            for left in self._without(row, numbers, jokers, rack):
                found = self._cover(*left, (*laid, row))
                if found is not None:
                    return found
        self.failed.add(key)
        return None

    def _rows(self, numbers: Counter[Tile], jokers: tuple[Place, ...], rack: Counter[Tile]) -> Iterator[Meld]:
        """Yield every meld that covers the next tile: the lowest number tile of the table, or else a joker."""
        tiles = numbers + rack + Counter(place.joker for place in jokers)
        if numbers:
            rows = melds_with(min(numbers, key=lambda tile: (tile.number, tile.order)), tiles, self.edition)
        else:
            rows = (
                row
                for tile in number_tiles(tiles)
                for row in melds_with(tile, tiles, self.edition)
                if jokers[0].joker in row
            )
        for row in rows:
            self.tried += 1
            if self.tried > MOST_TRIED:
                return
            yield row

    def _without(
        self, row: Meld, numbers: Counter[Tile], jokers: tuple[Place, ...], rack: Counter[Tile]
    ) -> Iterator[tuple[Counter[Tile], tuple[Place, ...], Counter[Tile]]]:
        """Yield the remainders after laying a row: tiles of the table first, with every choice of jokers."""
        used = Counter(number_tiles(row))
        left_numbers, left_rack = numbers - used, rack - (used - numbers)
        places = [Place(row, index) for index, tile in enumerate(row) if tile.is_joker]
        for left_jokers, from_rack in self._seated(places, jokers):
            if not Counter(from_rack) - left_rack:
                yield left_numbers, left_jokers, left_rack - Counter(from_rack)

    def _seated(
        self, places: list[Place], jokers: tuple[Place, ...]
    ) -> Iterator[tuple[tuple[Place, ...], tuple[Tile, ...]]]:
        if not places:
            yield jokers, ()
            return
        first, rest = places[0], places[1:]
        for index, old in enumerate(jokers):
            if old.joker is first.joker and self._may_lie(old, first):
                yield from self._seated(rest, (*jokers[:index], *jokers[index + 1 :]))
        for left, from_rack in self._seated(rest, jokers):
            yield left, (first.joker, *from_rack)

    def _may_lie(self, old: Place, new: Place) -> bool:
        free = self.edition.joker_reuse != "new-set"
        return free or is_undisturbed(old, new, self.edition) or is_new(new.meld, self.position.table)
