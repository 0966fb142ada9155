"""Print a game: the table with numbered melds, racks, and the number of tiles of each player."""

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
    """Sort a rack by colour to see runs, or by number to see groups."""

    RUNS = "runs"
    GROUPS = "groups"


def print_table(
    table: Table, edition: Edition, screen: Console, *, changed: Sequence[Meld] = (), indent: str = " "
) -> None:
    """Print the numbered melds. * marks melds changed in this turn, ? rows that are not melds yet."""
    if not table:
        screen.print(Text(f"{indent}The table is empty.", style="dim"))
        return
    print_flow(_numbered(table, edition, screen, Counter(changed)), screen, indent=indent)


def print_rack(tiles: Sequence[Tile], sorting: Sorting, screen: Console, indent: str = "   ") -> None:
    """Print a sorted rack with gaps between the colours or numbers."""
    print_flow((row(section, screen) for section in sections(tiles, sorting)), screen, indent=indent)


def sections(tiles: Sequence[Tile], sorting: Sorting) -> list[tuple[Tile, ...]]:
    """Split a rack by colour or by number. Jokers come last."""

    def key(tile: Tile) -> int:
        return tile.order // 13 if tile.is_joker or sorting is Sorting.RUNS else tile.number - 13

    ordered = sorted(tiles, key=lambda tile: (key(tile), tile.order))
    return [tuple(section) for _, section in groupby(ordered, key)]


def print_seats(view: View, names: Sequence[str], screen: Console) -> None:
    """Print the size of the pool and of every rack."""
    seats = " · ".join(f"{name} {holding(seat)}" for name, seat in zip(names, view.seats, strict=True))
    say(Text(f" Pool {view.pool} · {seats}", style="dim"), screen)


def holding(seat: SeatView) -> str:
    """Describe how many tiles a seat holds and whether it has opened."""
    if seat.has_conceded:
        return "resigned"
    return f"{seat.tiles}" if seat.has_melded else f"{seat.tiles} (not opened yet)"


def _numbered(table: Table, edition: Edition, screen: Console, changed: Counter[Meld]) -> Iterator[Text]:
    for number, tiles in enumerate(table, start=1):
        mark = UNFINISHED if not is_meld(tiles, edition) else CHANGED if changed[tiles] > 0 else " "
        changed[tiles] -= 1
        label = Text(f"{number:>2}{mark}", style="bold" if mark.strip() else "dim")
        yield Text.assemble(label, meld(tiles, screen))
