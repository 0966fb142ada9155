"""Request and response bodies of the HTTP API."""

from enum import StrEnum
from typing import Annotated

from msgspec import Meta, field

from tilewise.analysis.hints import WinHint
from tilewise.core.edition import Edition
from tilewise.core.events import Result
from tilewise.core.house_rules import Knob
from tilewise.core.record import FindingKind
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.core.violations import Violation
from tilewise.rooms.config import TimeControl, Watching
from tilewise.rooms.log.summary import RoomSummary
from tilewise.solver.hints import Hint, HintLevel
from tilewise.wire.analysis import TryTurn

PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
LARGEST_RECORD = 256 * 1024
"""Characters of a record that can be opened, and bytes of the request that carries it."""
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Me(Value):
    """The signed-in guest or account."""

    id: str
    name: str
    has_account: bool
    is_bot: bool = False


class NewName(Value):
    """A new display name."""

    name: PlayerName


class Credentials(Value):
    """A name and a password."""

    name: PlayerName
    password: Password


class NewPassword(Value):
    """A new password, and the current one."""

    old: Password
    new: Password


class CurrentPassword(Value):
    """The current password, for a step that cannot be undone."""

    password: Password


class OpenRoom(Value):
    """The settings of a new room. All fields are optional."""

    edition: str = "classic-en"
    rules: dict[str, int | str | bool] = field(default_factory=dict)
    """House rules by name; see docs/rules/house-rules.md."""
    chairs: Annotated[int, Meta(ge=2, le=6)] = 2
    time: TimeControl | None = None
    """The default is the time limit printed in the edition."""
    is_rated: bool = False
    is_public: bool = False
    watching: Watching = Watching.ALLOWED
    hints: bool = True
    hint_ceiling: HintLevel = HintLevel.STEPS
    """The strongest hint allowed."""
    win_hints: bool = False
    """Whether hints may also say what wins."""
    live_curve: bool = False
    """Whether spectators, and players who have given up, may see the win chances of the running game."""
    bot: str = "novice"
    """The bot that stands in for absent people."""
    bots: Annotated[tuple[str, ...], Meta(max_length=5)] = ()
    """Bots to seat at once."""
    start: bool = False
    """Whether to begin at once. All other seats must be taken by bots."""


class QuickPlay(Value):
    """Find opponents: join a room where someone waits, or open one that others can join."""

    edition: str = "classic-en"
    """The preferred edition. Rooms with similar editions are preferred to opening a new room."""
    chairs: Annotated[int, Meta(ge=2, le=6)] = 4
    wait: Annotated[int, Meta(ge=1, le=600)] = 60
    """How many seconds to wait. The room is closed if no opponent comes."""
    room: str | None = None
    """The room where the caller waits already. It is left only for a room that has waited longer."""


class RoomLinks(Value):
    """The addresses of a room: its unguessable id, and a short code to read aloud."""

    room: str
    code: str
    path: str
    """The path of the invitation page."""


class SeatToken(Value):
    """A token for one seat of one room. Anyone who has it can play there, so do not share it."""

    token: str


class Rooms(Value):
    """A list of rooms."""

    rooms: tuple[RoomSummary, ...]


class RunningGame(Value):
    """A running match of the caller."""

    room: RoomSummary
    to_move: str | None
    """The name of the player to move; null while no game is being played."""
    is_my_turn: bool
    has_stand_in: bool
    """Whether a bot plays for the caller."""


class RunningGames(Value):
    """The caller's running matches."""

    games: tuple[RunningGame, ...]


class EditionInfo(Value):
    """A printed edition and its rule settings."""

    name: str
    source: str
    min_players: int
    max_players: int
    knobs: dict[str, int | str | bool]


class Rulebook(Value):
    """The choices for opening a room."""

    editions: tuple[EditionInfo, ...]
    house_rules: tuple[Knob, ...]
    bots: tuple[str, ...]
    """The available bots, weakest first. The name includes the style: `master-sociable`."""
    about_bots: dict[str, str]
    """A one-sentence description of each bot."""


class GameVerdict(Value):
    """Whether one game was dealt as committed and played by the rules."""

    game: int
    turns: int
    is_proven: bool
    findings: tuple[str, ...]


class Verdict(Value):
    """Whether a match was dealt as committed and played by the rules, game by game."""

    is_proven: bool
    findings: tuple[str, ...]
    games: tuple[GameVerdict, ...]


class ReplayAction(StrEnum):
    """The action of a player in a turn."""

    PLAY = "play"
    DRAW = "draw"
    PASS = "pass"  # noqa: S105  # a turn, not a secret
    RUN_OUT_OF_TIME = "run-out-of-time"
    CONCEDE = "concede"


class ReplayTurn(Value):
    """One turn of a replay and the position after it."""

    game: int
    turn: int
    """Counted from 1 in each game; 0 is the deal."""
    seat: int | None
    """The player who acted; None for the deal."""
    action: ReplayAction | None
    laid: tuple[Tile, ...]
    drawn: tuple[Tile, ...]
    took_back: tuple[Violation, ...] | None
    """The broken rules for which the player took the tiles back; None: nothing was taken back."""
    table: Table
    racks: tuple[tuple[Tile, ...], ...]
    pool: int


class MatchReplay(Value):
    """A match that is over, with the position after every turn."""

    edition: Edition
    seats: tuple[str, ...]
    bots: tuple[str, ...]
    """The names in `seats` that belong to bots."""
    turns: tuple[ReplayTurn, ...]
    results: tuple[Result | None, ...]
    """One per game; None for a game that was not finished."""


class RecordText(Value):
    """A record to open."""

    text: Annotated[str, Meta(max_length=LARGEST_RECORD)]


class TryRecordTurn(Value):
    """Another action in place of one in a written record."""

    text: str
    """The record. The whole request is at most as large as one that opens a record."""
    turn: TryTurn


class RecordFinding(Value):
    """A claim of a record that is not true, although the record can be replayed."""

    kind: FindingKind
    game: int
    turn: int


class OpenedRecord(Value):
    """The replay of an opened record, and the claims in it that are not true."""

    replay: MatchReplay
    findings: tuple[RecordFinding, ...]


class RecordFault(StrEnum):
    """Why a record cannot be opened."""

    UNREADABLE = "unreadable-record"
    BROKEN = "broken-record"
    EMPTY = "empty-record"
    TOO_LARGE = "too-large"


class RecordProblem(Value):
    """Why and where a record cannot be opened."""

    reason: RecordFault
    detail: str
    """A sentence in English for the person who wrote the record."""
    line: int = 0
    """The place in an unreadable record. Lines and columns are counted from 1."""
    column: int = 0
    game: int = 0
    """The place in a record that breaks the rules. Games are counted from 1."""
    turn: int = 0
    """Counted from 1; 0 if the game cannot start."""
    violations: tuple[Violation, ...] = ()


class AskHint(Value):
    """A request for a hint for the caller's turn."""

    level: HintLevel


class HintGiven(Value):
    """A hint, and the position it applies to."""

    version: int
    """The version of the room. The hint is outdated once the room has changed."""
    hint: Hint


class WinHintGiven(Value):
    """A hint on what wins, and the position it applies to."""

    version: int
    hint: WinHint


class PlayOn(Value):
    """A position of a finished match, to be continued against bots."""

    game: Annotated[int, Meta(ge=1)]
    turn: Annotated[int, Meta(ge=0)]
    """The number of turns played before the position; 0 is the deal."""
    seat: Annotated[int, Meta(ge=0, le=5)]
    """The seat that the caller takes over."""
    bot: str = "novice"
    """The bot that plays for the other people. Bots of the match keep their own seats."""


class PlayOnRecord(Value):
    """A position of a written record, to be continued against bots."""

    text: str
    """The record. The whole request is at most as large as one that opens a record."""
    position: PlayOn


class Problem(Value):
    """An error response."""

    reason: str
    """A machine-readable error code."""
    detail: str
    """A description for developers."""


class RatingLine(Value):
    """The rating of a person in one family of editions."""

    person: str
    name: str
    is_bot: bool
    family: str
    rating: int
    games: int


class Leaderboard(Value):
    """The highest-rated players in a family of editions."""

    family: str
    lines: tuple[RatingLine, ...]


class RatingChange(Value):
    """The rating of a person after one rated match."""

    room: str | None
    """The room, if the match was public and is still stored."""
    family: str
    rank: int
    rating: int
    at: float


class Profile(Value):
    """The public profile of a person."""

    id: str
    name: str
    is_bot: bool
    has_account: bool
    ratings: tuple[RatingLine, ...]
    history: tuple[RatingChange, ...]


class Token(Value):
    """An access token for a program. It is shown only once; the server stores its digest."""

    person: str
    name: str
    token: str
