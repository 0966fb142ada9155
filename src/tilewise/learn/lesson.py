"""A lesson: a position and a task. Its texts live with the languages of the page."""

from enum import StrEnum

from tilewise.core import notation
from tilewise.core.actions import Action, Draw, Play
from tilewise.core.edition import Edition
from tilewise.core.editions import edition
from tilewise.core.events import Ending
from tilewise.core.position import Position
from tilewise.core.rules.scoring import result_of
from tilewise.core.state import Player, State
from tilewise.core.tiles import Tile, in_order
from tilewise.core.value import Value


class Chapter(StrEnum):
    """The chapters, in the order of the course."""

    BASICS = "basics"
    TABLE = "table"
    JOKERS = "jokers"
    TWIST = "twist"
    TIME = "time"
    SCORE = "score"
    STRATEGY = "strategy"
    WINNING = "winning"


class Task(StrEnum):
    """The task of a lesson."""

    PLAY = "play"
    """Lay tiles and end the turn."""
    DRAW = "draw"
    """Notice that there is no play, and draw."""
    OVERRUN = "overrun"
    """Let the time run out with nothing laid."""
    UNFINISHED = "unfinished"
    """Let the time run out in the middle of a move."""
    COUNT = "count"
    """Choose the points that a seat writes down at the end of a game."""
    CHOOSE = "choose"
    """Choose the action with the best chance to win."""


class Other(Value):
    """An opponent in a lesson on what wins. It has made its initial meld."""

    tiles: int
    holds: bool = False
    """Whether it holds back until it can go out; otherwise it lays whatever it can."""


class Lesson(Value):
    """One exercise of the course, in notation."""

    id: str
    chapter: Chapter
    rack: str = notation.NOTHING
    table: str = notation.NOTHING
    task: Task = Task.PLAY
    lay: str = notation.NOTHING
    """Rack tiles that must be laid."""
    keep: str = notation.NOTHING
    """Rack tiles that must stay."""
    edition_name: str = "classic-en"
    has_melded: bool = True
    pool: str = notation.NOTHING
    """The tiles to draw, the next one first."""
    racks: tuple[str, ...] = ()
    """For `COUNT`: the tiles left on each rack."""
    ending: Ending = Ending.RACK_OUT
    melded: tuple[int, ...] = (0, 1, 2, 3, 4, 5)
    """For `COUNT`: the seats that have made their initial meld."""
    asked: int = 0
    """For `COUNT`: the seat whose points are asked for."""
    choices: tuple[int, ...] = ()
    """For `COUNT`: the answers to choose from, the right one among them."""
    others: tuple[Other, ...] = ()
    """For `CHOOSE`: the opponents, in the order of play. All other tiles are in the pool."""
    options: tuple[str, ...] = ()
    """For `CHOOSE`: the table after each play to choose from, or nothing to wait."""

    @property
    def edition(self) -> Edition:
        """The rules of the lesson."""
        return edition(self.edition_name)

    @property
    def position(self) -> Position:
        """The position in which the play is judged."""
        return Position(self.edition, notation.table(self.table), in_order(notation.rack(self.rack)), self.has_melded)

    @property
    def actions(self) -> tuple[Action, ...]:
        """The actions to choose from."""
        tables = (None if option == notation.NOTHING else notation.table(option) for option in self.options)
        return tuple(Draw(0) if table is None else Play(0, table) for table in tables)

    @property
    def state(self) -> State:
        """A game at the player's turn."""
        player = Player(self.position.rack, has_melded=self.has_melded)
        pool = notation.rack(self.pool)
        return State(self.edition, (player, Player((Tile("r1"),))), self.position.table, pool, to_move=0, starter=0)

    @property
    def points(self) -> int:
        """The points that the seat in question writes down."""
        players = tuple(
            Player(in_order(notation.rack(rack)), has_melded=seat in self.melded)
            for seat, rack in enumerate(self.racks)
        )
        over = State(self.edition, players, table=(), pool=(), to_move=0, starter=0)
        return result_of(over, self.ending).scores[self.asked]
