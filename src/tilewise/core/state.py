"""The whole truth about one game at one moment. Only the engine and the view read it; players get a view."""

from tilewise.core.edition import Edition
from tilewise.core.events import Result
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value


class Player(Value):
    """What belongs to one seat."""

    rack: tuple[Tile, ...]
    """Sorted, so that alike racks are equal."""
    has_melded: bool = False
    has_conceded: bool = False
    laid: int = 0
    """How many tiles it has laid in this game."""
    quiet: int = 0
    """Its turns in succession in which it laid nothing."""
    drew: int = 0
    """How many tiles it took in its last turn: one, more as a penalty, none when it laid or passed."""


class State(Value):
    """A game: what lies where, and whose turn it is."""

    edition: Edition
    players: tuple[Player, ...]
    table: Table
    pool: tuple[Tile, ...]
    """Face down; the next tile to be drawn comes first."""
    to_move: int
    starter: int
    turn: int = 0
    """How many turns are over."""
    passed: tuple[int, ...] = ()
    """A-09: seats that passed in succession since the pool is empty."""
    last_turns: tuple[int, ...] | None = None
    """A-09: seats that still have their one more turn; None while nobody counts."""
    result: Result | None = None

    @property
    def player(self) -> Player:
        """Whose turn it is."""
        return self.players[self.to_move]

    @property
    def active(self) -> tuple[int, ...]:
        """The seats that have not conceded."""
        return tuple(seat for seat, player in enumerate(self.players) if not player.has_conceded)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None
