"""Draw a scene as text, with or without the colours of a terminal."""

from collections.abc import Iterator

from tilewise.core.drawing.scene import RackLine, Scene
from tilewise.core.notation import NOTHING, print_meld
from tilewise.core.tiles import Colour, Table, Tile

WIDTH = 80
TILES_IN_A_LINE = 15
"""A tile takes up to five columns."""
IVORY = "#f3ecd8"
INK = {Colour.RED: "#c8102e", Colour.BLUE: "#0b4fb3", Colour.YELLOW: "#c96a00", Colour.BLACK: "#1c1c1c"}
JOKER_INK = "#7a1fa2"


def to_text(scene: Scene, *, colour: bool = False) -> str:
    """Draw a scene in lines of at most 80 columns where its melds allow it; `colour` adds ANSI colours."""
    return "\n".join(_lines(scene, colour=colour))


def _lines(scene: Scene, *, colour: bool) -> Iterator[str]:
    if scene.title:
        yield scene.title
    if scene.table or scene.title:
        yield from _flow(scene.table, "  ", colour=colour)
    for line in scene.racks:
        yield from _rack(line, colour=colour)


def _rack(line: RackLine, *, colour: bool) -> Iterator[str]:
    mark = "> " if line.is_to_move else "  "
    if line.label:
        yield f"{mark}{line.label}"
    if line.tiles is None:
        return
    indent = "    " if line.label else "  "
    if not line.tiles:
        yield indent + NOTHING
    for at in range(0, len(line.tiles), TILES_IN_A_LINE):
        yield indent + _row(line.tiles[at : at + TILES_IN_A_LINE], colour=colour)


def _flow(melds: Table, indent: str, *, colour: bool) -> Iterator[str]:
    """Yield lines of melds; a meld is never split."""
    line, used = indent, 0
    for meld in melds:
        width = sum(len(tile) + 2 for tile in meld) if colour else len(print_meld(meld))
        if used and len(indent) + used + 2 + width > WIDTH:
            yield line
            line, used = indent, 0
        line += ("  " if used else "") + (_row(meld, colour=True) if colour else print_meld(meld))
        used += width + (2 if used else 0)
    yield line if used else indent + NOTHING


def _row(tiles: tuple[Tile, ...], *, colour: bool) -> str:
    return "".join(map(_face, tiles)) if colour else " ".join(tiles)


def _face(tile: Tile) -> str:
    ink = JOKER_INK if tile.colour is None else INK[tile.colour]
    return f"\x1b[1;38;2;{_rgb(ink)};48;2;{_rgb(IVORY)}m {tile} \x1b[0m"


def _rgb(colour: str) -> str:
    return ";".join(str(byte) for byte in bytes.fromhex(colour[1:]))
