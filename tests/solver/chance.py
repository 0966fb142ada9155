"""Random positions: legal tables and racks of every edition, with house rules for jokers turned at random."""

from collections import Counter
from collections.abc import Iterator
from random import Random

from tests.solver.positions import Position
from tests.solver.rows import all_rows
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.tiles import HIGHEST, JOKERS, Meld, Tile, tiles_of

BOXES = ("classic-en", "xp", "twist")
"""The editions whose melds differ; the others differ in other things."""

JOKER_KNOBS: dict[str, tuple[object, ...]] = {
    "joker_reuse": ("new-set", "new-set", "any-set"),
    "joker_retrieval": ("legal-table", "legal-table", "exact-tile"),
    "group3_both_colours": (False, False, True),
    "min_number_tiles_per_set": (1, 1, 0, 2),
    "mirror_min_side": (1, 1, 2, 3),
    "colour_change_at_start": (True, True, False),
    "joker_swap_by_joker": (False, False, True),
}
FIRST_KNOBS: dict[str, tuple[object, ...]] = {
    "initial_meld_min": (30, 30, 0, 10, 25, 50),
    "joker_in_initial_meld": (True, True, False),
}


def dice(*words: object) -> Random:
    """Return a random generator seeded with these words."""
    return Random(" ".join(map(str, words)))  # noqa: S311  # a test wants to meet the same positions again


def an_edition(rng: Random, *, house_rules: bool) -> Edition:
    """Return an edition, as printed or with random house rules."""
    edition = EDITIONS[rng.choice(BOXES)]
    if not house_rules:
        return edition
    knobs = {name: rng.choice(choices) for name, choices in {**JOKER_KNOBS, **FIRST_KNOBS}.items()}
    return edition.with_rules(**knobs)


def a_meld(rng: Random, pool: Counter[Tile], edition: Edition, *, jokers: int, spread: int) -> Meld | None:
    """Return a meld of tiles that lie close together in the pool."""
    low = rng.randint(1, HIGHEST)
    colours = rng.sample("rbyk", rng.choice((1, 1, 2, 4)))
    near = [
        tile
        for tile in pool.elements()
        if not tile.is_joker and tile.colour in colours and low <= tile.number <= low + rng.randint(0, spread)
    ]
    left = [tile for tile in pool.elements() if tile.is_joker]
    handful = rng.sample(near, min(len(near), 7)) + rng.sample(left, min(len(left), jokers))
    rows = sorted(all_rows(Counter(handful), edition))
    if not rows:
        return None
    wanted = [row for row in rows if any(tile.is_joker for tile in row)] if jokers else rows
    return rng.choice(wanted or rows)


def a_position(  # noqa: PLR0913  # a position is drawn by all of these
    rng: Random, edition: Edition, *, melds: int, rack: int, jokers: float, has_melded: bool = True
) -> Position:
    """Random melds on the table and random tiles on the rack; `jokers`: how likely a meld or a rack draws for them."""
    pool = Counter(edition.box.tiles)
    table: list[Meld] = []
    while len(table) < melds:
        wanted = rng.choice((1, 1, 2)) if rng.random() < jokers else 0
        meld = a_meld(rng, pool, edition, jokers=wanted, spread=4)
        if meld is not None:
            table.append(meld)
            pool -= Counter(meld)
    left = [tile for tile in pool.elements() if not tile.is_joker]
    spare = [tile for tile in pool.elements() if tile.is_joker]
    wild = rng.sample(spare, min(len(spare), rng.choice((1, 1, 2)))) if rng.random() < jokers else []
    return Position(edition, tuple(table), tuple(wild + rng.sample(left, rack - len(wild))), has_melded)


def a_tiny_position(rng: Random, edition: Edition, *, has_melded: bool = True, most: int = 9) -> Position:
    """Return a position small enough to try everything: few tiles, close together, with many jokers."""
    low = rng.randint(1, 10)
    colours = rng.sample("rbyk", rng.choice((1, 2, 3, 4)))
    near = {
        Tile(f"{colour}{number}")
        for colour in colours
        for number in range(low, min(low + rng.choice((1, 2, 4, 5)), 14))
    }
    jokers = rng.choices(JOKERS, k=rng.choice((0, 1, 2, 2, 3)))
    box = Counter(edition.box.tiles)
    pool = Counter({tile: box[tile] for tile in near}) + (Counter(jokers) & box)
    table = tuple(_short_melds(rng, pool, edition, rng.choice((0, 1, 1, 1, 2))))
    lying = sum(map(len, table))
    left = list((pool - tiles_of(table)).elements())
    rack = rng.sample(left, min(len(left), rng.randint(1, 5), max(1, most - lying)))
    return Position(edition, table, tuple(rack), has_melded)


def an_opening(rng: Random, edition: Edition, *, most: int = 8) -> Position:
    """A tiny initial meld after which the turn may go on (A-02): the rack holds a meld, jokers lie on both sides."""
    rules = {"manipulate_in_initial_turn": True, "initial_meld_min": rng.choice((0, 5, 10))}
    box = Counter(edition.box.tiles)
    while True:
        low, colours = rng.randint(1, 11), rng.sample("rbyk", rng.choice((1, 2, 2, 3)))
        numbers = range(low, min(low + rng.choice((2, 3, 4, 5)), 14))
        near = [Tile(f"{colour}{number}") for colour in colours for number in numbers]
        jokers = rng.choices([joker for joker in JOKERS if box[joker]], k=rng.choice((2, 2, 3, 3, 4)))
        pool = (Counter({tile: box[tile] for tile in near}) + Counter(jokers)) & box
        *table, own = _short_melds(rng, pool, edition, rng.choice((2, 2, 3)))
        left = list((pool - tiles_of((*table, own))).elements())
        room = most - sum(map(len, (*table, own)))
        if table and left and room > 0:
            rack = (*own, *rng.sample(left, min(len(left), room, rng.randint(1, 3))))
            return Position(edition.with_rules(**rules), tuple(table), rack, has_melded=False)


def _short_melds(rng: Random, pool: Counter[Tile], edition: Edition, count: int) -> Iterator[Meld]:
    """Yield melds of these tiles, mostly with jokers; fewer than requested if there are no more."""
    left = Counter(pool)
    for _ in range(count):
        rows = sorted(row for row in all_rows(left, edition) if len(row) <= 4)
        wild = [row for row in rows if any(tile.is_joker for tile in row)]
        if rows:
            meld = rng.choice(wild if wild and rng.random() < 0.8 else rows)
            left -= Counter(meld)
            yield meld
