"""A plan: a choice of pieces, the jokers that leave their melds, and the number of steps."""

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from itertools import pairwise

from tilewise.core.rules.reading import places as places_filled
from tilewise.core.value import Value
from tilewise.solver.steps.pieces import Piece, Rearrangement

Gap = tuple[int, tuple[int, ...]]
"""A new meld, and the places in it where number tiles replace a joker."""


class Way(StrEnum):
    """R-JOK-14: how a joker leaves its meld."""

    REPLACED = "replaced"
    BETWEEN = "between"
    """It lies between two pieces that are split."""
    LEFT_OVER = "left-over"


class JokerMove(Value):
    """How one joker is freed."""

    old: int
    place: int
    way: Way
    new: int = -1
    """The new meld in which tiles replace it."""
    slots: tuple[int, ...] = ()
    """The places of these tiles."""
    right: Piece | None = None
    """For `BETWEEN`: the piece right of it."""


class Plan:
    """A choice of pieces. All other tiles go through the hand."""

    def __init__(self, rearrangement: Rearrangement, pieces: Iterable[Piece], olds: Iterable[int]) -> None:
        self.rearrangement = rearrangement
        self.of_old: dict[int, list[Piece]] = defaultdict(list)
        self.of_new: dict[int, list[Piece]] = defaultdict(list)
        for piece in sorted(pieces, key=lambda piece: piece.pairs):
            self.of_old[piece.old].append(piece)
            self.of_new[piece.new].append(piece)
        for melds in self.of_new.values():
            melds.sort(key=lambda piece: piece.slots)
        self.replaced: set[tuple[int, int]] = set()
        """The new melds and places in them where a tile replaces a joker."""
        self.joker_moves = [move for old in olds for move in self._joker_moves(old)]

    def cost(self, olds: Iterable[int], news: Iterable[int]) -> tuple[int, int]:
        """Return the steps that these melds take, and the number tiles that go through the hand."""
        taken = [len(self.taken(old)) for old in olds]
        steps = len(self.joker_moves) + sum(count > 0 for count in taken)
        steps += sum(self._splits(old) for old in olds) + sum(self._additions(new) for new in news)
        return steps, sum(taken)

    def taken(self, old: int) -> list[int]:
        """Return the places of an old meld whose number tiles go into the hand."""
        kept = {place for piece in self.of_old[old] for place in piece.places}
        row = self.rearrangement.gone[old]
        return [place for place, tile in enumerate(row) if place not in kept and not tile.is_joker]

    def open(self, new: int) -> list[int]:
        """Return the places of a new meld that are filled from the rack or the hand."""
        filled = {slot for piece in self.of_new[new] for slot in piece.slots}
        slots = range(len(self.rearrangement.arrived[new]))
        return [slot for slot in slots if slot not in filled and (new, slot) not in self.replaced]

    def _splits(self, old: int) -> int:
        """Count the splits and reversals of an old meld; freeing a joker between two pieces splits them already."""
        pieces = self.of_old[old]
        parted = sum(move.way is Way.BETWEEN for move in self.joker_moves if move.old == old)
        return max(0, len(pieces) - 1) - parted + sum(piece.is_reversed for piece in pieces)

    def _additions(self, new: int) -> int:
        """Count the steps of a new meld: 1 to lay it, or 1 per piece to join and 1 to add the missing tiles."""
        pieces = self.of_new[new]
        return len(pieces) - 1 + bool(self.open(new)) if pieces else 1

    def _joker_moves(self, old: int) -> Iterator[JokerMove]:
        pieces = self.of_old[old]
        kept = {place for piece in pieces for place in piece.places}
        row = self.rearrangement.gone[old]
        leaving = [place for place, tile in enumerate(row) if tile.is_joker and place not in kept]
        between = dict(_between(pieces, leaving))
        gaps = {place: self._gap(old, place) for place in leaving if place not in between}
        for place in leaving:
            if place in between:
                yield JokerMove(old, place, Way.BETWEEN, right=between[place])
            else:
                gap = gaps.pop(place)
                yield self._move_in_gap(gap, old, place, is_shared=gap in gaps.values())

    def _move_in_gap(self, gap: Gap, old: int, place: int, *, is_shared: bool) -> JokerMove:
        """Replace a joker by all tiles of its gap; of jokers that share a gap, the last gets the remaining tiles."""
        new, slots = gap
        free = [slot for slot in slots if (new, slot) not in self.replaced]
        if not free:
            return JokerMove(old, place, Way.LEFT_OVER)
        count = places_filled(self.rearrangement.gone[old][place]) if is_shared else len(free)
        self.replaced.update((new, slot) for slot in free[:count])
        return JokerMove(old, place, Way.REPLACED, new, tuple(free[:count]))

    def _gap(self, old: int, place: int) -> Gap:
        pieces = self.of_old[old]
        if not pieces:
            return -1, ()
        beside = next((piece for piece in reversed(pieces) if piece.pairs[0][0] < place), pieces[0])
        return beside.new, self.rearrangement.gap(beside, place, self.of_new[beside.new])


def _between(pieces: Sequence[Piece], leaving: Sequence[int]) -> Iterator[tuple[int, Piece]]:
    """Yield each joker that separates two pieces, and the piece right of it. No piece lies on both sides."""
    for left, right in pairwise(pieces):
        places = [place for place in leaving if left.pairs[0][0] < place < right.pairs[0][0]]
        if places and not any(piece.pairs[0][0] < places[-1] < piece.pairs[-1][0] for piece in pieces):
            yield places[-1], right
