"""A position in one line of text: what it means, and how mistakes are reported."""

import pytest

from tests.games import a_game
from tilewise.core.actions import Concede
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.engine import act, start
from tilewise.core.errors import InputError
from tilewise.core.notation import NotationError, rack, table
from tilewise.core.position_text import parse_position, print_position
from tilewise.core.rules.setup import set_up
from tilewise.core.view import View, view_of


def a_view(text: str) -> View:
    game = parse_position(text)
    assert isinstance(game, View)
    return game


def test_position_with_every_tile_is_a_state() -> None:
    game = a_game(rack="r1 b5 k9", table="[r3 r4 r5]", pool="y13 k13", others=("r13 b13",))

    assert print_position(game) == "classic-en; >r1 b5 k9 / r13 b13; [r3 r4 r5]; pool y13 k13"
    assert parse_position(print_position(game)) == game


def test_position_with_a_hidden_rack_is_the_view_of_the_other_seat() -> None:
    view = a_view("classic-en; 12! / >r7 J; [r3 r4 r5]; pool 20")

    assert (view.seat, view.to_move, view.rack, view.table) == (1, 1, rack("r7 J"), table("[r3 r4 r5]"))
    assert [(seat.tiles, seat.has_melded) for seat in view.seats] == [(12, False), (2, True)]


def test_pool_of_a_view_is_counted_if_it_is_not_written() -> None:
    assert a_view("classic-en; >r7 J / 12; [r3 r4 r5]").pool == 106 - 2 - 12 - 3


def test_position_without_a_known_rack_is_a_spectators_view() -> None:
    assert a_view("classic-en; >14! / 14!; -").seat is None


def test_house_rules_follow_the_edition() -> None:
    text = "classic-en initial_meld_min=40; >r7 / 3; -; pool 102"

    assert parse_position(text).edition.initial_meld_min == 40
    assert print_position(parse_position(text)) == text


def test_counts_and_seats_of_a_late_game_are_kept() -> None:
    text = "classic-en; r7~ / >3 / 4!; -; pool 0; turn 40; starter 2; laid 1 2 0; quiet 0 3 9; passed 1 2; last-turns 3"

    assert print_position(parse_position(text)) == text


def test_view_of_a_new_game_names_no_hidden_tile() -> None:
    game = start(set_up(edition("classic-en"), deal_from("seven", 2)))
    shown = print_position(view_of(game, 0))

    assert "/ >14!" in shown or "/ 14!" in shown
    assert shown.endswith("pool 78") or "pool 78;" in shown


@pytest.mark.parametrize(
    ("text", "column", "problem"),
    [
        ("classic-en; >r7 / 3", 1, "EDITION; RACKS; TABLE"),
        ("classic-en; >r7 q8 / 3; -", 17, "no tile 'q8'"),
        ("classic-en; r7 / 3; -", 13, "the player to move"),
        ("classic-en; >r7 / >3; -", 13, "the player to move"),
        ("classic-en; >r7 / 3; [r3 r4", 22, "never closed"),
        ("classic-en; >r7 / 3; -; pond 5", 25, "no field 'pond'"),
        ("classic-en; >r7 / 3; -; pool 5; pool 6", 33, "second time"),
        ("classic-en; >r7 / 3; -; pool r8", 30, "number of tiles"),
        ("classic-en; >r7 / b8; -; pool 5", 31, "pool in tiles"),
        ("classic-en; >r7 / b8; -", 1, "pool in tiles"),
        ("classic-en; >r7 / b8 / 3; -", 1, "one rack in tiles"),
        ("classic-en; >r7 / 3; -; quiet 1", 31, "each of the 2 seats"),
        ("classic-en; >r7 / 3; -; starter 3", 33, "from 1 to 2"),
        ("classic-en; >r7 / 3; -; turn 3 4", 30, "one number"),
    ],
)
def test_unreadable_position_is_reported_with_its_column(text: str, column: int, problem: str) -> None:
    with pytest.raises(NotationError, match=problem) as caught:
        parse_position(text)

    assert caught.value.column == column


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("classic-xx; >r7 / 3; -", "unknown edition 'classic-xx'"),
        ("classic-en; >r7; -", "players"),
        ("classic-en; >r7 r7 r7 / 3; -", "2 of the tile r7, not 3"),
        ("classic-en; >r7 / 3; [r3 r4]", "is not a meld"),
        ("classic-en; >r7 / 99; -; pool 50", "105 tiles are hidden, fewer than the 149"),
        ("classic-en; >r7 / 200; -", "105 tiles are hidden, fewer than the 200"),
        ("classic-en\n; >r7 / 3; -", "single line"),
    ],
)
def test_impossible_position_is_reported_in_a_sentence(text: str, problem: str) -> None:
    with pytest.raises(InputError, match=problem):
        parse_position(text)


def test_only_text_is_parsed() -> None:
    with pytest.raises(InputError, match="a position in text, such as 'classic-en; >r7"):
        parse_position(7)  # type: ignore[arg-type]


def test_only_a_game_is_printed() -> None:
    with pytest.raises(InputError, match="a State or a View was expected, not 7"):
        print_position(7)  # type: ignore[arg-type]


def test_finished_game_has_no_position() -> None:
    over = act(a_game(), Concede(1))

    with pytest.raises(InputError, match="the game is over"):
        print_position(over)
