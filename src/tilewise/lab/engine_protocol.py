"""The engine protocol in words, and a bot that serves it. See docs/engine-protocol.md."""

import re
from collections.abc import Callable, Iterable

from tilewise.analysis.budget import USUAL, Budget, read_budget
from tilewise.bots import Bot
from tilewise.core.actions import Action, RunOutOfTime
from tilewise.core.errors import InputError
from tilewise.core.position_text import parse_position
from tilewise.core.record.text import parse_action, print_action
from tilewise.core.state import State
from tilewise.core.view import View

HELLO = "tilewise 1"
"""The first line to an engine, with the version of the protocol."""
COMMANDS = (HELLO, "position TEXT", "go [nodes N] [ms N]", "quit")


def print_go(budget: Budget) -> str:
    """Write the question for an action within this budget."""
    nodes = "" if budget.nodes is None else f" nodes {budget.nodes}"
    time = "" if budget.milliseconds is None else f" ms {budget.milliseconds:g}"
    return f"go{nodes}{time}"


def print_best(action: Action) -> str:
    """Write the answer to `go`."""
    return f"best {print_action(action)}"


def parse_best(line: str, seat: int) -> Action:
    """Read the answer to `go` as an action of this seat."""
    word, _, text = line.partition(" ")
    action = parse_action(seat, text) if word == "best" else None
    if action is None or isinstance(action, RunOutOfTime):
        msg = f"'best play TABLE', 'best draw', 'best pass' or 'best concede' was expected, not {line[:80]!r}"
        raise InputError(msg)
    return action


def serve(bot: Bot, lines: Iterable[str], write: Callable[[str], None]) -> None:
    """Answer the lines of a program with a bot's choices until `quit` or the end of the lines.

    A mistake of the program is answered with `error` and a sentence; the next line may be right again.
    """
    view: View | None = None
    for line in lines:
        command, _, rest = line.strip().partition(" ")
        try:
            if command == "quit":
                return
            if command == "position":
                view = None
                view = _read_view(rest)
            elif command == "go":
                write(print_best(bot.choose(_expect_view(view), _read_budget(rest))))
            elif line.strip() == HELLO:
                write(f"ready {bot.name}")
            elif command:
                msg = f"unknown command {line.strip()[:80]!r}; choose from: {', '.join(COMMANDS)}"
                raise InputError(msg)
        except ValueError as error:
            write(f"error {' '.join(str(error).split())}")


def _read_view(text: str) -> View:
    game = parse_position(text)
    if isinstance(game, State) or not game.is_my_turn:
        msg = "a position for an engine shows one rack in tiles, that of the player to move, and the others as numbers"
        raise InputError(msg)
    return game


def _expect_view(view: View | None) -> View:
    if view is None:
        msg = "send a position before go"
        raise InputError(msg)
    return view


def _read_budget(text: str) -> Budget:
    """Read `nodes 20000 ms 500`, or one of them, or nothing."""
    found = dict(re.findall(r"(nodes|ms) ([0-9.]+)", text))
    if " ".join(f"{limit} {number}" for limit, number in found.items()) != " ".join(text.split()):
        msg = f"limits are written go nodes 20000 ms 500, or one of them, not {text[:80]!r}"
        raise InputError(msg)
    return read_budget(" ".join(f"{number}{limit}" for limit, number in found.items())) if found else USUAL
