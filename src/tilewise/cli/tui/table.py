"""The table screen: players, clock, melds, rack and messages. Each key has a method."""

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
from tilewise.cli.prompt.best_play import find_best_play
from tilewise.cli.show.render import holding
from tilewise.cli.tui.dialogs import AskScreen, HelpScreen
from tilewise.cli.tui.drawing import Positions, changed_by_others, draw_rack, draw_table, nearest_spot, next_spot
from tilewise.cli.tui.ending import EndScreen
from tilewise.cli.tui.turn import Area, Spot, Turn
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.events import Event
from tilewise.core.tiles import Table
from tilewise.core.words import counted, event_in_words, in_words
from tilewise.local.match import LocalMatch, fault_in_words

TICK_SECONDS = 0.25
HURRY_SECONDS = 10
"""The clock turns red when this little time is left."""


class Keys(Footer):
    """The keys below the table, in two lines where they do not fit into one: see client.tcss."""

    def compose(self) -> ComposeResult:
        """Lay out the keys; a grid has four of them in a line."""
        yield from super().compose()
        self.styles.grid_size_columns = 4


class TableScreen(Screen[bool]):
    """Plays a match. Returns True if the person wants another one."""

    BINDINGS = [  # noqa: RUF012  # as textual declares it
        Binding("left", "move_in_line(-1)", "Cursor", show=False),
        Binding("right", "move_in_line(1)", "Cursor", show=False),
        Binding("up", "move_between_lines(-1)", "Cursor", show=False),
        Binding("down", "move_between_lines(1)", "Cursor", show=False),
        Binding("tab", "switch", "Switch between rack and table", show=False, priority=True),
        Binding("space", "edit('pick')", "Pick up"),
        Binding("enter", "edit('place')", "Place"),
        Binding("n", "edit('new_meld')", "New meld"),
        Binding("i", "edit('insert')", "Insert before the cursor", show=False),
        Binding("m", "edit('pick_meld')", "Pick up the whole meld", show=False),
        Binding("x", "edit('split')", "Split before the cursor", show=False),
        Binding("backspace,t", "edit('back')", "Take tiles from the table", show=False),
        Binding("escape", "edit('drop')", "Put picked tiles down", show=False),
        Binding("s", "edit('sort')", "Sort by runs or groups", show=False),
        Binding("u,ctrl+z", "edit('undo')", "Undo"),
        Binding("r,ctrl+y", "edit('redo')", "Redo", show=False),
        Binding("z", "edit('reset')", "Start the turn over", show=False),
        Binding("h", "hint", "Hint"),
        Binding("b", "best", "Lay out the biggest play", show=False),
        Binding("e", "end", "End turn"),
        Binding("d", "draw", "Draw or pass"),
        Binding("pageup", "scroll_messages(-4)", "Scroll messages up", show=False),
        Binding("pagedown", "scroll_messages(4)", "Scroll messages down", show=False),
        Binding("c", "concede", "Resign this game", show=False),
        Binding("question_mark", "help", "Help", key_display="?"),
        Binding("q", "leave", "Leave the match", show=False),
    ]

    def __init__(self, local_match: LocalMatch, *, has_clock: bool, now: Callable[[], float]) -> None:
        super().__init__()
        self.local_match = local_match
        self.has_clock = has_clock and local_match.match.edition.turn_seconds > 0
        self.now = now
        self.began = now()
        self.positions: Positions = {}
        self.last_seen_table: Table = ()
        """The table after the person's last turn, to mark later changes."""
        self.turn: Turn

    def compose(self) -> ComposeResult:
        """Lay out top line, table, messages, rack and keys."""
        yield Static(id="top")
        with Container(id="middle"):
            with VerticalScroll(id="table", can_focus=False):
                yield Static(id="melds")
            messages = RichLog(id="messages", wrap=True, min_width=1, max_lines=500)
            messages.can_focus = False  # arrow keys move the cursor
            yield messages
        with Container(id="own"):
            yield Static(id="title")
            yield Static(id="rack")
        yield Keys()

    def on_mount(self) -> None:
        """Deal the first game and start the clock."""
        self._begin_game()
        self.set_interval(TICK_SECONDS, self.tick)

    def on_resize(self) -> None:
        """Draw everything for the new width."""
        self._show()

    # ── the game ────────────────────────────────────────────────────────────────────────────────

    def tick(self) -> None:
        """Update the clock, and end the turn when the time is up."""
        left = self.seconds_left
        if left is not None and left <= 0 and self.turn.view.is_my_turn:
            self._act(RunOutOfTime(PERSON, self.turn.draft.table))
        self._show_top()

    @property
    def seconds_left(self) -> float | None:
        """The seconds left in the turn; None without a clock or between games."""
        if not self.has_clock or self.local_match.game is None:
            return None
        return self.local_match.match.edition.turn_seconds - (self.now() - self.began)

    @work(exclusive=True, group="bots")
    async def bots_turns(self) -> None:
        """Let bots play until it is the person's turn. They think in a thread, so the clock keeps running."""
        while self.local_match.game is not None and self.local_match.game.to_move != PERSON:
            answer = await asyncio.to_thread(self.local_match.ask_bot)
            faults_before = len(self.local_match.faults)
            events = self.local_match.carry_out(answer)
            for fault in self.local_match.faults[faults_before:]:
                self.say(fault_in_words(fault, self.local_match.match.seats), "yellow")
            self._show_events(events)

    def _begin_game(self) -> None:
        begun = self.local_match.begin_game()
        match, deal = self.local_match.match, self.local_match.deal
        self.last_seen_table = ()
        self.say(f"Game {deal.game} of {match.games} · {match.edition.name}", "bold")
        self.say(f"Deal commitment: {deal.commitment}", "dim")
        self._show_events([begun])
        self.bots_turns()

    def _act(self, action: Action) -> None:
        """Carry out an action of the person if it is legal, then let the bots play."""
        violations = self.local_match.check(action)
        if violations:
            self.turn.refuse(violations)
            for violation in violations:
                words = in_words(violation, self.turn.view.edition, self.local_match.match.seats)
                self.say(f"{words} ({violation.rule.clause})", "bold red")
            self._show()
            return
        self._show_events(self.local_match.act(action))
        self.last_seen_table = self.local_match.view.table
        self.bots_turns()

    def _show_events(self, events: Iterable[Event]) -> None:
        """Show events as messages, then start the next turn and its clock."""
        for event in events:
            self.say(event_in_words(event, self.local_match.match.seats, self.local_match.match.edition))
        before = getattr(self, "turn", None)
        view = self.local_match.view
        self.turn = Turn(view) if before is None else Turn(view, sorting=before.sorting, spot=before.spot)
        self.began = self.now()
        self._show()
        if view.result is not None:
            self.app.push_screen(EndScreen(self.local_match), self._after_game)

    def _after_game(self, go_on: bool | None) -> None:  # noqa: FBT001  # called by textual
        if go_on and not self.local_match.match.is_over:
            self._begin_game()
        else:
            self.dismiss(bool(go_on))

    # ── the keys ────────────────────────────────────────────────────────────────────────────────

    def action_move_in_line(self, step: int) -> None:
        """Move the cursor left or right."""
        self._go(next_spot(self.positions, self.turn.spot, step))

    def action_move_between_lines(self, step: int) -> None:
        """Move the cursor up or down."""
        self._go(nearest_spot(self.positions, self.turn.spot, step))

    def action_switch(self) -> None:
        """Switch between rack and table."""
        other = Area.TABLE if self.turn.spot.area is Area.RACK else Area.RACK
        self._go(Spot(other, 0, 0))

    def action_edit(self, what: str) -> None:
        """Edit the draft. Only sorting and dropping are allowed during the turns of others."""
        if what not in {"sort", "drop"} and not self._is_my_turn():
            return
        try:
            getattr(self.turn, what)()
        except ValueError as error:
            self.say(f"{str(error)[:1].upper()}{str(error)[1:]}.", "yellow")
        self._show()

    def action_hint(self) -> None:
        """Show the first step of the biggest play."""
        if self._is_my_turn():
            self.say(find_best_play(self.turn.draft.position).hint, "cyan")

    def action_best(self) -> None:
        """Set out the biggest play as a draft and list its steps. `u` undoes it, `e` confirms it."""
        if not self._is_my_turn():
            return
        best = find_best_play(self.turn.draft.position)
        self.say(best.title, "bold cyan")
        for number, step in enumerate(best.steps, start=1):
            self.say(f"{number}. {step}", "cyan")
        if best.is_play:
            self.turn.lay_all(best.table)
            self._show()

    def action_end(self) -> None:
        """Confirm the table and end the turn."""
        if self._is_my_turn():
            self._act(Play(PERSON, self.turn.draft.table))

    def action_draw(self) -> None:
        """Draw a tile, or pass if the pool is empty."""
        if self._is_my_turn():
            self._act(Draw(PERSON) if self.turn.view.pool else Pass(PERSON))

    @work
    async def action_concede(self) -> None:
        """Resign this game after a confirmation."""
        if self._is_my_turn() and await self.app.push_screen_wait(AskScreen("Resign this game?")):
            self._act(Concede(PERSON))

    @work
    async def action_leave(self) -> None:
        """Leave the match after a confirmation."""
        if await self.app.push_screen_wait(AskScreen("Leave the match?")):
            self.app.exit()

    def action_help(self) -> None:
        """Show all keys."""
        cursor = [("arrows", "Move around the rack and table")]
        keys = ((self.app.get_key_display(each), each) for each in self.BINDINGS if isinstance(each, Binding))
        named = [(key.replace(",", " or "), each.description) for key, each in keys if each.description != "Cursor"]
        self.app.push_screen(HelpScreen(cursor + named))

    def action_scroll_messages(self, lines: int) -> None:
        """Scroll the messages."""
        self.query_one("#messages", RichLog).scroll_relative(y=lines, animate=False)

    # ── drawing ────────────────────────────────────────────────────────────────────────────

    def say(self, words: str, style: str = "") -> None:
        """Show a message."""
        self.query_one("#messages", RichLog).write(Text(words, style=style))

    def _is_my_turn(self) -> bool:
        view = self.turn.view
        if not view.is_my_turn and view.result is None:
            self.say(f"It's {self.local_match.match.seats[view.to_move]}'s turn.", "yellow")
        return view.is_my_turn

    def _go(self, spot: Spot) -> None:
        self.turn.go(spot)
        self._show()

    def _show(self) -> None:
        if not hasattr(self, "turn"):
            return
        room = self.query_one("#table", VerticalScroll)
        changed_melds = changed_by_others(self.last_seen_table, self.turn.view.table, self.turn)
        table = draw_table(self.turn, (room.size.width or 78) - 2, changed_melds=changed_melds)
        rack = draw_rack(self.turn, (self.size.width or 80) - 4, first_line=len(table.lines) + 1)
        self.positions = table.positions | rack.positions
        self.query_one("#melds", Static).update(table.text)
        self.query_one("#rack", Static).update(rack.text)
        self.query_one("#title", Static).update(self._title())
        self._show_top()
        if self.turn.spot in table.positions:
            line, column = table.positions[self.turn.spot]
            room.scroll_to_region(Region(column, line + 1, 4, 1), animate=False)

    def _title(self) -> Text:
        view, draft = self.turn.view, self.turn.draft
        title = Text(f"Your rack: {counted(len(draft.rack), 'tile')}", style="bold")
        if not view.has_melded:
            title.append(f" · to open: {draft.points} of {view.edition.initial_meld_min} points", "not bold")
        if self.turn.picked:
            title.append(f" · picked up: {len(self.turn.picked)}", "bold yellow")
        if not view.is_my_turn and view.result is None:
            title.append(f" · {self.local_match.match.seats[view.to_move]} is thinking…", "italic not bold")
        return title

    def _show_top(self) -> None:
        view, seats = self.turn.view, self.local_match.match.seats
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
