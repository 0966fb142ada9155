"""The draft of a turn: a table that the player rearranges before confirming it."""

from collections import Counter
from collections.abc import Iterable, Sequence

from tilewise.core.errors import InputError
from tilewise.core.notation import print_meld, print_rack
from tilewise.core.position import Position
from tilewise.core.rules.initial_meld import points_laid
from tilewise.core.rules.melds import arranged, is_meld
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Meld, Table, Tile, in_order, tiles_of
from tilewise.core.value import Value

Place = tuple[int, int]
"""The number of a meld, from 1, and the index of a tile in it, from 0."""


class Draft(Value):
    """A position, the table drafted from it, and the history for undo and redo."""

    position: Position
    table: Table
    earlier: tuple[Table, ...] = ()
    later: tuple[Table, ...] = ()
    """Tables that `redo` restores, the next one last."""

    @property
    def in_hand(self) -> tuple[Tile, ...]:
        """Tiles taken from the table that must go back to it."""
        return in_order((tiles_of(self.position.table) - tiles_of(self.table)).elements())

    @property
    def rack(self) -> tuple[Tile, ...]:
        """The tiles left on the rack."""
        laid = tiles_of(self.table) - tiles_of(self.position.table)
        return in_order((Counter(self.position.rack) - laid).elements())

    @property
    def change(self) -> Change:
        """The difference between the table before the turn and the draft."""
        return Change(self.position.table, self.table, self.position.edition)

    @property
    def points(self) -> int:
        """The value of the melds that come entirely from the rack."""
        return points_laid(self.change)


def new_draft(position: Position) -> Draft:
    """Return a draft without any change."""
    return Draft(position, position.table)


def lay(draft: Draft, rows: Table) -> Draft:
    """Lay tiles as new melds."""
    _expect_at_hand(draft, [tile for row in rows for tile in row])
    return _relaid(draft, (*draft.table, *(_tidied(draft, row) for row in rows)))


def add(draft: Draft, tiles: Meld, number: int) -> Draft:
    """Add tiles to a meld, in an order that makes it valid if there is one."""
    old = _meld(draft, number)
    _expect_at_hand(draft, tiles)
    return _replaced(draft, number, _tidied(draft, old + tiles, tiles + old))


def take(draft: Draft, tiles: Meld, number: int) -> Draft:
    """Take tiles from a meld into the hand. A meld without tiles disappears."""
    old = _meld(draft, number)
    left = list(old)
    for tile in tiles:
        if tile not in left:
            msg = f"meld {number} is {print_meld(old)}; it has no {print_rack(tiles)}"
            raise InputError(msg)
        left.remove(tile)
    return _replaced(draft, number, tuple(left))


def move(draft: Draft, picked: Sequence[Tile | Place], to: int = 0, *, before: int | None = None) -> Draft:
    """Move tiles from the rack, the hand or the table to one place, in the given order.

    The target is meld `to`: exactly `before` one of its tiles, or else wherever they fit. With `to` 0 the tiles form a
    new meld.
    """
    places = [pick for pick in picked if not isinstance(pick, Tile)]
    _expect_at_hand(draft, [pick for pick in picked if isinstance(pick, Tile)])
    moving = tuple(pick if isinstance(pick, Tile) else _meld(draft, pick[0])[pick[1]] for pick in picked)
    rows = _without(draft.table, places)
    if not to:
        rows.append(_tidied(draft, moving))
    elif before is None:
        rows[to - 1] = _tidied(draft, rows[to - 1] + moving, moving + rows[to - 1])
    else:
        at = before - sum(number == to and place < before for number, place in places)
        rows[to - 1] = (*rows[to - 1][:at], *moving, *rows[to - 1][at:])
    return _relaid(draft, tuple(filter(None, rows)))


def take_all(draft: Draft, places: Sequence[Place]) -> Draft:
    """Take tiles off the table: back to the rack if they came from it, otherwise into the hand."""
    return _relaid(draft, tuple(filter(None, _without(draft.table, places))))


def split(draft: Draft, number: int, after: int) -> Draft:
    """Split a meld after this many tiles."""
    old = _meld(draft, number)
    if not 0 < after < len(old):
        msg = f"meld {number} can be split after 1 to {len(old) - 1} tiles, not after {after}"
        raise InputError(msg)
    return _replaced(draft, number, old[:after], old[after:])


def join(draft: Draft, number: int, other: int) -> Draft:
    """Join two melds in the place of the first."""
    if number == other:
        msg = f"choose two different melds to join, not {number} and {other}"
        raise InputError(msg)
    one, two = _meld(draft, number), _meld(draft, other)
    joined = _tidied(draft, one + two, two + one)
    rows = (joined if index == number else () if index == other else row for index, row in enumerate(draft.table, 1))
    return _relaid(draft, tuple(filter(None, rows)))


def set_table(draft: Draft, table: Table) -> Draft:
    """Replace the whole table."""
    have = tiles_of(draft.position.table) + Counter(draft.position.rack)
    missing = tiles_of(table) - have
    if missing:
        msg = f"not on the table or your rack: {print_rack(missing.elements())}"
        raise InputError(msg)
    return _relaid(draft, table)


def undo(draft: Draft) -> Draft:
    """Undo the last change."""
    if not draft.earlier:
        msg = "nothing to undo"
        raise InputError(msg)
    return Draft(draft.position, draft.earlier[-1], draft.earlier[:-1], (*draft.later, draft.table))


def redo(draft: Draft) -> Draft:
    """Redo the last undone change."""
    if not draft.later:
        msg = "nothing to redo"
        raise InputError(msg)
    return Draft(draft.position, draft.later[-1], (*draft.earlier, draft.table), draft.later[:-1])


def reset(draft: Draft) -> Draft:
    """Go back to the table at the start of the turn; `undo` reverts this."""
    return _relaid(draft, draft.position.table)


def _relaid(draft: Draft, table: Table) -> Draft:
    return Draft(draft.position, table, (*draft.earlier, draft.table))


def _replaced(draft: Draft, number: int, *rows: Meld) -> Draft:
    return _relaid(draft, (*draft.table[: number - 1], *filter(None, rows), *draft.table[number:]))


def _without(table: Table, places: Sequence[Place]) -> list[Meld]:
    """Return the melds without the tiles at these places. Some may be empty."""
    return [
        tuple(tile for place, tile in enumerate(row) if (number, place) not in places)
        for number, row in enumerate(table, start=1)
    ]


def _tidied(draft: Draft, *orders: Meld) -> Meld:
    """Return the first of these orders that is a meld, else any order that is one, else the first order."""
    edition = draft.position.edition
    return next((row for row in orders if is_meld(row, edition)), arranged(orders[0], edition) or orders[0])


def _meld(draft: Draft, number: int) -> Meld:
    if not 0 < number <= len(draft.table):
        there = f"melds are numbered 1 to {len(draft.table)}" if draft.table else "the table is empty"
        msg = f"no meld {number}; {there}"
        raise InputError(msg)
    return draft.table[number - 1]


def _expect_at_hand(draft: Draft, tiles: Iterable[Tile]) -> None:
    missing = Counter(tiles) - Counter(draft.rack + draft.in_hand)
    if missing:
        msg = f"not on your rack: {print_rack(missing.elements())}"
        raise InputError(msg)
