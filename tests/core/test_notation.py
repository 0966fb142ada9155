"""Notation: tiles, racks, melds and tables as text, both ways, and errors with place and reason."""

import pytest

from tilewise.core.notation import (
    NotationError,
    meld,
    print_meld,
    print_rack,
    print_table,
    rack,
    table,
    tile,
)
from tilewise.core.tiles import JOKERS, NUMBER_TILES, Tile


@pytest.mark.parametrize("every", [*NUMBER_TILES, *JOKERS])
def test_every_tile_is_read_as_it_is_written(every: Tile) -> None:
    """R-CONT-04."""
    assert tile(str(every)) is every


@pytest.mark.parametrize(("text", "code"), [("R7", "r7"), ("j", "J"), ("K13", "k13"), (" m ", "M")])
def test_capitals_and_blanks_do_not_matter(text: str, code: str) -> None:
    assert tile(text) == code


@pytest.mark.parametrize(
    "text", ["r0", "r14", "7r", "7", "r", "x5", "JJ", "r07", "r1.0", "r-1", "r\uff17", "\u0667", "\0", "é"]
)
def test_unknown_tile_error_names_choices(text: str) -> None:
    with pytest.raises(NotationError, match=r"line 1, column 1: no tile .*; a tile is a colour"):
        rack(text)


@pytest.mark.parametrize("text", ["", "-", "r7 r8", "[r7]"])
def test_reading_one_tile_rejects_several(text: str) -> None:
    with pytest.raises(NotationError):
        tile(text)


def test_a_rack_is_read_in_its_order_and_printed_sorted() -> None:
    tiles = rack("J k1 r10, b7 r2")

    assert tiles == ("J", "k1", "r10", "b7", "r2")
    assert print_rack(tiles) == "r2 r10 b7 k1 J"


@pytest.mark.parametrize("text", ["-", "", " - ", "\n"])
def test_empty_rack_and_table_are_a_dash_or_empty_text(text: str) -> None:
    assert (rack(text), table(text)) == ((), ())
    assert (print_rack(()), print_table(())) == ("-", "-")


@pytest.mark.parametrize(
    "text", ["[r3 r4 r5] [k9 y9 J]", "r3 r4 r5 | k9 y9 J", "[r3,r4,r5][k9,y9,J]", "[r3 r4\nr5]\n[k9 y9 J]"]
)
def test_a_table_has_brackets_or_bars(text: str) -> None:
    assert table(text) == (("r3", "r4", "r5"), ("k9", "y9", "J"))


def test_a_table_is_printed_as_it_lies() -> None:
    text = "[k9 J y9] [r3 r4 r5]"

    assert print_table(table(text)) == text


def test_a_meld_may_go_without_brackets() -> None:
    assert meld("r3 r4 r5") == meld("[r3 r4 r5]") == ("r3", "r4", "r5")
    assert print_meld(meld("r3 r4 r5")) == "[r3 r4 r5]"


@pytest.mark.parametrize("text", ["-", "", "[r3] [r4]", "r3 | r4"])
def test_reading_one_meld_rejects_several(text: str) -> None:
    with pytest.raises(NotationError, match=r"one meld was expected, such as \[r3 r4 r5\]"):
        meld(text)


@pytest.mark.parametrize(
    ("text", "line", "column", "problem"),
    [
        ("[r3 r4", 1, 1, "never closed"),
        ("[r3 r4 r5] [k9 y9", 1, 12, "never closed"),
        ("[r3 [r4]]", 1, 5, "begins inside a meld"),
        ("[r3 r4 r5]]", 1, 11, "closes no meld"),
        ("r3 r4]", 1, 6, "closes no meld"),
        ("[r3 r4 r5] k9", 1, 12, "outside the melds"),
        ("[]", 1, 2, "a meld without tiles"),
        ("[r3 r4 r5] []", 1, 13, "a meld without tiles"),
        ("| r3 r4", 1, 1, "a meld without tiles"),
        ("r3 | | r4", 1, 6, "a meld without tiles"),
        ("r3 r4 |", 1, 7, "a meld without tiles"),
        ("[r3 r4 r5]\n[k9 y9 Q]", 2, 8, "no tile 'Q'"),
        ("[r3 | r4]", 1, 5, "no tile '|'"),
    ],
)
def test_unreadable_text_error_has_place_and_reason(text: str, line: int, column: int, problem: str) -> None:
    with pytest.raises(NotationError) as error:
        table(text)

    assert (error.value.line, error.value.column) == (line, column)
    assert problem in error.value.problem
    assert str(error.value) == f"line {line}, column {column}: {error.value.problem}"


def test_error_can_be_moved_into_a_larger_text() -> None:
    with pytest.raises(NotationError) as error:
        table("[r3 r4 r5]\n[k9 y9 Q]")

    assert (error.value.moved(line=7, column=20).line, error.value.moved(line=7, column=20).column) == (8, 8)


def test_a_huge_table_is_read_and_written() -> None:
    text = " ".join(["[r3 r4 r5]"] * 10_000)

    assert print_table(table(text)) == text


def test_tiles_are_equal_by_value_and_sorted_like_a_box() -> None:
    """Two tiles of one colour and number are equal values."""
    assert rack("r7") == rack("r7")
    assert sorted(rack("J k1 y1 b1 r2 r1 M C D"), key=lambda each: each.order) == [*rack("r1 r2 b1 y1 k1 J D C M")]
