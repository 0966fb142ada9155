"""The question to the solver and its answer."""

from collections.abc import Mapping
from enum import StrEnum

from tilewise.core.drawing import RackLine, Scene, to_svg, to_text
from tilewise.core.edition import AN_EDITION, Edition
from tilewise.core.errors import InputError, UnknownNameError, expect, unexpected
from tilewise.core.notation import print_rack, shorten_table
from tilewise.core.state import State
from tilewise.core.tiles import Table, Tile, is_meld_of_tiles, is_table_of_tiles
from tilewise.core.value import Value
from tilewise.core.view import View

LARGEST_BUDGET = 10**18
"""Nodes or microseconds: more than anyone can wait for, and the kernel can count them."""


class Objective(StrEnum):
    """The measure of the best play; the second word breaks ties."""

    TILES = "tiles"
    POINTS = "points"
    TILES_THEN_POINTS = "tiles-then-points"
    POINTS_THEN_TILES = "points-then-tiles"
    FEWEST_TILES = "fewest-tiles"
    """For the initial meld: reach the points with as few tiles as possible. Later the same as `TILES`."""


def objective_named(name: str) -> Objective:
    """Return the objective of this name; raise UnknownNameError if there is none."""
    expect(name, str, "an objective, such as 'points', or Weights")
    try:
        return Objective(name)
    except ValueError:
        raise UnknownNameError("objective", name, Objective) from None


class Weights(Value):
    """Any other objective: a weight for each tile, and a second weight for ties. Tiles not named count 0.

    A tile with weight 0 or less is laid if that helps to lay others. Of plays with equal sums, any may be the answer;
    if no sum is above 0, the answer may be to lay nothing.
    """

    primary: tuple[tuple[Tile, int], ...]
    secondary: tuple[tuple[Tile, int], ...] = ()

    @classmethod
    def of(cls, primary: Mapping[Tile, int], secondary: Mapping[Tile, int] | None = None) -> "Weights":
        """Make weights from mappings: `Weights.of({tile: 5})`."""
        for weights in (primary, secondary or {}):
            expect(weights, Mapping, "a mapping of weights, such as {tile('r7'): 5},")
        return cls(tuple(primary.items()), tuple((secondary or {}).items()))


class Problem(Value):
    """A turn: the table, the rack, and the objective."""

    edition: Edition
    rack: tuple[Tile, ...]
    table: Table = ()
    has_melded: bool = True
    objective: Objective | Weights = Objective.TILES
    least_disruption: bool = True
    """Among the best plays, return the one that leaves most melds as they lie, then moves the fewest tiles."""
    node_budget: int = 0
    """States to search; 0 for no limit."""
    time_budget_us: int = 0
    """Microseconds to search; 0 for no limit."""
    initial_melds: Table = ()
    """A-02: melds laid earlier in the same turn. Their tiles are no longer on the rack, and they stay."""

    @classmethod
    def of(cls, game: State | View, objective: Objective | Weights | str = Objective.TILES) -> "Problem":
        """Return the turn of the player to move, or of the seat of a view."""
        expect(game, (State, View), "a State or a View")
        if game.result is not None:
            msg = "the game is over, so there is no turn to solve"
            raise InputError(msg)
        if isinstance(game, View) and game.seats and (game.seat is None or game.seats[game.seat].rack is None):
            msg = "this view shows no rack; use the view of a seat"
            raise InputError(msg)
        player = game.player if isinstance(game, State) else game
        aim = objective if isinstance(objective, (Objective, Weights)) else objective_named(objective)
        return cls(game.edition, player.rack, game.table, player.has_melded, aim)

    def expect_types(self) -> None:
        """Raise InputError if a field has a wrong type. Making a problem checks nothing, to be fast."""
        expect(self.edition, Edition, AN_EDITION)
        if not is_meld_of_tiles(self.rack):
            raise unexpected(self.rack, "a rack, such as rack('r7 b7 J'),")
        for table in (self.table, self.initial_melds):
            if not is_table_of_tiles(table):
                raise unexpected(table, "a table, such as table('[r3 r4 r5] [k9 y9 J]'),")
        for answer in (self.has_melded, self.least_disruption):
            expect(answer, bool, "True or False")
        expect(self.objective, (Objective, Weights), "an Objective, such as Objective.POINTS, or Weights")
        for budget in (self.node_budget, self.time_budget_us):
            expect(budget, int, "a budget in whole numbers")
            if not 0 <= budget <= LARGEST_BUDGET:
                raise unexpected(budget, f"a budget from 0 to {LARGEST_BUDGET}")


class Solution(Value):
    """The best play and the whole table after it."""

    laid: tuple[Tile, ...]
    """The tiles that leave the rack, sorted; empty if there is no play."""
    table: Table
    """The table afterwards; unchanged if there is no play."""
    primary: int
    secondary: int
    kept: int
    """Melds that lie unchanged."""
    moved: int
    """Number tiles of the table that leave their run or group."""
    is_proven: bool
    """Whether nothing better exists; False if the budget ran out first."""
    nodes: int

    def __repr__(self) -> str:
        proof = "" if self.is_proven else ", not proven"
        return f"<Solution lays {print_rack(self.laid)}; table {shorten_table(self.table)}{proof}>"

    def __str__(self) -> str:
        return to_text(self.scene())

    def _repr_svg_(self) -> str:
        return to_svg(self.scene())

    def scene(self) -> Scene:
        """Return the table after the play and the tiles it lays, to be drawn."""
        return Scene("after the play" if self.laid else "no play", self.table, (RackLine("lays", self.laid),))

    @property
    def is_play(self) -> bool:
        """Whether the solution lays anything."""
        return bool(self.laid)
