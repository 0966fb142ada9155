"""The steps of a turn in English."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from tilewise.core.edition import Edition
from tilewise.core.rules.melds import readings
from tilewise.core.rules.reading import Slot, places
from tilewise.core.tiles import CLASSIC, DOUBLE, Colour, Meld, Tile, number_tiles
from tilewise.core.words import colour_name, meld_name, tile_name
from tilewise.solver.steps.values import (
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
    """Return a sentence: "Take blue 4 from the group of fours."."""
    return f"{_Words(edition).sentence(step)}."


class _Words:
    """Sentences with the colour names of an edition."""

    def __init__(self, edition: Edition) -> None:
        self.edition = edition

    def sentence(self, step: Step) -> str:
        match step:
            case Take():
                return self._take(step)
            case Split():
                return self._split(step)
            case Reverse():
                return f"Reverse {self._row(step.row)}"
            case Join():
                return f"Join {self._row(step.other_row)} to {self._row(step.row)}"
            case Put():
                return f"Add {self._tiles(step.tiles)} to {self._row(step.row)}"
            case Lay():
                return f"Play {self._row(step.row)}{self._from_rack(step)}"
            case ReplaceJoker() | SplitAtJoker() | TakeJoker():
                return self._free(step)
            case _:
                assert_never(step)

    def _take(self, step: Take) -> str:
        if len(step.places) == len(step.row):
            return f"Pick up {self._row(step.row)}"
        return f"Take {self._tiles(tiles_at(step.row, step.places))} from {self._row(step.row)}"

    def _split(self, step: Split) -> str:
        cut = len(step.row) - len(step.places)
        if step.places[0] != cut or not _is_plain_run(step.row):
            return f"Split {self._tiles(tiles_at(step.row, step.places))} off {self._row(step.row)}"
        last = step.row[cut - 1]
        return f"Split {self._row(step.row)} after the {last.number or tile_name(last, self.edition)}"

    def _free(self, step: ReplaceJoker | SplitAtJoker | TakeJoker) -> str:
        joker = f"the {tile_name(step.row[step.place], self.edition)}"
        becomes = f"becomes {self._becomes(step.becomes)}" if step.becomes else ""
        match step:
            case ReplaceJoker():
                freed = f"Replace {joker} in {self._row(step.row)} with {self._tiles(step.tiles)}"
            case SplitAtJoker():
                freed = f"Split {self._row(step.row)} at {joker} to free it"
            case TakeJoker() if len(step.row) == 1:
                return f"T{joker[1:]} is left over and {becomes or 'free'}"
            case TakeJoker():
                freed = f"Take {joker} from {self._row(step.row)}"
        return f"{freed}; {joker} {becomes}" if becomes else freed

    def _from_rack(self, step: Lay) -> str:
        if not step.rack:
            return ""
        return (
            " from your rack" if len(step.rack) == len(step.row) else f", using {self._tiles(step.rack)} from your rack"
        )

    def _becomes(self, slots: Sequence[Slot]) -> str:
        """R-JOK-11: name the meaning of a joker; a mirror joker has none."""
        if len(slots) > 1 and len(set(slots)) == 1:
            return self._twice(slots[0])
        return _and(map(self._slot, slots))

    def _slot(self, slot: Slot) -> str:
        """Return `red 9`, `blue or black 9`, or `a 9` for any colour."""
        colours = self._colours(slot)
        return f"{' or '.join(colours) if 0 < len(colours) < len(Colour) else 'a'} {slot.number}"

    def _twice(self, slot: Slot) -> str:
        """R-TW-07: name the meaning of a double joker in a group: `red and blue 9`, or `two 9s` if it can choose."""
        colours = self._colours(slot)
        return f"{' and '.join(colours)} {slot.number}" if len(colours) == places(DOUBLE) else f"two {slot.number}s"

    def _colours(self, slot: Slot) -> list[str]:
        return [colour_name(colour, self.edition) for colour in Colour if colour in slot.colours]

    def _row(self, row: Meld) -> str:
        """Name a meld; list the tiles of a row that is not a meld."""
        return meld_name(row, self.edition) if readings(row, self.edition) else self._tiles(row)

    def _tiles(self, tiles: Iterable[Tile]) -> str:
        """Return `blue 3, 5 and 6`, `black 8 and yellow 8`, `blue 2 twice`, or `the joker`."""
        counts = Counter(tiles)
        colours = [None, *(tile.colour for tile in counts)]
        return _and(
            self._tile(tile, count, is_in_colour=tile.colour is before)
            for before, (tile, count) in zip(colours, counts.items(), strict=False)
        )

    def _tile(self, tile: Tile, count: int, *, is_in_colour: bool) -> str:
        name = tile_name(tile, self.edition)
        if tile.is_joker:
            return f"the {name}" if count == 1 else f"{count} {name}s"
        times = {1: "", 2: " twice"}.get(count, f" {count} times")
        return (str(tile.number) if is_in_colour else name) + times


def _is_plain_run(row: Meld) -> bool:
    """Whether "after the 7" names a unique place in the row."""
    numbers = {tile.number for tile in number_tiles(row)}
    return len(numbers) > 1 and {*row} <= {CLASSIC, *number_tiles(row)}


def _and(names: Iterable[str]) -> str:
    *others, last = names
    return f"{', '.join(others)} and {last}" if others else last
