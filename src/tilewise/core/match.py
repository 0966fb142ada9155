"""A match: the agreed number of games between the same seats."""

from collections.abc import Sequence

from msgspec.structs import replace

from tilewise.core import engine
from tilewise.core.deal import A_DEAL, Deal
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError, expect, shown
from tilewise.core.events import GameStarted, Result
from tilewise.core.rules import scoring, setup
from tilewise.core.rules.scoring import Standing
from tilewise.core.state import State
from tilewise.core.value import Value

LONGEST_NAME = 40


class Match(Value):
    """The seats, the results so far, and the current game."""

    edition: Edition
    seats: tuple[str, ...]
    """The names, all different, in the order of play."""
    results: tuple[Result, ...] = ()
    game: State | None = None

    def __post_init__(self) -> None:
        expect(self.seats, tuple, "a tuple with the name of each seat")
        setup.expect_players(self.edition, len(self.seats))
        for name in self.seats:
            _expect_name(name)
        if len(set(self.seats)) < len(self.seats):
            msg = f"the names in a match must all be different, not {', '.join(self.seats)}"
            raise InputError(msg)

    @property
    def games(self) -> int:
        """R-SETUP-09, R-SETUP-10: the number of games in the match."""
        return self.edition.games_in_a_match(len(self.seats))

    @property
    def earlier(self) -> tuple[Result, ...]:
        """The results of the games before the current or last one."""
        is_written = self.game is not None and self.game.is_over
        return self.results[:-1] if is_written else self.results

    @property
    def is_over(self) -> bool:
        """R-SETUP-12: whether all agreed games are played."""
        return len(self.results) >= self.games

    @property
    def standings(self) -> tuple[Standing, ...]:
        """R-WIN-03: the seats, the leader first."""
        return scoring.standings(self.results, len(self.seats))

    @property
    def rounds(self) -> tuple[tuple[Standing, ...], ...]:
        """A-21: the standings of each round by itself."""
        size = self.edition.games_in_a_round(len(self.seats))
        starts = range(0, len(self.results), size)
        return tuple(scoring.standings(self.results[start : start + size], len(self.seats)) for start in starts)


def begin_game(match: Match, deal: Deal) -> tuple[Match, GameStarted]:
    """R-SETUP-12, R-SETUP-13: set up the next game; raise InputError during a game or after the last one."""
    expect(match, Match, "a Match")
    expect(deal, Deal, A_DEAL)
    if match.is_over:
        msg = f"the match is over: all {match.games} games are played"
        raise InputError(msg)
    if match.game is not None and not match.game.is_over:
        msg = f"game {len(match.results) + 1} is still being played"
        raise InputError(msg)
    if len(deal.contributions) != len(match.seats):
        msg = f"{len(deal.contributions)} contributions for {len(match.seats)} seats"
        raise InputError(msg)
    begun = setup.set_up(match.edition, deal, _starter(match))
    return replace(match, game=engine.start(begun)), begun


def with_game(match: Match, game: State) -> Match:
    """Return the match with a new state of its game; record the result if the game is over."""
    expect(match, Match, "a Match")
    expect(game, State, "a State")
    results = (*match.results, game.result) if game.result is not None else match.results
    return replace(match, game=game, results=results)


def winners(standings: Sequence[Standing]) -> tuple[int, ...]:
    """R-WIN-03, A-10: return the leading seats; several in a tie."""
    return tuple(standing.seat for standing in standings if standing.rank == 1)


def _starter(match: Match) -> int | None:
    last = match.game.starter if match.game is not None else 0
    return setup.next_starter(match.edition, match.results, last, len(match.seats))


def _expect_name(name: str) -> None:
    expect(name, str, "the name of a seat")
    if not (0 < len(name) <= LONGEST_NAME and name.isprintable() and name == name.strip() and ":" not in name):
        msg = f"a name must have 1 to {LONGEST_NAME} printable characters and no colon, not {shown(name)}"
        raise InputError(msg)
