"""The search for any play: its finds are legal, and with few tiles it misses nothing."""

from collections import Counter
from collections.abc import Iterator
from itertools import combinations

import pytest

from tests.games import a_game, an_edition
from tilewise.core import engine, notation
from tilewise.core.actions import Play
from tilewise.core.deal import Dice
from tilewise.core.edition import Edition
from tilewise.core.rules.melds import readings, value_of
from tilewise.core.search.any_play import a_play_exists, could_have_melded
from tilewise.core.tiles import Meld, Table, Tile


@pytest.mark.parametrize(
    ("rack", "able"),
    [
        ("r10 b10 k10", True),
        ("r9 b9 k9 y1", False),
        ("r9 b9 k9 y1 y2 y3", True),
        ("r9 r10 J", True),
        ("r8 r9 J", False),
        ("J J r10", True),
        ("J J r9", True),
        ("J J r8", False),
        ("r1 r2 r3 r4 r5 r6 r7 r8", True),
        ("r5 b5 k5 b4 b6", False),
        ("J J", False),
        ("-", False),
    ],
)
def test_rack_with_initial_meld_is_recognised(rack: str, able: bool) -> None:  # noqa: FBT001  # a row of the table
    """A-11, R-MELD-01, A-12."""
    assert could_have_melded(notation.rack(rack), an_edition("classic-he")) is able


def test_initial_meld_uses_no_joker_where_forbidden() -> None:
    """A-11, R-MELD-05."""
    assert not could_have_melded(notation.rack("r9 r10 J"), an_edition("classic-uk"))


@pytest.mark.parametrize(("need", "able"), [(0, True), (12, True), (13, False)])
def test_initial_meld_search_uses_the_house_minimum(need: int, able: bool) -> None:  # noqa: FBT001  # a row of the table
    """A-11, A-01."""
    assert could_have_melded(notation.rack("r3 r4 r5 k9"), an_edition("classic-he", initial_meld_min=need)) is able


@pytest.mark.parametrize(
    ("rack", "table"),
    [
        ("r1 b7", "[b4 b5 b6]"),
        ("r1 b3", "[b4 b5 b6]"),
        ("r6", "[r4 r5 r6 r7 r8]"),
        ("b1", "[y1 y2 y3 y4] [r1 b1 y1 k1]"),
        ("b11 k8 y8", "[b8 b9 b10]"),
        ("J", "[b4 b5 b6]"),
        ("y3", "[r3 b3 J]"),
        ("r10 r11 r12", "-"),
        ("k4", "[r1 r2 r3] [b1 b2 b3] [k1 k2 k3]"),
        ("k3 y3", "[r3 r4 r5 r6]"),
    ],
)
def test_existing_play_is_found(rack: str, table: str) -> None:
    """A-31, R-TURN-07."""
    assert a_play_exists(a_game(rack, table=table))


@pytest.mark.parametrize(
    ("rack", "table"),
    [
        ("r1 b9", "[b4 b5 b6]"),
        ("k1", "[b4 b5 b6]"),
        ("r10 r12", "[b4 b5 b6]"),
        ("b6", "[b4 b5 b6]"),
        ("b6", "[b4 b5 J]"),
        ("r3", "[r3 b3 J]"),
    ],
)
def test_missing_play_is_not_invented(rack: str, table: str) -> None:
    """A-31, A-07."""
    assert not a_play_exists(a_game(rack, table=table))


def test_a_joker_that_may_go_anywhere_makes_a_play_possible() -> None:
    """A-07, A-31."""
    assert a_play_exists(a_game("b6", table="[b4 b5 J]", joker_reuse="any-set"))


def test_only_an_initial_meld_counts_before_melding() -> None:
    """A-31, R-MELD-06."""
    assert not a_play_exists(a_game("b7", table="[b4 b5 b6]", melded=False))
    assert a_play_exists(a_game("r10 b10 k10", melded=False))


# ---- a second opinion: all melds of a rack, all ways to lay some of them


def all_melds(rack: tuple[Tile, ...], edition: Edition) -> dict[tuple[Tile, ...], int]:
    """Return every set of rack tiles that makes a meld in some order, with its highest value."""
    found = {}
    for size in range(3, len(rack) + 1):
        for tiles in set(combinations(rack, size)):
            worth = max(value_of(order, edition) for order in orders(tiles))
            if worth:
                found[tiles] = worth
    return found


def orders(tiles: Meld) -> Iterator[Meld]:
    """Number tiles rise in a run and have no order in a group, so only jokers have to be tried everywhere."""
    numbers = sorted((tile for tile in tiles if not tile.is_joker), key=lambda tile: tile.number)
    jokers = [tile for tile in tiles if tile.is_joker]
    for where in combinations(range(len(tiles)), len(jokers)):
        rising, spare = iter(numbers), iter(jokers)
        yield tuple(next(spare if place in where else rising) for place in range(len(tiles)))


def most_points(rack: Counter[Tile], melds: dict[tuple[Tile, ...], int]) -> int:
    """Return the highest value of disjoint melds of a rack."""
    best, usable = 0, {tiles: worth for tiles, worth in melds.items() if Counter(tiles) <= rack}
    for index, (tiles, worth) in enumerate(usable.items()):
        later = dict([*usable.items()][index:])
        best = max(best, worth + most_points(rack - Counter(tiles), later))
    return best


def few_tiles(seed: int, count: int) -> tuple[Tile, ...]:
    """Return random tiles that often form melds, no more than a box holds."""
    box = notation.rack(" ".join(f"{colour}{number}" for colour in "rbk" for number in range(4, 11)) + " J") * 2
    return Dice(bytes([seed])).shuffled(box)[:count]


def test_no_initial_meld_is_missed_and_none_is_invented() -> None:
    """A-11, R-MELD-01."""
    edition, able = an_edition("classic-he"), 0

    for seed in range(60):
        rack = few_tiles(seed, 8 + seed % 2)
        expected = most_points(Counter(rack), all_melds(rack, edition)) >= 30
        able += expected

        assert could_have_melded(rack, edition) is expected, notation.print_rack(rack)

    assert 8 < able < 52


def all_tables(must: tuple[Tile, ...], may: tuple[Tile, ...], edition: Edition) -> Iterator[Table]:
    """Yield every table that covers the first tiles with melds and uses any of the others."""
    if not must:
        yield ()
    for size in range(2, len(must) + len(may)):
        for others in set(combinations((*must[1:], *may), size)):
            for row in orders((must or may)[:1] + others):
                if not readings(row, edition):
                    continue
                left = Counter(must) - Counter(row)
                spare = Counter(may) - (Counter(row) - Counter(must))
                for rest in all_tables(tuple(left.elements()), tuple(spare.elements()), edition):
                    yield (row, *rest)


def test_no_play_is_missed_and_none_is_invented() -> None:
    """A-31, A-07, R-MAN-04."""
    tables = ("[b4 b5 b6 b7]", "[b4 b5 J]", "[r5 b5 J]", "[r5 r6 r7] [b8 k8 r8]", "[k4 k5 k6 J]", "[r6 b6 k6]")
    able = 0

    for seed in range(120):
        table = notation.table(tables[seed % len(tables)])
        state = a_game(" ".join(few_tiles(seed, 2)), table=notation.print_table(table))
        lying = tuple(tile for meld in table for tile in meld)
        expected = any(
            not engine.check(state, Play(0, proposed))
            for proposed in all_tables(lying, state.player.rack, state.edition)
        )
        able += expected

        assert a_play_exists(state) is expected, notation.print_rack(state.player.rack)

    assert 15 < able < 105
