"""The first screen: which edition, how many players, against whom, with a clock or without."""

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
from tilewise.cli.input.match_options import Wish, sit_down
from tilewise.cli.input.options import edition_with
from tilewise.core.editions import EDITIONS
from tilewise.core.value import Value

Chosen = TypeVar("Chosen")


class Choice(Value):
    """A line of the screen: what is chosen, what it says, and what left and right do to the wish."""

    title: str
    value: str
    about: str
    turned: Callable[[int], Wish]


class StartScreen(Screen[Wish | None]):
    """Up and down choose a line, left and right change it, Enter begins."""

    BINDINGS = [  # noqa: RUF012  # as textual declares it
        Binding("up,k", "line(-1)", "Up", show=False),
        Binding("down,j", "line(1)", "Down", show=False),
        Binding("left,h", "turn(-1)", "Change", key_display="← →"),
        Binding("right,l,space", "turn(1)", "Change", show=False),
        Binding("enter", "begin", "Play"),
        Binding("q,escape", "leave", "Leave"),
    ]

    def __init__(self, wish: Wish) -> None:
        super().__init__()
        self.wish = wish
        self.line = 0
        self.problem = ""

    def compose(self) -> ComposeResult:
        """One sheet with all lines."""
        with VerticalScroll(id="sheet", can_focus=False):
            yield Static(id="choices")
        yield Footer()

    def on_mount(self) -> None:
        """Show what was wished for so far."""
        self._show()

    def action_line(self, step: int) -> None:
        """Go to another line."""
        self.line = (self.line + step) % len(self._choices())
        self._show()

    def action_turn(self, step: int) -> None:
        """Choose the next value of this line, or the one before."""
        self.wish = self._choices()[self.line].turned(step)
        self.problem = ""
        self._show()

    def action_begin(self) -> None:
        """Sit down, or be told why that is impossible."""
        try:
            sit_down(self.wish)
        except ValueError as error:
            self.problem = str(error)
            self._show()
        else:
            self.dismiss(self.wish)

    def action_leave(self) -> None:
        """Not today."""
        self.dismiss(None)

    def _choices(self) -> list[Choice]:
        wish, edition = self.wish, EDITIONS[self.wish.edition]
        range_of_players = f"{edition.min_players} to {edition.max_players} players"
        return [
            Choice("Edition", wish.edition, f"{range_of_players}; {edition.source}", self._edition),
            Choice("Players", str(wish.players), "including you", self._players),
            *(self._opponent(seat) for seat in range(1, wish.players)),
            Choice("Clock", self._clock(), "counts down on your turns", self._turn_clock),
        ]

    def _opponent(self, seat: int) -> Choice:
        name = self.wish.bot(seat)
        return Choice(self.wish.names[seat], name, by_name(name).about, lambda step: self._other_bot(seat, step))

    def _edition(self, step: int) -> Wish:
        name = _next(list(EDITIONS), self.wish.edition, step)
        edition = EDITIONS[name]
        return self._with_players(replace(self.wish, edition=name), max(edition.min_players, self.wish.players))

    def _players(self, step: int) -> Wish:
        edition = EDITIONS[self.wish.edition]
        counts = list(range(edition.min_players, edition.max_players + 1))
        return self._with_players(self.wish, _next(counts, self.wish.players, step))

    @staticmethod
    def _with_players(wish: Wish, players: int) -> Wish:
        players = min(players, EDITIONS[wish.edition].max_players)
        return replace(wish, players=players, bots=tuple(wish.bot(seat) for seat in range(1, players)))

    def _other_bot(self, seat: int, step: int) -> Wish:
        bots = [self.wish.bot(other) for other in range(1, self.wish.players)]
        bots[seat - 1] = _next(list(BOTS), bots[seat - 1], step)
        return replace(self.wish, bots=tuple(bots))

    def _turn_clock(self, _step: int) -> Wish:
        return replace(self.wish, has_clock=not self.wish.has_clock)

    def _clock(self) -> str:
        try:
            seconds = edition_with(self.wish.edition, self.wish.rules).turn_seconds
        except ValueError:
            seconds = 0
        return f"{seconds} seconds per turn" if self.wish.has_clock and seconds else "none"

    def _show(self) -> None:
        lines = [Text("Tilewise", style="bold"), Text("What would you like to play?\n", style="dim")]
        choices = self._choices()
        self.line = min(self.line, len(choices) - 1)
        for number, choice in enumerate(choices):
            lines.append(_line(choice, is_here=number == self.line))
        lines.append(Text(f"\n  {choices[self.line].about}", style="italic"))
        if self.wish.rules:
            lines.append(Text(f"\n  House rules: {self.wish.rules}", style="dim"))
        lines.append(Text(f"\n{self.problem}", style="bold red"))
        self.query_one("#choices", Static).update(Text("\n").join(lines))


def _line(choice: Choice, *, is_here: bool) -> Text:
    value = f"◂ {choice.value} ▸" if is_here else f"  {choice.value}"
    text = Text(f"{'▸' if is_here else ' '} {choice.title:<9}", style="bold" if is_here else "")
    return text.append(f"{value:<24}", "bold reverse" if is_here else "")


def _next(values: Sequence[Chosen], value: Chosen, step: int) -> Chosen:
    index = values.index(value) if value in values else -1
    return values[(index + step) % len(values)]
