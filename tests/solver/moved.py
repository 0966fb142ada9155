"""A second definition of "tiles moved", for the model and the tests: tile by tile, not number by number."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.solver.positions import Position
from tilewise.core.rules.table import Change
from tilewise.core.tiles import DOUBLE, MIRROR, Meld, Table, Tile


class Lying(NamedTuple):
    """A number tile and the sides on which its meld continues. A group has no sides; a single tile fits both."""

    tile: Tile
    is_in_group: bool
    goes_on_below: bool
    goes_on_above: bool
    is_alone: bool
    """Among jokers only: it has no company to lose, and may be company of either kind."""

    def can_be(self, now: "Lying") -> bool:
        """Whether a tile that lay this way counts as unmoved if it lies that way now."""
        if self.tile != now.tile:
            return False
        if self.is_in_group:
            return now.is_in_group or now.is_alone
        below, above = self.goes_on_below and now.goes_on_below, self.goes_on_above and now.goes_on_above
        return not now.is_in_group and (below or above)


def lying(meld: Meld) -> Iterator[Lying]:
    """Yield how each number tile lies in the meld."""
    numbers = [tile.number for tile in meld if not tile.is_joker]
    is_alone = len(numbers) == 1
    is_group = not is_alone and len(set(numbers)) == 1
    for side in _rising_sides(meld):
        for index, tile in enumerate(side):
            if not tile.is_joker:
                below, above = index > 0, index + 1 < len(side)
                if is_alone and MIRROR in meld:
                    below = above = below or above
                yield Lying(tile, is_group, below and not is_group, above and not is_group, is_alone)


def _rising_sides(meld: Meld) -> tuple[Meld, ...]:
    """Return each side of a mirror as a rising run."""
    if MIRROR not in meld:
        return (meld,)
    axis = meld.index(MIRROR)
    left, right = meld[:axis], meld[:axis:-1]
    places = sorted((place, tile.number) for side in (left, right) for place, tile in _placed(side))
    falls = bool(places) and places[0][1] > places[-1][1]
    return (left[::-1], right[::-1]) if falls else (left, right)


def _placed(side: Meld) -> Iterator[tuple[int, Tile]]:
    """Yield the number tiles of one side of a mirror, each with its place counted from the outside."""
    place = 0
    for tile in side:
        if not tile.is_joker:
            yield place, tile
        place += 2 if tile is DOUBLE else 1


def tiles_moved(position: Position, table: Table) -> int:
    """Count the number tiles of removed melds whose sides have changed, with the best pairing of equal tiles."""
    change = Change(position.table, table, position.edition)
    before = [each for meld in change.gone for each in lying(meld) if not each.is_alone]
    return _fewest(before, Counter(each for meld in change.arrived for each in lying(meld)))


def _fewest(before: list[Lying], after: Counter[Lying]) -> int:
    if not before:
        return 0
    first, *others = before
    best = 1 + _fewest(others, after)
    for place in [place for place in after if first.can_be(place)]:
        best = min(best, _fewest(others, after - Counter([place])))
    return best
