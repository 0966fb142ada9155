"""Random plays: legal tables, found as people find them, and illegal ones."""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import islice
from random import Random

from tilewise.core.actions import Play
from tilewise.core.edition import Edition
from tilewise.core.rules.melds import readings, value_of
from tilewise.core.rules.turns import broken_by
from tilewise.core.search.melds import melds_with
from tilewise.core.state import State
from tilewise.core.tiles import Meld, Table, Tile, in_order, number_tiles, tiles_of

ROWS_LOOKED_AT = 80
"""Rows with a tile to consider; Twist has thousands of them."""


def legal_table(state: State, dice: Random) -> Table | None:
    """Return a legal table for the player to move; None if a short search finds none."""
    ways = [laid_from_the_rack]
    if state.player.has_melded or state.edition.manipulate_in_initial_turn:
        ways += [with_tiles_added, rearranged, with_a_joker_retrieved]
        dice.shuffle(ways)
    for way in ways:
        table = way(state, dice)
        if table is not None and not broken_by(state, Play(state.to_move, table)):
            return table
    return None


def laid_from_the_rack(state: State, dice: Random) -> Table | None:
    """Lay new melds only: one, as many as the initial meld needs, or many."""
    rack = Counter(state.player.rack)
    need = 1 if state.player.has_melded else state.edition.initial_meld_min
    if not state.player.has_melded and not state.edition.joker_in_initial_meld:
        rack = Counter(number_tiles(rack.elements()))
    melds: list[Meld] = []
    lays_all = dice.random() < 0.3
    rows = some_rows(rack.elements(), state.edition, dice)
    if not state.player.has_melded:
        rows.sort(key=lambda row: -value_of(row, state.edition))
    for row in rows:
        if Counter(row) <= rack:
            melds.append(row)
            rack -= Counter(row)
        if not lays_all and melds and sum(value_of(meld, state.edition) for meld in melds) >= need:
            break
    return (*state.table, *melds) if melds else None


def with_tiles_added(state: State, dice: Random) -> Table | None:
    """Add some rack tiles to melds on the table, wherever one fits."""
    table, added = list(state.table), 0
    for tile in dice.sample(state.player.rack, len(state.player.rack)):
        for index in dice.sample(range(len(table)), len(table)):
            at = dice.choice((0, len(table[index]), dice.randrange(len(table[index]))))
            longer = (*table[index][:at], tile, *table[index][at:])
            if _may_touch(tile, table[index][max(0, at - 1)]) and readings(longer, state.edition):
                table[index] = longer
                added += 1
                break
        if added and dice.random() < 0.5:
            break
    return tuple(table) if added else None


def _may_touch(one: Tile, other: Tile) -> bool:
    """Cheap test: a joker, the same number, or the next number in the same colour."""
    if one.is_joker or other.is_joker or one.number == other.number:
        return True
    return one.colour is other.colour and abs(one.number - other.number) == 1


def rearranged(state: State, dice: Random) -> Table | None:
    """Break up a few melds and make others with them and rack tiles."""
    if not state.table:
        return None
    broken = dice.sample(range(len(state.table)), min(len(state.table), dice.randint(1, 3)))
    loose = tiles_of(tuple(state.table[index] for index in broken))
    spare = Counter(dice.sample(state.player.rack, min(len(state.player.rack), 8)))
    rows = _Cover(state.edition, dice).rows(loose, spare)
    if rows is None or sum(map(len, rows)) == sum(loose.values()):
        return None
    kept = [meld for index, meld in enumerate(state.table) if index not in broken]
    return (*kept, *rows)


def with_a_joker_retrieved(state: State, dice: Random) -> Table | None:
    """Replace a joker by a rack tile, and lay the joker in a meld with rack tiles."""
    places = [(row, at) for row, meld in enumerate(state.table) for at, tile in enumerate(meld) if tile.is_joker]
    for row, at in dice.sample(places, len(places)):
        meld = state.table[row]
        for tile in dice.sample(state.player.rack, len(state.player.rack)):
            filled = (*meld[:at], tile, *meld[at + 1 :])
            if tile.is_joker or not readings(filled, state.edition):
                continue
            rest = Counter(state.player.rack) - Counter([tile])
            new = next(_rows_around(meld[at], rest, state.edition, dice), None)
            if new is not None:
                return (*state.table[:row], filled, *state.table[row + 1 :], new)
    return None


class _Cover:
    """Cover loose tiles with melds, using spare tiles where they help, by a short search in random order."""

    def __init__(self, edition: Edition, dice: Random) -> None:
        self.edition = edition
        self.dice = dice
        self.patience = 30

    def rows(self, loose: Counter[Tile], spare: Counter[Tile]) -> list[Meld] | None:
        if not loose:
            return []
        self.patience -= 1
        if self.patience < 0:
            return None
        for row in self._next(loose, spare):
            used = Counter(row)
            rest = self.rows(loose - used, spare - (used - loose))
            if rest is not None:
                return [row, *rest]
        return None

    def _next(self, loose: Counter[Tile], spare: Counter[Tile]) -> list[Meld]:
        numbers = number_tiles(in_order(loose))
        if not numbers:
            return list(_rows_around(in_order(loose)[0], spare, self.edition, self.dice))[:3]
        rows = list(islice(melds_with(self.dice.choice(numbers), loose + spare, self.edition), ROWS_LOOKED_AT))
        return self.dice.sample(rows, min(len(rows), 5))


def _rows_around(joker: Tile, rest: Counter[Tile], edition: Edition, dice: Random) -> Iterator[Meld]:
    """Yield melds that hold this joker and some of the other tiles."""
    numbers = number_tiles(in_order(rest))
    for tile in dice.sample(numbers, min(len(numbers), 5)):
        rows = islice(melds_with(tile, rest + Counter([joker]), edition), ROWS_LOOKED_AT)
        yield from (row for row in rows if joker in row)


def some_rows(tiles: Iterable[Tile], edition: Edition, dice: Random) -> list[Meld]:
    """Yield melds of these tiles, in random order."""
    have = Counter(tiles)
    numbers = number_tiles(in_order(have))
    rows = [row for tile in numbers for row in islice(melds_with(tile, have, edition), ROWS_LOOKED_AT)]
    jokers = tuple(tile for tile in have.elements() if tile.is_joker)
    if readings(jokers, edition):
        rows.append(jokers)  # a house may allow it
    dice.shuffle(rows)
    return rows


def wrong_table(state: State, dice: Random) -> Table:
    """Return a table that most likely breaks a rule, as a careless or hostile client might send."""
    table = legal_table(state, dice) if dice.random() < 0.3 else None
    spoil = dice.choice(_SPOILERS)
    return spoil(table or state.table, state, dice)


def _as_it_is(table: Table, _state: State, _dice: Random) -> Table:
    return table


def _nothing(_table: Table, _state: State, _dice: Random) -> Table:
    return ()


def _with_an_empty_row(table: Table, _state: State, dice: Random) -> Table:
    at = dice.randint(0, len(table))
    return (*table[:at], (), *table[at:])


def _with_rack_tiles_anyhow(table: Table, state: State, dice: Random) -> Table:
    return (*table, tuple(dice.sample(state.player.rack, min(len(state.player.rack), dice.randint(1, 5)))))


def _with_a_cheap_meld(table: Table, state: State, dice: Random) -> Table:
    rows = some_rows(state.player.rack, state.edition, dice)
    return (*table, *rows[: dice.randint(1, 2)])


def _with_tiles_from_nowhere(table: Table, _state: State, dice: Random) -> Table:
    foreign = tuple(dice.choices(list(Tile), k=dice.randint(1, 4)))
    if not table or dice.random() < 0.5:
        return (*table, foreign)
    return (*table[:-1], (*table[-1], *foreign))


def _with_melds_from_nowhere(table: Table, _state: State, dice: Random) -> Table:
    number = dice.randint(1, 11)
    run = tuple(Tile(f"k{number + step}") for step in range(3))
    return (*table, *(run,) * dice.choice((1, 2, 40)))


def _with_a_tile_missing(table: Table, _state: State, dice: Random) -> Table:
    rows = [list(row) for row in table if row]
    if rows:
        row = dice.choice(rows)
        row.pop(dice.randrange(len(row)))
    return tuple(map(tuple, rows))


def _with_rows_mixed(table: Table, state: State, dice: Random) -> Table:
    """Cut the tiles of two rows, and perhaps one of the rack, into two rows anywhere."""
    rows = dice.sample(table, len(table))
    loose = [tile for row in rows[:2] for tile in row] + dice.sample(state.player.rack, dice.randint(0, 1))
    dice.shuffle(loose)
    cut = dice.randint(0, len(loose))
    return (*rows[2:], tuple(loose[:cut]), tuple(loose[cut:]))


def _with_jokers_swapped(table: Table, state: State, dice: Random) -> Table:
    mine = [tile for tile in state.player.rack if tile.is_joker] or [Tile("D")]
    return tuple(tuple(dice.choice(mine) if tile.is_joker else tile for tile in row) for row in table)


def _with_an_endless_row(table: Table, _state: State, dice: Random) -> Table:
    return (*table, (Tile("r1"), *dice.choices([Tile("J"), Tile("C"), Tile("D"), Tile("M")], (4, 4, 1, 1), k=60)))


_SPOILERS = (
    _as_it_is,
    _nothing,
    _with_an_empty_row,
    _with_rack_tiles_anyhow,
    _with_a_cheap_meld,
    _with_tiles_from_nowhere,
    _with_melds_from_nowhere,
    _with_a_tile_missing,
    _with_rows_mixed,
    _with_jokers_swapped,
    _with_an_endless_row,
)
