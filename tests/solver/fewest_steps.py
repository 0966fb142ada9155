"""The slow, obvious twin of `solver.steps`: try every sequence of steps in which joined tiles stay together.

Jokers on the table leave their row one by one. A joker that never left its row must be undisturbed in the end
(A-07).
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from itertools import combinations, permutations
from typing import TypeVar

from tilewise.core.edition import Edition
from tilewise.core.rules.jokers import Place, is_undisturbed
from tilewise.core.rules.melds import readings
from tilewise.core.rules.table import Change
from tilewise.core.tiles import JOKERS, Meld, Table, Tile
from tilewise.solver.steps.pieces import order_counts

Thing = TypeVar("Thing")

Row = tuple[str, ...]
"""Tiles as they lie; a joker that has not left its row is written with its meld and place: `J@0.2`."""

State = tuple[tuple[Row, ...], Row]
"""The rows, sorted, and the loose tiles, sorted: those on the rack and those in the hand."""


class FewestSteps:
    """All sequences of steps from one table to another."""

    def __init__(self, before: Table, after: Table, edition: Edition) -> None:
        change = Change(before, after, edition)
        self.gone, self.arrived, self.edition = change.gone, change.arrived, edition
        rows = [
            tuple(f"{tile}@{old}.{place}" if tile.is_joker else tile.value for place, tile in enumerate(meld))
            for old, meld in enumerate(change.gone)
        ]
        self.start = _state(rows, change.laid.elements())
        self.is_loose = {meld: not order_counts(meld, edition) for meld in change.arrived}
        self.goal = Counter(map(self._as_it_counts, change.arrived))

    def is_enough(self, steps: int) -> bool:
        """Whether this many steps are enough."""
        states = {self.start}
        for left in reversed(range(steps)):
            if any(map(self._is_goal, states)):
                return True
            states = {after for state in states for after in self._steps(state) if self._is_near(after, left)}
        return any(map(self._is_goal, states))

    def _is_near(self, state: State, steps: int) -> bool:
        """Whether this many steps could suffice: a step changes at most two rows, and loose tiles need one more."""
        rows, loose = state
        named = Counter(map(self._as_it_counts, map(_named, rows)))
        missing, spare = (self.goal - named).total(), (named - self.goal).total()
        return max(missing, spare) <= (2 * steps - 1 if loose else 2 * steps)

    def _is_goal(self, state: State) -> bool:
        rows, loose = state
        if loose or Counter(map(self._as_it_counts, map(_named, rows))) != self.goal:
            return False
        return all(self._is_undisturbed(row, place) for row in rows for place, tile in enumerate(row) if "@" in tile)

    def _as_it_counts(self, row: Row) -> Row:
        return tuple(sorted(row)) if any(sorted(row) == sorted(meld) for meld in self._loose_melds()) else tuple(row)

    def _loose_melds(self) -> Iterator[Meld]:
        return (meld for meld, is_loose in self.is_loose.items() if is_loose)

    def _is_undisturbed(self, row: Row, place: int) -> bool:
        old, home = map(int, row[place][2:].split("."))
        return any(
            is_undisturbed(Place(self.gone[old], home), Place(meld, slot), self.edition)
            for meld in self.arrived
            if self._as_it_counts(meld) == self._as_it_counts(_named(row))
            for slot, tile in enumerate(meld)
            if tile == row[place][:1] and (slot == place or self.is_loose[meld])
        )

    def _steps(self, state: State) -> Iterator[State]:
        rows, loose = state
        for row in {(), *rows}:
            others = _less(rows, row) if row else rows
            yield from (_state((*others, grown), _less(loose, *tiles)) for grown, tiles in self._grown(row, loose))
            yield from _parted(row, others, loose)
            for place in (place for place, tile in enumerate(row) if "@" in tile):
                yield from self._freed(row, place, others, loose)
        for one, other in permutations(rows, 2):
            if min(len(one), len(other)) > 1 and self._belong_together(_named(one + other)):
                yield _state((*_less(_less(rows, one), other), one + other), loose)

    def _grown(self, row: Row, loose: Row) -> Iterator[tuple[Row, Row]]:
        """Put and lay: yield the row extended by loose tiles, and these tiles. A single tile is not extended."""
        for tiles in _parts(loose) if len(row) != 1 else ():
            for meld in self.arrived:
                if self.is_loose[meld]:
                    yield from [(row + tiles, tiles)] if not Counter(_named(row + tiles)) - Counter(meld) else []
                else:
                    yield from ((grown, tiles) for grown in _merged(row, tiles, meld))

    def _freed(self, row: Row, place: int, others: tuple[Row, ...], loose: Row) -> Iterator[State]:
        """The three ways a joker leaves its row."""
        left, joker, right = row[:place], row[place][:1], row[place + 1 :]
        yield _state((*others, left + right), (*loose, joker))
        yield _state((*others, left, right), (*loose, joker))
        for size in range(1, len(loose) + 1) if left + right else ():
            for tiles in set(permutations([tile for tile in loose if tile not in JOKERS], size)):
                grown = left + tiles + right
                staying = tuple(tile for tile in grown if "@" not in tile)  # other jokers may still go free
                if self._belong_together(staying) and self._stood_for(row[place], tiles):
                    yield _state((*others, grown), (*_less(loose, *tiles), joker))

    def _stood_for(self, joker: str, tiles: Row) -> bool:
        old, home = map(int, joker[2:].split("."))
        slots = [slot for reading in readings(self.gone[old], self.edition) for slot in reading.roles[home]]
        return any(
            slot.number == Tile(tile).number and (not slot.colours or Tile(tile).colour in slot.colours)
            for slot in slots
            for tile in tiles
        )

    def _belong_together(self, row: Row) -> bool:
        return any(
            not Counter(row) - Counter(meld) if self.is_loose[meld] else _is_within(row, meld) for meld in self.arrived
        )


def _parted(row: Row, others: tuple[Row, ...], loose: Row) -> Iterator[State]:
    """Take, split and reverse."""
    for size in range(1, len(row) + 1):
        for places in combinations(range(len(row)), size):
            part = tuple(row[place] for place in places)
            rest = tuple(tile for place, tile in enumerate(row) if place not in places)
            yield _state((*others, part, rest), loose)
            if not any("@" in tile for tile in part):
                yield _state((*others, rest), loose + part)
    yield _state((*others, row[::-1]), loose)


def _merged(row: Row, tiles: Row, meld: Row) -> Iterator[Row]:
    """Yield the row and the tiles merged in the order of a meld."""
    named = Counter(tiles)
    for places in combinations(range(len(meld)), len(row) + len(tiles)):
        part = tuple(meld[place] for place in places)
        for mine in combinations(range(len(part)), len(row)):
            if tuple(part[place] for place in mine) != _named(row):
                continue
            if Counter(part[place] for place in range(len(part)) if place not in mine) == named:
                kept = dict(zip(mine, row, strict=True))
                yield tuple(kept.get(place, tile) for place, tile in enumerate(part))


def _is_within(row: Row, meld: Row) -> bool:
    tiles = iter(meld)
    return all(tile in tiles for tile in row)


def _state(rows: Iterable[Row], loose: Iterable[str]) -> State:
    return tuple(sorted(row for row in rows if row)), tuple(sorted(loose))


def _named(row: Row) -> Row:
    return tuple(tile[:1] if "@" in tile else tile for tile in row)


def _parts(bag: Row) -> set[Row]:
    return {part for size in range(1, len(bag) + 1) for part in combinations(bag, size)}


def _less(things: tuple[Thing, ...], *gone: Thing) -> tuple[Thing, ...]:
    left = list(things)
    for thing in gone:
        left.remove(thing)
    return tuple(left)
