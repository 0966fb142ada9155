"""Legal plays: the counts of spec/plays.txt, and the same plays as trying every arrangement of a few tiles."""

from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import combinations, islice, permutations
from random import Random

import pytest

import tilewise
from tests import spec
from tests.games import a_game
from tests.spec import PlaysLine
from tilewise import InputError
from tilewise.core.edition import Edition
from tilewise.core.position import Position, broken_in
from tilewise.core.rules.melds import readings
from tilewise.core.search.all_plays import all_plays, same_play
from tilewise.core.tiles import Meld, Table, Tile, in_order

HOUSE_RULES: dict[str, tuple[object, ...]] = {
    "min_number_tiles_per_set": (0, 1, 2),
    "joker_swap_by_joker": (True, False),
    "joker_reuse": ("new-set", "any-set"),
    "joker_retrieval": ("legal-table", "exact-tile"),
    "group3_both_colours": (True, False),
    "initial_meld_min": (0, 5, 10),
    "joker_in_initial_meld": (True, False),
    "manipulate_in_initial_turn": (True, False),
}
Rows = dict[Meld, list[Meld]]
"""For each set of tiles, every order of it that is a meld."""


@pytest.mark.parametrize("line", [pytest.param(line, id=line.id) for line in spec.plays()])
def test_number_of_plays(line: PlaysLine) -> None:
    counts = tilewise.count_plays(line.position)

    assert (" ".join(f"{tiles}:{plays}" for tiles, plays in counts.items()) or "-") == line.plays


@pytest.mark.parametrize("seed", range(5))
def test_legal_plays_are_those_of_trying_everything(seed: int) -> None:
    for part in range(8):
        position = a_small_position(Random(f"{seed} {part}"))  # noqa: S311  # positions, not secrets
        found = [as_set(same_play(table, position.edition)) for table in all_plays(position)]

        assert len(found) == len(set(found))
        assert set(found) == {as_set(same_play(table, position.edition)) for table in tried(position)}


def test_every_legal_play_passes_the_check() -> None:
    game = a_game("r2 r6 b6 k4 J", table="[r3 r4 r5] [b3 b4 b5] [k1 k2 k3]")
    plays = list(tilewise.legal_plays(game))

    assert plays
    assert not any(tilewise.check(game, play) for play in plays)


def test_plays_that_lay_fewer_tiles_come_first() -> None:
    game = a_game("r2 r6 b6 k4 J", table="[r3 r4 r5] [b3 b4 b5] [k1 k2 k3]")
    laid = [sum(map(len, play.table)) for play in tilewise.legal_plays(game)]

    assert laid == sorted(laid)


def test_first_plays_of_a_rich_position_come_without_the_others() -> None:
    rich = "classic-en; >J J r2 r3 b2 b3 y2 y3 k2 k3 / 14; [r4 r5 r6 r7 r8] [b4 b5 b6 b7 b8] [k4 k5 k6 k7 k8]"

    assert len(list(islice(tilewise.legal_plays(rich), 20))) == 20


def test_unchanged_melds_keep_their_places() -> None:
    (play,) = tilewise.legal_plays("classic-en; >k7 / 14; [k9 b9 r9] [k4 k5 k6] [y3 b3 r3]")

    assert tilewise.print_table(play.table) == "[k9 b9 r9] [y3 b3 r3] [k4 k5 k6 k7]"


def test_illegal_table_of_a_strict_game_is_no_legal_play() -> None:
    assert not list(tilewise.legal_plays("classic-en strict_confirm=true; >r1 / 14; [r3 r4 r5]"))


@pytest.mark.parametrize(
    ("position", "message"),
    [
        ("classic-en; r3 r4 r5 / >14; -", "seat 1 is to move, so seat 0 has no plays"),
        ("classic-en; >14 / 14; -", "this view shows no rack"),
    ],
)
def test_only_the_player_to_move_has_plays(position: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        tilewise.legal_plays(position)


def as_set(melds: Counter[Meld]) -> frozenset[tuple[Meld, int]]:
    return frozenset(melds.items())


def a_small_position(dice: Random) -> Position:
    """Return seven tiles with close numbers, with a meld of them on the table if there is one."""
    edition = tilewise.edition(dice.choice(("classic-en", "xp", "twist", "twist")))
    names = dice.sample(sorted(HOUSE_RULES), dice.choice((0, 3)))
    edition = edition.with_rules(**{name: dice.choice(HOUSE_RULES[name]) for name in names})
    lowest, jokers = dice.randint(1, 11), dice.choice((0, 1, 2, 2, 3))
    near = [tile for tile in edition.box.tiles if tile.number in range(lowest, lowest + 3)]
    picked = dice.sample(near, 7 - jokers)
    picked += dice.sample([tile for tile in edition.box.tiles if tile.is_joker], min(jokers, edition.box.classic))
    melds = sorted(row for orders in rows_of(picked, edition).values() for row in orders)
    table = (dice.choice(melds),) if melds and dice.random() < 0.85 else ()
    rack = Counter(picked) - Counter(tile for meld in table for tile in meld)
    return Position(edition, table, in_order(rack.elements()), has_melded=dice.random() < 0.8)


def tried(position: Position) -> Iterator[Table]:
    """Yield every legal table by trying all parts of the rack, all ways to part the tiles, and all their orders."""
    lying = [tile for meld in position.table for tile in meld]
    rows = rows_of([*lying, *position.rack], position.edition)
    for count in range(1, len(position.rack) + 1):
        for laid in set(combinations(position.rack, count)):
            for table in tables_of(Counter([*lying, *laid]), rows):
                if not broken_in(position, table):
                    yield table


def rows_of(tiles: Sequence[Tile], edition: Edition) -> Rows:
    rows: Rows = {}
    for length in range(3, len(tiles) + 1):
        for chosen in set(combinations(in_order(tiles), length)):
            found = [row for row in set(permutations(chosen)) if readings(row, edition)]
            if found:
                rows[chosen] = found
    return rows


def tables_of(tiles: Counter[Tile], rows: Rows, first: Meld = ()) -> Iterator[Table]:
    if not tiles:
        yield ()
        return
    for chosen, orders in rows.items():
        if chosen >= first and Counter(chosen) <= tiles:
            for rest in tables_of(tiles - Counter(chosen), rows, chosen):
                yield from ((row, *rest) for row in orders)
