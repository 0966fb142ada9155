"""The table: seats, clock, melds, rack, and what is said; every key is a method."""

import asyncio
from collections.abc import Callable, Iterable
from math import ceil

from rich.text import Text
from textual import work
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Container, VerticalScroll
from textual.geometry import Region
from textual.screen import Screen
from textual.widgets import Footer, RichLog, Static

from tilewise.cli.input.match_options import PERSON
from tilewise.cli.prompt.best_play import counsel
from tilewise.cli.show.render import holding
from tilewise.cli.tui.dialogs import AskScreen, HelpScreen
from tilewise.cli.tui.drawing import Seen, above, beside, draw_rack, draw_table, news_of
from tilewise.cli.tui.ending import EndScreen
from tilewise.cli.tui.turn import Area, Spot, Turn
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.events import Event
from tilewise.core.tiles import Table
from tilewise.core.words import counted, event_in_words, in_words
from tilewise.local.match import LocalMatch, fault_in_words

TICK_SECONDS = 0.25
HURRY_SECONDS = 10
"""When so little is left the clock turns red."""


class TableScreen(Screen[bool]):
    """A match at the table; True at its end when the person wants another one."""

    BINDINGS = [  # noqa: RUF012  # as textual declares it
        Binding("left", "beside(-1)", "Cursor", show=False),
        Binding("right", "beside(1)", "Cursor", show=False),
        Binding("up", "above(-1)", "Cursor", show=False),
        Binding("down", "above(1)", "Cursor", show=False),
        Binding("tab", "switch", "Rack or table", show=False, priority=True),
        Binding("space", "hands('pick')", "Pick up"),
        Binding("enter", "hands('place')", "Place"),
        Binding("n", "hands('new_meld')", "New meld"),
        Binding("i", "hands('insert')", "Insert before the cursor", show=False),
        Binding("m", "hands('pick_meld')", "Pick up the whole meld", show=False),
        Binding("x", "hands('split')", "Split before the cursor", show=False),
        Binding("backspace,t", "hands('back')", "Take tiles from the table", show=False),
        Binding("escape", "hands('drop')", "Put picked tiles down", show=False),
        Binding("s", "hands('sort')", "Sort by runs or groups", show=False),
        Binding("u,ctrl+z", "hands('undo')", "Undo"),
        Binding("r,ctrl+y", "hands('redo')", "Redo", show=False),
        Binding("z", "hands('reset')", "Start the turn over", show=False),
        Binding("h", "hint", "Hint"),
        Binding("b", "best", "Best play", show=False),
        Binding("e", "end", "End turn"),
        Binding("d", "draw", "Draw or pass"),
        Binding("pageup", "scroll_said(-4)", "Scroll messages up", show=False),
        Binding("pagedown", "scroll_said(4)", "Scroll messages down", show=False),
        Binding("c", "concede", "Resign this game", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave", show=False),
    ]

    def __init__(self, sitting: LocalMatch, *, has_clock: bool, now: Callable[[], float]) -> None:
        super().__init__()
        self.sitting = sitting
        self.has_clock = has_clock and sitting.match.edition.turn_seconds > 0
        self.now = now
        self.began = now()
        self.seen: Seen = {}
        self.looked_at: Table = ()
        """The table as the person left it, to see what others changed since."""
        self.turn: Turn

    def compose(self) -> ComposeResult:
        """Top line, table and what is said, rack, keys."""
        yield Static(id="top")
        with Container(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="melds")
            said = RichLog(id="said", wrap=True, min_width=1, max_lines=500)
            said.can_focus = False  # arrows are for the cursor
            yield said
        with Container(id="own"):
            yield Static(id="title")
            yield Static(id="rack")
        yield Footer()

    def on_mount(self) -> None:
        """Deal, and let the clock tick."""
        self._begin_game()
        self.set_interval(TICK_SECONDS, self.tick)

    def on_resize(self) -> None:
        """Lines break elsewhere."""
        self._show()

    # ── the game ────────────────────────────────────────────────────────────────────────────────

    def tick(self) -> None:
        """Show the time; when it is up, the rules say what follows."""
        left = self.seconds_left
        if left is not None and left <= 0 and self.turn.view.is_my_turn:
            self._act(RunOutOfTime(PERSON, self.turn.draft.table))
        self._show_top()

    @property
    def seconds_left(self) -> float | None:
        """What is left of the turn; None without a clock, and when nobody plays."""
        if not self.has_clock or self.sitting.game is None:
            return None
        return self.sitting.match.edition.turn_seconds - (self.now() - self.began)

    @work(exclusive=True, group="bots")
    async def bots_turns(self) -> None:
        """Let bots play until it is the person's turn; they think elsewhere, so that the clock goes on."""
        while self.sitting.game is not None and self.sitting.game.to_move != PERSON:
            answer = await asyncio.to_thread(self.sitting.ask_bot)
            faults_before = len(self.sitting.faults)
            events = self.sitting.carry_out(answer)
            for fault in self.sitting.faults[faults_before:]:
                self.say(fault_in_words(fault, self.sitting.match.seats), "yellow")
            self._happened(events)

    def _begin_game(self) -> None:
        begun = self.sitting.begin_game()
        match, deal = self.sitting.match, self.sitting.deal
        self.looked_at = ()
        self.say(f"Game {deal.game} of {match.games} · {match.edition.name}", "bold")
        self.say(f"Deal commitment: {deal.commitment}", "dim")
        self._happened([begun])
        self.bots_turns()

    def _act(self, action: Action) -> None:
        """Do what the person wants, if the rules let them; the bots go on from there."""
        violations = self.sitting.check(action)
        if violations:
            self.turn.refuse(violations)
            for violation in violations:
                words = in_words(violation, self.turn.view.edition, self.sitting.match.seats)
                self.say(f"{words} ({violation.rule.clause})", "bold red")
            self._show()
            return
        self._happened(self.sitting.act(action))
        self.looked_at = self.sitting.view.table
        self.bots_turns()

    def _happened(self, events: Iterable[Event]) -> None:
        """Tell it, and begin the next turn with a clock of its own."""
        for event in events:
            self.say(event_in_words(event, self.sitting.match.seats, self.sitting.match.edition))
        before = getattr(self, "turn", None)
        view = self.sitting.view
        self.turn = Turn(view) if before is None else Turn(view, sorting=before.sorting, spot=before.spot)
        self.began = self.now()
        self._show()
        if view.result is not None:
            self.app.push_screen(EndScreen(self.sitting), self._after_game)

    def _after_game(self, go_on: bool | None) -> None:  # noqa: FBT001  # textual hands it over like this
        if go_on and not self.sitting.match.is_over:
            self._begin_game()
        else:
            self.dismiss(bool(go_on))

    # ── the keys ────────────────────────────────────────────────────────────────────────────────

    def action_beside(self, step: int) -> None:
        """Left and right."""
        self._go(beside(self.seen, self.turn.spot, step))

    def action_above(self, step: int) -> None:
        """Up and down."""
        self._go(above(self.seen, self.turn.spot, step))

    def action_switch(self) -> None:
        """From the rack to the table, and back."""
        other = Area.TABLE if self.turn.spot.area is Area.RACK else Area.RACK
        self._go(Spot(other, 0, 0))

    def action_hands(self, what: str) -> None:
        """What the hands do; whoever is not to move may only sort the rack."""
        if what not in {"sort", "drop"} and not self._is_my_turn():
            return
        try:
            getattr(self.turn, what)()
        except ValueError as error:
            self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.", "yellow")
        self._show()

    def action_hint(self) -> None:
        """A first step."""
        if self._is_my_turn():
            self.say(counsel(self.turn.draft.position).hint, "cyan")

    def action_best(self) -> None:
        """Lay the best play as a draft, and tell its steps; undo takes it back, e confirms it."""
        if not self._is_my_turn():
            return
        best = counsel(self.turn.draft.position)
        self.say(best.title, "bold cyan")
        for number, step in enumerate(best.steps, start=1):
            self.say(f"{number}. {step}", "cyan")
        if best.is_play:
            self.turn.lay_all(best.table)
            self._show()

    def action_end(self) -> None:
        """Confirm the table as it lies."""
        if self._is_my_turn():
            self._act(Play(PERSON, self.turn.draft.table))

    def action_draw(self) -> None:
        """Take a tile; pass when there is none left."""
        if self._is_my_turn():
            self._act(Draw(PERSON) if self.turn.view.pool else Pass(PERSON))

    @work
    async def action_concede(self) -> None:
        """Give this game up, if that is meant."""
        if self._is_my_turn() and await self.app.push_screen_wait(AskScreen("Resign this game?")):
            self._act(Concede(PERSON))

    @work
    async def action_leave(self) -> None:
        """Leave the match, if that is meant."""
        if await self.app.push_screen_wait(AskScreen("Leave the match?")):
            self.app.exit()

    def action_help(self) -> None:
        """All keys."""
        cursor = [("arrows", "Move around the rack and table")]
        keys = ((self.app.get_key_display(each), each) for each in self.BINDINGS if isinstance(each, Binding))
        named = [(key, each.description) for key, each in keys if each.description != "Cursor"]
        self.app.push_screen(HelpScreen(cursor + named))

    def action_scroll_said(self, lines: int) -> None:
        """Read what was said before."""
        self.query_one("#said", RichLog).scroll_relative(y=lines, animate=False)

    # ── what is seen ────────────────────────────────────────────────────────────────────────────

    def say(self, words: str, style: str = "") -> None:
        """Tell the person something."""
        self.query_one("#said", RichLog).write(Text(words, style=style))

    def _is_my_turn(self) -> bool:
        view = self.turn.view
        if not view.is_my_turn and view.result is None:
            self.say(f"It's {self.sitting.match.seats[view.to_move]}'s turn.", "yellow")
        return view.is_my_turn

    def _go(self, spot: Spot) -> None:
        self.turn.go(spot)
        self._show()

    def _show(self) -> None:
        if not hasattr(self, "turn"):
            return
        room = self.query_one("#table", VerticalScroll)
        news = news_of(self.looked_at, self.turn.view.table, self.turn)
        table = draw_table(self.turn, (room.size.width or 78) - 2, news=news)
        rack = draw_rack(self.turn, (self.size.width or 80) - 4, first_line=len(table.lines) + 1)
        self.seen = table.seen | rack.seen
        self.query_one("#melds", Static).update(table.text)
        self.query_one("#rack", Static).update(rack.text)
        self.query_one("#title", Static).update(self._title())
        self._show_top()
        if self.turn.spot in table.seen:
            line, column = table.seen[self.turn.spot]
            room.scroll_to_region(Region(column, line + 1, 4, 1), animate=False)

    def _title(self) -> Text:
        view, draft = self.turn.view, self.turn.draft
        title = Text(f"Your rack: {counted(len(draft.rack), 'tile')}", style="bold")
        if not view.has_melded:
            title.append(f" · to open: {draft.points} of {view.edition.initial_meld_min} points", "not bold")
        if self.turn.picked:
            title.append(f" · picked up: {len(self.turn.picked)}", "bold yellow")
        if not view.is_my_turn and view.result is None:
            title.append(f" · {self.sitting.match.seats[view.to_move]} is thinking…", "italic not bold")
        return title

    def _show_top(self) -> None:
        view, seats = self.turn.view, self.sitting.match.seats
        text = self._clock().append(f" {view.edition.name} · turn {view.turn + 1} · pool {view.pool}", "dim not bold")
        for number, seat in enumerate(view.seats):
            is_next = view.result is None and number == view.to_move
            text.append("  ").append(f"{'▸' if is_next else ' '}{seats[number]} ", "bold" if is_next else "")
            text.append(holding(seat))
        self.query_one("#top", Static).update(text)

    def _clock(self) -> Text:
        left = self.seconds_left
        if left is None:
            return Text()
        seconds = max(0, ceil(left))
        style = "bold white on red" if left <= HURRY_SECONDS else "bold reverse"
        return Text.assemble((f" {seconds // 60}:{seconds % 60:02} ", style))
