"""The line client: plays a match by printing lines and reading commands."""

from rich.console import Console
from rich.text import Text

from tilewise.cli.input.match_options import PERSON
from tilewise.cli.prompt.player import PromptPlayer
from tilewise.cli.show.output import say
from tilewise.cli.show.render import Sorting, print_rack
from tilewise.cli.show.score_sheet import print_score_sheet, standings_in_words
from tilewise.core.events import Event
from tilewise.core.words import counted, event_in_words
from tilewise.local.match import LocalMatch, fault_in_words


class LineClient:
    """Prints a local match as text and asks the person for commands."""

    def __init__(self, local_match: LocalMatch, screen: Console) -> None:
        self.local_match = local_match
        self.screen = screen
        self.player = PromptPlayer(local_match.match.seats, screen)

    def play(self) -> None:
        """Play every game of the match."""
        while not self.local_match.match.is_over:
            match = self.local_match.match
            if match.results:
                self.player.wait_for_enter(f"game {len(match.results) + 1} of {match.games}")
            self._begin_game()
            while self.local_match.game is not None:
                self._play_turn(self.local_match.game.to_move)
            self._end_game()

    def _begin_game(self) -> None:
        begun = self.local_match.begin_game()
        match, deal = self.local_match.match, self.local_match.deal
        self.screen.print(Text(f"\nGame {deal.game} of {match.games} · {match.edition.name}", style="bold"))
        say(Text(f"Deal commitment: {deal.commitment}", style="dim"), self.screen)
        self._print_event(begun)

    def _play_turn(self, seat: int) -> None:
        if seat == PERSON:
            events = self.local_match.act(self.player.choose(self.local_match.view, self.local_match.check))
        else:
            events = self._play_bot_turn()
        for event in events:
            self._print_event(event)

    def _play_bot_turn(self) -> tuple[Event, ...]:
        faults_before = len(self.local_match.faults)
        events = self.local_match.play_bot_turn()
        for fault in self.local_match.faults[faults_before:]:
            say(Text(fault_in_words(fault, self.local_match.match.seats), style="yellow"), self.screen)
        return events

    def _end_game(self) -> None:
        """Print the remaining tiles, the score sheet and the check of the deal."""
        match = self.local_match.match
        self.screen.print()
        for name, seat in zip(match.seats, self.local_match.view.seats, strict=True):
            self.screen.print(Text(f" {name}: {counted(seat.tiles, 'tile')} left", style="dim"))
            print_rack(seat.rack or (), Sorting.RUNS, self.screen)
        self.screen.print()
        print_score_sheet(match, self.screen)
        self.screen.print(standings_in_words(match))
        say(Text(self.local_match.deal_check, style="dim"), self.screen)

    def _print_event(self, event: Event) -> None:
        say(event_in_words(event, self.local_match.match.seats, self.local_match.match.edition), self.screen)
