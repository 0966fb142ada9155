"""Solver positions: the value, its text form in spec/solver, and the check of a play."""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from tilewise.core import house_rules, notation
from tilewise.core.actions import Play
from tilewise.core.edition import Edition
from tilewise.core.editions import edition as edition_named
from tilewise.core.engine import check
from tilewise.core.state import Player, State
from tilewise.core.tiles import Table, Tile, in_order, tiles_of
from tilewise.core.violations import Violation

SPEC = Path(__file__).parents[2] / "spec" / "solver"
JOKER_SHED = 30
"""R-JOK-12: what a joker counts when points shed are the aim."""


@dataclass(frozen=True)
class Position:
    """A table, a rack and the rules; `best` holds the answers that a line of the specification states."""

    edition: Edition
    table: Table
    rack: tuple[Tile, ...]
    has_melded: bool = True
    id: str = "-"
    note: str = ""
    best: dict[str, int] = field(default_factory=dict, compare=False)

    @property
    def goes_on(self) -> bool:
        """Whether this is an initial meld after which the same turn may touch the table (A-02)."""
        return not self.has_melded and self.edition.manipulate_in_initial_turn

    @cached_property
    def state(self) -> State:
        """Return a game with this position."""
        players = (Player(in_order(self.rack), has_melded=self.has_melded), Player(()))
        return State(self.edition, players, self.table, (Tile("r1"),), to_move=0, starter=0)

    def violations(self, table: Table) -> tuple[Violation, ...]:
        """Return the rules that this table after the turn breaks."""
        return check(self.state, Play(0, table))

    def laid(self, table: Table) -> tuple[Tile, ...]:
        """Return the tiles laid from the rack, sorted."""
        return in_order((tiles_of(table) - tiles_of(self.table)).elements())

    def __str__(self) -> str:
        best = " ".join(f"{name} {number}" for name, number in self.best.items()) or "none"
        rules = house_rules.written(house_rules.differences(self.edition, edition_named(self.edition.name)))
        return " | ".join(
            (
                self.id,
                f"{self.edition.name} {rules}".strip(),
                "yes" if self.has_melded else "no",
                notation.print_rack(self.rack),
                notation.print_table(self.table),
                best,
                self.note,
            )
        ).rstrip(" |")


def shed(tiles: Iterable[Tile]) -> int:
    """Return the points that these tiles would cost on a rack at the end."""
    return sum(tile.number or JOKER_SHED for tile in tiles)


def read(line: str) -> Position:
    """Read a position from a line of the specification."""
    words = [word.strip() for word in line.split("|")]
    name, _, rules = words[1].partition(" ")
    base = edition_named(name)
    return Position(
        id=words[0],
        edition=base.with_rules(**house_rules.read(Edition, rules)),
        has_melded={"yes": True, "no": False}[words[2]],
        rack=notation.rack(words[3]),
        table=notation.table(words[4]),
        best=_best(words[5]),
        note=words[6] if len(words) > 6 else "",
    )


def _best(text: str) -> dict[str, int]:
    if text in ("none", ""):
        return {}
    words = text.split()
    return dict(zip(words[::2], map(int, words[1::2]), strict=True))


def read_file(path: Path) -> Iterator[Position]:
    """Read the positions of a file, without comments and blank lines."""
    for line in path.read_text().splitlines():
        if line.strip() and not line.startswith("#"):
            yield read(line)


def specified() -> list[Position]:
    """Return every position of spec/solver."""
    return [position for path in sorted(SPEC.glob("*.txt")) for position in read_file(path)]


def supply(position: Position) -> Counter[Tile]:
    """Return all tiles that may lie on the table after the turn."""
    return tiles_of(position.table) + Counter(position.rack)
