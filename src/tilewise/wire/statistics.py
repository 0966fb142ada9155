"""Bodies for statistics: the games of somebody, each with its figures."""

from tilewise.core.value import Value


class GameFigures(Value):
    """One game of the asker."""

    room: str
    game: int
    edition: str
    at: float
    """When it ended, in seconds since 1970."""
    opponents: tuple[str, ...]
    """The names of the other people."""
    bots: tuple[str, ...]
    """The bots among the others, by the names they are known by."""
    score: int
    is_won: bool
    laid: tuple[int, ...]
    """Tiles laid, turn by turn."""
    seconds: tuple[float, ...]
    """Time used, turn by turn."""
    possible: tuple[int, ...] | None
    """Tiles that could have been laid, turn by turn; None while the solver has not looked at it."""


class Statistics(Value):
    """The asker's games, the latest first."""

    games: tuple[GameFigures, ...]
    waiting: int
    """Matches that the solver has yet to look at; ask again later."""
