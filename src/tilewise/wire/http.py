"""Bodies of the HTTP interface, asked and answered."""

from typing import Annotated

from msgspec import Meta, field

from tilewise.analysis.review.values import Review
from tilewise.core.house_rules import Knob
from tilewise.core.value import Value
from tilewise.rooms.config import TimeControl, Watching
from tilewise.rooms.log.summary import RoomSummary
from tilewise.solver.hints import Hint, HintLevel

PlayerName = Annotated[str, Meta(min_length=1, max_length=40)]
Password = Annotated[str, Meta(min_length=8, max_length=200)]


class Me(Value):
    """Who is asking: a guest, or an account."""

    id: str
    name: str
    has_account: bool
    is_bot: bool = False


class NewName(Value):
    """What one wants to be called."""

    name: PlayerName


class Credentials(Value):
    """A name and a password."""

    name: PlayerName
    password: Password


class NewPassword(Value):
    """A new password, and the one that it replaces."""

    old: Password
    new: Password


class OpenRoom(Value):
    """A room to be opened. Everything but the edition may be left out."""

    edition: str = "classic-en"
    rules: dict[str, int | str | bool] = field(default_factory=dict)
    """House rules by name; see docs/rules/house-rules.md."""
    chairs: Annotated[int, Meta(ge=2, le=6)] = 2
    time: TimeControl | None = None
    """Left out: the time that the edition prints."""
    is_rated: bool = False
    is_public: bool = False
    watching: Watching = Watching.ALLOWED
    hints: bool = True
    hint_ceiling: HintLevel = HintLevel.STEPS
    """How much a hint tells at most."""
    bot: str = "novice"
    """Which bot stands in for who leaves."""
    bots: Annotated[tuple[str, ...], Meta(max_length=5)] = ()
    """Bots that sit down at once."""
    start: bool = False
    """Begin at once, when all chairs are taken by bots but the own one."""


class QuickPlay(Value):
    """Find company: join a room in which somebody waits, or open one in which others find the asker."""

    edition: str = "classic-en"
    """The edition one likes best; company under one that feels alike comes first."""
    chairs: Annotated[int, Meta(ge=2, le=6)] = 4
    wait: Annotated[int, Meta(ge=1, le=600)] = 60
    """How many seconds to wait for company; the room is closed when nobody comes."""
    room: str | None = None
    """Where the asker waits already; left only for company that began to wait earlier."""


class RoomLinks(Value):
    """How to find a room: its name, which nobody can guess, and a short code to read out."""

    room: str
    code: str
    path: str
    """Of the page to send to friends."""


class SeatToken(Value):
    """A token for one chair of one room; who has it plays there. For the own phone, not for friends."""

    token: str


class Rooms(Value):
    """A list of rooms."""

    rooms: tuple[RoomSummary, ...]


class RunningGame(Value):
    """A match of the asker that is not over, and whose turn it is."""

    room: RoomSummary
    to_move: str | None
    """The name of the player to move; None while no game is being played."""
    is_my_turn: bool
    has_stand_in: bool
    """Whether a bot plays for the asker."""


class RunningGames(Value):
    """The matches of the asker that are not over."""

    games: tuple[RunningGame, ...]


class EditionInfo(Value):
    """A printed edition, and how its knobs are set."""

    name: str
    source: str
    min_players: int
    max_players: int
    knobs: dict[str, int | str | bool]


class Rulebook(Value):
    """Everything that can be chosen when a room is opened."""

    editions: tuple[EditionInfo, ...]
    house_rules: tuple[Knob, ...]
    bots: tuple[str, ...]
    """The bots one can play against, the weakest first; a style is part of the name: `master-sociable`."""
    about_bots: dict[str, str]
    """What each of them is like to play against, in a sentence."""


class GameVerdict(Value):
    """Whether one game was dealt as promised and played by the rules; if not, why."""

    game: int
    turns: int
    is_proven: bool
    findings: tuple[str, ...]


class Verdict(Value):
    """Whether a match was played by the rules and dealt as promised, game by game."""

    is_proven: bool
    findings: tuple[str, ...]
    games: tuple[GameVerdict, ...]


class AskHint(Value):
    """How much help one wants in one's own turn."""

    level: HintLevel


class HintGiven(Value):
    """The help, and the position it is for."""

    version: int
    """Of the room; when it has moved on, the hint is of no use."""
    hint: Hint


class MatchReview(Value):
    """A match that is over, looked at by the solver."""

    room: str
    review: Review


class PlayOn(Value):
    """A position of a match that is over, to be played on against bots."""

    game: Annotated[int, Meta(ge=1)]
    turn: Annotated[int, Meta(ge=0)]
    """After this turn; 0 is the deal."""
    seat: Annotated[int, Meta(ge=0, le=5)]
    """Whose rack one takes over."""
    bot: str = "novice"
    """Who plays the others."""


class Problem(Value):
    """Why a request was not granted."""

    reason: str
    """A word for programs."""
    detail: str
    """A sentence for people who write programs."""


class RatingLine(Value):
    """Somebody's rating in one family of editions."""

    person: str
    name: str
    is_bot: bool
    family: str
    rating: int
    games: int


class Leaderboard(Value):
    """The best of a family of editions."""

    family: str
    lines: tuple[RatingLine, ...]


class RatingChange(Value):
    """One rated match of somebody."""

    room: str | None
    """Of a public match; None for a private one, and for one that is not kept any more."""
    family: str
    rank: int
    rating: int
    at: float


class Profile(Value):
    """What everybody may know of somebody."""

    id: str
    name: str
    is_bot: bool
    has_account: bool
    ratings: tuple[RatingLine, ...]
    history: tuple[RatingChange, ...]


class Token(Value):
    """A token for a program. It is shown once: only its digest is kept."""

    person: str
    name: str
    token: str
