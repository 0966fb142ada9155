"""The table while a plan is executed. Each public method makes one step and returns it."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from tilewise.core.rules.melds import readings
from tilewise.core.rules.reading import Slot
from tilewise.core.tiles import Meld, Table, Tile
from tilewise.solver.steps.pieces import Piece
from tilewise.solver.steps.plan import JokerMove, Plan
from tilewise.solver.steps.sources import Where, sources
from tilewise.solver.steps.values import Join, Lay, Put, ReplaceJoker, Reverse, Split, SplitAtJoker, Take, TakeJoker

LEAVES = -1


class Item(NamedTuple):
    """A tile in a row, with its new meld and its place there; LEAVES if it leaves this row."""

    tile: Tile
    new: int
    slot: int


class TableInMotion:
    """All rows that change. A row has the number of its old meld, or the next free number."""

    def __init__(self, plan: Plan, before: Table, numbers: Sequence[int]) -> None:
        self.plan = plan
        self.numbers = numbers
        self.sources = sources(plan, before)
        self.goals = {origin: goal for goal, origin in self.sources.items() if origin is not None}
        self.rows = {number: self._items(old) for old, number in enumerate(numbers)}
        self.row_of = {piece: numbers[old] for old, pieces in plan.of_old.items() for piece in pieces}
        self.next_number = len(before)

    def take(self, old: int) -> Take:
        """Take the number tiles that belong to no piece."""
        number = self.numbers[old]
        row, places = self._remove(
            number, (item for item in self.rows[number] if item.new == LEAVES and not item.tile.is_joker)
        )
        return Take(number, row, places)

    def split(self, piece: Piece) -> Split:
        """Split a piece off its row."""
        number = self.row_of[piece]
        apart = [item for item in self.rows[number] if item.new == piece.new]
        row, places = self._remove(number, apart)
        self.row_of[piece] = self._make(apart)
        return Split(number, row, places, self.row_of[piece])

    def split_at(self, piece: Piece, move: JokerMove) -> SplitAtJoker:
        """Split a piece off its row at a joker, and free the joker."""
        number, place = self._find(move)
        items = self.rows[number]
        self.rows[number] = items[:place]
        self.row_of[piece] = self._make(items[place + 1 :])
        return SplitAtJoker(number, _tiles(items), place, self.row_of[piece], self._becomes(move))

    def take_joker(self, move: JokerMove) -> TakeJoker:
        """Take a joker that is left over."""
        number, place = self._find(move)
        row = _tiles(self.rows[number])
        del self.rows[number][place]
        return TakeJoker(number, row, place, self._becomes(move))

    def replace_joker(self, move: JokerMove) -> ReplaceJoker:
        """Replace a joker by tiles."""
        number, place = self._find(move)
        row = _tiles(self.rows[number])
        items = self._bring(move.new, move.slots)
        self.rows[number][place : place + 1] = items
        rack = self._from_rack(move.new, move.slots)
        return ReplaceJoker(number, row, place, _tiles(items), rack, self._becomes(move))

    def reverse(self, piece: Piece) -> Reverse:
        """Reverse a piece."""
        number = self.row_of[piece]
        row = _tiles(self.rows[number])
        self.rows[number].reverse()
        return Reverse(number, row)

    def join(self, left: Piece, right: Piece) -> Join:
        """Join a piece to the right end of another piece's row."""
        number, other = self.row_of[left], self.row_of[right]
        step = Join(number, _tiles(self.rows[number]), other, _tiles(self.rows[other]))
        self.rows[number] += self.rows.pop(other)
        self.row_of[right] = number
        return step

    def put(self, piece: Piece) -> Put:
        """Add the missing tiles of the new meld to a piece's row."""
        number, slots = self.row_of[piece], self.plan.open(piece.new)
        row = _tiles(self.rows[number])
        items = self._bring(piece.new, slots)
        grown = self.rows[number] = self._grown(self.rows[number], items)
        places = tuple(place for place, item in enumerate(grown) if item in items)
        return Put(number, row, _tiles(grown[place] for place in places), places, self._from_rack(piece.new, slots))

    def lay(self, new: int) -> Lay:
        """Lay a new meld without pieces."""
        row = self.plan.rearrangement.arrived[new]
        slots = range(len(row))
        return Lay(self._make(self._bring(new, slots)), row, self._from_rack(new, slots))

    def can_grow_first(self, piece: Piece) -> bool:
        """Whether tiles can be added to an old meld before others leave it, so that it stays a meld."""
        items = self._bring(piece.new, self.plan.open(piece.new))
        row = self._grown(self.rows[self.numbers[piece.old]], items)
        return bool(readings(_tiles(row), self.plan.rearrangement.edition))

    def _items(self, old: int) -> list[Item]:
        goals = {place: (piece.new, slot) for piece in self.plan.of_old[old] for place, slot in piece.pairs}
        row = self.plan.rearrangement.gone[old]
        return [Item(tile, *goals.get(place, (LEAVES, place))) for place, tile in enumerate(row)]

    def _find(self, move: JokerMove) -> Where:
        """Return the current row and place of a joker to free."""
        number = self.numbers[move.old]
        joker = Item(self.plan.rearrangement.gone[move.old][move.place], LEAVES, move.place)
        return number, self.rows[number].index(joker)

    def _grown(self, row: Sequence[Item], items: Iterable[Item]) -> list[Item]:
        """Insert tiles into a row, each after its predecessors; in a group, at the end."""
        grown = list(row)
        for item in items:
            mine = [place for place, other in enumerate(grown) if other.new == item.new]
            before = [place for place in mine if grown[place].slot < item.slot]
            at_the_end = self.plan.rearrangement.is_unordered[item.new]
            grown.insert(len(grown) if at_the_end else before[-1] + 1 if before else mine[0], item)
        return grown

    def _remove(self, number: int, items: Iterable[Item]) -> tuple[Meld, tuple[int, ...]]:
        leaving = set(items)
        row = self.rows[number]
        self.rows[number] = [item for item in row if item not in leaving]
        return _tiles(row), tuple(place for place, item in enumerate(row) if item in leaving)

    def _make(self, items: list[Item]) -> int:
        number = self.next_number
        self.next_number += 1
        self.rows[number] = items
        return number

    def _bring(self, new: int, slots: Iterable[int]) -> list[Item]:
        return [Item(self.plan.rearrangement.arrived[new][slot], new, slot) for slot in slots]

    def _from_rack(self, new: int, slots: Iterable[int]) -> Meld:
        return tuple(self.plan.rearrangement.arrived[new][slot] for slot in slots if self.sources[new, slot] is None)

    def _becomes(self, move: JokerMove) -> tuple[Slot, ...]:
        """R-JOK-11: return the meaning of a joker in its new meld."""
        new, slot = self.goals[move.old, move.place]
        found = readings(self.plan.rearrangement.arrived[new], self.plan.rearrangement.edition)
        return found[0].roles[slot] if found else ()


def _tiles(items: Iterable[Item]) -> Meld:
    return tuple(item.tile for item in items)
