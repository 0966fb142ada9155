"""What tiles look like: coloured faces in a terminal, notation in a pipe."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from tilewise.cli.show.output import has_colour
from tilewise.core import notation
from tilewise.core.tiles import Colour, Meld, Tile

INK = {Colour.RED: "#c8102e", Colour.BLUE: "#0b4fb3", Colour.YELLOW: "#c96a00", Colour.BLACK: "#1c1c1c"}
JOKER_INK = "#7a1fa2"
IVORY = "#f3ecd8"


def face(tile: Tile) -> Text:
    """One tile as it lies face up."""
    ink = JOKER_INK if tile.colour is None else INK[tile.colour]
    return Text(f" {tile} ", style=f"bold {ink} on {IVORY}")


def row(tiles: Meld, screen: Console) -> Text:
    """Tiles side by side."""
    if not has_colour(screen):
        return Text(" ".join(tiles))
    return Text.assemble(*(face(tile) for tile in tiles))


def meld(tiles: Meld, screen: Console) -> Text:
    """A meld as it lies on the table."""
    return row(tiles, screen) if has_colour(screen) else Text(notation.print_meld(tiles))


def flow(items: Iterable[Text], width: int, gap: str) -> Iterator[Text]:
    """Lines of items with gaps between, as many in a line as the width takes."""
    line = Text()
    for item in items:
        if line and line.cell_len + len(gap) + item.cell_len > width:
            yield line
            line = Text()
        line = Text(gap).join((line, item)) if line else item
    if line:
        yield line


def print_flow(items: Iterable[Text], screen: Console, *, indent: str = " ", gap: str = "   ") -> None:
    """Print items in lines that fit the screen; faces need air between the lines."""
    for number, line in enumerate(flow(items, screen.width - len(indent), gap)):
        if number and has_colour(screen):
            screen.print()
        screen.print(Text(indent) + line, soft_wrap=True)
