"""An evening at the terminal: the games of a match, one after the other, told line by line."""

from rich.console import Console
from rich.text import Text

from tilewise.cli.input.match_options import PERSON
from tilewise.cli.prompt.player import Person
from tilewise.cli.show.output import say
from tilewise.cli.show.render import Sorting, print_rack
from tilewise.cli.show.score_sheet import print_score_sheet, standings_in_words
from tilewise.core.events import Event
from tilewise.core.words import counted, event_in_words
from tilewise.local.match import LocalMatch, fault_in_words


class Evening:
    """Shows a sitting in lines, and asks the person for theirs."""

    def __init__(self, sitting: LocalMatch, screen: Console) -> None:
        self.sitting = sitting
        self.screen = screen
        self.person = Person(sitting.match.seats, screen)

    def play(self) -> None:
        """Play every game of the match."""
        while not self.sitting.match.is_over:
            match = self.sitting.match
            if match.results:
                self.person.go_on(f"game {len(match.results) + 1} of {match.games}")
            self._begin_game()
            while self.sitting.game is not None:
                self._play_turn(self.sitting.game.to_move)
            self._end_game()

    def _begin_game(self) -> None:
        begun = self.sitting.begin_game()
        match, deal = self.sitting.match, self.sitting.deal
        self.screen.print(Text(f"\nGame {deal.game} of {match.games} · {match.edition.name}", style="bold"))
        say(Text(f"Deal commitment: {deal.commitment}", style="dim"), self.screen)
        self._tell(begun)

    def _play_turn(self, seat: int) -> None:
        if seat == PERSON:
            events = self.sitting.act(self.person.choose(self.sitting.view, self.sitting.check))
        else:
            events = self._play_bot_turn()
        for event in events:
            self._tell(event)

    def _play_bot_turn(self) -> tuple[Event, ...]:
        faults_before = len(self.sitting.faults)
        events = self.sitting.play_bot_turn()
        for fault in self.sitting.faults[faults_before:]:
            say(Text(fault_in_words(fault, self.sitting.match.seats), style="yellow"), self.screen)
        return events

    def _end_game(self) -> None:
        """Show what is left on the racks, write it down, and open what was committed to."""
        match = self.sitting.match
        self.screen.print()
        for name, seat in zip(match.seats, self.sitting.view.seats, strict=True):
            self.screen.print(Text(f" {name}: {counted(seat.tiles, 'tile')} left", style="dim"))
            print_rack(seat.rack or (), Sorting.RUNS, self.screen)
        self.screen.print()
        print_score_sheet(match, self.screen)
        self.screen.print(standings_in_words(match))
        say(Text(self.sitting.deal_check, style="dim"), self.screen)

    def _tell(self, event: Event) -> None:
        say(event_in_words(event, self.sitting.match.seats, self.sitting.match.edition), self.screen)
