"""What "tiles moved" means, said once more for the model and the tests, tile by tile and not number by number."""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

from tests.solver.positions import Position
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Meld, Table, Tile


class Lying(NamedTuple):
    """A number tile in a meld: on which sides the meld goes on. A group has no sides; a tile alone is either."""

    tile: Tile
    is_in_group: bool
    goes_on_left: bool
    goes_on_right: bool
    is_alone: bool
    """Among jokers only: it has no company to lose, and may be company of either kind."""

    def can_be(self, now: "Lying") -> bool:
        """Whether a tile that lay like this has stayed if it lies like that now."""
        if self.tile != now.tile:
            return False
        if self.is_in_group:
            return now.is_in_group or now.is_alone
        left, right = self.goes_on_left and now.goes_on_left, self.goes_on_right and now.goes_on_right
        return not now.is_in_group and (left or right)


def lying(meld: Meld) -> Iterator[Lying]:
    """How the number tiles of a meld lie in it."""
    numbers = [tile.number for tile in meld if not tile.is_joker]
    is_alone = len(numbers) == 1
    is_group = not is_alone and len(set(numbers)) == 1
    for index, tile in enumerate(meld):
        if not tile.is_joker:
            left, right = index > 0, index + 1 < len(meld)
            yield Lying(tile, is_group, left and not is_group, right and not is_group, is_alone)


def tiles_moved(position: Position, table: Table) -> int:
    """Of the melds that are gone, the number tiles whose meld goes on beside them no longer; alike tiles as is best."""
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
