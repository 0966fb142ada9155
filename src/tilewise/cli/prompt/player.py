"""The person at this terminal: shown the game as one seat sees it, and asked what to do."""

from collections import deque
from collections.abc import Callable

import typer
from rich.console import Console
from rich.text import Text

from tilewise.cli.prompt.best_play import counsel
from tilewise.cli.prompt.commands import COMMANDS, edited, is_edit, typed
from tilewise.cli.prompt.draft import begun, whole
from tilewise.cli.show.output import say
from tilewise.cli.show.render import Sorting, print_rack, print_seats, print_table
from tilewise.cli.show.violations import print_told, told
from tilewise.core import notation
from tilewise.core.actions import Action, Concede, Draw, Pass, Play
from tilewise.core.errors import TilewiseError
from tilewise.core.notation import NotationError
from tilewise.core.position import Position
from tilewise.core.view import View
from tilewise.core.violations import Violation
from tilewise.core.words import counted

Referee = Callable[[Action], tuple[Violation, ...]]
"""Says which rules an action would break."""

HINT = (
    "You can shorten any command, and put several on one line with ; between them. "
    "Colours: r red, b blue, y yellow or orange, k black. Marks: * changed this turn, ? not a meld yet."
)

_USAGE_WIDTH = 22


class LeftTheTableError(TilewiseError):
    """The person typed `quit`, or there is nobody left to type."""


def ask(prompt: str) -> str:
    """A line from the terminal."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        typer.echo()
        raise LeftTheTableError from None


class Person:
    """Somebody who types. Remembers how the rack is sorted, and what was typed ahead."""

    def __init__(self, names: tuple[str, ...], screen: Console) -> None:
        self.names = names
        self.screen = screen
        self.sorting = Sorting.RUNS
        self.typed_ahead: deque[str] = deque()

    def choose(self, view: View, referee: Referee) -> Action:
        """Show the game, and ask until there is an action that the referee lets pass; a refused draft stays."""
        turn = _Turn(self, view)
        turn.show()
        while True:
            action = turn.next_action()
            violations = referee(action)
            if not violations:
                return action
            self.typed_ahead.clear()
            print_told(told(violations, view.edition), self.screen)

    def go_on(self, what: str) -> None:
        """Wait for Enter; `quit` leaves."""
        if ask(f"Press Enter for {what}, or type quit: ").lower().startswith("q"):
            raise LeftTheTableError

    def line(self) -> str:
        """The next command: what was typed ahead, behind a semicolon, or a new line."""
        if not self.typed_ahead:
            self.typed_ahead.extend(ask("> ").split(";"))
        return self.typed_ahead.popleft().strip()


class _Turn:
    """One turn of the person, and the draft of it."""

    def __init__(self, person: Person, view: View) -> None:
        self.person = person
        self.screen = person.screen
        self.view = view
        self.draft = begun(Position(view.edition, view.table, view.rack, view.has_melded))
        self.doings = {
            "sort": self._sort,
            "show": self.show,
            "hint": self._hint,
            "best": self._best,
            "help": self._help,
            "quit": self._leave,
        }

    def next_action(self) -> Action:
        """Do what is typed until it is an action."""
        while True:
            try:
                action = self._obey(self.person.line())
            except ValueError as error:
                self.person.typed_ahead.clear()
                self._say(error.problem if isinstance(error, NotationError) else str(error))
            else:
                if action is not None:
                    return action

    def show(self) -> None:
        """The whole scene: who holds how much, the table, the own rack."""
        self.screen.print()
        self.screen.rule(Text(f"turn {self.view.turn + 1}", style="dim"), style="dim")
        print_seats(self.view, self.person.names, self.screen)
        self._show_draft()

    def _obey(self, line: str) -> Action | None:
        verb, rest = typed(line) if line else ("show", "")
        if is_edit(verb):
            self.draft = edited(self.draft, verb, rest)
            if not self.person.typed_ahead:
                self._show_draft()
        elif verb in self.doings:
            self.doings[verb]()
        else:
            return self._action(verb)
        return None

    def _action(self, verb: str) -> Action | None:
        seat = self.view.to_move
        if verb == "resign":
            return Concede(seat) if ask("Resign this game? (y/n) ").lower().startswith("y") else None
        actions: dict[str, Action] = {"end": Play(seat, self.draft.table), "draw": Draw(seat), "pass": Pass(seat)}
        return actions[verb]

    def _sort(self) -> None:
        self.person.sorting = Sorting.GROUPS if self.person.sorting is Sorting.RUNS else Sorting.RUNS
        self._show_rack()

    def _hint(self) -> None:
        self._say(counsel(self.draft.position).hint)

    def _best(self) -> None:
        """Lay it on the table as a draft, which `end` confirms and `undo` takes back."""
        best = counsel(self.draft.position)
        self._say(best.title)
        if best.is_play:
            for number, step in enumerate(best.steps, start=1):
                self._say(f"{number}. {step}")
            self.draft = whole(self.draft, best.table)
            self._show_draft()

    def _help(self) -> None:
        for command in COMMANDS:
            usage = Text(f"  {command.usage:<{_USAGE_WIDTH}}", style="bold")
            self.screen.print(usage.append(command.meaning, "not bold"))
        self._say(HINT)

    def _leave(self) -> None:
        raise LeftTheTableError

    def _show_draft(self) -> None:
        self.screen.print()
        print_table(self.draft.table, self.view.edition, self.screen, changed=self.draft.change.arrived)
        if self.draft.in_hand:
            self._say(f"In your hand, to put back on the table: {notation.print_rack(self.draft.in_hand)}")
        self.screen.print()
        self._show_rack()

    def _show_rack(self) -> None:
        title = f" Your rack: {counted(len(self.draft.rack), 'tile')}"
        if not self.view.has_melded:
            title += f" · to open: {self.draft.points} of {self.view.edition.initial_meld_min} points"
        self.screen.print(Text(title, style="bold"))
        print_rack(self.draft.rack, self.person.sorting, self.screen)
        self.screen.print()

    def _say(self, words: str) -> None:
        say(Text(f" {words}", style="yellow"), self.screen)
