"""Style tiles: coloured on a terminal, in notation elsewhere."""

from collections.abc import Iterable, Iterator

from rich.console import Console
from rich.text import Text

from tilewise.cli.show.output import has_colour
from tilewise.core import notation
from tilewise.core.drawing.text import INK, IVORY, JOKER_INK
from tilewise.core.tiles import Meld, Tile


def face(tile: Tile) -> Text:
    """Return a coloured tile."""
    ink = JOKER_INK if tile.colour is None else INK[tile.colour]
    return Text(f" {tile} ", style=f"bold {ink} on {IVORY}")


def row(tiles: Meld, screen: Console) -> Text:
    """Return tiles side by side."""
    if not has_colour(screen):
        return Text(" ".join(tiles))
    return Text.assemble(*(face(tile) for tile in tiles))


def meld(tiles: Meld, screen: Console) -> Text:
    """Return a meld, in brackets if there are no colours."""
    return row(tiles, screen) if has_colour(screen) else Text(notation.print_meld(tiles))


def flow(items: Iterable[Text], width: int, gap: str) -> Iterator[Text]:
    """Arrange items in lines of at most this width."""
    line = Text()
    for item in items:
        if line and line.cell_len + len(gap) + item.cell_len > width:
            yield line
            line = Text()
        line = Text(gap).join((line, item)) if line else item
    if line:
        yield line


def print_flow(items: Iterable[Text], screen: Console, *, indent: str = " ", gap: str = "   ") -> None:
    """Print items in lines that fit the console. Coloured lines get a blank line between them."""
    for number, line in enumerate(flow(items, screen.width - len(indent), gap)):
        if number and has_colour(screen):
            screen.print()
        screen.print(Text(indent) + line, soft_wrap=True)
