"""Jokers on the table: how they are retrieved, and where they must go."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import permutations, product

from tilewise.core.edition import Edition, JokerRetrieval, JokerReuse
from tilewise.core.rules.melds import SMALLEST_MELD, readings
from tilewise.core.rules.reading import Kind, Slot
from tilewise.core.rules.special_jokers import ALL_COLOURS
from tilewise.core.rules.table import Change, as_it_counts
from tilewise.core.tiles import JOKERS, Meld, Table, Tile, in_order, number_tiles
from tilewise.core.value import Value
from tilewise.core.violations import Rule, Violation


class Place(Value):
    """The place of a joker: its meld and its index there."""

    meld: Meld
    index: int

    @property
    def joker(self) -> Tile:
        """The joker that lies here."""
        return self.meld[self.index]


def jokers_are_retrieved_by_the_book(change: Change) -> Iterator[Violation]:
    """R-JOK-04, R-JOK-06, R-JOK-10, R-JOK-11, TA-15: melds with jokers are manipulated like all others.

    A retrieved joker may stand for anything again, but must be played in the same turn, in a new meld.
    A-27, R-JOK-13: jokers from the rack are free; a joker laid earlier in this turn is still one of them.
    """
    for kind in JOKERS:
        old = tuple(_places(change.gone, kind))
        new = tuple(_places(change.arrived, kind)) if old else ()
        if old and len(new) >= len(old):
            yield from _fewest(old, new, change)


def jokers_do_not_replace_jokers(change: Change) -> Iterator[Violation]:
    """R-TW-01, TA-11: no joker takes the place of a joker of another kind in a meld that stays the same otherwise."""
    if change.edition.joker_swap_by_joker:
        return
    for old, new in product(_with_jokers(change.gone), _with_jokers(change.arrived)):
        if _is_swap(old, new, change.edition):
            yield Violation(Rule.JOKER_SWAPPED, tiles=new, meld=old)


def is_new(meld: Meld, before: Table) -> bool:
    """A-07: a meld is new unless it is merely an old one that grew: one that holds all its number tiles."""
    have = Counter(number_tiles(meld))
    return not any(Counter(number_tiles(old)) <= have for old in before if not have.keys().isdisjoint(old))


def is_undisturbed(old: Place, new: Place, edition: Edition) -> bool:
    """A-07: a joker still lies with a number tile of its old meld, and can still stand for the same tile."""
    together = Counter(number_tiles(old.meld)) & Counter(number_tiles(new.meld))
    return bool(together) and _role_is_still_possible(old, new, edition)


def place_is_filled(old: Place, change: Change) -> bool:
    """R-JOK-04, R-JOK-14, R-TW-08, A-08, A-16: normally a joker may be taken in any way that leaves only melds.

    A-22, A-33: with `exact-tile` its meld stays, with exactly the tiles in its place that it stood for.
    """
    if change.edition.joker_retrieval is JokerRetrieval.LEGAL_TABLE:
        return True
    return any(_stays_with(tiles, old, change) for tiles in _stands_for(old, change.edition))


def both_colours_are_laid(old: Place, change: Change) -> bool:
    """R-JOK-05, TA-09: normally any missing colour is enough to take a joker from a group of three.

    A-23, A-32, A-39: with `group3_both_colours`, a group of three that stays needs both missing colours.
    """
    if not change.edition.group3_both_colours or not _in_group_of_three(old, change.edition):
        return True
    return not _stays_with((), old, change) or _stays_with(_missing_colours(old.meld), old, change)


def _faults(old: Place, new: Place, change: Change) -> tuple[Violation, ...]:
    """Return the violations if the joker went from the old place to the new one."""
    if is_undisturbed(old, new, change.edition) or not readings(new.meld, change.edition):
        return ()  # a row that is not a meld is refused as such
    faults = []
    if not place_is_filled(old, change):
        faults.append(Violation(Rule.JOKER_PLACE_NOT_FILLED, tiles=(old.joker,), meld=old.meld))
    if not both_colours_are_laid(old, change):
        faults.append(Violation(Rule.JOKER_NEEDS_BOTH_COLOURS, tiles=_missing_colours(old.meld), meld=old.meld))
    if change.edition.joker_reuse is JokerReuse.NEW_SET and not is_new(new.meld, change.before):
        faults.append(Violation(Rule.JOKER_NOT_IN_NEW_MELD, tiles=(new.joker,), meld=new.meld))
    return tuple(faults)


def _fewest(old: tuple[Place, ...], new: tuple[Place, ...], change: Change) -> tuple[Violation, ...]:
    """Jokers of one kind are equal: assume the moves that break the fewest rules."""

    @cache
    def fewest(placed: int, free: frozenset[int]) -> tuple[Violation, ...]:
        if placed == len(old):
            return ()
        ways = (_faults(old[placed], new[place], change) + fewest(placed + 1, free - {place}) for place in sorted(free))
        return min(ways, key=len)

    return fewest(0, frozenset(range(len(new))))


def _places(melds: Table, joker: Tile) -> Iterator[Place]:
    for meld in melds:
        for index, tile in enumerate(meld):
            if tile is joker:
                yield Place(meld, index)


def _roles(place: Place, edition: Edition) -> Iterator[tuple[Slot, ...]]:
    """R-JOK-02: yield the meanings of a joker in every reading of its meld."""
    for reading in readings(place.meld, edition):
        yield reading.roles[place.index]


def _role_is_still_possible(old: Place, new: Place, edition: Edition) -> bool:
    return any(_agree(before, after) for before, after in product(_roles(old, edition), _roles(new, edition)))


def _agree(before: tuple[Slot, ...], after: tuple[Slot, ...]) -> bool:
    """A-34: the two tiles of a double joker have no order in a group, nor beyond a mirror."""
    return any(
        all(one.agrees_with(other) for one, other in zip(before, order, strict=True)) for order in permutations(after)
    )


def _stays_with(tiles: tuple[Tile, ...], old: Place, change: Change) -> bool:
    """Whether a meld on the table holds all number tiles of the joker's old meld and these tiles."""
    wanted = Counter((*number_tiles(old.meld), *tiles))
    return any(wanted <= Counter(meld) for meld in change.after)


def _in_group_of_three(place: Place, edition: Edition) -> bool:
    kinds = {reading.kind for reading in readings(place.meld, edition)}
    return len(place.meld) == SMALLEST_MELD and kinds == {Kind.GROUP}


def _missing_colours(group: Meld) -> tuple[Tile, ...]:
    named = number_tiles(group)
    missing = ALL_COLOURS - {tile.colour for tile in named}
    return in_order(Tile(f"{colour}{named[0].number}") for colour in missing)


def _stands_for(place: Place, edition: Edition) -> Iterator[tuple[Tile, ...]]:
    """Yield the tiles that can replace a joker; none for a mirror (TA-10) or a colour change between two colours."""
    for role in _roles(place, edition):
        if role:
            yield from product(*(_tiles_of_slot(slot, place) for slot in role))


def _tiles_of_slot(slot: Slot, place: Place) -> tuple[Tile, ...]:
    """TA-08: at an end, a tile in the colour of the run can replace a colour-change joker."""
    colours = slot.colours or _colour_at_the_end(place)
    return tuple(Tile(f"{colour}{slot.number}") for colour in sorted(colours))


def _colour_at_the_end(place: Place) -> frozenset[str]:
    at_an_end = place.index in (0, len(place.meld) - 1)
    return frozenset(tile.colour for tile in place.meld if at_an_end and tile.colour is not None)


def _with_jokers(melds: Table) -> Table:
    return tuple(meld for meld in melds if any(tile.is_joker for tile in meld))


def _is_swap(old: Meld, new: Meld, edition: Edition) -> bool:
    """Whether two melds differ in one place, by jokers; A-34: the order of a group does not count, so it is sorted."""
    if len(old) != len(new):
        return False
    places = zip(as_it_counts(old, edition), as_it_counts(new, edition), strict=True)
    changed = [(one, other) for one, other in places if one is not other]
    return len(changed) == 1 and changed[0][0].is_joker and changed[0][1].is_joker
