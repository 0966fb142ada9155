"""Draw table and rack, and keep the screen position of every tile for the cursor keys."""

from collections import Counter
from collections.abc import Sequence

from rich.text import Text

from tilewise.cli.show.render import CHANGED, UNFINISHED
from tilewise.cli.tui.turn import Area, Spot, Turn
from tilewise.core.drawing.text import INK, IVORY, JOKER_INK
from tilewise.core.rules.melds import is_meld
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Meld, Table, Tile

NEW_MELD = " + new meld "
GAP = 3

Positions = dict[Spot, tuple[int, int]]
"""Line and column of every spot."""


class Canvas:
    """Draws blocks of tiles line by line and keeps the position of each tile."""

    def __init__(self, turn: Turn, width: int, *, first_line: int = 0) -> None:
        self.turn = turn
        self.width = max(width, 8)
        self.lines = [Text(" ")]
        self.positions: Positions = {}
        self.first_line = first_line

    def block(self, label: Text, tiles: Sequence[tuple[Spot, Tile]]) -> None:
        """Draw a meld or a section of the rack. A block wider than a line is broken."""
        length = label.cell_len + sum(len(tile) + 2 for _, tile in tiles)
        if self.lines[-1].cell_len > 1 and self.lines[-1].cell_len + length > self.width:
            self._new_line()
        self.lines[-1].append_text(label)
        for spot, tile in tiles:
            self._tile(spot, tile)
        self.lines[-1].append(" " * GAP)

    def slot(self, spot: Spot, words: str) -> None:
        """Draw a spot without a tile."""
        if self.lines[-1].cell_len + len(words) > self.width:
            self._new_line()
        self._see(spot)
        is_here = spot == self.turn.spot
        self.lines[-1].append(f"[{words[1:-1]}]" if is_here else words, style="bold reverse" if is_here else "dim")

    def _tile(self, spot: Spot, tile: Tile) -> None:
        if self.lines[-1].cell_len + len(tile) + 2 > self.width:
            self._new_line()
        self._see(spot)
        self.lines[-1].append_text(_face(self.turn, spot, tile))

    def _see(self, spot: Spot) -> None:
        self.positions[spot] = (self.first_line + len(self.lines) - 1, self.lines[-1].cell_len)

    def _new_line(self) -> None:
        """Start a new line, with a blank line before it."""
        self.lines += [Text(), Text(" ")]

    @property
    def text(self) -> Text:
        """The drawing."""
        return Text("\n").join(self.lines)


def draw_table(turn: Turn, width: int, *, changed_melds: Sequence[Meld] = ()) -> Canvas:
    """Draw the numbered melds: * changed in this turn, ? not a meld yet, • new or changed by others."""
    canvas = Canvas(turn, width)
    table, edition = turn.draft.table, turn.view.edition
    changed, fresh = Counter(Change(turn.view.table, table, edition).arrived), Counter(changed_melds)
    for row, tiles in enumerate(table):
        mark = _mark(tiles, turn, changed, fresh)
        label = Text(f"{row + 1:>2}{mark}", style="bold yellow" if mark.strip() else "dim")
        canvas.block(label, [(Spot(Area.TABLE, row, place), tile) for place, tile in enumerate(tiles)])
    canvas.slot(Spot(Area.TABLE, len(table), 0), NEW_MELD)
    return canvas


def draw_rack(turn: Turn, width: int, *, first_line: int = 0) -> Canvas:
    """Draw the tiles in hand, then the rack."""
    canvas = Canvas(turn, width, first_line=first_line)
    place = 0
    for number, section in enumerate(turn.rack_sections):
        in_hand = number == 0 and bool(turn.draft.in_hand)
        spots = [(Spot(Area.RACK, 0, place + index), tile) for index, tile in enumerate(section)]
        canvas.block(Text("in hand " if in_hand else "", style="bold yellow"), spots)
        place += len(section)
    return canvas


def next_spot(positions: Positions, spot: Spot, step: int) -> Spot:
    """Return the next spot in reading order, or the previous one."""
    order = sorted(positions, key=lambda each: positions[each])
    return order[max(0, min(len(order) - 1, order.index(spot) + step))] if spot in positions else spot


def nearest_spot(positions: Positions, spot: Spot, step: int) -> Spot:
    """Return the nearest spot in the line above (-1) or below (+1), or the spot itself if there is none."""
    if spot not in positions:
        return spot
    line, column = positions[spot]
    distances = {abs(there - line) for there, _ in positions.values() if (there - line) * step > 0}
    if not distances:
        return spot
    there = line + step * min(distances)
    return min(
        (each for each in positions if positions[each][0] == there), key=lambda each: abs(positions[each][1] - column)
    )


def _mark(tiles: Meld, turn: Turn, changed: Counter[Meld], fresh: Counter[Meld]) -> str:
    if not is_meld(tiles, turn.view.edition):
        return UNFINISHED
    for counts, mark in ((changed, CHANGED), (fresh, "•")):
        if counts[tiles] > 0:
            counts[tiles] -= 1
            return mark
    return " "


def _face(turn: Turn, spot: Spot, tile: Tile) -> Text:
    """Draw a tile. Brackets show the cursor, ^ a picked tile, ! a broken rule; colours repeat this."""
    is_here, is_picked, is_wrong = spot == turn.spot, spot in turn.picked, spot in turn.wrong
    ink = JOKER_INK if tile.colour is None else INK[tile.colour]
    ground = "#ffc83d" if is_picked else "#ffb3a7" if is_wrong else IVORY
    style = f"bold {ink} on {ground}"
    left, right = ("[", "]") if is_here else ("^" if is_picked else "!" if is_wrong else " ", " ")
    if is_here:
        style = f"bold {ink} on #7fd4ff"
    return Text.assemble((f"{left}{tile}{'^' if is_here and is_picked else right}", style))


def changed_by_others(before: Table, now: Table, turn: Turn) -> Sequence[Meld]:
    """Return the melds that others have laid or changed since the person's last turn."""
    return Change(before, now, turn.view.edition).arrived
