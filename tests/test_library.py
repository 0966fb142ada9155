"""The library as its users meet it: short reprs, questions about positions, and sentences for mistakes."""

import subprocess
import sys

import pytest

import tilewise
from tilewise import InputError, Play, new_game, view_of

TEXT = "classic-en; >r6 b8 / 12; [r3 r4 r5]"


def test_tile_is_shown_in_notation() -> None:
    assert repr(tilewise.rack("r7 J")) == "(r7, J)"


def test_table_is_shown_in_notation() -> None:
    assert repr(tilewise.table("[r3 r4 r5]")) == "((r3, r4, r5),)"


def test_edition_is_shown_by_name() -> None:
    assert repr(tilewise.edition("twist")) == "<Edition twist>"


def test_view_shows_the_rack_of_its_seat_and_numbers_of_others() -> None:
    assert (
        repr(tilewise.parse_position(TEXT))
        == "<View classic-en of seat 0, turn 0: to move r6 b8, 12; table [r3 r4 r5]; pool 89>"
    )


def test_state_shows_every_rack() -> None:
    text = "classic-en; >r6 b8 / k1; [r3 r4 r5]; pool y1 y2"

    assert (
        repr(tilewise.parse_position(text)) == "<State classic-en, turn 0: to move r6 b8, k1; table [r3 r4 r5]; pool 2>"
    )


def test_solution_shows_what_it_lays() -> None:
    assert repr(tilewise.solve(TEXT)) == "<Solution lays r6; table [r3 r4 r5 r6]>"


@pytest.mark.parametrize("players", [2, 4])
def test_new_game_is_shown_in_a_few_lines(players: int) -> None:
    assert len(repr(new_game(players=players, seed="one"))) < 320


def test_large_table_is_shortened() -> None:
    melds = " ".join(f"[r{n} b{n} k{n}]" for n in range(1, 8))

    assert "and 3 more" in repr(tilewise.parse_position(f"classic-en; >y1 / 5; {melds}"))


def test_state_view_and_text_have_the_same_best_play() -> None:
    state = new_game(seed="seven")
    view = view_of(state, state.to_move)

    assert tilewise.solve(state) == tilewise.solve(view) == tilewise.solve(tilewise.print_position(view))


def test_best_plays_are_listed_best_first() -> None:
    plays = tilewise.best_plays("classic-en; >r6 r7 / 12; [r3 r4 r5]", 2)

    assert [tilewise.print_rack(play.laid) for play in plays] == ["r6 r7", "r6"]


def test_position_in_text_is_analysed() -> None:
    found = tilewise.analyse(TEXT, "2000nodes")

    assert found == tilewise.analyse(tilewise.parse_position(TEXT), "2000nodes")


def test_bot_is_found_by_name() -> None:
    assert tilewise.by_name("greedy").name == "greedy"


def test_play_takes_a_table_in_text() -> None:
    assert Play(0, "[r3 r4 r5]") == Play(0, tilewise.table("[r3 r4 r5]"))


def test_wrong_argument_gets_a_sentence() -> None:
    wrong = (
        (lambda: tilewise.solve(7), "a State, a View or a position in text was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.analyse(TEXT, 7), "a Budget, or text such as '500ms', was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.check(7, Play(0, "-")), "a State was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.act(7, Play(0, "-")), "a State was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.check(new_game(), "draw"), "an action, such as Draw(0) or Play(0, '[r3 r4 r5]'), was"),  # type: ignore[arg-type]
        (lambda: tilewise.check(new_game(), Play("a", "-")), "the number of a seat was expected, not 'a'"),  # type: ignore[arg-type]
        (lambda: tilewise.by_name(7), "the name of a bot was expected, not 7"),  # type: ignore[arg-type]
        (lambda: new_game(players="2"), "a number of players was expected, not '2'"),  # type: ignore[arg-type]
        (lambda: tilewise.legal_plays(7), "a State, a View or a position in text was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.view_of(7, 0), "a State was expected, not 7"),  # type: ignore[arg-type]
        (lambda: Play(0, 7), "a table, such as '[r3 r4 r5] [k9 y9 J]', was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.rack(7), "a rack in text, such as 'r7 b7 J', was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.solve(tilewise.parse_position("classic-en; >14 / 14; -")), "use the view of a seat"),
    )
    for call, sentence in wrong:
        with pytest.raises(InputError) as caught:
            call()
        assert sentence in str(caught.value)


def test_import_loads_no_bots_and_no_analysis() -> None:
    code = (
        "import sys, tilewise; print([m for m in sys.modules if m.startswith(('tilewise.bots', 'tilewise.analysis'))])"
    )

    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"
