"""Draw a scene as SVG, with the shapes and colours of the page."""

from collections.abc import Iterator
from html import escape

from tilewise.core.drawing.scene import RackLine, Scene
from tilewise.core.tiles import COLOUR_CHANGE, DOUBLE, MIRROR, Colour, Meld, Table, Tile

WIDTH, PAD = 760, 18
TILE_WIDTH, TILE_HEIGHT, GAP = 44, 60, 3
PER_SHELF = (WIDTH - 2 * PAD) // (TILE_WIDTH + GAP)
LABEL_HEIGHT = 26
INK = {Colour.RED: "#b5082f", Colour.BLUE: "#0f5fd0", Colour.YELLOW: "#cb6700", Colour.BLACK: "#1b1f26"}
PLUM = "#6a2c91"
FELT, WOOD = "#2f645d", "#cdab80"

# As in web/src/lib/board/shapes.ts: a shape for each colour (a 10 × 10 box), and the parts of the jokers (40 × 40).
PIPS = {
    Colour.RED: "M5 9.600C2.200 7.500.2 5.700.2 3.300.2 1.600 1.500.5 2.900.5c.9 0 1.700.5 2.100 1.200C5.400 1 6.200.5"
    " 7.100.5c1.400 0 2.700 1.100 2.700 2.800 0 2.400-2 4.200-4.800 6.300z",
    Colour.BLUE: "M5 0a5 5 0 1 1 0 10A5 5 0 0 1 5 0zm0 2.700a2.300 2.300 0 1 0 0 4.600 2.300 2.300 0 0 0 0-4.600z",
    Colour.BLACK: "M1.500.5h7a1 1 0 0 1 1 1v7a1 1 0 0 1-1 1h-7a1 1 0 0 1-1-1v-7a1 1 0 0 1 1-1z",
    Colour.YELLOW: "M5 .2c.4 0 .7.2.9.5l4 7.500c.4.7-.1 1.500-.9 1.500H1c-.8 0-1.300-.8-.9-1.500l4-7.500"
    "c.2-.3.5-.5.9-.5z",
}
CAP = (
    "M8.500 22.500C9.200 17 7.400 13.600 3.800 13.200 8 6.200 16 7.400 20 13.800c4-6.400 12-7.600 16.200-.6"
    "-3.600.4-5.400 3.800-4.700 9.300z"
)
CHIN = "M9.800 24.800h20.400V26a10.200 10.200 0 0 1-20.400 0z"
SMILE = "M16.200 31.300c2.200 2 5.400 2 7.600 0"
SAIL = "M0 0C-3-10 4-18.500 13-17.500 16.500-11 10-2 0 0z"


class Svg(str):
    """An SVG document. Notebooks show the picture."""

    __slots__ = ()

    def _repr_svg_(self) -> str:
        return str(self)


def to_svg(scene: Scene) -> Svg:
    """Draw the table on felt and the racks on wood below it."""
    parts, top = [], PAD
    if scene.title:
        parts.append(_label(scene.title, top + 12, "#fff"))
        top += LABEL_HEIGHT
    shelves, felt = _shelves(scene.table, top)
    parts += shelves
    if not (scene.table or scene.racks):
        felt += TILE_HEIGHT + 2 * PAD
    below, bottom = [], felt
    for line in scene.racks:
        drawn, bottom = _rack(line, bottom)
        below += drawn
    wood = f'<rect y="{felt}" width="{WIDTH}" height="{bottom - felt}" fill="{WOOD}"/>' if below else ""
    return Svg(
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {bottom}" width="{WIDTH}" height="{bottom}" '
        f'font-family="Rubik, Arial, sans-serif"><rect width="{WIDTH}" height="{bottom}" fill="{FELT}"/>'
        f"{''.join(parts)}{wood}{''.join(below)}</svg>"
    )


def _shelves(table: Table, top: int) -> tuple[list[str], int]:
    """Place the melds in lines; return them with the lower edge of the felt."""
    parts, x, y = [], PAD, top
    for meld in table:
        for row in _rows(meld):
            width = len(row) * (TILE_WIDTH + GAP) - GAP
            if x > PAD and x + width > WIDTH - PAD:
                x, y = PAD, y + TILE_HEIGHT + 24
            tray = f'<rect x="{x - 5}" y="{y - 5}" width="{width + 10}" height="{TILE_HEIGHT + 10}" rx="12"'
            parts.append(f'{tray} fill="#092c27" fill-opacity=".3"/>')
            parts += _tiles(row, x, y)
            x += width + 26
    return parts, y + TILE_HEIGHT + PAD if table else top + (PAD if top > PAD else -PAD)


def _rows(meld: Meld) -> Iterator[Meld]:
    """Split a meld that is wider than the picture."""
    return (meld[at : at + PER_SHELF] for at in range(0, len(meld), PER_SHELF))


def _rack(line: RackLine, top: int) -> tuple[list[str], int]:
    """Draw a rack from `top` downwards; return it with its lower edge."""
    parts = []
    y = top + 10
    if line.label:
        parts.append(_label(f"▶ {line.label}" if line.is_to_move else line.label, y + 14, "#29231c"))
        y += LABEL_HEIGHT
    for row in _rows(line.tiles or ()):
        parts += _tiles(row, PAD, y)
        y += TILE_HEIGHT + GAP
    return parts, y + 7


def _label(words: str, y: int, ink: str) -> str:
    return f'<text x="{PAD}" y="{y}" font-size="15" fill="{ink}">{escape(words)}</text>'


def _tiles(row: Meld, x: int, y: int) -> Iterator[str]:
    return (_tile(tile, x + at * (TILE_WIDTH + GAP), y) for at, tile in enumerate(row))


def _tile(tile: Tile, x: int, y: int) -> str:
    face = "".join(
        f'<rect width="{TILE_WIDTH}" height="{height}" rx="7.5" fill="{fill}"/>'
        for height, fill in ((TILE_HEIGHT - 3, "#ddceb1"), (TILE_HEIGHT - 6, "#fffbf2"))
    )
    return f'<g transform="translate({x} {y})"><title>{tile}</title>{face}{_print(tile)}</g>'


def _print(tile: Tile) -> str:
    if tile.colour is None:
        return _pinwheel() if tile is COLOUR_CHANGE else _head(tile)
    ink, middle = INK[tile.colour], TILE_WIDTH / 2
    return (
        f'<text x="{middle:g}" y="29" text-anchor="middle" font-size="27" font-weight="650" fill="{ink}">{tile.number}'
        f'</text><path transform="translate({middle - 5.5:g} 36) scale(1.1)" fill-rule="evenodd" fill="{ink}" '
        f'd="{PIPS[tile.colour]}"/>'
    )


def _pinwheel() -> str:
    sails = (
        f'<path d="{SAIL}" fill="{ink}" transform="rotate({at * 90 - 18})"/>' for at, ink in enumerate(INK.values())
    )
    return f'<g transform="translate(22 27) scale(.95)">{"".join(sails)}</g>'


def _head(joker: Tile) -> str:
    sign = {DOUBLE: "×2", MIRROR: "◁▷"}.get(joker, "")
    eyes = "".join(f'<circle cx="{x}" cy="28" r="1.5" fill="{PLUM}"/>' for x in (16, 24))
    return (
        f'<g transform="translate(3 2) scale(.95)"><path d="{CAP}" fill="{PLUM}"/>'
        f'<path d="{CHIN}" fill="none" stroke="{PLUM}" stroke-width="2.2"/>{eyes}'
        f'<path d="{SMILE}" fill="none" stroke="{PLUM}" stroke-width="1.9"/></g>'
        f'<text x="22" y="50" text-anchor="middle" font-size="12" font-weight="700" fill="{PLUM}">{sign}</text>'
    )
