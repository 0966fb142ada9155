"""Is there a play at all? Asked by the rules that oblige a player to lay, and by the fine for never melding."""

from collections import Counter
from collections.abc import Iterator

from tilewise.core.actions import Play
from tilewise.core.edition import Edition, JokerRetrieval
from tilewise.core.rules.jokers import Place, is_new, is_undisturbed
from tilewise.core.rules.melds import arranged, value_of
from tilewise.core.rules.rows import rows_with
from tilewise.core.rules.turns import broken_by
from tilewise.core.state import State
from tilewise.core.tiles import HIGHEST, JOKERS, Meld, Table, Tile, in_order, number_tiles, tiles_of

PATIENCE = 20_000
"""How many melds are tried before a player counts as unable: nobody must find what takes longer to find."""


def could_have_melded(rack: tuple[Tile, ...], edition: Edition) -> bool:
    """A-11: whether a rack holds an initial meld, with jokers where the edition lets them into it."""
    tiles = rack if edition.joker_in_initial_meld else number_tiles(rack)
    return _reaches(edition.initial_meld_min, Counter(tiles), edition)


def a_play_exists(state: State) -> bool:
    """A-31: whether the player whose turn it is could lay anything."""
    if not state.player.has_melded:
        return could_have_melded(state.player.rack, state.edition)
    return _a_tile_fits(state) or _LayAnything(state).succeeds()


def _reaches(need: int, tiles: Counter[Tile], edition: Edition) -> bool:
    """Whether disjoint melds of these tiles are worth so much together; one meld at least."""
    names = in_order(number_tiles(tiles))
    best = sum(tile.number * tiles[tile] for tile in names) + 2 * HIGHEST * sum(tiles[joker] for joker in JOKERS)
    if best < need or not names:
        return False
    first = names[0]
    for row in sorted(rows_with(first, tiles, edition), key=lambda row: -value_of(row, edition)):
        worth = value_of(row, edition)
        if worth >= need or _reaches(need - worth, tiles - Counter(row), edition):
            return True
    return _reaches(need, tiles - Counter({first: tiles[first]}), edition)


def _a_tile_fits(state: State) -> bool:
    """The quick look: a meld from the rack alone, or one tile put to a meld on the table."""
    edition, rack = state.edition, Counter(state.player.rack)
    if any(True for tile in number_tiles(rack) for _ in rows_with(tile, rack, edition)):
        return True
    return any(_is_legal(state, longer) for tile in in_order(rack) for longer in _longer(state.table, tile, edition))


def _longer(table: Table, tile: Tile, edition: Edition) -> Iterator[Table]:
    for index, meld in enumerate(table):
        for row in ((*meld, tile), (tile, *meld)):
            fitting = arranged(row, edition)
            if fitting is not None:
                yield (*table[:index], fitting, *table[index + 1 :])


def _is_legal(state: State, table: Table) -> bool:
    return not broken_by(state, Play(state.to_move, table))


class _LayAnything:
    """Cover every tile of the table with melds that use at least one tile of the rack: a plain depth-first search.

    The tile covered next is always the lowest on the table, so that what is left repeats and can be remembered.
    Whether a joker may lie in a meld depends only on that meld and on where the joker came from (A-07), so jokers
    from the table carry their old place through the search.
    """

    def __init__(self, state: State) -> None:
        self.state = state
        self.edition = state.edition
        self.tried = 0
        self.failed: set[tuple[object, ...]] = set()
        kinds = {tile for tile in tiles_of(state.table) + Counter(state.player.rack) if tile.is_joker}
        by_the_book = self.edition.joker_retrieval is JokerRetrieval.LEGAL_TABLE
        self.remembers = by_the_book and not self.edition.group3_both_colours and len(kinds) <= 1

    def succeeds(self) -> bool:
        table = tiles_of(self.state.table)
        numbers = Counter({tile: count for tile, count in table.items() if not tile.is_joker})
        jokers = tuple(
            Place(meld, index) for meld in self.state.table for index, tile in enumerate(meld) if tile.is_joker
        )
        return self._cover(numbers, jokers, Counter(self.state.player.rack), ())

    def _cover(
        self, numbers: Counter[Tile], jokers: tuple[Place, ...], rack: Counter[Tile], laid: tuple[Meld, ...]
    ) -> bool:
        if not numbers and not jokers:
            used = rack != Counter(self.state.player.rack)
            return used and _is_legal(self.state, laid)
        key = (frozenset(numbers.items()), jokers, frozenset(rack.items()))
        if self.remembers and key in self.failed:
            return False
        done = any(
            self._cover(*left, (*laid, row))
            for row in self._rows(numbers, jokers, rack)
            for left in self._without(row, numbers, jokers, rack)
        )
        if not done:
            self.failed.add(key)
        return done

    def _rows(self, numbers: Counter[Tile], jokers: tuple[Place, ...], rack: Counter[Tile]) -> Iterator[Meld]:
        """Every meld that covers the next tile: the lowest number on the table, or else a joker of the table."""
        tiles = numbers + rack + Counter(place.joker for place in jokers)
        if numbers:
            rows = rows_with(min(numbers, key=lambda tile: (tile.number, tile.order)), tiles, self.edition)
        else:
            rows = (
                row
                for tile in number_tiles(tiles)
                for row in rows_with(tile, tiles, self.edition)
                if jokers[0].joker in row
            )
        for row in rows:
            self.tried += 1
            if self.tried > PATIENCE:
                return
            yield row

    def _without(
        self, row: Meld, numbers: Counter[Tile], jokers: tuple[Place, ...], rack: Counter[Tile]
    ) -> Iterator[tuple[Counter[Tile], tuple[Place, ...], Counter[Tile]]]:
        """What is left when a row is laid: table tiles go first, and each joker may be any that may lie there."""
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
        return free or is_undisturbed(old, new, self.edition) or is_new(new.meld, self.state.table)
