"""Pieces: tiles of an old meld that stay together in a new one. Lists all pieces that a plan can use."""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property
from itertools import combinations
from typing import Self

from tilewise.core.edition import Edition
from tilewise.core.rules.jokers import Place, is_undisturbed
from tilewise.core.rules.melds import readings
from tilewise.core.rules.reading import Kind
from tilewise.core.tiles import MIRROR, Meld, Tile, number_tiles
from tilewise.core.value import Value

Pairs = tuple[tuple[int, int], ...]
"""Places in an old meld, ascending, each with its place in a new meld."""


class Piece(Value, cache_hash=True):
    """Tiles of one old meld that move to one new meld without being taken into the hand."""

    old: int
    new: int
    pairs: Pairs
    places: tuple[int, ...]
    """The places in the old meld, ascending."""
    slots: tuple[int, ...]
    """The places in the new meld, ascending unless it is a group."""
    is_reversed: bool
    """Whether the piece must be reversed."""

    @classmethod
    def of(cls, old: int, new: int, pairs: Pairs, *, is_reversed: bool = False) -> Self:
        """Make the piece with these tiles."""
        slots = tuple(slot for _, slot in pairs)
        return cls(old, new, pairs, tuple(place for place, _ in pairs), slots[:: -1 if is_reversed else 1], is_reversed)


class Rearrangement:
    """The melds that a turn removes, and the melds that it makes."""

    def __init__(self, gone: Sequence[Meld], arrived: Sequence[Meld], edition: Edition) -> None:
        self.gone = gone
        self.arrived = arrived
        self.edition = edition
        self.is_unordered = [not order_counts(meld, edition) for meld in arrived]

    @cached_property
    def pieces(self) -> tuple[Piece, ...]:
        """Every useful piece; the largest piece of each pair of melds comes first."""
        largest = tuple(self._largest())
        return tuple(dict.fromkeys((*largest, *(part for piece in largest for part in self._parts(piece, largest)))))

    def _largest(self) -> Iterator[Piece]:
        kinds = [frozenset(meld) for meld in self.gone]
        for new, meld in enumerate(self.arrived):
            for old, tiles in enumerate(kinds):
                if len(tiles.intersection(meld)) >= (1 if any(tile.is_joker for tile in tiles) else 2):
                    yield from (piece for piece in self._between(old, new) if self.is_worth_keeping(piece))

    def _between(self, old: int, new: int) -> Iterator[Piece]:
        """Yield the largest piece between an old and a new meld, as it lies and, where useful, reversed."""
        before, after = self.gone[old], self.arrived[new]

        def may_stay(place: int, slot: int) -> bool:
            return before[place] is after[slot] and (
                not before[place].is_joker or is_undisturbed(Place(before, place), Place(after, slot), self.edition)
            )

        places, slots = range(len(before)), range(len(after))
        if self.is_unordered[new]:
            yield Piece.of(old, new, _matched(places, slots, may_stay))
            return
        yield Piece.of(old, new, _in_sequence(places, slots, may_stay))
        if any(tile.is_joker for tile in before):
            yield Piece.of(old, new, _in_sequence(places, slots[::-1], may_stay), is_reversed=True)
        if MIRROR in before or MIRROR in after:
            back = _in_sequence(_right_of_mirror(before), _right_of_mirror(after)[::-1], may_stay)
            yield Piece.of(old, new, back, is_reversed=True)

    def is_worth_keeping(self, piece: Piece) -> bool:
        """Whether the piece is worth keeping together: two tiles, or one beside a joker that is replaced."""
        row = self.gone[piece.old]
        numbers = sum(not row[place].is_joker for place in piece.places)
        if numbers == 0 or len(piece.pairs) > 1:
            return numbers > 0
        leaving = (place for place, tile in enumerate(row) if tile.is_joker and place not in piece.places)
        return any(self.gap(piece, joker, (piece,)) for joker in leaving)

    def gap(self, piece: Piece, joker: int, pieces: Sequence[Piece]) -> tuple[int, ...]:
        """Return the places of the new meld where number tiles replace a joker beside or inside this piece.

        `pieces` are all pieces of the new meld. The joker must have stood for one of the tiles; nothing replaces a
        mirror (TA-10).
        """
        meld = self.arrived[piece.new]
        room = self._room(piece, joker, pieces)
        slots = [slot for slot in room if not meld[slot].is_joker]
        if len(slots) < len(room) and not self.is_unordered[piece.new]:
            return ()
        is_replaced = any(self._stood_for(piece.old, joker, meld[slot]) for slot in slots)
        return tuple(slots) if is_replaced and not piece.is_reversed else ()

    def _room(self, piece: Piece, joker: int, pieces: Sequence[Piece]) -> Sequence[int]:
        """Return the unfilled places of the new meld where the joker lay; in a group, all unfilled places."""
        size, taken = len(self.arrived[piece.new]), {slot for each in pieces for slot in each.slots}
        if self.is_unordered[piece.new]:
            return [slot for slot in range(size) if slot not in taken]
        first, last = piece.slots[0], piece.slots[-1]
        left = [slot for place, slot in piece.pairs if place < joker] or [slot for slot in taken if slot < first]
        right = [slot for place, slot in piece.pairs if place > joker] or [slot for slot in taken if slot > last]
        return range(max(left, default=-1) + 1, min(right, default=size))

    def _stood_for(self, old: int, joker: int, tile: Tile) -> bool:
        """R-JOK-02: whether a joker of an old meld could stand for a tile; a colour-change joker fits any colour."""
        roles = (reading.roles[joker] for reading in readings(self.gone[old], self.edition))
        return any(
            slot.number == tile.number and (not slot.colours or tile.colour in slot.colours)
            for role in roles
            for slot in role
        )

    def _parts(self, piece: Piece, others: Sequence[Piece]) -> Iterator[Piece]:
        """Yield smaller pieces that leave tiles or room to other pieces."""
        rivals = [other for other in others if (other.old == piece.old) != (other.new == piece.new)]
        cut = _any_part if self.is_unordered[piece.new] else _stretches
        for pairs in cut(piece, rivals):
            part = Piece.of(piece.old, piece.new, pairs, is_reversed=piece.is_reversed)
            if pairs and self.is_worth_keeping(part):
                yield part


def order_counts(meld: Meld, edition: Edition) -> bool:
    """A-34: whether the order of the tiles matters; it does not in a row that is a group in any order."""
    is_group = {reading.kind for reading in readings(meld, edition)} == {Kind.GROUP}
    return not is_group or MIRROR in meld or len(number_tiles(meld)) == 1


def _right_of_mirror(meld: Meld) -> range:
    return range(meld.index(MIRROR) + 1 if MIRROR in meld else 0, len(meld))


def _matched(places: range, slots: range, may_stay: Callable[[int, int], bool]) -> Pairs:
    """Match as many places with slots as possible, in any order."""
    pairs: dict[int, int] = {}
    for place in places:
        slot = next((slot for slot in slots if slot not in pairs and may_stay(place, slot)), None)
        if slot is not None:
            pairs[slot] = place
    return tuple((place, slot) for slot, place in pairs.items())


def _in_sequence(places: range, slots: range, may_stay: Callable[[int, int], bool]) -> Pairs:
    """Return the leftmost longest common subsequence."""
    longest = [[0] * (len(slots) + 1) for _ in range(len(places) + 1)]
    stays = [[may_stay(place, slot) for slot in slots] for place in places]
    for row in reversed(range(len(places))):
        for column in reversed(range(len(slots))):
            longest[row][column] = max(
                longest[row + 1][column],
                longest[row][column + 1],
                longest[row + 1][column + 1] + 1 if stays[row][column] else 0,
            )
    return tuple((places[row], slots[column]) for row, column in _walk(longest, stays))


def _walk(longest: list[list[int]], stays: list[list[bool]]) -> Iterator[tuple[int, int]]:
    row = column = 0
    while longest[row][column]:
        if stays[row][column] and longest[row][column] == longest[row + 1][column + 1] + 1:
            yield row, column
            row, column = row + 1, column + 1
        elif longest[row][column] == longest[row + 1][column]:
            row += 1
        else:
            column += 1


def _any_part(piece: Piece, rivals: Sequence[Piece]) -> Iterator[Pairs]:
    """Yield a group without some of the tiles that rival pieces want."""
    places = {place for other in rivals if other.old == piece.old for place in other.places}
    slots = {slot for other in rivals if other.new == piece.new for slot in other.slots}
    contested = [pair for pair in piece.pairs if pair[0] in places or pair[1] in slots]
    for count in range(1, len(contested) + 1):
        for left_out in combinations(contested, count):
            yield tuple(pair for pair in piece.pairs if pair not in left_out)


def _stretches(piece: Piece, rivals: Sequence[Piece]) -> Iterator[Pairs]:
    """Yield the parts of a run between two cuts; a cut is where a rival begins or ends."""
    ends = {(other.old == piece.old, end) for other in rivals for end in _ends(other, of_old=other.old == piece.old)}
    cuts = [0, *(cut for cut in range(1, len(piece.pairs)) if _is_cut(piece, cut, ends)), len(piece.pairs)]
    for start, stop in combinations(cuts, 2):
        if stop - start < len(piece.pairs):
            yield piece.pairs[start:stop]


def _ends(piece: Piece, *, of_old: bool) -> tuple[float, float]:
    """Return the begin and end of a piece, halfway to the neighbours."""
    places = piece.places if of_old else piece.slots
    return min(places) - 0.5, max(places) + 0.5


def _is_cut(piece: Piece, cut: int, ends: set[tuple[bool, float]]) -> bool:
    (place, slot), (next_place, next_slot) = piece.pairs[cut - 1], piece.pairs[cut]
    low, high = min(slot, next_slot), max(slot, next_slot)
    return any(place < end < next_place if of_old else low < end < high for of_old, end in ends)
