"""The melds that can arrive in a turn, each with what the joker rules need to know about it."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import accumulate

from tests.solver.positions import Position, supply
from tests.solver.rows import all_rows, rows_of
from tilewise.core.edition import JokerRetrieval, JokerReuse
from tilewise.core.rules.jokers import (
    Place,
    both_colours_are_laid,
    is_new,
    is_undisturbed,
    jokers_do_not_replace_jokers,
    place_is_filled,
)
from tilewise.core.rules.melds import readings, value_of
from tilewise.core.rules.reading import Kind, places
from tilewise.core.rules.table import Change
from tilewise.core.tiles import COLOUR_CHANGE, MIRROR, Meld, Tile, in_order, number_tiles

Ladder = list[tuple[Tile, int]]
"""The tiles of a run, each with the number of its place, the lower one of a double."""


@dataclass(frozen=True)
class OldJoker:
    """A joker on the table when the turn begins: in which meld, and where in it."""

    row: Meld
    index: int

    @property
    def joker(self) -> Tile:
        return self.row[self.index]


@dataclass
class Column:
    """A meld that can arrive."""

    row: Meld
    upper: int
    """How often, for the tiles there are."""
    undisturbed: dict[OldJoker, tuple[int, ...]] = field(default_factory=dict)
    """Where in it an old joker would count as undisturbed (A-07)."""
    swaps: tuple[Meld, ...] = ()
    """The old melds that it would be a swapped joker in (TA-11)."""


def first_columns(position: Position) -> Iterator[tuple[Column, int]]:
    """Yield the melds of an initial meld with their values; of several orders of the same tiles, the best."""
    tiles = Counter(tile for tile in position.rack if position.edition.joker_in_initial_meld or not tile.is_joker)
    best: dict[Meld, tuple[int, Meld]] = {}
    for row in all_rows(tiles, position.edition):
        key = in_order(row)
        best[key] = max(best.get(key, (-1, row)), (value_of(row, position.edition), row))
    for worth, row in best.values():
        yield Column(row, _copies(row, tiles)), worth


def _copies(row: Meld, tiles: Counter[Tile]) -> int:
    return min(tiles[tile] // count for tile, count in Counter(row).items())


class Turn:
    """A turn after the initial meld. `every_column` keeps even the melds that provably do not matter."""

    def __init__(self, position: Position, *, every_column: bool = False) -> None:
        self.position = position
        self.edition = position.edition
        self.before = position.table
        self.old_rows = Counter(position.table)
        self.tiles = supply(position)
        self.every_column = every_column
        self.must_be_exact = self.edition.joker_retrieval is JokerRetrieval.EXACT_TILE
        self.new_melds_only = self.edition.joker_reuse is JokerReuse.NEW_SET
        self.is_strict = self.must_be_exact or self.edition.group3_both_colours
        self.old_jokers = [
            OldJoker(row, index) for row in self.old_rows for index, tile in enumerate(row) if tile.is_joker
        ]
        self._old_numbers = {row: Counter(number_tiles(row)) for row in self.old_rows}
        self._old_keys = {row: self.key(row) for row in self.old_rows}
        self._is_new: dict[Meld, bool] = {}
        self._special: dict[Meld, bool] = {}
        self._harmless: dict[Meld, bool] = {}

    @property
    def jokers_are_bound(self) -> bool:
        """Whether it matters where the old jokers go."""
        return bool(self.old_jokers) and (self.new_melds_only or self.is_strict)

    @cached_property
    def columns(self) -> list[Column]:
        """Return all melds that can arrive, with their places for jokers and the jokers they swap."""
        rows = all_rows(self.tiles, self.edition, None if self.every_column else self.may_be_cut)
        columns = [self._column(row) for row in self._orders(rows) if self._can_arrive(row)]
        return columns if self.every_column else self._one_of_each(columns)

    def _can_arrive(self, row: Meld) -> bool:
        """Whether the tiles suffice for one more copy of this row than lay on the table before."""
        return _copies(row, self.tiles) > sum(count for old, count in self.old_rows.items() if self.are_alike(old, row))

    def key(self, row: Meld) -> Meld:
        """A-34: rows that count as the same meld have the same key."""
        found = readings(row, self.edition)
        is_group = MIRROR not in row and all(reading.kind is Kind.GROUP for reading in found)
        return in_order(row) if is_group else row

    def are_alike(self, old: Meld, row: Meld) -> bool:
        """Whether a row counts as this old meld."""
        return len(old) == len(row) and sorted(old) == sorted(row) and self._old_keys[old] == self.key(row)

    def _orders(self, rows: Iterable[Meld]) -> Iterator[Meld]:
        """TA-11 compares rows as they lie, so a row that would swap a joker is tried in every order of its tiles."""
        for row in rows:
            if self._swaps(row):
                yield from rows_of(row, self.edition)
            else:
                yield row

    def _column(self, row: Meld) -> Column:
        return Column(row, _copies(row, self.tiles), self._undisturbed(row), self._swaps(row))

    def _swaps(self, row: Meld) -> tuple[Meld, ...]:
        jokers = Counter(tile for tile in row if tile.is_joker)
        if not jokers or self.edition.joker_swap_by_joker:
            return ()
        numbers = number_tiles(row)
        return tuple(
            old
            for old in self.old_rows
            if len(old) == len(row) and len(number_tiles(old)) == len(numbers) and self._is_swap(old, row)
        )

    def _is_swap(self, old: Meld, row: Meld) -> bool:
        return any(jokers_do_not_replace_jokers(Change((old,), (row,), self.edition)))

    # ── jokers ───────────────────────────────────────────────────────────────────────────────────────────────────

    def is_open_to_all(self, row: Meld) -> bool:
        """Whether a retrieved joker may lie in this meld."""
        if not self.new_melds_only:
            return True
        if row not in self._is_new:
            self._is_new[row] = is_new(row, self.before)
        return self._is_new[row]

    def _undisturbed(self, row: Meld) -> dict[OldJoker, tuple[int, ...]]:
        if not self.jokers_are_bound or not any(tile.is_joker for tile in row):
            return {}
        if self.is_open_to_all(row) and not self.is_strict:
            return {}  # it may lie here anyway
        numbers = Counter(number_tiles(row))
        found = {}
        for old in self.old_jokers:
            if old.joker not in row or not numbers & self._old_numbers[old.row]:
                continue
            places = tuple(
                index
                for index, tile in enumerate(row)
                if tile is old.joker and is_undisturbed(_place(old), Place(row, index), self.edition)
            )
            if places:
                found[old] = places
        return found

    def wants_both_colours(self, old: OldJoker) -> bool:
        """A-23: whether both missing colours must be laid to take this joker from a group that stays."""
        kinds = {reading.kind for reading in readings(old.row, self.edition)}
        return self.edition.group3_both_colours and len(old.row) == 3 and kinds == {Kind.GROUP}

    def is_still_there(self, old: OldJoker, row: Meld) -> bool:
        """Whether this row holds all number tiles of the joker's old meld."""
        return self._old_numbers[old.row] <= Counter(row)

    def fills_the_place(self, old: OldJoker, row: Meld) -> bool:
        """A-22: whether this row is the joker's old meld with exactly the tiles it stood for in its place."""
        return self.is_still_there(old, row) and place_is_filled(_place(old), Change(self.before, (row,), self.edition))

    def has_both_colours(self, old: OldJoker, row: Meld) -> bool:
        """A-23: whether this row is the joker's old group with both missing colours."""
        change = Change(self.before, (row,), self.edition)
        return self.is_still_there(old, row) and both_colours_are_laid(_place(old), change)

    # ── columns that do not matter ───────────────────────────────────────────────────────────────────────────────

    def _one_of_each(self, columns: list[Column]) -> list[Column]:
        """Keep one of the rows with the same tiles that the rules treat alike; drop runs that could be two."""
        seen: dict[tuple[object, ...], Column] = {}
        for column in sorted(columns, key=lambda column: column.row):
            seen.setdefault(self._treatment(column), column)
        if self.is_strict:
            return list(seen.values())  # a joker may have been replaced in a long meld
        known = {column.row: column for column in columns}
        return [column for column in seen.values() if not self._is_two(column, known)]

    def _treatment(self, column: Column) -> tuple[object, ...]:
        seats = Counter(
            frozenset(old for old, places in column.undisturbed.items() if index in places)
            for index, tile in enumerate(column.row)
            if tile.is_joker
        )
        return (in_order(column.row), frozenset(seats.items()), column.row if self._is_special(column.row) else ())

    def _is_special(self, row: Meld) -> bool:
        if row not in self._special:
            self._special[row] = bool(self._swaps(row)) or any(self.are_alike(old, row) for old in self.old_rows)
        return self._special[row]

    def _is_two(self, column: Column, known: dict[Meld, Column]) -> bool:
        """Whether a run can be cut in two so that every joker may stay where it lies, and nothing is swapped."""
        row = column.row
        if MIRROR in row or column.swaps or len({tile.number for tile in number_tiles(row)}) < 2:
            return False
        return any(
            (one := known.get(row[:at])) is not None
            and (other := known.get(row[at:])) is not None
            and self._serves(column, one, 0)
            and self._serves(column, other, at)
            for at in range(3, len(row) - 2)
        )

    def _serves(self, whole: Column, part: Column, offset: int) -> bool:
        if not any(tile.is_joker for tile in part.row):
            return True
        if self._is_special(part.row):
            return False
        if not self.jokers_are_bound or self.is_open_to_all(part.row):
            return True
        return all(
            index - offset in part.undisturbed.get(old, ())
            for old, places in whole.undisturbed.items()
            for index in places
            if offset <= index < offset + len(part.row)
        )

    def may_be_cut(self, piece: Meld, rest: Meld) -> bool:
        """Whether the piece can be a separate meld under all rules, however far the rest grows upwards.

        - Both parts are melds.
        - Every joker that may lie in the whole may lie in its part: the part is new, or the joker stays undisturbed.
        - No part is or becomes an old meld with jokers, or one with a joker swapped.
        - The tiles that took a joker's place stay together where this matters.
        """
        ladder = numbered(rest)
        if ladder is None or not readings(piece, self.edition) or not self._is_sound(rest):
            return False
        if piece not in self._harmless:
            self._harmless[piece] = all(not tile.is_joker for tile in piece) or self._is_harmless(piece)
        if not self._harmless[piece] or any(_begins_like(rest, row) for row in self._joker_rows):
            return False
        tiles = set(piece) | set(rest)
        return not any(self._is_torn(old, piece, rest, ladder, tiles) for old in self.old_jokers)

    def _is_sound(self, rest: Meld) -> bool:
        at_an_end = COLOUR_CHANGE in (rest[0], rest[-1])
        return bool(readings(rest, self.edition)) and (self.edition.colour_change_at_start or not at_an_end)

    def _is_harmless(self, piece: Meld) -> bool:
        """Whether every old joker that may lie in a meld containing this piece may also lie in the piece."""
        ladder = numbered(piece)
        if ladder is None or self._is_special(piece):
            return False
        if not self.jokers_are_bound or (self.is_open_to_all(piece) and not self.is_strict):
            return True
        numbers = set(number_tiles(piece))
        return not any(
            old.joker is tile and number in self._roles[old] and not numbers & set(old.row)
            for old in self.old_jokers
            for tile, number in ladder
        )

    def _is_torn(self, old: OldJoker, piece: Meld, rest: Meld, ladder: Ladder, tiles: set[Tile]) -> bool:
        """Whether the cut could cost this old joker, or the tiles in its place, an option that the whole row gives."""
        numbers = set(number_tiles(old.row))
        top = max(number for _, number in ladder)
        if self.jokers_are_bound and numbers & set(piece) and not numbers & set(rest):
            here = (old.joker is tile and number in self._roles[old] for tile, number in ladder)
            if (old.joker is MIRROR and MIRROR in rest) or any(here) or any(n > top for n in self._roles[old]):
                return True
        if not self.is_strict or any(tile.number <= top and tile not in tiles for tile in numbers):
            return False
        wanted = numbers | {tile for tile in Tile if {tile.number, tile.number - 1} & self._roles[old]}
        return bool(wanted & set(piece))

    @cached_property
    def _joker_rows(self) -> list[Meld]:
        return list({old.row: None for old in self.old_jokers})

    @cached_property
    def _roles(self) -> dict[OldJoker, set[int]]:
        """Return the number that an old joker can stand for; for a double, the lower one."""
        return {
            old: {role[0].number for found in readings(old.row, self.edition) if (role := found.roles[old.index])}
            for old in self.old_jokers
        }


@lru_cache(maxsize=1 << 16)
def numbered(row: Meld) -> Ladder | None:
    """Return the numbers of a rising run, on both sides of a mirror; None if it has no number tile."""
    axis = row.index(MIRROR) if MIRROR in row else len(row)
    sides = (row[:axis], row[:axis:-1])
    ladders = [list(zip(side, accumulate((places(tile) for tile in side), initial=0), strict=False)) for side in sides]
    first = next((tile.number - depth for steps in ladders for tile, depth in steps if not tile.is_joker), None)
    return None if first is None else [(tile, first + depth) for steps in ladders for tile, depth in steps]


def _begins_like(rest: Meld, old: Meld) -> bool:
    """Whether a row that begins like this can be this old meld, or this old meld with a joker swapped."""
    known = rest[: rest.index(MIRROR)] if MIRROR in rest else rest
    changed = [(one, other) for one, other in zip(known, old, strict=False) if one is not other]
    return len(old) >= len(rest) and len(changed) < 2 and all(one.is_joker and other.is_joker for one, other in changed)


def _place(old: OldJoker) -> Place:
    return Place(old.row, old.index)
