"""An evening at the terminal: the games of a match, one after the other, and the record of it."""

from collections.abc import Callable, Mapping
from functools import partial

from msgspec.structs import replace
from rich.console import Console
from rich.text import Text

from tilewise.bots import Bot, Budget
from tilewise.cli.output import say
from tilewise.cli.person import Person
from tilewise.cli.scene import Sorting, print_rack
from tilewise.cli.score_sheet import print_score_sheet, standings_in_words
from tilewise.core import engine
from tilewise.core.actions import Action
from tilewise.core.deal import Deal, is_revealed
from tilewise.core.events import Event
from tilewise.core.match import Match, begin_game, with_game
from tilewise.core.record import GameRecord, Record
from tilewise.core.state import State
from tilewise.core.view import redact, view_of
from tilewise.core.words import counted, event_in_words
from tilewise.solver import able

PERSON = 0
"""The seat of the person."""

Deals = Callable[[int], Deal]
"""The deal of a game, by its number in the match."""


class Evening:
    """A match between a person and bots, as far as it has come."""

    def __init__(self, match: Match, bots: Mapping[int, Bot], deals: Deals, screen: Console, budget: Budget) -> None:
        self.match = match
        self.bots = bots
        self.deals = deals
        self.budget = budget
        self.screen = screen
        self.person = Person(match.seats, screen)
        self.games: list[GameRecord] = []

    @property
    def record(self) -> Record:
        """All that was dealt and done."""
        return Record(self.match.edition, self.match.seats, tuple(self.games))

    def play(self) -> None:
        """Play every game of the match."""
        while not self.match.is_over:
            if self.match.results:
                self.person.go_on(f"game {len(self.match.results) + 1} of {self.match.games}")
            self._begin_game()
            self._play_game()
            self._end_game()

    def _begin_game(self) -> None:
        deal = self.deals(len(self.match.results) + 1)
        self.games.append(GameRecord(deal.commitment, deal))
        self.match, begun = begin_game(self.match, deal)
        self.screen.print(Text(f"\nGame {deal.game} of {self.match.games} · {self.match.edition.name}", style="bold"))
        say(Text(f"The deal is committed to: {deal.commitment}", style="dim"), self.screen)
        self._tell(begun)

    def _play_game(self) -> None:
        while (game := self.match.game) is not None and not game.is_over:
            action = self._action(game)
            events = engine.apply(game, action, able=able)
            after = engine.evolve_all(game, events)
            actions = (*self.games[-1].actions, action)
            self.games[-1] = replace(self.games[-1], actions=actions, result=after.result)
            self.match = with_game(self.match, after)
            for event in events:
                self._tell(redact(event, PERSON))

    def _action(self, game: State) -> Action:
        view = view_of(game, game.to_move)
        if game.to_move == PERSON:
            return self.person.choose(view, partial(engine.check, game, able=able))
        return self.bots[game.to_move].choose(view, self.budget)

    def _end_game(self) -> None:
        """Show what is left on the racks, write it down, and open what was committed to."""
        if self.match.game is not None:
            self.screen.print()
            for name, player in zip(self.match.seats, self.match.game.players, strict=True):
                self.screen.print(Text(f" {name}: {counted(len(player.rack), 'tile')} left", style="dim"))
                print_rack(player.rack, Sorting.RUNS, self.screen)
        self.screen.print()
        print_score_sheet(self.match, self.screen)
        self.screen.print(standings_in_words(self.match))
        self._open_the_secret(self.games[-1])

    def _open_the_secret(self, game: GameRecord) -> None:
        holds = "is" if is_revealed(game.commitment, game.deal) else "is not"
        proof = f"The secret was {game.deal.secret}; its SHA-256 {holds} what was committed to."
        say(Text(proof, style="dim"), self.screen)

    def _tell(self, event: Event) -> None:
        say(event_in_words(event, self.match.seats, self.match.edition), self.screen)
