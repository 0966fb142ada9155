"""An evening at the terminal: the games of a match, one after the other, told line by line."""

from rich.console import Console
from rich.text import Text

from tilewise.cli.prompt.player import Person
from tilewise.cli.show.output import say
from tilewise.cli.show.render import Sorting, print_rack
from tilewise.cli.show.score_sheet import print_score_sheet, standings_in_words
from tilewise.core.actions import Action
from tilewise.core.events import Event
from tilewise.core.words import counted, event_in_words
from tilewise.local.match import PERSON, LocalMatch


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
                for event in self.sitting.act(self._action(self.sitting.game.to_move)):
                    self._tell(event)
            self._end_game()

    def _begin_game(self) -> None:
        begun = self.sitting.begin_game()
        match, deal = self.sitting.match, self.sitting.games[-1].deal
        self.screen.print(Text(f"\nGame {deal.game} of {match.games} · {match.edition.name}", style="bold"))
        say(Text(f"Deal commitment: {deal.commitment}", style="dim"), self.screen)
        self._tell(begun)

    def _action(self, seat: int) -> Action:
        if seat == PERSON:
            return self.person.choose(self.sitting.view, self.sitting.check)
        return self.sitting.bots_choice()

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
        say(Text(self.sitting.proof, style="dim"), self.screen)

    def _tell(self, event: Event) -> None:
        say(event_in_words(event, self.sitting.match.seats, self.sitting.match.edition), self.screen)
