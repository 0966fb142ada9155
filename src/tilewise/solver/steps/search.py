"""Choose the pieces with the fewest steps, by branch and bound over the new melds.

All tiles outside pieces go through one hand. So the cost of a plan is a sum over single melds, and melds that no
possible piece links can be planned separately.
"""

from collections.abc import Iterable, Iterator, Sequence

from tilewise.solver.steps.pieces import Piece, Rearrangement
from tilewise.solver.steps.plan import Plan

NODES = 1_000
"""Choices to try for one group of linked melds; after that the best plan so far is taken."""

Cost = tuple[int, int]
"""Steps, then tiles through the hand."""

Option = tuple[Piece, ...]
"""The pieces of one new meld; empty if it is laid from the hand and rack."""


def best_plan(rearrangement: Rearrangement) -> Plan:
    """Return the plan with the fewest steps, then the fewest tiles through the hand."""
    chosen = [piece for pieces in _linked(rearrangement.pieces) for piece in _Search(rearrangement, pieces).best]
    return Plan(rearrangement, chosen, range(len(rearrangement.gone)))


def _linked(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """Group the pieces that share melds, directly or through others."""
    parts: list[tuple[set[tuple[bool, int]], list[Piece]]] = []
    for piece in pieces:
        ends = {(True, piece.old), (False, piece.new)}
        touching = [part for part in parts if part[0] & ends]
        parts = [part for part in parts if not part[0] & ends]
        together = [each for part in touching for each in part[1]]
        parts.append((ends.union(*(part[0] for part in touching)), [*together, piece]))
    return [part[1] for part in parts]


class _Search:
    """The search over one group of linked pieces."""

    def __init__(self, rearrangement: Rearrangement, pieces: Sequence[Piece]) -> None:
        self.rearrangement = rearrangement
        self.news = sorted({piece.new for piece in pieces})
        olds = sorted({piece.old for piece in pieces})
        self.olds = {old: _Old(old, rearrangement, pieces, self.news) for old in olds}
        self.options = [self._options([piece for piece in pieces if piece.new == new]) for new in self.news]
        self.lower_bound = [0]  # steps for the new melds from this index on, whatever is chosen
        for options in reversed(self.options):
            self.lower_bound.insert(0, self.lower_bound[0] + min(map(self._lower_bound, options)))
        self.best: Option = ()
        self.best_cost = self._cost(())
        self.nodes = NODES
        self._visit(0, (), 0)

    def _visit(self, index: int, chosen: Option, steps: int) -> None:
        """Try every choice for the new melds from this index on; `steps` is a lower bound for the earlier ones."""
        if index == len(self.news):
            cost = self._cost(chosen)
            if cost < self.best_cost:
                self.best, self.best_cost = chosen, cost
            return
        for option in self.options[index]:
            if self.nodes > 0 and self._is_free(option):
                self._try(index, chosen, option, steps)

    def _try(self, index: int, chosen: Option, option: Option, steps: int) -> None:
        self.nodes -= 1
        for piece in option:
            self.olds[piece.old].use(piece)
        steps += self._lower_bound(option)
        bounds = [old.lower_bound(index + 1) for old in self.olds.values()]
        least = steps + self.lower_bound[index + 1] + sum(bound[0] for bound in bounds)
        if (least, sum(bound[1] for bound in bounds)) < self.best_cost:
            self._visit(index + 1, chosen + option, steps)
        for piece in option:
            self.olds[piece.old].release(piece)

    def _cost(self, chosen: Option) -> Cost:
        return Plan(self.rearrangement, chosen, self.olds).cost(self.olds, self.news)

    def _is_free(self, option: Option) -> bool:
        return all(self.olds[piece.old].is_free(piece) for piece in option)

    def _options(self, pieces: Sequence[Piece]) -> list[Option]:
        """Return the options of a new meld, the most promising first: few steps, many tiles that stay."""
        worth = filter(self._is_worth_joining, self._joined((), pieces))
        return sorted(worth, key=lambda option: (self._lower_bound(option), -sum(len(piece.pairs) for piece in option)))

    def _joined(self, option: Option, pieces: Sequence[Piece]) -> Iterator[Option]:
        yield option
        for piece in pieces:
            if not option or (self._fits_after(option, piece) and self._may_be_worth_joining((*option, piece))):
                yield from self._joined((*option, piece), pieces)

    def _fits_after(self, option: Option, piece: Piece) -> bool:
        """Whether a piece can be joined to the right of the others; in a group, anywhere."""
        if any(piece.old == other.old for other in option):
            return False
        if not self.rearrangement.is_unordered[piece.new]:
            return piece.slots[0] > option[-1].slots[-1]
        return piece.old > option[-1].old and all(set(piece.slots).isdisjoint(other.slots) for other in option)

    def _is_worth_joining(self, option: Option) -> bool:
        """Whether a join saves a step: nothing to add to the new meld, or nothing to take from the old ones."""
        return self._partial_pieces(option) <= 1 or self._open(option) == 0

    def _may_be_worth_joining(self, option: Option) -> bool:
        """Whether a join can save a step if more pieces follow on the right."""
        filled = sum(len(piece.pairs) for piece in option)
        is_dense = self.rearrangement.is_unordered[option[0].new] or filled == option[-1].slots[-1] + 1
        return is_dense or self._partial_pieces(option) <= 1

    def _partial_pieces(self, option: Option) -> int:
        """Count the pieces that leave tiles of their old meld behind."""
        return sum(not self.olds[piece.old].holds_all_numbers(piece) for piece in option)

    def _open(self, option: Option) -> int:
        return len(self.rearrangement.arrived[option[0].new]) - sum(len(piece.pairs) for piece in option)

    def _lower_bound(self, option: Option) -> int:
        """Return a lower bound of the steps for a new meld; tiles that replace a joker cost nothing."""
        if not option:
            return 1
        is_filled = self._open(option) == 0 or any(self.olds[piece.old].loses_jokers(piece) for piece in option)
        return len(option) - is_filled


class _Old:
    """An old meld during the search, with the tiles used by the pieces chosen so far."""

    def __init__(self, index: int, rearrangement: Rearrangement, pieces: Iterable[Piece], news: Sequence[int]) -> None:
        row = rearrangement.gone[index]
        mine = [piece for piece in pieces if piece.old == index]
        self.masks = {piece: _mask(piece.places) for piece in mine}
        self.numbers = _mask(place for place, tile in enumerate(row) if not tile.is_joker)
        self.jokers = _mask(place for place, tile in enumerate(row) if tile.is_joker)
        self.used = 0
        self.count = 0
        later = [[piece for piece in mine if piece.new in news[start:]] for start in range(len(news) + 1)]
        self.reach = [_union(self.masks[piece] for piece in each) for each in later]
        self.can_be_whole = [any(map(self.holds_all_numbers, each)) for each in later]

    def is_free(self, piece: Piece) -> bool:
        return not self.used & self.masks[piece]

    def use(self, piece: Piece) -> None:
        self.used |= self.masks[piece]
        self.count += 1

    def release(self, piece: Piece) -> None:
        self.used &= ~self.masks[piece]
        self.count -= 1

    def holds_all_numbers(self, piece: Piece) -> bool:
        """Whether this piece holds all number tiles of the meld."""
        return not self.numbers & ~self.masks[piece]

    def loses_jokers(self, piece: Piece) -> bool:
        return bool(self.jokers & ~self.masks[piece])

    def lower_bound(self, start: int) -> Cost:
        """Return a lower bound of this meld's cost when the new melds from `start` on are still open."""
        lost = ~(self.used | self.reach[start])
        taken = (self.numbers & lost).bit_count()
        if self.jokers:  # freeing a joker between two pieces splits them at no extra cost
            return (self.jokers & lost).bit_count() + (taken > 0), taken
        if self.count == 0:
            return int(not self.can_be_whole[start]), taken
        return self.count - 1 + bool(self.numbers & ~self.used), taken


def _mask(places: Iterable[int]) -> int:
    return sum(1 << place for place in places)


def _union(masks: Iterable[int]) -> int:
    union = 0
    for mask in masks:
        union |= mask
    return union
