import io
from typing import Literal

import pytest
from rich.console import Console

from tests.games import a_game, an_edition
from tilewise.cli.show.render import Sorting, print_rack, print_seats, print_table, sections
from tilewise.cli.show.tile_style import flow, row
from tilewise.core import notation
from tilewise.core.view import view_of


def a_screen(*, colour: bool = False, width: int = 40) -> Console:
    system: Literal["truecolor"] | None = "truecolor" if colour else None
    return Console(file=io.StringIO(), width=width, color_system=system, force_terminal=colour, markup=False)


def shown(screen: Console) -> str:
    assert isinstance(screen.file, io.StringIO)
    return screen.file.getvalue()


def test_melds_are_numbered_and_marked() -> None:
    screen = a_screen(width=80)
    changed = notation.table("[r1 r2 r3]")

    print_table(notation.table("[b4 b5 b6] [r1 r2 r3] [k9 y9]"), an_edition(), screen, changed=changed)

    assert shown(screen) == "  1 [b4 b5 b6]    2*[r1 r2 r3]    3?[k9 y9]\n"


def test_only_the_new_one_of_two_equal_melds_is_marked() -> None:
    screen = a_screen(width=80)
    twins = notation.table("[r1 r2 r3] [r1 r2 r3]")

    print_table(twins, an_edition(), screen, changed=twins[:1])

    assert shown(screen).count("*") == 1


def test_table_fits_the_width_of_the_screen() -> None:
    screen = a_screen(width=20)

    print_table(notation.table("[b4 b5 b6] [r1 r2 r3]"), an_edition(), screen)

    assert shown(screen) == "  1 [b4 b5 b6]\n  2 [r1 r2 r3]\n"


def test_empty_table_has_a_message() -> None:
    screen = a_screen()

    print_table((), an_edition(), screen)

    assert shown(screen) == " The table is empty.\n"


@pytest.mark.parametrize(
    ("sorting", "sorted_rack"),
    [(Sorting.RUNS, "r2 r7 | b7 | k1 | J M"), (Sorting.GROUPS, "k1 | r2 | r7 b7 | J M")],
)
def test_rack_is_sorted_by_runs_or_by_groups(sorting: Sorting, sorted_rack: str) -> None:
    rack = notation.rack("M b7 J r7 k1 r2")

    assert sections(rack, sorting) == list(notation.table(sorted_rack))


def test_rack_has_gaps_between_colours() -> None:
    screen = a_screen()

    print_rack(notation.rack("b7 r7 k1 r2"), Sorting.RUNS, screen)

    assert shown(screen) == "   r2 r7   b7   k1\n"


def test_rack_sizes_of_all_players_are_printed() -> None:
    screen = a_screen(width=80)

    print_seats(view_of(a_game(rack="r1 b5 k9", melded=False), 0), ("Ann", "Bob"), screen)

    assert shown(screen) == " Pool 4 · Ann 3 (not opened yet) · Bob 2\n"


def test_tiles_are_coloured_on_a_colour_terminal() -> None:
    screen = a_screen(colour=True)

    screen.print(row(notation.rack("r7"), screen))

    assert "\x1b[1;38;2;200;16;46;48;2;243;236;216m r7 " in shown(screen)


def test_line_holds_as_many_items_as_fit() -> None:
    items = [row((tile,), a_screen()) for tile in notation.rack("r1 r2 r3 r10")]

    assert [line.plain for line in flow(items, 8, gap="  ")] == ["r1  r2", "r3  r10"]
