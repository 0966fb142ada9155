"""What lies where, as a player sees it: the table with numbered melds, racks, and who holds how much."""

from collections import Counter
from collections.abc import Iterator, Sequence
from enum import StrEnum
from itertools import groupby

from rich.console import Console
from rich.text import Text

from tilewise.cli.show.output import say
from tilewise.cli.show.tile_style import meld, print_flow, row
from tilewise.core.edition import Edition
from tilewise.core.rules.melds import is_meld
from tilewise.core.tiles import Meld, Table, Tile
from tilewise.core.view import SeatView, View

CHANGED, UNFINISHED = "*", "?"


class Sorting(StrEnum):
    """How a rack is sorted: by colour, to see runs, or by number, to see groups."""

    RUNS = "runs"
    GROUPS = "groups"


def print_table(
    table: Table, edition: Edition, screen: Console, *, changed: Sequence[Meld] = (), indent: str = " "
) -> None:
    """The melds with their numbers; * marks what this turn has changed, ? what is no meld yet."""
    if not table:
        screen.print(Text(f"{indent}The table is empty.", style="dim"))
        return
    print_flow(_numbered(table, edition, screen, Counter(changed)), screen, indent=indent)


def print_rack(tiles: Sequence[Tile], sorting: Sorting, screen: Console, indent: str = "   ") -> None:
    """A rack, sorted, with gaps between the colours or the numbers."""
    print_flow((row(section, screen) for section in sections(tiles, sorting)), screen, indent=indent)


def sections(tiles: Sequence[Tile], sorting: Sorting) -> list[tuple[Tile, ...]]:
    """A rack taken apart by colour or by number; the jokers come last."""

    def key(tile: Tile) -> int:
        return tile.order // 13 if tile.is_joker or sorting is Sorting.RUNS else tile.number - 13

    ordered = sorted(tiles, key=lambda tile: (key(tile), tile.order))
    return [tuple(section) for _, section in groupby(ordered, key)]


def print_seats(view: View, names: Sequence[str], screen: Console) -> None:
    """How many tiles are left in the pool, and on every rack."""
    seats = " · ".join(f"{name} {holding(seat)}" for name, seat in zip(names, view.seats, strict=True))
    say(Text(f" Pool {view.pool} · {seats}", style="dim"), screen)


def holding(seat: SeatView) -> str:
    """How much a seat holds, and whether it has melded."""
    if seat.has_conceded:
        return "resigned"
    return f"{seat.tiles}" if seat.has_melded else f"{seat.tiles} (not opened yet)"


def _numbered(table: Table, edition: Edition, screen: Console, changed: Counter[Meld]) -> Iterator[Text]:
    for number, tiles in enumerate(table, start=1):
        mark = UNFINISHED if not is_meld(tiles, edition) else CHANGED if changed[tiles] > 0 else " "
        changed[tiles] -= 1
        label = Text(f"{number:>2}{mark}", style="bold" if mark.strip() else "dim")
        yield Text.assemble(label, meld(tiles, screen))
