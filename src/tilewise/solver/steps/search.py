"""Choose the pieces so that the turn takes the fewest steps: a branch and bound search over the new melds.

What does not stay in a piece goes through the hand, and the hand is one pool. So the cost of a plan is a sum over
single old and new melds, and melds that are not linked by a possible piece can be planned apart.
"""

from collections.abc import Iterable, Iterator, Sequence

from tilewise.solver.steps.pieces import Piece, Rebuilding
from tilewise.solver.steps.plan import Plan

NODES = 1_000
"""How many choices are looked at for melds that hang together; beyond, the best plan so far is taken."""

Cost = tuple[int, int]
"""Steps, then tiles taken into the hand."""

Option = tuple[Piece, ...]
"""The pieces that one new meld is made of; none: it is laid anew."""


def best_plan(rebuilding: Rebuilding) -> Plan:
    """The pieces that lead to the fewest steps, and among these to the fewest tiles in the hand."""
    chosen = [piece for pieces in _linked(rebuilding.pieces) for piece in _Search(rebuilding, pieces).best]
    return Plan(rebuilding, chosen, range(len(rebuilding.gone)))


def _linked(pieces: Sequence[Piece]) -> list[list[Piece]]:
    """The pieces, those apart that share no meld, directly or through others."""
    parts: list[tuple[set[tuple[bool, int]], list[Piece]]] = []
    for piece in pieces:
        ends = {(True, piece.old), (False, piece.new)}
        touching = [part for part in parts if part[0] & ends]
        parts = [part for part in parts if not part[0] & ends]
        together = [each for part in touching for each in part[1]]
        parts.append((ends.union(*(part[0] for part in touching)), [*together, piece]))
    return [part[1] for part in parts]


class _Search:
    """The search among pieces that are linked."""

    def __init__(self, rebuilding: Rebuilding, pieces: Sequence[Piece]) -> None:
        self.rebuilding = rebuilding
        self.news = sorted({piece.new for piece in pieces})
        olds = sorted({piece.old for piece in pieces})
        self.olds = {old: _Old(old, rebuilding, pieces, self.news) for old in olds}
        self.options = [self._options([piece for piece in pieces if piece.new == new]) for new in self.news]
        self.at_least = [0]  # steps for the new melds from the one at hand on, whatever is chosen
        for options in reversed(self.options):
            self.at_least.insert(0, self.at_least[0] + min(map(self._least, options)))
        self.best: Option = ()
        self.best_cost = self._cost(())
        self.nodes = NODES
        self._visit(0, (), 0)

    def _visit(self, index: int, chosen: Option, steps: int) -> None:
        """Try every choice for the new melds from this one on; `steps` is what the earlier ones take at least."""
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
        steps += self._least(option)
        bounds = [old.at_least(index + 1) for old in self.olds.values()]
        least = steps + self.at_least[index + 1] + sum(bound[0] for bound in bounds)
        if (least, sum(bound[1] for bound in bounds)) < self.best_cost:
            self._visit(index + 1, chosen + option, steps)
        for piece in option:
            self.olds[piece.old].give_back(piece)

    def _cost(self, chosen: Option) -> Cost:
        return Plan(self.rebuilding, chosen, self.olds).cost(self.olds, self.news)

    def _is_free(self, option: Option) -> bool:
        return all(self.olds[piece.old].is_free(piece) for piece in option)

    def _options(self, pieces: Sequence[Piece]) -> list[Option]:
        """What a new meld can be made of, the most promising first: few steps, many tiles that stay."""
        worth = filter(self._is_worth_joining, self._joined((), pieces))
        return sorted(worth, key=lambda option: (self._least(option), -sum(len(piece.pairs) for piece in option)))

    def _joined(self, option: Option, pieces: Sequence[Piece]) -> Iterator[Option]:
        yield option
        for piece in pieces:
            if not option or (self._fits_after(option, piece) and self._may_be_worth_joining((*option, piece))):
                yield from self._joined((*option, piece), pieces)

    def _fits_after(self, option: Option, piece: Piece) -> bool:
        """Whether a piece can be joined to the right of the others, or in a group to any others."""
        if any(piece.old == other.old for other in option):
            return False
        if not self.rebuilding.is_loose[piece.new]:
            return piece.slots[0] > option[-1].slots[-1]
        return piece.old > option[-1].old and all(set(piece.slots).isdisjoint(other.slots) for other in option)

    def _is_worth_joining(self, option: Option) -> bool:
        """A join is a step, so it must save one: nothing to put to the new meld, or to take from the old ones."""
        return self._partly(option) <= 1 or self._open(option) == 0

    def _may_be_worth_joining(self, option: Option) -> bool:
        """Whether a join can be worth it when more pieces follow on the right."""
        filled = sum(len(piece.pairs) for piece in option)
        is_dense = self.rebuilding.is_loose[option[0].new] or filled == option[-1].slots[-1] + 1
        return is_dense or self._partly(option) <= 1

    def _partly(self, option: Option) -> int:
        """How many of the pieces leave tiles of their old meld behind."""
        return sum(not self.olds[piece.old].is_all_in(piece) for piece in option)

    def _open(self, option: Option) -> int:
        return len(self.rebuilding.arrived[option[0].new]) - sum(len(piece.pairs) for piece in option)

    def _least(self, option: Option) -> int:
        """How many steps a new meld takes at least; tiles that replace a joker come for free."""
        if not option:
            return 1
        is_filled = self._open(option) == 0 or any(self.olds[piece.old].loses_jokers(piece) for piece in option)
        return len(option) - is_filled


class _Old:
    """An old meld during the search: which of its tiles are used by the pieces chosen so far."""

    def __init__(self, index: int, rebuilding: Rebuilding, pieces: Iterable[Piece], news: Sequence[int]) -> None:
        row = rebuilding.gone[index]
        mine = [piece for piece in pieces if piece.old == index]
        self.masks = {piece: _mask(piece.places) for piece in mine}
        self.numbers = _mask(place for place, tile in enumerate(row) if not tile.is_joker)
        self.jokers = _mask(place for place, tile in enumerate(row) if tile.is_joker)
        self.used = 0
        self.count = 0
        later = [[piece for piece in mine if piece.new in news[start:]] for start in range(len(news) + 1)]
        self.reach = [_union(self.masks[piece] for piece in each) for each in later]
        self.can_be_whole = [any(map(self.is_all_in, each)) for each in later]

    def is_free(self, piece: Piece) -> bool:
        return not self.used & self.masks[piece]

    def use(self, piece: Piece) -> None:
        self.used |= self.masks[piece]
        self.count += 1

    def give_back(self, piece: Piece) -> None:
        self.used &= ~self.masks[piece]
        self.count -= 1

    def is_all_in(self, piece: Piece) -> bool:
        """Whether all its number tiles are in this piece."""
        return not self.numbers & ~self.masks[piece]

    def loses_jokers(self, piece: Piece) -> bool:
        return bool(self.jokers & ~self.masks[piece])

    def at_least(self, start: int) -> Cost:
        """What this meld costs at least when the new melds from `start` on are still to be chosen."""
        lost = ~(self.used | self.reach[start])
        taken = (self.numbers & lost).bit_count()
        if self.jokers:  # a joker between two pieces parts them for nothing
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
