"""The application of the terminal client."""

from collections.abc import Callable
from time import monotonic

from textual.app import App
from textual.binding import Binding

from tilewise.cli.input.match_options import MatchOptions, new_match
from tilewise.cli.tui.start import StartScreen
from tilewise.cli.tui.table import TableScreen
from tilewise.local.match import LocalMatch


class Client(App[None]):
    """Plays matches until the person leaves. `local_match` is the last one."""

    TITLE = "Tilewise"
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = [(0, "-narrow"), (88, "-usual"), (112, "-wide")]  # noqa: RUF012  # as textual declares it
    BINDINGS = [Binding("ctrl+c,ctrl+q", "quit", "Leave", show=False, priority=True)]  # noqa: RUF012
    CSS_PATH = "client.tcss"

    def __init__(self, options: MatchOptions, *, ask_first: bool, now: Callable[[], float] = monotonic) -> None:
        super().__init__()
        self.match_options = options
        self.ask_first = ask_first
        self.now = now
        self.local_match: LocalMatch | None = None

    def on_mount(self) -> None:
        """Show the start screen, unless the options are final."""
        if self.ask_first:
            self.push_screen(StartScreen(self.match_options), self.begin)
        else:
            self.begin(self.match_options)

    def begin(self, options: MatchOptions | None) -> None:
        """Start a match; None leaves the client."""
        if options is None:
            self.exit()
            return
        self.match_options = options
        self.local_match = new_match(options)
        self.push_screen(TableScreen(self.local_match, has_clock=options.has_clock, now=self.now), self._after)

    def _after(self, again: bool | None) -> None:  # noqa: FBT001  # called by textual
        if again:
            self.push_screen(StartScreen(self.match_options), self.begin)
        else:
            self.exit()
