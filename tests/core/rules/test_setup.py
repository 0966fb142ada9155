"""Setting up: the box, drawing for the start, racks and pool, games, rounds, and the next starter."""

from collections import Counter

import pytest
from msgspec.structs import replace

from tests.games import an_edition
from tilewise.core import notation
from tilewise.core.deal import deal_from
from tilewise.core.edition import Box, Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Ending, Result
from tilewise.core.rules.setup import draw_for_the_start, expect_players, next_starter, piles, set_up, who_draws_again
from tilewise.core.tiles import JOKERS, NUMBER_TILES, Tile

TABLES = [
    (edition, players)
    for edition in EDITIONS.values()
    for players in range(edition.min_players, edition.max_players + 1)
]


def drawn(*tiles: str) -> dict[int, Tile]:
    return dict(enumerate(map(notation.tile, tiles)))


def a_result(*winners: int) -> Result:
    return Result(Ending.RACK_OUT, winners, (0, 0, 0))


def starter_after(result: Result, edition: Edition, last: int) -> int | None:
    return next_starter(edition, (result,), last, players=3)


@pytest.mark.parametrize(
    ("name", "tiles", "copies", "jokers"),
    [
        ("classic-en", 106, 2, (2, 0, 0, 0)),
        ("classic-he", 106, 2, (2, 0, 0, 0)),
        ("classic-he-2014", 106, 2, (2, 0, 0, 0)),
        ("classic-uk", 106, 2, (2, 0, 0, 0)),
        ("xp", 160, 3, (4, 0, 0, 0)),
        ("twist", 112, 2, (2, 2, 2, 2)),
        ("quick-21", 112, 2, (2, 2, 2, 2)),
    ],
)
def test_box_contents_of_each_edition(name: str, tiles: int, copies: int, jokers: tuple[int, ...]) -> None:
    """R-CONT-01, R-CONT-02, R-CONT-03, R-JOK-01, R-TW-03, TA-12."""
    count = Counter(EDITIONS[name].box.tiles)

    assert count.total() == tiles
    assert {count[tile] for tile in NUMBER_TILES} == {copies}
    assert tuple(count[joker] for joker in JOKERS) == jokers


def test_there_are_thirteen_numbers_in_four_colours() -> None:
    """R-CONT-01, R-CONT-04."""
    assert {(tile.colour, tile.number) for tile in NUMBER_TILES} == {
        (colour, number) for colour in "rbyk" for number in range(1, 14)
    }


def test_a_joker_has_neither_number_nor_colour() -> None:
    """R-CONT-05."""
    assert {(joker.colour, joker.number) for joker in JOKERS} == {(None, 0)}


@pytest.mark.parametrize("name", EDITIONS)
def test_every_player_has_a_rack(name: str) -> None:
    """R-CONT-06, R-CONT-07."""
    edition = EDITIONS[name]

    assert edition.racks == edition.max_players == (6 if name == "xp" else 4)


@pytest.mark.parametrize(
    ("name", "players"), [("classic-en", 1), ("classic-en", 5), ("twist", 5), ("xp", 7), ("xp", 0)]
)
def test_players_outside_the_range_are_rejected(name: str, players: int) -> None:
    """R-CONT-07, R-CONT-03."""
    with pytest.raises(ValueError, match=rf"{name} is for 2 to \d players, not {players}"):
        expect_players(EDITIONS[name], players)


@pytest.mark.parametrize(("players", "tiles"), [(2, 106), (3, 106), (4, 106), (5, 160), (6, 160)])
def test_few_players_use_the_classic_part_of_the_large_box(players: int, tiles: int) -> None:
    """A-18, R-CONT-03."""
    assert len(EDITIONS["xp"].box_for(players).tiles) == tiles


@pytest.mark.parametrize(("edition", "players"), TABLES)
def test_all_tiles_of_the_box_are_dealt_or_in_the_pool(edition: Edition, players: int) -> None:
    """R-SETUP-01, R-SETUP-03, R-SETUP-05, R-SETUP-07."""
    begun = set_up(edition, deal_from("all of them", players))

    assert Counter(begun.pool) + Counter(tile for rack in begun.racks for tile in rack) == Counter(
        edition.box_for(players).tiles
    )
    assert {len(rack) for rack in begun.racks} == {edition.hand_size}


def test_a_rack_has_fourteen_tiles_and_in_the_quick_game_twenty_one() -> None:
    """R-SETUP-05, R-SETUP-06."""
    assert {name: edition.hand_size for name, edition in EDITIONS.items() if edition.hand_size != 14} == {
        "quick-21": 21
    }


def test_quick_game_is_otherwise_twist() -> None:
    """R-SETUP-06."""
    twist, quick = EDITIONS["twist"], EDITIONS["quick-21"]

    assert replace(twist, name=quick.name, source=quick.source, hand_size=21) == quick


def test_twenty_one_tiles_are_a_house_rule_everywhere() -> None:
    """TA-17."""
    begun = set_up(an_edition("classic-en", hand_size=21), deal_from("quick", 4))

    assert ([len(rack) for rack in begun.racks], len(begun.pool)) == ([21] * 4, 22)


@pytest.mark.parametrize(("tiles", "full", "left"), [(106, 15, 1), (112, 16, 0), (160, 22, 6), (14, 2, 0), (21, 3, 0)])
def test_piles_of_seven(tiles: int, full: int, left: int) -> None:
    """R-SETUP-04."""
    assert piles(tiles) == (full, left)


def test_the_highest_number_starts() -> None:
    """R-SETUP-02."""
    assert draw_for_the_start(notation.rack("r5 b9 k7"), players=3) == ((tuple(drawn("r5", "b9", "k7").items()),), 1)


def test_seat_with_a_joker_draws_again_and_may_start() -> None:
    """A-14."""
    draws, starter = draw_for_the_start(notation.rack("r12 b9 J k13"), players=3)

    assert [[seat for seat, _ in draw] for draw in draws] == [[0, 1, 2], [2]]
    assert starter == 2


def test_special_jokers_draw_again_too() -> None:
    """A-14, R-TW-03."""
    draws, starter = draw_for_the_start(notation.rack("M D C r1 r2 r3"), players=3)

    assert [[seat for seat, _ in draw] for draw in draws] == [[0, 1, 2], [0, 1, 2]]
    assert starter == 2


def test_only_seats_with_the_highest_number_draw_again() -> None:
    """A-14: seat 2 is out, whatever the others draw now."""
    draws, starter = draw_for_the_start(notation.rack("r13 b13 k12 r1 y2"), players=3)

    assert [[seat for seat, _ in draw] for draw in draws] == [[0, 1, 2], [0, 1]]
    assert starter == 1


def test_a_tie_may_be_followed_by_ties_and_jokers() -> None:
    """A-14."""
    draws, starter = draw_for_the_start(notation.rack("r13 b13 k12 r4 y4 J y9 r3"), players=3)

    assert [[seat for seat, _ in draw] for draw in draws] == [[0, 1, 2], [0, 1], [0, 1], [0]]
    assert starter == 1


def test_jokers_draw_again_before_ties_do() -> None:
    """A-42."""
    assert who_draws_again(drawn("r13", "J", "b13")) == (1,)
    assert who_draws_again(drawn("r13", "y13", "b13")) == (0, 1, 2)


def test_starting_draw_does_not_affect_the_racks() -> None:
    """R-SETUP-03: the tiles go back, and everything is mixed again."""
    begun = set_up(EDITIONS["classic-en"], deal_from("again", 2))

    assert begun.starting_draws
    assert set_up(EDITIONS["classic-en"], deal_from("again", 2), starter=1).starting_draws == ()


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_round_has_as_many_games_as_players(players: int) -> None:
    """R-SETUP-09, A-15, A-17."""
    assert EDITIONS["classic-en"].games_in_a_round(players) == players


def test_the_number_of_games_and_rounds_is_agreed() -> None:
    """R-SETUP-10, A-15."""
    assert an_edition("classic-en", rounds=3).games_in_a_match(4) == 12
    assert an_edition("classic-he-2014", games_per_round=3, rounds=2).games_in_a_match(4) == 6


def test_the_start_of_every_game_is_drawn_for() -> None:
    """R-SETUP-13, A-14."""
    assert starter_after(a_result(1), an_edition("classic-en"), last=0) is None


def test_the_winner_starts_the_next_game_under_the_house_rule() -> None:
    """A-14, A-41: of several winners the first seat starts; without a winner, the last starter."""
    edition = an_edition("classic-en", next_starter="winner")

    assert starter_after(a_result(1), edition, last=0) == 1
    assert starter_after(a_result(1, 2), edition, last=0) == 1
    assert starter_after(a_result(), edition, last=2) == 2


def test_the_start_goes_round_under_the_house_rule() -> None:
    """A-14."""
    edition = an_edition("classic-en", next_starter="rotate")

    assert [starter_after(a_result(1), edition, last=last) for last in (0, 1, 2)] == [1, 2, 0]


@pytest.mark.parametrize("policy", ["draw", "winner", "rotate"])
def test_the_start_of_the_first_game_is_always_drawn_for(policy: str) -> None:
    """R-SETUP-02."""
    assert next_starter(an_edition("classic-en", next_starter=policy), (), 0, players=3) is None


@pytest.mark.parametrize("copies", [0, 5])
def test_a_box_holds_between_one_and_four_of_each_number_tile(copies: int) -> None:
    """R-CONT-01."""
    with pytest.raises(ValueError, match=f"copies must be 1 to 4, not {copies}"):
        Box(copies=copies)


def test_box_too_small_for_the_players_is_rejected() -> None:
    """R-SETUP-05."""
    with pytest.raises(ValueError, match="4 players take 56 tiles, more than the box holds, 54"):
        Edition(name="ours", box=Box(copies=1))
