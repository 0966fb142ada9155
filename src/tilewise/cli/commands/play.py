"""`tilewise play`: a match against bots, in this terminal."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tilewise.bots import BOTS, read_budget
from tilewise.cli.input.files import expect_new, write_record
from tilewise.cli.input.match_options import Wish, sit_down
from tilewise.cli.input.options import DEFAULT_EDITION, EditionName, HouseRules, ThinkingBudget
from tilewise.cli.prompt.line_client import Evening
from tilewise.cli.prompt.player import LeftTheTableError, ask
from tilewise.cli.show.output import console, examples, say
from tilewise.local.match import LocalMatch

EPILOG = examples(
    "tilewise play",
    "tilewise play --edition twist --players 3 --bot casual --bot greedy --record evening.game",
    "tilewise play --rules 'games_per_round=1 initial_meld_min=20' --seed 'a rainy evening' --no-clock",
    "tilewise play --lines",
)

FIRST_STEPS = (
    "To play a meld, type its tiles, such as r3 r4 r5, then `end` your turn; or type `draw`. "
    "`help` lists all commands. There's no time limit."
)

TELLS_WHAT = ("edition", "players", "bot", "rules", "seed")
"""Who gives one of these knows what to play and is not asked."""


def play(  # noqa: PLR0913  # one for each option
    context: typer.Context,
    *,
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    players: Annotated[int, typer.Option("--players", "-n", help="Number of players, including you.")] = 2,
    bot: Annotated[
        list[str] | None,
        typer.Option(help=f"Your opponents, one for all seats or one for each: {', '.join(BOTS)}. [novice]"),
    ] = None,
    budget: ThinkingBudget = "500ms",
    name: Annotated[str, typer.Option(help="Your name.")] = "You",
    seed: Annotated[str | None, typer.Option(help="Any text; the same text deals the same tiles.")] = None,
    clock: Annotated[bool, typer.Option(help="Play with the edition's time limit (--rules turn_seconds=…).")] = True,
    lines: Annotated[
        bool, typer.Option("--lines", help="Type commands line by line, as in a pipe. Good for screen readers.")
    ] = False,
    record: Annotated[Path | None, typer.Option(help="Save the record to this file when you leave.")] = None,
) -> None:
    """Play a match against bots in this terminal.

    Without --edition, --players, --bot, --rules or --seed, a start screen asks what to play. During a game, press ? for
    the keys. If input or output is not a terminal, you type commands line by line.

    Exit codes: 0 played, or left; 2 not possible.
    """
    wish = Wish(edition, rules, players, tuple(bot or ["novice"]), name, seed, clock, read_budget(budget))
    sitting, screen = sit_down(wish), console()
    if record is not None:
        expect_new(record)
    if lines or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _play_in_lines(sitting, screen)
    else:
        is_told = any(_is_given(context, each) for each in TELLS_WHAT)
        sitting = _play_on_screen(wish, ask_first=not is_told) or sitting
    _keep(sitting, record, screen)
    screen.print("Thanks for playing!")


def _is_given(context: typer.Context, option: str) -> bool:
    source = context.get_parameter_source(option)
    return source is not None and source.name != "DEFAULT"


def _play_in_lines(sitting: LocalMatch, screen: Console) -> None:
    _edit_lines()
    screen.print(Text(FIRST_STEPS, style="italic"))
    with suppress(LeftTheTableError, KeyboardInterrupt):
        Evening(sitting, screen).play()


def _play_on_screen(wish: Wish, *, ask_first: bool) -> LocalMatch | None:
    from tilewise.cli.tui.app import Client  # noqa: PLC0415  # takes a second, which other commands need not wait

    client = Client(wish, ask_first=ask_first)
    client.run()
    return client.sitting


def _edit_lines() -> None:
    """Let arrow keys work at the prompt, where the terminal and Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415  # importing it is all it takes


def _keep(sitting: LocalMatch, record: Path | None, screen: Console) -> None:
    """Write the record where it was asked for; else offer it, once there is a whole game in it."""
    if record is not None:
        write_record(record, sitting.record)
        say(f"Record saved to {record}.", screen)
    elif sitting.match.results:
        with suppress(LeftTheTableError):
            _offer(sitting, screen)


def _offer(sitting: LocalMatch, screen: Console) -> None:
    while answer := ask("Save the record? Type a file name, or press Enter to skip: "):
        try:
            write_record(Path(answer), sitting.record)
        except OSError as error:
            say(f"{error.filename}: {error.strerror}", screen)
        else:
            say(f"Record saved to {answer}. Try `tilewise verify {answer}`.", screen)
            return
