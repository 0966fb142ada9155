"""What somebody wants to play, and the sitting that comes of it."""

from secrets import token_hex

from tilewise.bots import Budget, by_name
from tilewise.cli.input.options import edition_with
from tilewise.core.deal import SECRET_BYTES, Deal, deal_from
from tilewise.core.match import Match
from tilewise.core.rules.setup import expect_players
from tilewise.core.value import Value
from tilewise.local.match import Deals, LocalMatch

PERSON = 0
"""The seat of the person."""

BOT_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay")


class Wish(Value):
    """A match that is wished for; whether it can be played shows when one sits down."""

    edition: str
    rules: str
    players: int
    bots: tuple[str, ...]
    """Who plays on the other seats; the last one named takes all seats that are left."""
    name: str
    seed: str | None
    has_clock: bool = True
    budget: Budget = Budget(milliseconds=500)
    """What each bot may think about a turn."""

    def bot(self, seat: int) -> str:
        """Who plays on a seat."""
        return self.bots[min(seat - 1, len(self.bots) - 1)]

    @property
    def names(self) -> tuple[str, ...]:
        """What everybody is called; the person may be called like a bot."""
        others = [each for each in BOT_NAMES if each != self.name]
        return (self.name, *others[: self.players - 1])


def sit_down(wish: Wish) -> LocalMatch:
    """A sitting as wished; ValueError says what is impossible about it."""
    edition = edition_with(wish.edition, wish.rules)
    expect_players(edition, wish.players)
    if len(wish.bots) >= wish.players:
        msg = f"{wish.players} players leave {wish.players - 1} seats for bots, not {len(wish.bots)}"
        raise ValueError(msg)
    match = Match(edition, wish.names)
    bots = {seat: by_name(wish.bot(seat)) for seat in range(PERSON + 1, wish.players)}
    return LocalMatch(match, bots, _deals(wish.seed, wish.players), wish.budget, viewer=PERSON)


def _deals(seed: str | None, players: int) -> Deals:
    """The deals of a match: from a text that one remembers, or each from a new secret and new contributions."""
    if seed is not None:
        return lambda game: deal_from(seed, players, game)
    return lambda game: Deal(token_hex(SECRET_BYTES), tuple(token_hex(8) for _ in range(players)), game)
