"""The options of a local match."""

from secrets import token_hex

from tilewise.bots import Budget, by_name
from tilewise.cli.input.options import edition_with
from tilewise.core.deal import SECRET_BYTES, Deal, deal_from
from tilewise.core.errors import InputError
from tilewise.core.match import Match
from tilewise.core.rules.setup import expect_players
from tilewise.core.value import Value
from tilewise.core.words import counted
from tilewise.local.match import Deals, LocalMatch

PERSON = 0
"""The seat of the person."""

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay")


class MatchOptions(Value):
    """The edition, players and bots of a match. `new_match` checks that the options fit together."""

    edition: str
    rules: str
    players: int
    bots: tuple[str, ...]
    """The bots of the other seats. The last one takes all remaining seats."""
    name: str
    seed: str | None
    has_clock: bool = True
    budget: Budget = Budget(milliseconds=500)
    """How long a bot may think about a turn."""

    def bot(self, seat: int) -> str:
        """Return the name of the bot on a seat."""
        return self.bots[min(seat - 1, len(self.bots) - 1)]

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all players. A bot whose name the person has taken gets another one."""
        others = [each for each in BOT_NAMES if each != self.name]
        return (self.name, *others[: self.players - 1])


def new_match(options: MatchOptions) -> LocalMatch:
    """Create a match; raise `ValueError` if the options do not fit together."""
    edition = edition_with(options.edition, options.rules)
    expect_players(edition, options.players)
    if len(options.bots) >= options.players:
        seats = counted(options.players - 1, "seat")
        msg = f"{options.players} players leave {seats} for bots; you named {len(options.bots)}"
        raise InputError(msg)
    match = Match(edition, options.names)
    bots = {seat: by_name(options.bot(seat)) for seat in range(PERSON + 1, options.players)}
    return LocalMatch(match, bots, _deals(options.seed, options.players), options.budget, viewer=PERSON)


def _deals(seed: str | None, players: int) -> Deals:
    """Derive the deals of a match from a seed, or make each from a new secret."""
    if seed is not None:
        return lambda game: deal_from(seed, players, game)
    return lambda game: Deal(token_hex(SECRET_BYTES), tuple(token_hex(8) for _ in range(players)), game)
