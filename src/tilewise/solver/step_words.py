"""The steps of a turn in plain English; another language brings sentences like these."""

from collections.abc import Iterable, Sequence
from itertools import groupby
from typing import assert_never

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import readings
from tilewise.core.rules.reading import Slot
from tilewise.core.tiles import Meld, Tile, number_tiles
from tilewise.core.words import colour_name, meld_name, tile_name
from tilewise.solver.step_values import (
    Join,
    Lay,
    Put,
    ReplaceJoker,
    Reverse,
    Split,
    SplitAtJoker,
    Step,
    Take,
    TakeJoker,
    tiles_at,
)


def in_words(step: Step, edition: Edition) -> str:
    """One sentence: "Take blue 4 from the group of fours."."""
    return f"{_Words(edition).sentence(step)}."


class _Words:
    """Sentences in the words of an edition, which has its own name for the fourth colour."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def sentence(self, step: Step) -> str:
        match step:
            case Take():
                return self._take(step)
            case Split():
                return self._split(step)
            case Reverse():
                return f"Turn {self._row(step.row)} round"
            case Join():
                return f"Join {self._row(step.other_row)} to {self._row(step.row)}"
            case Put():
                return f"Put {self._tiles(step.tiles)} to {self._row(step.row)}"
            case Lay():
                return f"Lay {self._row(step.row)}{self._from_rack(step)}"
            case ReplaceJoker() | SplitAtJoker() | TakeJoker():
                return self._free(step)
            case _:
                assert_never(step)

    def _take(self, step: Take) -> str:
        if len(step.places) == len(step.row):
            return f"Take up {self._row(step.row)}"
        return f"Take {self._tiles(tiles_at(step.row, step.places))} from {self._row(step.row)}"

    def _split(self, step: Split) -> str:
        cut = len(step.row) - len(step.places)
        if step.places[0] != cut or self._is_group(step.row):
            return f"Split {self._tiles(tiles_at(step.row, step.places))} off {self._row(step.row)}"
        last = step.row[cut - 1]
        return f"Split {self._row(step.row)} after the {last.number or tile_name(last, self.edition)}"

    def _free(self, step: ReplaceJoker | SplitAtJoker | TakeJoker) -> str:
        joker = f"the {tile_name(step.row[step.place], self.edition)}"
        free = f"goes free{self._becomes(step.becomes)}"
        match step:
            case ReplaceJoker():
                return f"Put {self._tiles(step.tiles)} in place of {joker} in {self._row(step.row)}; it {free}"
            case SplitAtJoker():
                return f"Split {self._row(step.row)} at {joker}; it {free}"
            case TakeJoker():
                if len(step.row) == 1:
                    return f"T{joker[1:]} {free}"
                return f"Take {joker} from {self._row(step.row)}; it {free}"

    def _from_rack(self, step: Lay) -> str:
        if not step.rack:
            return ""
        return " from the rack" if len(step.rack) == len(step.row) else f" with {self._tiles(step.rack)} from the rack"

    def _becomes(self, slots: Sequence[Slot]) -> str:
        """R-JOK-11; a mirror joker stands for nothing."""
        return f" and becomes {_and(dict.fromkeys(map(self._slot, slots)))}" if slots else ""

    def _slot(self, slot: Slot) -> str:
        """`red 9`, `blue or black 9`; `a 9` where any colour will do."""
        colours = [colour_name(colour, self.edition) for colour in sorted(slot.colours)]
        return f"{' or '.join(colours) if 0 < len(colours) < len('rbyk') else 'a'} {slot.number}"

    def _row(self, row: Meld) -> str:
        """A meld by its name, a few tiles that are none as they are."""
        return meld_name(row, self.edition) if readings(row, self.edition) else self._tiles(row)

    def _is_group(self, row: Meld) -> bool:
        return len({tile.number for tile in number_tiles(row)}) == 1

    def _tiles(self, tiles: Iterable[Tile]) -> str:
        """`blue 3, 5 and 6`, `black 8 and yellow 8`."""
        names: list[str] = []
        for colour, alike in groupby(tiles, key=lambda tile: tile.colour):
            first, *others = alike
            names.append(tile_name(first, self.edition))
            names += [tile_name(tile, self.edition) if colour is None else str(tile.number) for tile in others]
        return _and(names)


def _and(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
