"""A plan: a choice of pieces, what becomes of the jokers that are in none, and how many steps all that takes."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from tilewise.core.rules.reading import places as places_filled
from tilewise.core.value import Value
from tilewise.solver.steps.pieces import Piece, Rebuilding

Gap = tuple[int, tuple[int, ...]]
"""A new meld, and the places in it that a joker leaves to number tiles."""


class Way(StrEnum):
    """R-JOK-14: how a joker leaves its meld."""

    REPLACED = "replaced"
    BETWEEN = "between"
    """It lies between two pieces that go apart."""
    LEFT_OVER = "left-over"


class Fate(Value):
    """How one joker goes free."""

    old: int
    place: int
    way: Way
    new: int = -1
    """The new meld in which it is replaced."""
    slots: tuple[int, ...] = ()
    """The places of that meld that are filled instead."""
    right: Piece | None = None
    """The piece that lies right of it when it lies between two."""


class Plan:
    """A choice of pieces: which tiles stay together. Everything else goes through the hand."""

    def __init__(self, rebuilding: Rebuilding, pieces: Iterable[Piece], olds: Iterable[int]) -> None:
        self.rebuilding = rebuilding
        self.of_old: dict[int, list[Piece]] = defaultdict(list)
        self.of_new: dict[int, list[Piece]] = defaultdict(list)
        for piece in sorted(pieces, key=lambda piece: piece.pairs):
            self.of_old[piece.old].append(piece)
            self.of_new[piece.new].append(piece)
        for melds in self.of_new.values():
            melds.sort(key=lambda piece: piece.slots)
        self.replaced: set[tuple[int, int]] = set()
        """The places of new melds, each with the number of its meld, at which a tile takes the place of a joker."""
        self.fates = [fate for old in olds for fate in self._fates(old)]

    def cost(self, olds: Iterable[int], news: Iterable[int]) -> tuple[int, int]:
        """How many steps these melds take, and how many number tiles go through the hand."""
        taken = [len(self.taken(old)) for old in olds]
        steps = len(self.fates) + sum(count > 0 for count in taken)
        steps += sum(self._splits(old) for old in olds) + sum(self._additions(new) for new in news)
        return steps, sum(taken)

    def taken(self, old: int) -> list[int]:
        """The places of an old meld from which number tiles are taken into the hand."""
        kept = {place for piece in self.of_old[old] for place in piece.places}
        row = self.rebuilding.gone[old]
        return [place for place, tile in enumerate(row) if place not in kept and not tile.is_joker]

    def open(self, new: int) -> list[int]:
        """The places of a new meld that are filled from the rack or the hand when it is laid or completed."""
        filled = {slot for piece in self.of_new[new] for slot in piece.slots}
        slots = range(len(self.rebuilding.arrived[new]))
        return [slot for slot in slots if slot not in filled and (new, slot) not in self.replaced]

    def _splits(self, old: int) -> int:
        """Splits and reversals of an old meld; where a joker lay between two pieces, they have parted already."""
        pieces = self.of_old[old]
        parted = sum(fate.way is Way.BETWEEN for fate in self.fates if fate.old == old)
        return max(0, len(pieces) - 1) - parted + sum(piece.is_reversed for piece in pieces)

    def _additions(self, new: int) -> int:
        """One step to lay a new meld; or one to join each piece but the first, and one to put what is missing."""
        pieces = self.of_new[new]
        return len(pieces) - 1 + bool(self.open(new)) if pieces else 1

    def _fates(self, old: int) -> Iterator[Fate]:
        pieces = self.of_old[old]
        kept = {place for piece in pieces for place in piece.places}
        row = self.rebuilding.gone[old]
        leaving = [place for place, tile in enumerate(row) if tile.is_joker and place not in kept]
        between = dict(_between(pieces, leaving))
        gaps = {place: self._gap(old, place) for place in leaving if place not in between}
        for place in leaving:
            if place in between:
                yield Fate(old, place, Way.BETWEEN, right=between[place])
            else:
                gap = gaps.pop(place)
                yield self._fate_in(gap, old, place, is_shared=gap in gaps.values())

    def _fate_in(self, gap: Gap, old: int, place: int, *, is_shared: bool) -> Fate:
        """A joker is replaced by all tiles of its gap; of jokers that share a gap, the last by what the others left."""
        new, slots = gap
        free = [slot for slot in slots if (new, slot) not in self.replaced]
        if not free:
            return Fate(old, place, Way.LEFT_OVER)
        count = places_filled(self.rebuilding.gone[old][place]) if is_shared else len(free)
        self.replaced.update((new, slot) for slot in free[:count])
        return Fate(old, place, Way.REPLACED, new, tuple(free[:count]))

    def _gap(self, old: int, place: int) -> Gap:
        pieces = self.of_old[old]
        if not pieces:
            return -1, ()
        beside = next((piece for piece in reversed(pieces) if piece.pairs[0][0] < place), pieces[0])
        return beside.new, self.rebuilding.gap(beside, place, self.of_new[beside.new])


def _between(pieces: Sequence[Piece], leaving: Sequence[int]) -> Iterator[tuple[int, Piece]]:
    """Where a joker lies between two pieces, with all others on either side of it, and the piece right of it."""
    for left, right in pairwise(pieces):
        places = [place for place in leaving if left.pairs[0][0] < place < right.pairs[0][0]]
        if places and not any(piece.pairs[0][0] < places[-1] < piece.pairs[-1][0] for piece in pieces):
            yield places[-1], right
