import pytest

from tests.games import a_game, an_edition
from tilewise.core import notation
from tilewise.core.position import Position, broken_in, expect_possible, expect_tiles, position_of
from tilewise.core.violations import Rule


def position(rack: str, table: str, edition: str = "classic-en") -> Position:
    return Position(an_edition(edition), notation.table(table), notation.rack(rack), has_melded=True)


def test_position_of_a_game_is_table_rack_and_initial_meld() -> None:
    state = a_game(rack="r1 b7", table="[b4 b5 b6]")

    assert position_of(state) == position("r1 b7", "[b4 b5 b6]")


def test_a_play_is_judged_without_a_game() -> None:
    broken = broken_in(position("b7 r1", "[b4 b5 b6]"), notation.table("[b4 b5 b6] [b7 r1]"))

    assert [violation.rule for violation in broken] == [Rule.NOT_A_MELD]


def test_violations_are_listed_in_a_strict_house_too() -> None:
    strict = Position(an_edition(strict_confirm=True), (), notation.rack("r1"), has_melded=True)

    assert broken_in(strict, notation.table("[r1]"))


@pytest.mark.parametrize(
    ("rack", "table", "problem"),
    [
        ("D", "-", "classic-en has no tile D"),
        ("r1 r1 r1", "-", "classic-en has 2 of the tile r1, not 3"),
        ("b4 b4", "[b4 b5 b6]", "classic-en has 2 of the tile b4, not 3"),
        (
            "r1",
            "[b4 b5]",
            (
                "[b4 b5] is on the table before the turn but is not a meld: "
                "Blue 4, blue 5: 2 tiles; a meld needs at least 3"
            ),
        ),
        ("D M", "-", "classic-en has no tile D; classic-en has no tile M"),
    ],
)
def test_impossible_position_error_lists_every_finding(rack: str, table: str, problem: str) -> None:
    with pytest.raises(ValueError, match=r"classic-en|not a meld") as raised:
        expect_possible(position(rack, table), players=4)

    assert str(raised.value) == problem


def test_number_of_copies_depends_on_the_players() -> None:
    thrice = position("r1 r1 r1", "-", "xp")
    expect_possible(thrice, players=5)

    with pytest.raises(ValueError, match="xp has 2 of the tile r1, not 3"):
        expect_possible(thrice, players=4)


def test_proposed_table_may_hold_any_tile_of_the_box() -> None:
    expect_tiles(notation.table("[r1 b9]"), an_edition(), players=4)

    with pytest.raises(ValueError, match="classic-en has no tile M"):
        expect_tiles(notation.table("[r1 M]"), an_edition(), players=4)
