"""A match between a person and bots, as far as it has come: dealt, played and written down, whoever shows it."""

from collections.abc import Callable, Mapping

from msgspec.structs import replace

from tilewise.bots import Bot, Budget
from tilewise.core import engine
from tilewise.core.actions import Action
from tilewise.core.deal import Deal, is_revealed
from tilewise.core.events import Event
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.record import GameRecord, Record
from tilewise.core.state import State
from tilewise.core.view import View, redact, view_of
from tilewise.core.violations import Violation

PERSON = 0
"""The seat of the person."""

Deals = Callable[[int], Deal]
"""The deal of a game, by its number in the match."""


class LocalMatch:
    """The match, who plays in it, and the record of it. What it tells is what the person may know."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], deals: Deals, budget: Budget) -> None:
        self.match = match
        self.bots = bots
        self.deals = deals
        self.budget = budget
        self.games: list[GameRecord] = []

    @property
    def record(self) -> Record:
        """All that was dealt and done."""
        return Record(self.match.edition, self.match.seats, tuple(self.games))

    @property
    def game(self) -> State | None:
        """The game that is being played; None between games."""
        return self.match.game if self.match.game is not None and not self.match.game.is_over else None

    @property
    def view(self) -> View:
        """The game as the person sees it."""
        if self.match.game is None:
            msg = "no game has begun"
            raise ValueError(msg)
        return view_of(self.match.game, PERSON, self.match.earlier)

    def begin_game(self) -> Event:
        """Deal the next game of the match."""
        deal = self.deals(len(self.match.results) + 1)
        self.games.append(GameRecord(deal.commitment, deal))
        self.match, begun = begin_game(self.match, deal)
        return redact(begun, PERSON)

    def check(self, action: Action) -> tuple[Violation, ...]:
        """Every rule that an action would break now."""
        return engine.check(self._played, action)

    def bots_choice(self) -> Action:
        """What the bot wants to do whose turn it is."""
        seat = self._played.to_move
        return self.bots[seat].choose(view_of(self._played, seat, self.match.earlier), self.budget)

    def act(self, action: Action) -> tuple[Event, ...]:
        """Do it, write it down, and tell what happened."""
        events = engine.apply(self._played, action)
        after = engine.evolve_all(self._played, events)
        actions = (*self.games[-1].actions, action)
        self.games[-1] = replace(self.games[-1], actions=actions, result=after.result)
        self.match = with_game(self.match, after)
        return tuple(redact(event, PERSON) for event in events)

    @property
    def proof(self) -> str:
        """The secret of the last game, and whether it is what was committed to."""
        game = self.games[-1]
        holds = "matches" if is_revealed(game.commitment, game.deal) else "doesn't match"
        return f"The secret was {game.deal.secret}; its SHA-256 {holds} the commitment."

    @property
    def _played(self) -> State:
        if self.game is None:
            msg = "no game is being played"
            raise ValueError(msg)
        return self.game
