"""A lesson: a position, and what is to be done in it. Its words live with the languages of the page."""

from enum import StrEnum

from tilewise.core import notation
from tilewise.core.edition import Edition
from tilewise.core.editions import edition
from tilewise.core.events import Ending
from tilewise.core.position import Position
from tilewise.core.rules.scoring import result_of
from tilewise.core.state import Player, State
from tilewise.core.tiles import Tile, in_order
from tilewise.core.value import Value


class Chapter(StrEnum):
    """What lessons are about, in the order of the course."""

    BASICS = "basics"
    TABLE = "table"
    JOKERS = "jokers"
    TWIST = "twist"
    TIME = "time"
    SCORE = "score"
    STRATEGY = "strategy"


class Task(StrEnum):
    """What a player does in a lesson."""

    PLAY = "play"
    """Lay tiles, and end the turn."""
    DRAW = "draw"
    """See that there is no play, and draw."""
    OVERRUN = "overrun"
    """Let the time run out with nothing laid."""
    UNFINISHED = "unfinished"
    """Let the time run out in the middle of a move."""
    COUNT = "count"
    """Say what a seat writes down at the end of a game."""


class Lesson(Value):
    """One table of the course, in notation."""

    id: str
    chapter: Chapter
    rack: str = notation.NOTHING
    table: str = notation.NOTHING
    task: Task = Task.PLAY
    lay: str = notation.NOTHING
    """Tiles of the rack that have to be laid."""
    keep: str = notation.NOTHING
    """Tiles of the rack that have to stay."""
    edition_name: str = "classic-en"
    has_melded: bool = True
    pool: str = notation.NOTHING
    """What is drawn, the next tile first."""
    racks: tuple[str, ...] = ()
    """To count: what is left on the racks, seat by seat."""
    ending: Ending = Ending.RACK_OUT
    melded: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    """To count: the seats that have made their initial meld."""
    asked: int = 0
    """To count: the seat whose points are asked for."""
    choices: tuple[int, ...] = ()
    """To count: the points one can choose from; the right ones are among them."""

    @property
    def edition(self) -> Edition:
        """The rules of the lesson."""
        return edition(self.edition_name)

    @property
    def position(self) -> Position:
        """What the play is judged by."""
        return Position(self.edition, notation.table(self.table), in_order(notation.rack(self.rack)), self.has_melded)

    @property
    def state(self) -> State:
        """A game in which it is the player's turn."""
        player = Player(self.position.rack, has_melded=self.has_melded)
        pool = notation.rack(self.pool)
        return State(self.edition, (player, Player((Tile("r1"),))), self.position.table, pool, to_move=0, starter=0)

    @property
    def points(self) -> int:
        """What the seat that is asked about writes down."""
        players = tuple(
            Player(in_order(notation.rack(rack)), has_melded=seat in self.melded)
            for seat, rack in enumerate(self.racks)
        )
        over = State(self.edition, players, table=(), pool=(), to_move=0, starter=0)
        return result_of(over, self.ending).scores[self.asked]
