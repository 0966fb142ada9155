"""The library as its users meet it: short reprs, questions about positions, and sentences for mistakes."""

import inspect
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

import pytest

import tilewise
from tilewise import Draw, InputError, Play, new_game, view_of
from tilewise.lab import game
from tilewise.solver import Weights

TEXT = "classic-en; >r6 b8 / 12; [r3 r4 r5]"


@pytest.fixture(scope="module")
def a_record() -> tilewise.Record:
    greedy = tilewise.by_name("greedy")
    return game.play(tilewise.edition("classic-en"), [greedy, greedy], tilewise.deal_from("a record", 2)).record


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


def test_play_is_shown_as_it_can_be_written() -> None:
    play = Play(1, "[r3 r4 r5] [k9 y9 J]")

    assert (repr(play), eval(repr(play), {"Play": Play})) == ("Play(1, '[r3 r4 r5] [k9 y9 J]')", play)  # noqa: S307  # our own text


def test_violation_shows_its_clause_tiles_and_numbers() -> None:
    state = tilewise.parse_position("classic-en; >r10 r11 r13! / b1; -; pool k1")
    assert isinstance(state, tilewise.State)

    assert repr(tilewise.check(state, Play(0, "[r10 r11 r13]"))) == (
        "(<Violation not-a-meld (R-MAN-03), r10 r11 r13, not-consecutive>, "
        "<Violation initial-meld-points (R-MELD-01), need 30>)"
    )


def test_analysis_lists_its_candidates() -> None:
    found = tilewise.analyse(TEXT, "2000nodes")

    assert repr(found).startswith("<Analysis of seat 0: <Candidate ")
    assert "lay r6: wins " in repr(found)


def test_record_is_shown_by_its_seats_and_turns(a_record: tilewise.Record) -> None:
    assert re.fullmatch(r"<Record classic-en, greedy 1, greedy 2: \d+ turns>", repr(a_record))


def test_notebook_shows_the_last_position_of_a_record(a_record: tilewise.Record) -> None:
    *_, last = tilewise.replay(a_record)

    assert a_record._repr_svg_() == tilewise.to_svg(last.state)


def test_record_without_a_game_has_no_picture() -> None:
    assert tilewise.Record(tilewise.edition("twist"), ("Ann", "Bob"))._repr_svg_() is None


@pytest.mark.parametrize("text", ["[r3 r4 r5] [k9 y9 J]", "r7 b8 J", TEXT])
def test_table_rack_and_position_are_drawn_from_text(text: str) -> None:
    read = tilewise.parse_position if ";" in text else tilewise.table if "[" in text else tilewise.rack

    assert tilewise.draw(text) == tilewise.draw(read(text))


def test_objective_is_given_by_name() -> None:
    position = "classic-en; >r6 r7 r8 b13 / 12; [r3 r4 r5] [y13 k13 r13]"

    for objective in tilewise.Objective:
        assert tilewise.solve(position, str(objective)) == tilewise.solve(position, objective)


def test_row_of_tiles_is_judged_from_text() -> None:
    assert str(tilewise.fault_of("[r3 J r6]", "classic-en")) == "not-consecutive"
    assert [reading.value for reading in tilewise.readings("[r3 J r5]", tilewise.edition("twist"))] == [12]


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
        (lambda: tilewise.solve(TEXT, "most"), "unknown objective 'most'; choose from: tiles, points, "),
        (lambda: tilewise.best_plays(TEXT, -1), "a number of plays from 0 to 1000000 was expected, not -1"),
        (lambda: tilewise.print_table("[r3 r4 r5]"), "a table, such as table('[r3 r4 r5] [k9 y9 J]'), was expected"),  # type: ignore[arg-type]
        (lambda: tilewise.Match("twist", ("a", "b")), "an Edition, such as edition('classic-en'), was expected, not"),  # type: ignore[arg-type]
        (lambda: tilewise.edition("x" * 1000), f"unknown edition '{'x' * 79}…; choose from: classic-en"),
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


STATE = new_game(seed="any")
DEAL = tilewise.deal_from("any", 2)
MATCH = tilewise.Match(tilewise.edition("twist"), ("Ann", "Bob"))
RECORD = tilewise.Record(MATCH.edition, MATCH.seats, (tilewise.GameRecord(DEAL.commitment, DEAL),))
STARTED = tilewise.begin_game(MATCH, DEAL)[1]
MELD = tilewise.meld("[r3 r4 r5]")
RIGHT: dict[str, tuple[object, ...]] = {
    "act": (STATE, Draw(STATE.to_move)),
    "analyse": (TEXT, "100nodes"),
    "apply": (STATE, Draw(STATE.to_move)),
    "begin_game": (MATCH, DEAL),
    "best_plays": (TEXT, 2, "points"),
    "by_name": ("greedy",),
    "check": (STATE, Draw(STATE.to_move)),
    "count_plays": (TEXT,),
    "deal_from": ("seed", 2, 1),
    "draw": (TEXT,),
    "edition": ("twist",),
    "evolve": (STATE, STARTED),
    "fault_of": (MELD, "twist"),
    "in_words": (tilewise.Violation(tilewise.Rule.GAME_IS_OVER), MATCH.edition, ("Ann", "Bob")),
    "legal_plays": (TEXT,),
    "meld": ("[r3 r4 r5]",),
    "new_game": ("twist",),
    "parse_position": (TEXT,),
    "parse_record": (tilewise.print_record(RECORD),),
    "print_meld": (MELD,),
    "print_position": (STATE,),
    "print_rack": (MELD,),
    "print_record": (RECORD,),
    "print_table": ((MELD,),),
    "rack": ("r3 J",),
    "readings": (MELD, "twist"),
    "redact": (STARTED, 0),
    "replay": (RECORD,),
    "set_up": (MATCH.edition, DEAL, 0),
    "solve": (TEXT, "points"),
    "start": (STARTED,),
    "table": ("[r3 r4 r5]",),
    "tile": ("r3",),
    "to_svg": (TEXT,),
    "verify": (RECORD,),
    "verify_text": (tilewise.print_record(RECORD),),
    "view_of": (STATE, 0, ()),
    "with_game": (MATCH, STATE),
}
"""Right arguments of every function of the library."""
WRONG: tuple[object, ...] = (
    *(
        None,
        7,
        -1,
        0.5,
        10**30,
        True,
        "",
        "nonsense",
        "a" * 1000,
        b"r3",
        [],
        {},
        (),
        ("r3",),
        ((7,),),
        (("r3",),),
        [[7]],
    ),
    *(object(), Draw, STATE, view_of(STATE, None), view_of(STATE, 1 - STATE.to_move), DEAL, MATCH, RECORD, STARTED),
    *(MELD, MELD[0], (MELD,), [MELD], iter(()), Draw(9), Play(0, "[r3]"), TEXT, MATCH.edition, tilewise.solve(TEXT)),
)


def test_every_function_is_called_with_wrong_arguments() -> None:
    assert [name for name in tilewise.__all__ if inspect.isfunction(getattr(tilewise, name))] == list(RIGHT)


@pytest.mark.parametrize("name", RIGHT)
def test_wrong_argument_leads_to_no_other_error(name: str) -> None:
    for place in range(len(RIGHT[name])):
        for wrong in WRONG:
            arguments = (*RIGHT[name][:place], wrong, *RIGHT[name][place + 1 :])
            with suppress(tilewise.TilewiseError):
                answer = getattr(tilewise, name)(*arguments)
                if isinstance(answer, Iterator):
                    next(answer, None)


PROBLEM = {"edition": MATCH.edition, "rack": MELD, "table": (MELD,), "has_melded": True}
AIMS = {"objective": tilewise.Objective.POINTS, "least_disruption": True, "initial_melds": ()}
BUDGETS = {"node_budget": 9, "time_budget_us": 9}
FIELDS: tuple[tuple[type, dict[str, object], Callable[..., object]], ...] = (
    (tilewise.Problem, PROBLEM | AIMS | BUDGETS, tilewise.solve),
    (tilewise.Problem, PROBLEM | AIMS | BUDGETS, tilewise.best_plays),
    (tilewise.GameRecord, {"commitment": "", "deal": DEAL, "actions": (), "result": None}, repr),
    (tilewise.Record, {"edition": MATCH.edition, "seats": MATCH.seats, "games": (), "bots": ()}, tilewise.print_record),
)
"""Values that people construct: their fields, and a function that takes them."""


@pytest.mark.parametrize(("kind", "right", "use"), FIELDS)
def test_value_with_a_wrong_field_leads_to_no_other_error(
    kind: type, right: dict[str, object], use: Callable[..., object]
) -> None:
    for field in right:
        for wrong in WRONG:
            with suppress(ValueError):  # "not a meld: [r3]", says the kernel
                use(kind(**(right | {field: wrong})))


def test_wrong_field_gets_a_sentence() -> None:
    edition = MATCH.edition
    wrong = (
        (lambda: tilewise.solve(tilewise.Problem("twist", MELD)), "an Edition, such as edition('classic-en'), was"),  # type: ignore[arg-type]
        (lambda: tilewise.solve(tilewise.Problem(edition, "r3 r4 r5")), "a rack, such as rack('r7 b7 J'), was"),  # type: ignore[arg-type]
        (lambda: tilewise.solve(tilewise.Problem(edition, MELD, "[r1 r2 r3]")), "a table, such as table('[r3 r4 r5]"),  # type: ignore[arg-type]
        (lambda: tilewise.best_plays(tilewise.Problem(edition, MELD, node_budget=0.5)), "a budget in whole numbers"),  # type: ignore[arg-type]
        (lambda: Weights.of([7]), "a mapping of weights, such as {tile('r7'): 5}, was expected, not [7]"),  # type: ignore[arg-type]
        (lambda: tilewise.solve(TEXT, Weights.of({MELD[0]: 0.5})), "a whole number as a weight was expected, not 0.5"),  # type: ignore[dict-item]
        (lambda: tilewise.Record("twist", ("a", "b")), "an Edition, such as edition('classic-en'), was expected, not"),  # type: ignore[arg-type]
        (lambda: tilewise.Record(edition, ("a", 7)), "the name of a seat was expected, not 7"),  # type: ignore[arg-type]
        (lambda: tilewise.GameRecord("", "seed"), "a Deal, such as deal_from('a seed', players=2), was expected, not"),  # type: ignore[arg-type]
    )
    for call, sentence in wrong:
        with pytest.raises(InputError) as caught:
            call()
        assert sentence in str(caught.value)


@pytest.mark.parametrize("wrong", [7, ("r3 r4 r5",), (("r3", "r4", "r5"),), [["r3"]], ((None,),)])
def test_table_of_other_values_than_tiles_is_no_play(wrong: object) -> None:
    for action in (Play, tilewise.RunOutOfTime):
        with pytest.raises(InputError, match=r"a table, such as '\[r3 r4 r5\] \[k9 y9 J\]', was expected, not "):
            action(0, wrong)  # type: ignore[arg-type]


def test_analysis_refuses_to_judge_an_illegal_play() -> None:
    with pytest.raises(tilewise.RefusedError, match=r"not-a-meld"):
        tilewise.analyse(TEXT, "100nodes", made=Play(0, "[r3 r4 r5] [b8]"))


def test_import_loads_no_bots_and_no_analysis() -> None:
    code = (
        "import sys, tilewise; print([m for m in sys.modules if m.startswith(('tilewise.bots', 'tilewise.analysis'))])"
    )

    assert subprocess.run([sys.executable, "-c", code], check=True, capture_output=True, text=True).stdout == "[]\n"
