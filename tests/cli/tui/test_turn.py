"""Edit a turn: move the cursor, pick tiles up, place them, undo."""

import pytest

from tilewise.cli.tui.turn import Area, Spot, Turn
from tilewise.core import notation
from tilewise.core.editions import edition
from tilewise.core.position import Position, broken_in
from tilewise.core.view import SeatView, View


def a_turn(*, rack: str, table: str = "", has_melded: bool = True) -> Turn:
    tiles = notation.rack(rack)
    seat = SeatView(tiles=len(tiles), has_melded=has_melded, has_conceded=False, laid=0, quiet=0, drew=0, rack=tiles)
    return Turn(
        View(
            edition=edition("classic-en"),
            seat=0,
            seats=(seat, seat),
            table=notation.table(table),
            pool=50,
            to_move=0,
            starter=0,
            turn=0,
            passed=(),
            last_turns=None,
            result=None,
        )
    )


def on_table(row: int, place: int = 0) -> Spot:
    return Spot(Area.TABLE, row, place)


def lies(turn: Turn) -> str:
    return notation.print_table(turn.draft.table)


def test_picked_rack_tiles_become_a_new_meld() -> None:
    turn = a_turn(rack="r3 r4 r5 k9")

    for _ in range(3):
        turn.pick()
    turn.place()

    assert (lies(turn), turn.rack_tiles) == ("[r3 r4 r5]", notation.rack("k9"))


def test_picked_tiles_join_a_meld_where_they_fit() -> None:
    turn = a_turn(rack="b4 k1", table="[b5 b6 b7]")

    turn.pick()
    turn.go(on_table(0))
    turn.place()

    assert lies(turn) == "[b4 b5 b6 b7]"


def test_tile_can_be_inserted_before_another() -> None:
    turn = a_turn(rack="J", table="[b5 b6 b7]")

    turn.pick()
    turn.go(on_table(0, 0))
    turn.insert()

    assert lies(turn) == "[J b5 b6 b7]"


def test_tile_can_move_within_its_meld() -> None:
    turn = a_turn(rack="r1", table="[b5 b6 b7 J]")

    turn.go(on_table(0, 3))
    turn.pick()
    turn.go(on_table(0, 0))
    turn.insert()

    assert lies(turn) == "[J b5 b6 b7]"


def test_whole_meld_can_be_moved_to_another() -> None:
    turn = a_turn(rack="r1", table="[b5 b6 b7] [b8 b9 b10]")

    turn.go(on_table(1))
    turn.pick_meld()
    turn.go(on_table(0))
    turn.place()

    assert lies(turn) == "[b5 b6 b7 b8 b9 b10]"


def test_meld_is_split_before_the_cursor() -> None:
    turn = a_turn(rack="r1", table="[b5 b6 b7 b8 b9 b10]")

    turn.go(on_table(0, 3))
    turn.split()

    assert lies(turn) == "[b5 b6 b7] [b8 b9 b10]"


def test_tiles_from_the_table_stay_in_hand_until_laid() -> None:
    turn = a_turn(rack="r1", table="[b5 b6 b7 b8]")

    turn.go(on_table(0, 0))
    turn.back()

    assert (turn.draft.in_hand, turn.rack_sections[0]) == (notation.rack("b5"), notation.rack("b5"))


def test_tiles_from_the_rack_go_back_to_it() -> None:
    turn = a_turn(rack="b4", table="[b5 b6 b7]")

    turn.pick()
    turn.go(on_table(0))
    turn.place()
    turn.go(on_table(0, 0))
    turn.back()

    assert (lies(turn), turn.rack_tiles, turn.draft.in_hand) == ("[b5 b6 b7]", notation.rack("b4"), ())


def test_undo_and_redo_step_through_the_turn() -> None:
    turn = a_turn(rack="b4 b8", table="[b5 b6 b7]")
    tables = [lies(turn)]
    for _ in range(2):
        turn.go(Spot(Area.RACK, 0, 0))
        turn.pick()
        turn.go(on_table(0))
        turn.place()
        tables.append(lies(turn))

    turn.undo()
    turn.undo()
    first = lies(turn)
    turn.redo()

    assert (first, lies(turn)) == (tables[0], tables[1])


def test_sorting_puts_picked_rack_tiles_down() -> None:
    turn = a_turn(rack="r3 b3 k9")

    turn.pick()
    turn.sort()

    assert turn.picked == []


@pytest.mark.parametrize(
    ("doing", "message"),
    [
        ("split", "move to a meld"),
        ("pick_meld", "move to a meld"),
        ("new_meld", "pick tiles up first"),
        ("undo", "nothing to undo"),
        ("redo", "nothing to redo"),
        ("back", "move to a meld"),
    ],
)
def test_impossible_edit_is_an_error_and_changes_nothing(doing: str, message: str) -> None:
    turn = a_turn(rack="r3", table="[b5 b6 b7]")

    with pytest.raises(ValueError, match=message):
        getattr(turn, doing)()
    assert lies(turn) == "[b5 b6 b7]"


@pytest.mark.parametrize(
    ("rack", "before", "after", "has_melded", "marked"),
    [
        ("r1 r2", "[b5 b6 b7]", "[b5 b6 b7] [r1 r2]", True, {(1, 0), (1, 1)}),
        ("r1 r2 r3", "[b5 b6 b7]", "[b5 b6 b7] [r1 r2 r3]", False, {(1, 0), (1, 1), (1, 2)}),
        ("b8", "[b5 b6 b7]", "[b5 b6 b7 b8]", False, {(0, 0), (0, 1), (0, 2), (0, 3)}),
    ],
)
def test_refusal_marks_the_tiles_concerned(
    rack: str, before: str, after: str, *, has_melded: bool, marked: set[tuple[int, int]]
) -> None:
    turn = a_turn(rack=rack, table=before, has_melded=has_melded)
    turn.lay_all(notation.table(after))

    position = Position(turn.view.edition, turn.view.table, turn.view.rack, has_melded)
    turn.refuse(broken_in(position, turn.draft.table))

    assert {(spot.row, spot.place) for spot in turn.wrong} == marked


def test_tile_left_in_hand_is_marked() -> None:
    turn = a_turn(rack="r1", table="[b5 b6 b7 b8]")
    turn.go(on_table(0, 0))
    turn.back()

    turn.refuse(broken_in(turn.draft.position, turn.draft.table))

    assert Spot(Area.RACK, 0, 0) in turn.wrong
