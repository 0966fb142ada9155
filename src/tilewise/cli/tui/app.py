"""The client as a whole: from the wish to the last game of the match."""

from collections.abc import Callable
from time import monotonic

from textual.app import App
from textual.binding import Binding

from tilewise.cli.input.match_options import Wish, sit_down
from tilewise.cli.tui.start import StartScreen
from tilewise.cli.tui.table import TableScreen
from tilewise.local.match import LocalMatch


class Client(App[None]):
    """Plays matches until the person leaves; `sitting` is the last one."""

    TITLE = "Tilewise"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (112, "-wide")]  # noqa: RUF012  # as textual declares it
    BINDINGS = [Binding("ctrl+c,ctrl+q", "quit", "Leave", show=False, priority=True)]  # noqa: RUF012
    CSS_PATH = "client.tcss"

    def __init__(self, wish: Wish, *, ask_first: bool, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.wish = wish
        self.ask_first = ask_first
        self.now = now
        self.sitting: LocalMatch | None = None

    def on_mount(self) -> None:
        """Ask what to play, unless that is known."""
        if self.ask_first:
            self.push_screen(StartScreen(self.wish), self.begin)
        else:
            self.begin(self.wish)

    def begin(self, wish: Wish | None) -> None:
        """Sit down to a match; nobody who wishes nothing stays."""
        if wish is None:
            self.exit()
            return
        self.wish = wish
        self.sitting = sit_down(wish)
        self.push_screen(TableScreen(self.sitting, has_clock=wish.has_clock, now=self.now), self._after)

    def _after(self, again: bool | None) -> None:  # noqa: FBT001  # textual hands it over like this
        if again:
            self.push_screen(StartScreen(self.wish), self.begin)
        else:
            self.exit()
