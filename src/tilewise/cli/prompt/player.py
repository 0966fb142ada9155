"""The person at the prompt: prints their view of the game and reads their commands."""

from collections import deque
from collections.abc import Callable

import typer
from rich.console import Console
from rich.text import Text

from tilewise.cli.prompt.best_play import find_best_play
from tilewise.cli.prompt.commands import COMMANDS, apply_edit, is_edit, parse_command
from tilewise.cli.prompt.draft import new_draft, set_table
from tilewise.cli.show.output import say
from tilewise.cli.show.render import Sorting, print_rack, print_seats, print_table
from tilewise.cli.show.violations import describe_violations, print_violations
from tilewise.core import notation
from tilewise.core.actions import Action, Concede, Draw, Pass, Play
from tilewise.core.errors import TilewiseError
from tilewise.core.notation import NotationError
from tilewise.core.position import Position
from tilewise.core.view import View
from tilewise.core.violations import Violation
from tilewise.core.words import counted

Check = Callable[[Action], tuple[Violation, ...]]
"""List the rules that an action would break."""

HINT = (
    "You can shorten any command, and put several on one line with ; between them. "
    "Colours: r red, b blue, y yellow or orange, k black. Marks: * changed this turn, ? not a meld yet."
)

_USAGE_WIDTH = 22


class LeftTheTableError(TilewiseError):
    """The person typed `quit`, or the input has ended."""


def ask(prompt: str) -> str:
    """Read a line from the terminal."""
    try:
        return input(prompt).strip()
    except (EOFError, KeyboardInterrupt):
        typer.echo()
        raise LeftTheTableError from None


class PromptPlayer:
    """The person at the prompt. Remembers the sorting of the rack and commands typed ahead."""

    def __init__(self, names: tuple[str, ...], screen: Console) -> None:
        self.names = names
        self.screen = screen
        self.sorting = Sorting.RUNS
        self.typed_ahead: deque[str] = deque()

    def choose(self, view: View, check: Check) -> Action:
        """Print the game and read commands until they give a legal action. After an illegal one the draft stays."""
        turn = _Turn(self, view)
        turn.show()
        while True:
            action = turn.next_action()
            violations = check(action)
            if not violations:
                return action
            self.typed_ahead.clear()
            print_violations(describe_violations(violations, view.edition), self.screen)

    def wait_for_enter(self, what: str) -> None:
        """Wait for Enter; raise `LeftTheTableError` on `quit`."""
        if ask(f"Press Enter for {what}, or type quit: ").lower().startswith("q"):
            raise LeftTheTableError

    def line(self) -> str:
        """Return the next command: one typed ahead after a semicolon, or else a new line."""
        if not self.typed_ahead:
            self.typed_ahead.extend(ask("> ").split(";"))
        return self.typed_ahead.popleft().strip()


class _Turn:
    """One turn of the person and its draft."""

    def __init__(self, player: PromptPlayer, view: View) -> None:
        self.player = player
        self.screen = player.screen
        self.view = view
        self.draft = new_draft(Position(view.edition, view.table, view.rack, view.has_melded))
        self.commands = {
            "sort": self._sort,
            "show": self.show,
            "hint": self._hint,
            "best": self._best,
            "help": self._help,
            "quit": self._leave,
        }

    def next_action(self) -> Action:
        """Run commands until one of them gives an action."""
        while True:
            try:
                action = self._run(self.player.line())
            except ValueError as error:
                self.player.typed_ahead.clear()
                self._say(error.problem if isinstance(error, NotationError) else str(error))
            else:
                if action is not None:
                    return action

    def show(self) -> None:
        """Print the players, the table and the rack."""
        self.screen.print()
        self.screen.rule(Text(f"turn {self.view.turn + 1}", style="dim"), style="dim")
        print_seats(self.view, self.player.names, self.screen)
        self._show_draft()

    def _run(self, line: str) -> Action | None:
        verb, rest = parse_command(line) if line else ("show", "")
        if is_edit(verb):
            self.draft = apply_edit(self.draft, verb, rest)
            if not self.player.typed_ahead:
                self._show_draft()
        elif verb in self.commands:
            self.commands[verb]()
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
        self.player.sorting = Sorting.GROUPS if self.player.sorting is Sorting.RUNS else Sorting.RUNS
        self._show_rack()

    def _hint(self) -> None:
        self._say(find_best_play(self.draft.position).hint)

    def _best(self) -> None:
        """Set out the biggest play as a draft. `end` confirms it, `undo` reverts it."""
        best = find_best_play(self.draft.position)
        self._say(best.title)
        if best.is_play:
            for number, step in enumerate(best.steps, start=1):
                self._say(f"{number}. {step}")
            self.draft = set_table(self.draft, best.table)
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
        print_rack(self.draft.rack, self.player.sorting, self.screen)
        self.screen.print()

    def _say(self, words: str) -> None:
        say(Text(f" {words}", style="yellow"), self.screen)
