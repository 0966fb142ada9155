"""Execute steps one by one. This defines what each step does, and checks that it fits."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import assert_never

from tilewise.core.errors import InputError
from tilewise.core.notation import print_meld, print_rack
from tilewise.core.tiles import Meld, Table, Tile, in_order
from tilewise.solver.steps.values import (
    Join,
    Lay,
    Places,
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


def replay_steps(before: Table, laid: Iterable[Tile], steps: Iterable[Step]) -> Table:
    """Return the table after these steps, melds in the order of their numbers.

    Raise InputError if a step does not fit the table, or if tiles stay in the hand or on the rack at the end.
    """
    turn = _Replay(before, laid)
    for step in steps:
        turn.do(step)
    left = turn.hand + turn.rack
    if left:
        msg = f"after the last step these tiles are not on the table: {print_rack(left.elements())}"
        raise InputError(msg)
    return turn.table


def do_steps(before: Table, laid: Iterable[Tile], steps: Iterable[Step]) -> Iterator[tuple[Table, tuple[Tile, ...]]]:
    """Yield the table and the hand after each of these steps."""
    turn = _Replay(before, laid)
    for step in steps:
        turn.do(step)
        yield turn.table, in_order(turn.hand.elements())


class _Replay:
    """The table, the hand and the rack in the middle of a turn."""

    def __init__(self, before: Table, laid: Iterable[Tile]) -> None:
        self.rows = dict(enumerate(before))
        self.next_number = len(before)
        self.hand: Counter[Tile] = Counter()
        self.rack = Counter(laid)

    @property
    def table(self) -> Table:
        return tuple(self.rows[number] for number in sorted(self.rows))

    def do(self, step: Step) -> None:
        match step:
            case Take():
                self._set(step.meld, self._without(step, step.places))
                self.hand.update(tiles_at(step.row, step.places))
            case Split():
                self._set(step.meld, self._without(step, step.places))
                self._make(step.makes, tiles_at(step.row, step.places))
            case Reverse():
                self._set(step.meld, self._row(step.meld, step.row)[::-1])
            case Join():
                self._set(step.meld, self._row(step.meld, step.row) + self._row(step.other, step.other_row))
                self._set(step.other, ())
            case Put():
                self._bring(step.tiles, step.rack)
                self._set(step.meld, _filled(self._row(step.meld, step.row), step.tiles, step.places))
            case Lay():
                self._bring(step.row, step.rack)
                self._make(step.makes, step.row)
            case ReplaceJoker() | SplitAtJoker() | TakeJoker():
                self._free(step)
            case _:
                assert_never(step)

    def _free(self, step: ReplaceJoker | SplitAtJoker | TakeJoker) -> None:
        row = self._row(step.meld, step.row)
        left, joker, right = row[: step.place], row[step.place], row[step.place + 1 :]
        match step:
            case ReplaceJoker():
                self._bring(step.tiles, step.rack)
                self._set(step.meld, left + step.tiles + right)
            case SplitAtJoker():
                self._set(step.meld, left)
                self._make(step.makes, right)
            case TakeJoker():
                self._set(step.meld, left + right)
        self.hand[joker] += 1

    def _row(self, number: int, row: Meld) -> Meld:
        lies = self.rows.get(number, ())
        if lies != row:
            msg = f"meld {number} is {print_meld(lies)}, not {print_meld(row)}"
            raise InputError(msg)
        return lies

    def _without(self, step: Take | Split, places: Places) -> Meld:
        row = self._row(step.meld, step.row)
        return tuple(tile for place, tile in enumerate(row) if place not in places)

    def _set(self, number: int, row: Meld) -> None:
        self.rows[number] = row
        if not row:
            del self.rows[number]

    def _make(self, number: int, row: Meld) -> None:
        if number != self.next_number:
            msg = f"the next new meld is number {self.next_number}, not {number}"
            raise InputError(msg)
        self.next_number += 1
        self.rows[number] = row

    def _bring(self, tiles: Meld, from_rack: Meld) -> None:
        """Remove tiles from the rack and the hand."""
        rack = Counter(from_rack)
        hand = Counter(tiles)
        hand.subtract(rack)
        missing = (rack - self.rack) + (hand - self.hand) + -hand
        if missing:
            msg = f"these tiles are not where the step takes them from: {print_rack(missing.elements())}"
            raise InputError(msg)
        self.rack -= rack
        self.hand -= hand


def _filled(row: Meld, tiles: Meld, places: Places) -> Meld:
    filled = list(row)
    for place, tile in zip(places, tiles, strict=True):
        filled.insert(place, tile)
    return tuple(filled)
