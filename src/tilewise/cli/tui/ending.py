"""The screen at the end of a game: remaining tiles, score sheet, and what to do next."""

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Footer, Static

from tilewise.cli.show.render import Sorting, sections
from tilewise.cli.show.score_sheet import score_sheet, standings_in_words
from tilewise.cli.show.tile_style import face, flow
from tilewise.core.tiles import Tile
from tilewise.core.words import counted, result_in_words
from tilewise.local.match import LocalMatch

SHEET_WIDTH = 70


class EndScreen(ModalScreen[bool]):
    """Returns True to continue, False to leave."""

    BINDINGS = [  # noqa: RUF012  # as textual declares it
        Binding("enter,space", "answer(True)", "Continue"),
        Binding("q,escape", "answer(False)", "Leave"),
    ]

    def __init__(self, local_match: LocalMatch) -> None:
        super().__init__()
        self.local_match = local_match

    def compose(self) -> ComposeResult:
        """Show the result, the racks, the scores and the check of the deal."""
        with VerticalScroll(id="sheet"):
            yield Static(Group(*self._parts()), id="end")
        yield Footer()

    def _parts(self) -> list[RenderableType]:
        match = self.local_match.match
        goes_on = "another match" if match.is_over else f"game {len(match.results) + 1} of {match.games}"
        return [
            Text(f"{result_in_words(match.results[-1], match.seats)}\n", style="bold"),
            *self._racks(),
            score_sheet(match),
            Text(f"\n{standings_in_words(match)}\n", style="bold"),
            Text(self.local_match.deal_check, style="dim"),
            Text(f"\nEnter: {goes_on}    q: leave"),
        ]

    def _racks(self) -> list[Text]:
        view = self.local_match.view
        return [
            Text.assemble((f"{name}: {counted(seat.tiles, 'tile')} left\n", "dim"), _tiles(seat.rack or ()))
            for name, seat in zip(self.local_match.match.seats, view.seats, strict=True)
        ]

    def action_answer(self, yes: bool) -> None:  # noqa: FBT001  # from the binding
        """Return the answer."""
        self.dismiss(yes)


def _tiles(rack: tuple[Tile, ...]) -> Text:
    rows = (Text.assemble(*(face(tile) for tile in section)) for section in sections(rack, Sorting.RUNS))
    return Text("\n").join([*flow(rows, SHEET_WIDTH, "  "), Text()])
