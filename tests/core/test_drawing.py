"""Drawings of positions, tables and racks as text and as SVG."""

import re
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import tilewise
from tilewise.core.drawing import svg

ROOT = Path(__file__).parents[2]
TEXT = "classic-en; >r6 b8 J / 12!; [r3 r4 r5] [k9 y9 b9]"
TWIST = "[r3 r4 D] [k9 y9 M y9 k9] [b1 b2 C]"


def tiles_in(picture: str) -> list[str]:
    """Return the tiles of an SVG document, in the order they are drawn."""
    root = ET.fromstring(picture)  # noqa: S314  # our own document
    return [title.text or "" for title in root.iter("{http://www.w3.org/2000/svg}title")]


def test_printed_position_shows_table_and_racks() -> None:
    assert str(tilewise.parse_position(TEXT)).splitlines() == [
        "classic-en, turn 0, pool 85",
        "  [r3 r4 r5]  [k9 y9 b9]",
        "> seat 0",
        "    r6 b8 J",
        "  seat 1, 12 tiles, not opened",
    ]


def test_drawing_of_a_state_shows_every_rack() -> None:
    state = tilewise.new_game(seed="one", players=3)

    assert all(" ".join(player.rack) in tilewise.draw(state) for player in state.players)


def test_rack_is_drawn_in_the_order_given() -> None:
    assert tilewise.draw(tilewise.rack("b8 r6")) == "  b8 r6"


def test_empty_table_is_drawn_as_a_dash() -> None:
    assert tilewise.draw("classic-en; >r6 / 12; -").splitlines()[1] == "  -"


@pytest.mark.parametrize("colour", [False, True])
def test_lines_fit_eighty_columns(*, colour: bool) -> None:
    melds = " ".join(f"[r{n} b{n} k{n}]" for n in range(1, 14))
    rack = " ".join(f"y{n} y{n}" for n in range(1, 14))

    drawn = tilewise.draw(f"classic-en; >{rack} / 5; {melds}", colour=colour)

    assert max(len(re.sub(r"\x1b\[[0-9;]*m", "", line)) for line in drawn.splitlines()) <= 80


def test_drawing_has_no_escape_codes_unless_asked_for() -> None:
    assert "\x1b" not in tilewise.draw(TEXT)


def test_coloured_drawing_prints_red_tiles_in_red() -> None:
    assert "38;2;200;16;46" in tilewise.draw(tilewise.rack("r6"), colour=True)


def test_picture_of_a_position_shows_every_visible_tile() -> None:
    assert tiles_in(tilewise.to_svg(TEXT)) == ["r3", "r4", "r5", "k9", "y9", "b9", "r6", "b8", "J"]


def test_picture_shows_every_special_joker() -> None:
    assert {"D", "M", "C"} <= set(tiles_in(tilewise.to_svg(tilewise.table(TWIST))))


def test_picture_of_a_long_meld_stays_inside_its_frame() -> None:
    melds = tilewise.table("[" + " ".join(f"r{n}" for n in range(1, 14)) + "] [b1 b2 b3 b4 b5 b6 b7 b8 b9]")
    places = re.findall(r'translate\((\d+) (\d+)\)"><title', tilewise.to_svg(melds))

    assert max(int(x) for x, _ in places) + svg.TILE_WIDTH <= svg.WIDTH


def test_picture_of_an_empty_table_has_a_height() -> None:
    assert int(ET.fromstring(tilewise.to_svg(())).attrib["height"]) > 0  # noqa: S314  # our own document


@pytest.mark.parametrize("what", [TEXT, TWIST, "classic-en; >r6 / 12; -"])
def test_every_tile_lies_above_the_lower_edge(what: str) -> None:
    picture = tilewise.to_svg(what if ";" in what else tilewise.table(what))
    height = int(ET.fromstring(picture).attrib["height"])  # noqa: S314  # our own document

    assert max(int(y) for y in re.findall(r'translate\(\d+ (\d+)\)"><title', picture)) + svg.TILE_HEIGHT <= height


@pytest.mark.parametrize(
    "shown", [tilewise.parse_position(TEXT), tilewise.new_game(seed="one"), tilewise.solve(TEXT), tilewise.to_svg(TEXT)]
)
def test_notebooks_show_a_picture(shown: tilewise.State | tilewise.View | tilewise.Solution | tilewise.Svg) -> None:
    assert shown._repr_svg_().startswith("<svg")


def test_solution_shows_the_tiles_it_lays() -> None:
    assert str(tilewise.solve(TEXT)).splitlines()[-2:] == ["  lays", "    r6 J"]


def test_wrong_argument_is_answered_in_a_sentence() -> None:
    with pytest.raises(tilewise.InputError, match="a position, a solution, a table or a rack was expected, not 7"):
        tilewise.draw(7)  # type: ignore[arg-type]


@pytest.mark.parametrize("shape", [*svg.PIPS.values(), svg.CAP, svg.CHIN, svg.SMILE, svg.SAIL])
def test_shapes_are_those_of_the_page(shape: str) -> None:
    assert shape in (ROOT / "web/src/lib/board/shapes.ts").read_text(encoding="utf-8")
