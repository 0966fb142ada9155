"""`tilewise play`: play a match against bots in the terminal."""

import sys
from contextlib import suppress
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tilewise.bots import BOTS, read_budget
from tilewise.cli.input.files import expect_new, write_record
from tilewise.cli.input.match_options import MatchOptions, new_match
from tilewise.cli.input.options import DEFAULT_EDITION, EditionName, HouseRules, ThinkingBudget, complete_bots
from tilewise.cli.prompt.line_client import LineClient
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

GAME_OPTIONS = ("edition", "players", "bot", "rules", "seed")
"""Options that say what to play. Any of them skips the start screen."""


def play(  # noqa: PLR0913  # one for each option
    context: typer.Context,
    *,
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    players: Annotated[int, typer.Option("--players", "-n", help="Number of players, including you.")] = 2,
    bot: Annotated[
        list[str] | None,
        typer.Option(
            metavar="BOT",
            help=f"Your opponents, one for all seats or one for each: {', '.join(BOTS)} (default: novice).",
            autocompletion=complete_bots,
        ),
    ] = None,
    budget: ThinkingBudget = "500ms",
    name: Annotated[str, typer.Option(help="Your name.")] = "You",
    seed: Annotated[str | None, typer.Option(help="Any text; the same text deals the same tiles.")] = None,
    clock: Annotated[bool, typer.Option(help="Play with the edition's time limit (--rules turn_seconds=…).")] = True,
    lines: Annotated[
        bool, typer.Option("--lines", help="Type commands line by line. Good for screen readers.")
    ] = False,
    record: Annotated[Path | None, typer.Option(help="Save the record to this file when you leave.")] = None,
) -> None:
    """Play a match against bots in this terminal.

    A start screen asks what to play, unless you give --edition, --players, --bot, --rules or --seed.

    During a game, press ? for the keys. In a pipe, or with --lines, you type commands line by line.

    Exit codes: 0 played, or left; 2 invalid options.
    """
    options = MatchOptions(edition, rules, players, tuple(bot or ["novice"]), name, seed, clock, read_budget(budget))
    local_match, screen = new_match(options), console()
    if record is not None:
        expect_new(record)
    if lines or not (sys.stdin.isatty() and sys.stdout.isatty()):
        _play_in_lines(local_match, screen)
    else:
        is_chosen = any(_is_given(context, each) for each in GAME_OPTIONS)
        local_match = _play_on_screen(options, ask_first=not is_chosen) or local_match
    _save(local_match, record, screen)
    screen.print("Thanks for playing!")


def _is_given(context: typer.Context, option: str) -> bool:
    source = context.get_parameter_source(option)
    return source is not None and source.name != "DEFAULT"


def _play_in_lines(local_match: LocalMatch, screen: Console) -> None:
    _enable_line_editing()
    screen.print(Text(FIRST_STEPS, style="italic"))
    with suppress(LeftTheTableError, KeyboardInterrupt):
        LineClient(local_match, screen).play()


def _play_on_screen(options: MatchOptions, *, ask_first: bool) -> LocalMatch | None:
    from tilewise.cli.tui.app import Client  # noqa: PLC0415  # takes a second to import, and other commands do not need it

    client = Client(options, ask_first=ask_first)
    client.run()
    return client.local_match


def _enable_line_editing() -> None:
    """Enable arrow keys at the prompt where the terminal and Python support them."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415  # the import alone enables it


def _save(local_match: LocalMatch, record: Path | None, screen: Console) -> None:
    """Save the record to the given file, or offer to save it once a game is finished."""
    if record is not None:
        write_record(record, local_match.record)
        say(f"Record saved to {record}.", screen)
    elif local_match.match.results:
        with suppress(LeftTheTableError):
            _offer_to_save(local_match, screen)


def _offer_to_save(local_match: LocalMatch, screen: Console) -> None:
    while answer := ask("Save the record? Type a file name, or press Enter to skip: "):
        try:
            write_record(Path(answer), local_match.record)
        except OSError as error:
            say(f"{error.filename}: {error.strerror}", screen)
        else:
            say(f"Record saved to {answer}. Try `tilewise verify {answer}`.", screen)
            return
