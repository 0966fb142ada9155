"""The complete state of one game. Only the engine and the view read it; players get a view."""

from tilewise.core.drawing import RackLine, Scene, seat_label, to_svg, to_text
from tilewise.core.edition import Edition
from tilewise.core.events import Result
from tilewise.core.notation import print_rack, shorten_table
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value


class Player(Value):
    """The state of one seat."""

    rack: tuple[Tile, ...]
    """Sorted, so that racks of the same tiles are equal."""
    has_melded: bool = False
    has_conceded: bool = False
    laid: int = 0
    """Tiles laid in this game."""
    quiet: int = 0
    """Turns in a row without a play."""
    drew: int = 0
    """Tiles drawn in the last turn: one, more as a penalty, none after a play or a pass."""


class State(Value):
    """A game: all tiles, and the seat to move."""

    edition: Edition
    players: tuple[Player, ...]
    table: Table
    pool: tuple[Tile, ...]
    """Face down; the next tile to draw comes first."""
    to_move: int
    starter: int
    turn: int = 0
    """The number of turns played."""
    passed: tuple[int, ...] = ()
    """A-09: the seats that passed in a row on an empty pool."""
    last_turns: tuple[int, ...] | None = None
    """A-09: the seats that still have one more turn; None before the pool is empty."""
    result: Result | None = None

    def __repr__(self) -> str:
        racks = ", ".join(
            f"{'to move ' if seat == self.to_move else ''}{print_rack(player.rack)}"
            for seat, player in enumerate(self.players)
        )
        over = f"; {self.result.ending}" if self.result is not None else ""
        return (
            f"<State {self.edition.name}, turn {self.turn}: {racks}; table {shorten_table(self.table)}; "
            f"pool {len(self.pool)}{over}>"
        )

    def __str__(self) -> str:
        return to_text(self.scene())

    def _repr_svg_(self) -> str:
        return to_svg(self.scene())

    def scene(self) -> Scene:
        """Return the table and every rack, to be drawn."""
        racks = tuple(
            RackLine(seat_label(seat, player), player.rack, seat == self.to_move)
            for seat, player in enumerate(self.players)
        )
        return Scene(f"{self.edition.name}, turn {self.turn}, pool {len(self.pool)}", self.table, racks)

    @property
    def player(self) -> Player:
        """The player to move."""
        return self.players[self.to_move]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not conceded."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.has_conceded)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None
