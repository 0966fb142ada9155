"""The start screen: choose edition, players, opponents and clock."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from msgspec.structs import replace
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.widgets import Footer, Static

from tilewise.bots import BOTS, by_name
from tilewise.cli.input.match_options import MatchOptions, new_match
from tilewise.cli.input.options import edition_with
from tilewise.cli.show.edition_text import booklet_of
from tilewise.core.editions import EDITIONS
from tilewise.core.value import Value

Chosen = TypeVar("Chosen")


class Choice(Value):
    """A line of the start screen: its value, a description, and the options after a step left or right."""

    title: str
    value: str
    about: str
    change: Callable[[int], MatchOptions]


class StartScreen(Screen[MatchOptions | None]):
    """Up and down choose a line, left and right change it, Enter starts the match."""

    BINDINGS = [  # noqa: RUF012  # as textual declares it
        Binding("up,k", "line(-1)", "Up", show=False),
        Binding("down,j", "line(1)", "Down", show=False),
        Binding("left,h", "turn(-1)", "Change", key_display="← →"),
        Binding("right,l,space", "turn(1)", "Change", show=False),
        Binding("enter", "begin", "Play"),
        Binding("q,escape", "leave", "Leave"),
    ]

    def __init__(self, options: MatchOptions) -> None:
        super().__init__()
        self.match_options = options
        self.line = 0
        self.problem = ""

    def compose(self) -> ComposeResult:
        """Lay out the sheet of choices."""
        with VerticalScroll(id="sheet", can_focus=False):
            yield Static(id="choices")
        yield Footer()

    def on_mount(self) -> None:
        """Show the current options."""
        self._show()

    def action_line(self, step: int) -> None:
        """Move to another line."""
        self.line = (self.line + step) % len(self._choices())
        self._show()

    def action_turn(self, step: int) -> None:
        """Change the value of the current line."""
        self.match_options = self._choices()[self.line].change(step)
        self.problem = ""
        self._show()

    def action_begin(self) -> None:
        """Start the match, or show why these options do not work."""
        try:
            new_match(self.match_options)
        except ValueError as error:
            self.problem = str(error)
            self._show()
        else:
            self.dismiss(self.match_options)

    def action_leave(self) -> None:
        """Leave the client."""
        self.dismiss(None)

    def _choices(self) -> list[Choice]:
        options, edition = self.match_options, EDITIONS[self.match_options.edition]
        range_of_players = f"{edition.min_players} to {edition.max_players} players"
        return [
            Choice("Edition", options.edition, f"{range_of_players}; {booklet_of(edition)}", self._edition),
            Choice("Players", str(options.players), "including you", self._players),
            *(self._opponent(seat) for seat in range(1, options.players)),
            Choice("Clock", self._clock(), "counts down on your turns", self._turn_clock),
        ]

    def _opponent(self, seat: int) -> Choice:
        name = self.match_options.bot(seat)
        return Choice(
            self.match_options.names[seat], name, by_name(name).about, lambda step: self._other_bot(seat, step)
        )

    def _edition(self, step: int) -> MatchOptions:
        name = _next(list(EDITIONS), self.match_options.edition, step)
        edition = EDITIONS[name]
        return self._with_players(
            replace(self.match_options, edition=name), max(edition.min_players, self.match_options.players)
        )

    def _players(self, step: int) -> MatchOptions:
        edition = EDITIONS[self.match_options.edition]
        counts = list(range(edition.min_players, edition.max_players + 1))
        return self._with_players(self.match_options, _next(counts, self.match_options.players, step))

    @staticmethod
    def _with_players(options: MatchOptions, players: int) -> MatchOptions:
        players = min(players, EDITIONS[options.edition].max_players)
        return replace(options, players=players, bots=tuple(options.bot(seat) for seat in range(1, players)))

    def _other_bot(self, seat: int, step: int) -> MatchOptions:
        bots = [self.match_options.bot(other) for other in range(1, self.match_options.players)]
        bots[seat - 1] = _next(list(BOTS), bots[seat - 1], step)
        return replace(self.match_options, bots=tuple(bots))

    def _turn_clock(self, _step: int) -> MatchOptions:
        return replace(self.match_options, has_clock=not self.match_options.has_clock)

    def _clock(self) -> str:
        try:
            seconds = edition_with(self.match_options.edition, self.match_options.rules).turn_seconds
        except ValueError:
            seconds = 0
        return f"{seconds} seconds per turn" if self.match_options.has_clock and seconds else "none"

    def _show(self) -> None:
        lines = [Text("Tilewise", style="bold"), Text("What would you like to play?\n", style="dim")]
        choices = self._choices()
        self.line = min(self.line, len(choices) - 1)
        for number, choice in enumerate(choices):
            lines.append(_line(choice, is_here=number == self.line))
        lines.append(Text(f"\n  {choices[self.line].about}", style="italic"))
        if self.match_options.rules:
            lines.append(Text(f"\n  House rules: {self.match_options.rules}", style="dim"))
        lines.append(Text(f"\n{self.problem}", style="bold red"))
        self.query_one("#choices", Static).update(Text("\n").join(lines))


def _line(choice: Choice, *, is_here: bool) -> Text:
    value = f"◂ {choice.value} ▸" if is_here else f"  {choice.value}"
    text = Text(f"{'▸' if is_here else ' '} {choice.title:<9}", style="bold" if is_here else "")
    return text.append(f"{value:<24}", "bold reverse" if is_here else "")


def _next(values: Sequence[Chosen], value: Chosen, step: int) -> Chosen:
    index = values.index(value) if value in values else -1
    return values[(index + step) % len(values)]
