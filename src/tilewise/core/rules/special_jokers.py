"""The special jokers of Twist (double, colour-change, mirror) and their effect on the colours of a meld.

R-TW-01, R-TW-03: each kind has rules of its own; R-TW-17, R-TW-18: one meld may hold several of any kinds.
A meld without special jokers is the simplest case: one side, one segment, one colour.
"""

from collections.abc import Iterator, Sequence
from itertools import pairwise

from tilewise.core.rules.reading import Side, places
from tilewise.core.tiles import COLOUR_CHANGE, MIRROR, Colour, Meld, Tile

ALL_COLOURS = frozenset(Colour)
NO_COLOUR: frozenset[Colour] = frozenset()

Place = tuple[int, int]
"""Side and position on it."""

Colours = tuple[frozenset[Colour], ...]


def sides_of(meld: Meld) -> tuple[Side, ...]:
    """R-TW-14: return the two sides of a mirror from the outside inwards, or the whole meld without a mirror.

    R-TW-05, R-TW-06, R-TW-09: a double joker stands for two consecutive tiles, wherever it lies.
    """
    filled = [tile for tile in meld for _ in range(places(tile) or 1)]
    if MIRROR not in filled:
        return (tuple(filled),)
    axis = filled.index(MIRROR)
    return tuple(filled[:axis]), tuple(reversed(filled[axis + 1 :]))


def mirror_side(meld: Meld) -> int:
    """TA-01, A-38: return the number of tiles on the shorter side of the mirror."""
    axis = meld.index(MIRROR)
    return min(axis, len(meld) - axis - 1)


def starts_with_colour_change(sides: Sequence[Side], step: int) -> bool:
    """TA-03, A-35, A-38: whether a colour-change joker stands at the low end of a run."""
    low_end = 0 if step > 0 else -1
    return any(side[low_end] is COLOUR_CHANGE for side in sides)


def group_colours(sides: Sequence[Side]) -> Colours | None:
    """R-TW-07, R-TW-15: return the possible colours of each place of a group; None if it is not a group.

    A joker opposite a number tile mirrors it (R-TW-17); any other joker is one of the colours still missing.
    """
    if not _same_length(sides):
        return None
    named = [{tile.colour for tile in column if tile.colour is not None} for column in zip(*sides, strict=True)]
    if any(len(colours) > 1 for colours in named):
        return None
    taken = [colour for colours in named for colour in colours]
    if len(set(taken)) < len(taken):
        return None
    missing = ALL_COLOURS - set(taken)
    return tuple(frozenset(colours) or missing for colours in named)


def run_colours(sides: Sequence[Side]) -> tuple[Colours, ...] | None:
    """R-TW-12, R-TW-13, R-TW-15: return the possible colours of each place of a run; None if there is no colouring.

    1. Colour-change jokers cut a run into segments. Each segment has one colour.
    2. Neighbouring segments differ. TA-04: an empty segment between two jokers can always get a colour.
    3. Opposite places of a mirror have the same colour. TA-05, TA-14: a colour-change joker has none to compare.
    """
    if not _same_length(sides):
        return None
    if len(sides) == 1 and COLOUR_CHANGE not in sides[0]:
        return _one_segment(sides[0])
    group_of = _joined(sides)
    named = _named_colours(sides, group_of)
    if named is None:
        return None
    possible = _possible(named, frozenset(_neighbours(sides, group_of)))
    if possible is None:
        return None
    return tuple(
        tuple(
            NO_COLOUR if tile is COLOUR_CHANGE else possible[group_of[side, place]] for place, tile in enumerate(tiles)
        )
        for side, tiles in enumerate(sides)
    )


def _one_segment(side: Side) -> tuple[Colours, ...] | None:
    named = {tile.colour for tile in side if tile.colour is not None}
    if len(named) > 1:
        return None
    return ((frozenset(named) or ALL_COLOURS,) * len(side),)


def _same_length(sides: Sequence[Side]) -> bool:
    return len({len(side) for side in sides}) == 1


def _segments(tiles: Side) -> Iterator[tuple[int, ...]]:
    """The positions between colour-change jokers, empty segments included."""
    segment: list[int] = []
    for place, tile in enumerate(tiles):
        if tile is COLOUR_CHANGE:
            yield tuple(segment)
            segment = []
        else:
            segment.append(place)
    yield tuple(segment)


def _joined(sides: Sequence[Side]) -> dict[Place, int]:
    """Give the same number to places that must share a colour: one segment and its mirror image."""
    group_of: dict[Place, int] = {}
    for side, tiles in enumerate(sides):
        for segment in _segments(tiles):
            opposite = {group_of[0, place] for place in segment if (0, place) in group_of} if side else set[int]()
            number = min(opposite, default=len(sides[0]) * side + (segment or (0,))[0])
            for place in segment:
                group_of[side, place] = number
            group_of.update({place: number for place, group in group_of.items() if group in opposite})
    return group_of


def _named_colours(sides: Sequence[Side], group_of: dict[Place, int]) -> dict[int, Colour | None] | None:
    named: dict[int, Colour | None] = dict.fromkeys(group_of.values())
    for (side, place), group in group_of.items():
        tile: Tile = sides[side][place]
        if tile.colour is None:
            continue
        if named[group] not in (None, tile.colour):
            return None
        named[group] = tile.colour
    return named


def _neighbours(sides: Sequence[Side], group_of: dict[Place, int]) -> Iterator[tuple[int, int]]:
    """Groups of places with one colour-change joker between them."""
    for side, tiles in enumerate(sides):
        for before, after in pairwise(_segments(tiles)):
            if before and after:
                yield group_of[side, before[0]], group_of[side, after[0]]


def _possible(
    named: dict[int, Colour | None], neighbours: frozenset[tuple[int, int]]
) -> dict[int, frozenset[Colour]] | None:
    """Return the colours that each group of places has in some colouring where neighbours differ."""
    choices = {group: ALL_COLOURS if colour is None else frozenset({colour}) for group, colour in named.items()}
    if not neighbours:
        return choices
    possible = {
        group: frozenset(
            colour for colour in colours if _can_differ(choices | {group: frozenset({colour})}, neighbours)
        )
        for group, colours in choices.items()
    }
    return possible if all(possible.values()) else None


def _can_differ(choices: dict[int, frozenset[Colour]], neighbours: frozenset[tuple[int, int]]) -> bool:
    """Whether the groups can be coloured so that neighbours differ; the group with the fewest colours goes first."""
    if not choices:
        return True
    group = min(choices, key=lambda each: len(choices[each]))
    beside = {other for pair in neighbours if group in pair for other in pair} - {group}
    if (group, group) in neighbours:
        return False
    return any(
        _can_differ(
            {other: left - {colour} if other in beside else left for other, left in choices.items() if other != group},
            neighbours,
        )
        for colour in choices[group]
    )
