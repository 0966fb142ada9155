"""Response bodies for statistics."""

from tilewise.core.value import Value


class GameFigures(Value):
    """One game of the caller."""

    room: str
    game: int
    edition: str
    at: float
    """The end of the game, in seconds since 1970."""
    opponents: tuple[str, ...]
    """The names of the human opponents."""
    bots: tuple[str, ...]
    """The kinds of the bot opponents."""
    score: int
    is_won: bool
    laid: tuple[int, ...]
    """Tiles laid in each turn."""
    seconds: tuple[float, ...]
    """Time used in each turn."""
    possible: tuple[int, ...] | None
    """The most tiles that could have been laid in each turn; null until the solver has analysed the game."""


class Statistics(Value):
    """The caller's games, latest first."""

    games: tuple[GameFigures, ...]
    waiting: int
    """The number of matches still to be analysed. Ask again later."""
