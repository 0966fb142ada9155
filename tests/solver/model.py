"""A turn as an integer program: slow, obvious, exact for every edition. Tests compare the kernel with it.

- Each meld has a variable: the number of its copies on the table after the turn (den Hertog & Hulshof, 2006).
- Unchanged melds have variables of their own, because the rules look only at removed and new melds.
- The jokers of removed melds are assigned to joker places of new melds, as far as the rules allow.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

import numpy as np
from scipy.optimize import Bounds, LinearConstraint, milp
from scipy.sparse import csr_array

from tests.solver.columns import OldJoker, Turn, first_columns
from tests.solver.moved import Lying, lying
from tests.solver.positions import Position, shed
from tilewise.core.rules.melds import value_of
from tilewise.core.tiles import Meld, Table, Tile, tiles_of

Weights = dict[Tile, int]
TILES: Weights = dict.fromkeys(Tile, 1)
POINTS: Weights = {tile: shed([tile]) for tile in Tile}
INFEASIBLE = 2
LARGEST_SCALED = 100_000
"""Beyond this, two aims are two solves: the tolerances of the solver are made for numbers of ordinary size."""


@dataclass
class Answer:
    """The best play that the model found."""

    laid: tuple[Tile, ...]
    table: Table
    values: tuple[int, ...]
    """The value of each aim, in order."""


@dataclass
class Program:
    """The variables and rows of an integer program. A row is a sparse sum between two bounds."""

    upper: list[float] = field(default_factory=list)
    is_whole: list[int] = field(default_factory=list)
    rows: list[tuple[dict[int, float], float, float]] = field(default_factory=list)

    def variable(self, upper: float, *, is_whole: bool = True) -> int:
        """Add a variable from 0 to `upper`."""
        self.upper.append(upper)
        self.is_whole.append(int(is_whole))
        return len(self.upper) - 1

    def require(self, terms: dict[int, float], low: float = -np.inf, high: float = np.inf) -> None:
        """Add a row: the sum of these terms lies between the bounds."""
        if terms:
            self.rows.append((terms, low, high))
        elif low > 0 or high < 0:
            self.rows.append(({0: 0.0}, low, high))

    def maximise(self, aim: dict[int, float]) -> np.ndarray | None:
        """Return the variables at the optimum, or None if the rows contradict each other."""
        if not self.upper:
            return None  # no meld exists, but a tile must be laid
        cost = np.zeros(len(self.upper))
        for variable, weight in aim.items():
            cost[variable] = -weight
        result = milp(
            cost,
            integrality=np.array(self.is_whole),
            bounds=Bounds(np.zeros(len(self.upper)), np.array(self.upper)),
            constraints=self._constraints(),
            options={"mip_rel_gap": 0.0},
        )
        if result.status == INFEASIBLE:
            return None
        assert result.status == 0, result.message
        return np.asarray(result.x)

    def _constraints(self) -> LinearConstraint:
        entries = [
            (row, column, value) for row, (terms, _, _) in enumerate(self.rows) for column, value in terms.items()
        ]
        which, where, what = zip(*entries, strict=True)
        matrix = csr_array((what, (which, where)), shape=(len(self.rows), len(self.upper)))
        return LinearConstraint(matrix, [low for _, low, _ in self.rows], [high for _, _, high in self.rows])


class Model:
    """The integer program of one position. Each question adds rows and removes them afterwards."""

    def __init__(self, position: Position, *, every_column: bool = False) -> None:
        self.position = position
        self.program = Program()
        self.table = tiles_of(position.table)
        self.rack = Counter(position.rack)
        self.used: dict[Tile, dict[int, float]] = defaultdict(dict)
        self.melds: dict[int, Meld] = {}
        self.kept: list[int] = []
        self.turn: Turn | None = None
        self.variable_of_old: dict[Meld, int] = {}
        self.worth: dict[int, float] = {}
        if position.has_melded:
            self._any_turn(Turn(position, every_column=every_column))
        elif position.goes_on:
            self._any_turn(Turn(position, every_column=True))
        else:
            self._first_turn()
        self._count_tiles()
        if position.goes_on:
            self._own_melds()

    # ── what may lie on the table ────────────────────────────────────────────────────────────────────────────────

    def _meld(self, row: Meld, upper: int) -> int:
        variable = self.program.variable(upper)
        self.melds[variable] = row
        for tile, count in Counter(row).items():
            self.used[tile][variable] = count
        return variable

    def _first_turn(self) -> None:
        """R-MELD-03, R-MELD-06: lay melds of rack tiles that are worth enough together; the table stays unchanged."""
        position = self.position
        for row, copies in Counter(position.table).items():
            variable = self._meld(row, copies)
            self.program.require({variable: 1}, copies, copies)
        for column, worth in first_columns(position):
            self.worth[self._meld(column.row, column.upper)] = worth
        self.program.require(dict(self.worth), position.edition.initial_meld_min)

    def _own_melds(self) -> None:
        """A-02, R-MELD-03: some of the new melds come from the rack alone and are worth enough."""
        own: dict[int, float] = {}
        taken: dict[Tile, dict[int, float]] = defaultdict(dict)
        for variable, row in list(self.melds.items()):
            if variable not in self.kept and Counter(row) <= self.rack:
                part = self.program.variable(self.program.upper[variable])
                self.program.require({part: 1, variable: -1}, high=0)
                own[part] = value_of(row, self.position.edition)
                for tile, count in Counter(row).items():
                    taken[tile][part] = count
        for tile, parts in taken.items():
            used = {variable: -count for variable, count in self.used[tile].items()}
            self.program.require({**parts, **used}, high=-self.table[tile])
        self.program.require(own, max(1, self.position.edition.initial_meld_min))

    def _any_turn(self, turn: Turn) -> None:
        arrived = {column.row: self._meld(column.row, column.upper) for column in turn.columns}
        kept = {row: self._meld(row, copies) for row, copies in turn.old_rows.items()}
        self.turn, self.variable_of_old, self.kept = turn, kept, list(kept.values())
        self._twins(turn, arrived, kept)
        self._swaps(turn, arrived, kept)
        if turn.jokers_are_bound:
            self._seat_jokers(turn, arrived, kept)

    def _twins(self, turn: Turn, arrived: dict[Meld, int], kept: dict[Meld, int]) -> None:
        """A-26: a copy of an old meld is new only if all old copies are still on the table."""
        for column in turn.columns:
            alike = [row for row in turn.old_rows if turn.are_alike(row, column.row)]
            if not alike:
                continue
            more = self.program.variable(1)
            self.program.require({arrived[column.row]: 1, more: -column.upper}, high=0)
            for row in alike:
                self.program.require({kept[row]: 1, more: -turn.old_rows[row]}, low=0)

    def _swaps(self, turn: Turn, arrived: dict[Meld, int], kept: dict[Meld, int]) -> None:
        """TA-11: a meld that swaps a joker of an old one is allowed only if every copy of the old one stays."""
        for column in turn.columns:
            for row in column.swaps:
                stays = self.program.variable(1)
                self.program.require({arrived[column.row]: 1, stays: -column.upper}, high=0)
                self.program.require({kept[row]: 1, stays: -turn.old_rows[row]}, low=0)

    def _seat_jokers(self, turn: Turn, arrived: dict[Meld, int], kept: dict[Meld, int]) -> None:
        """A-07: each joker of a removed meld lies undisturbed, or was replaced and lies in a new meld."""
        places: dict[tuple[Meld, int], dict[int, float]] = defaultdict(dict)
        free: dict[Tile, dict[int, float]] = defaultdict(dict)
        for old in turn.old_jokers:
            copies = turn.old_rows[old.row]
            seats = {}
            for column in turn.columns:
                for index in column.undisturbed.get(old, ()):
                    seats[column.row, index] = self.program.variable(copies, is_whole=False)
            for place, seat in seats.items():
                places[place][seat] = 1
            anywhere = self.program.variable(copies, is_whole=False)
            free[old.joker][anywhere] = 1
            self._replaced(turn, old, anywhere)
            self.program.require({**dict.fromkeys(seats.values(), 1.0), anywhere: 1, kept[old.row]: 1}, copies, copies)
        for (row, index), seats_here in places.items():
            self.program.require({**seats_here, arrived[row]: -1}, high=0)
            if turn.is_open_to_all(row):
                free[row[index]].update(seats_here)
        for joker, seated in free.items():
            room = {arrived[c.row]: -float(c.row.count(joker)) for c in turn.columns if turn.is_open_to_all(c.row)}
            self.program.require({**seated, **{v: n for v, n in room.items() if n}}, high=0)

    def _replaced(self, turn: Turn, old: OldJoker, anywhere: int) -> None:
        """A-22, A-23: a joker goes elsewhere only if tiles took its place as the edition demands."""
        copies = turn.old_rows[old.row]
        if turn.must_be_exact:
            filled = self._any_lies(v for v, row in self.melds.items() if turn.fills_the_place(old, row))
            self.program.require({anywhere: 1, filled: -copies}, high=0)
        if turn.wants_both_colours(old):
            both = self._any_lies(v for v, row in self.melds.items() if turn.has_both_colours(old, row))
            stays = dict.fromkeys((v for v, row in self.melds.items() if turn.is_still_there(old, row)), 1.0)
            most = sum(self.program.upper[v] for v in stays)
            fell_apart = self.program.variable(1)
            self.program.require({**stays, fell_apart: most}, high=most)
            self.program.require({anywhere: 1, both: -copies, fell_apart: -copies}, high=0)

    def _any_lies(self, melds: Iterable[int]) -> int:
        """Return a switch that can be on only if one of these melds lies on the table."""
        switch = self.program.variable(1)
        self.program.require({**dict.fromkeys(melds, 1.0), switch: -1}, low=0)
        return switch

    def _count_tiles(self) -> None:
        for tile in {*self.table, *self.rack}:
            have = self.table[tile]
            most = have + (self.rack[tile] if self._may_lay(tile) else 0)
            self.program.require(self.used[tile], have, most)
        self.lay(1, TILES)

    def _may_lay(self, tile: Tile) -> bool:
        return self.position.has_melded or self.position.edition.joker_in_initial_meld or not tile.is_joker

    # ── questions ────────────────────────────────────────────────────────────────────────────────────────────────

    def laid(self, weights: Weights) -> tuple[dict[int, float], int]:
        """Return the weight of table and laid tiles as a sum of variables, and the table's own weight to subtract."""
        terms: dict[int, float] = defaultdict(float)
        for tile in self.rack:
            for variable, count in self.used[tile].items():
                terms[variable] += weights[tile] * count
        return dict(terms), sum(weights[tile] * self.table[tile] for tile in self.rack)

    def lay(self, least: int, weights: Weights, most: float = np.inf) -> None:
        """Require at least this weight of laid tiles."""
        terms, lying = self.laid(weights)
        self.program.require(terms, least + lying, most + lying)

    def lay_tile(self, tile: Tile, least: int, most: float = np.inf) -> None:
        """Require at least this many laid copies of a tile."""
        self.program.require(self.used[tile], least + self.table[tile], most + self.table[tile])

    def forbid(self, laid: Sequence[Tile], *, only_more: bool = False) -> None:
        """Exclude the plays that lay exactly these tiles; with `only_more`, all that lay none beyond them."""
        differs: dict[int, float] = {}
        for tile, count in self.rack.items():
            have, lying = Counter(laid)[tile], self.table[tile]
            more = self.program.variable(1)
            self.program.require({**self.used[tile], more: -(have + 1.0)}, low=lying)
            differs[more] = 1
            if not only_more:
                fewer = self.program.variable(1)
                self.program.require({**self.used[tile], fewer: count - have + 1.0}, high=lying + count)
                differs[fewer] = 1
        self.program.require(differs, low=1)

    @contextmanager
    def supposing(self) -> Iterator[None]:
        """Remove the requirements made inside this context afterwards."""
        program, rows, variables = self.program, len(self.program.rows), len(self.program.upper)
        try:
            yield
        finally:
            del program.rows[rows:], program.upper[variables:], program.is_whole[variables:]

    def best(self, *aims: Weights) -> Answer | None:
        """Return the best play by the first aim, then the second, and so on; None if there is no play."""
        scale = self._scale(aims[-1])
        if len(aims) != 2 or scale * max(map(abs, aims[0].values())) > LARGEST_SCALED:
            return self.lexicographic([self.laid(aim) for aim in aims])
        both = {tile: scale * aims[0][tile] + aims[1][tile] for tile in Tile}
        found = self.lexicographic([self.laid(both)])
        if found is not None:
            found.values = tuple(sum(aim[tile] for tile in found.laid) for aim in aims)
        return found

    def can_beat(self, reached: tuple[int, int], *aims: Weights) -> bool:
        """Whether a play is better by the first aim, or equal by the first and better by the second."""
        scale = self._scale(aims[1])
        both = {tile: scale * aims[0][tile] + aims[1][tile] for tile in Tile}
        with self.supposing():
            self.lay(scale * reached[0] + reached[1] + 1, both)
            return self.is_possible()

    def _scale(self, aim: Weights) -> int:
        """Return a factor by which one unit of another aim outweighs the most that this aim can reach."""
        return 1 + 2 * sum(abs(aim[tile]) * count for tile, count in self.rack.items())

    def most_points(self) -> Answer | None:
        """Return the initial meld with the most points."""
        return self.lexicographic([(self.worth, 0)])

    def fewest_tiles(self) -> Answer | None:
        """Return the initial meld with the fewest tiles."""
        terms, lying = self.laid(TILES)
        return self.lexicographic([({v: -n for v, n in terms.items()}, -lying)])

    def least_disruption(self, *aims: Weights) -> Answer | None:
        """Return the best play that keeps the most melds, and among those the one that moves the fewest tiles."""
        assert self.turn is not None
        with self.supposing():
            ends = [(dict.fromkeys(self.kept, 1.0), 0), self._tiles_that_stay(self.turn)]
            return self.lexicographic([*(self.laid(aim) for aim in aims), *ends])

    def _tiles_that_stay(self, turn: Turn) -> tuple[dict[int, float], int]:
        """Count the tiles of kept melds, and the tiles of others whose neighbouring sides continue as before."""
        gone: dict[Lying, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        arrived: dict[Lying, dict[int, float]] = defaultdict(lambda: defaultdict(float))
        lay: Counter[Lying] = Counter()
        for row, copies in turn.old_rows.items():
            for each in lying(row):
                if not each.is_alone:
                    gone[each][self.variable_of_old[row]] += 1
                    lay[each] += copies
        for variable, row in self.melds.items():
            for each in lying(row) if variable not in self.kept else ():
                arrived[each][variable] -= 1
        stays: dict[int, float] = defaultdict(float)
        into: dict[Lying, dict[int, float]] = defaultdict(dict)
        for each, kept in gone.items():
            found = {place: self.program.variable(lay[each], is_whole=False) for place in arrived if each.can_be(place)}
            for place, variable in found.items():
                into[place][variable] = stays[variable] = 1
            self.program.require({**kept, **dict.fromkeys(found.values(), 1.0)}, high=lay[each])
            for variable, tiles in kept.items():
                stays[variable] += tiles
        for place, seats in into.items():
            self.program.require({**arrived[place], **seats}, high=0)
        return dict(stays), lay.total()

    def is_possible(self) -> bool:
        """Whether any play fulfils all requirements."""
        return self.program.maximise({}) is not None

    def lexicographic(self, aims: list[tuple[dict[int, float], int]]) -> Answer | None:
        """Solve once per aim. Each optimum becomes a requirement for the next aim."""
        values: list[int] = []
        with self.supposing():
            for aim, offset in aims:
                found = self.program.maximise(aim)
                if found is None:
                    return None
                solution = np.round(found).astype(int)
                reached = round(sum(weight * solution[variable] for variable, weight in aim.items()))
                self.program.require(aim, low=reached)
                values.append(reached - offset)
        table = tuple(row for variable, row in self.melds.items() for _ in range(solution[variable]))
        return Answer(self.position.laid(table), table, tuple(values))
