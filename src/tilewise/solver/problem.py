"""What the solver is asked, and what it answers."""

from collections.abc import Mapping
from enum import StrEnum

from tilewise.core.edition import Edition
from tilewise.core.state import State
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.core.view import View


class Objective(StrEnum):
    """What the best play is the best in; the second word decides between plays that are equal in the first."""

    TILES = "tiles"
    POINTS = "points"
    TILES_THEN_POINTS = "tiles-then-points"
    POINTS_THEN_TILES = "points-then-tiles"
    FEWEST_TILES = "fewest-tiles"
    """For the initial meld: reach the points with as few tiles as possible. Later: as tiles."""


class Weights(Value):
    """Any other objective: what laying each tile is worth, and a second opinion for ties. Tiles not named count 0.

    A tile worth nothing or less is laid if that helps to lay others; of plays with equal sums any may be the answer,
    and where no sum is above zero that may be to lay nothing.
    """

    primary: tuple[tuple[Tile, int], ...]
    secondary: tuple[tuple[Tile, int], ...] = ()

    @classmethod
    def of(cls, primary: Mapping[Tile, int], secondary: Mapping[Tile, int] | None = None) -> "Weights":
        """Weights from mappings: `Weights.of({tile: 5})`."""
        return cls(tuple(primary.items()), tuple((secondary or {}).items()))


class Problem(Value):
    """A turn: what lies on the table, what is on the rack, and what one wants."""

    edition: Edition
    rack: tuple[Tile, ...]
    table: Table = ()
    has_melded: bool = True
    objective: Objective | Weights = Objective.TILES
    least_disruption: bool = True
    """Among the best plays, the one that leaves most melds as they lie, then moves the fewest tiles."""
    node_budget: int = 0
    """How many states may be looked at; 0: as many as it takes."""
    time_budget_us: int = 0
    """How many microseconds it may take; 0: as many as it takes."""
    opening: Table = ()
    """Melds that the same turn has laid already, of tiles that are not on the rack any more; they stay (A-02)."""

    @classmethod
    def of(cls, game: State | View, objective: Objective | Weights = Objective.TILES) -> "Problem":
        """The turn of the player who is to move, or of the seat whose view it is."""
        player = game.player if isinstance(game, State) else game
        return cls(game.edition, player.rack, game.table, player.has_melded, objective)


class Solution(Value):
    """The best play, and the whole table after it."""

    laid: tuple[Tile, ...]
    """The tiles that leave the rack, sorted; none when there is no play."""
    table: Table
    """All that lies on the table afterwards; as it was when there is no play."""
    primary: int
    secondary: int
    kept: int
    """Melds that still lie as they lay."""
    moved: int
    """Number tiles of the table whose meld goes on beside them no longer: taken out of their run or their group."""
    is_proven: bool
    """Whether nothing better exists; False when the budget ran out first."""
    nodes: int

    @property
    def is_play(self) -> bool:
        """Whether anything can be laid at all."""
        return bool(self.laid)
