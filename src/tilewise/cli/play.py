"""`tilewise play`: a match against bots, in this terminal."""

import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_hex
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tilewise.bots import BOTS, by_name, read_budget
from tilewise.cli.evening import PERSON, Deals, Evening
from tilewise.cli.files import expect_new, write_record
from tilewise.cli.options import DEFAULT_EDITION, EditionName, HouseRules, ThinkingBudget, edition_with
from tilewise.cli.output import console, examples, say
from tilewise.cli.person import LeftTheTableError, ask
from tilewise.core.deal import SECRET_BYTES, Deal, deal_from
from tilewise.core.edition import Edition
from tilewise.core.match import Match
from tilewise.core.rules.setup import expect_players

EPILOG = examples(
    "tilewise play",
    "tilewise play --edition twist --players 4 --record evening.game",
    "tilewise play --rules 'games_per_round=1 initial_meld_min=20' --seed 'a rainy evening'",
)

FIRST_STEPS = (
    "Lay a meld by its tiles, such as r3 r4 r5, and confirm with `end`; or type `draw`. "
    "`help` lists all commands. There is no clock."
)

_BOT_NAMES = ("Ada", "Ben", "Cleo", "Dov", "Eve", "Fay")


def play(  # noqa: PLR0913  # one for each option
    *,
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    players: Annotated[int, typer.Option("--players", "-n", help="How many play, you included.")] = 2,
    bot: Annotated[str, typer.Option(help=f"Who plays against you: {', '.join(BOTS)}.")] = "novice",
    budget: ThinkingBudget = "500ms",
    name: Annotated[str, typer.Option(help="What you are called.")] = "You",
    seed: Annotated[str | None, typer.Option(help="A text one remembers: the same text, the same tiles.")] = None,
    record: Annotated[Path | None, typer.Option(help="Write the record to this file when you leave.")] = None,
) -> None:
    """Play a match against bots in this terminal: as many games as the edition says.

    Exit codes: 0 played, or left; 2 not possible.
    """
    match = _match(edition_with(edition, rules), players, name)
    opponent, thinking, screen = by_name(bot), read_budget(budget), console()
    if record is not None:
        expect_new(record)
    bots = dict.fromkeys(range(PERSON + 1, players), opponent)
    evening = Evening(match, bots, _deals(seed, players), screen, thinking)
    _edit_lines()
    screen.print(Text(FIRST_STEPS, style="italic"))
    with suppress(LeftTheTableError, KeyboardInterrupt):
        evening.play()
    _keep(evening, record, screen)
    screen.print("Thank you for playing.")


def _match(edition: Edition, players: int, name: str) -> Match:
    expect_players(edition, players)
    others = [each for each in _BOT_NAMES if each != name]
    return Match(edition, (name, *others[: players - 1]))


def _deals(seed: str | None, players: int) -> Deals:
    """The deals of a match: from a text that one remembers, or each from a new secret and new contributions."""
    if seed is not None:
        return lambda game: deal_from(seed, players, game)
    return lambda game: Deal(token_hex(SECRET_BYTES), tuple(token_hex(8) for _ in range(players)), game)


def _edit_lines() -> None:
    """Let arrow keys work at the prompt, where the terminal and Python can."""
    if sys.stdin.isatty():
        with suppress(ImportError):
            import readline  # noqa: F401, PLC0415  # importing it is all it takes


def _keep(evening: Evening, record: Path | None, screen: Console) -> None:
    """Write the record where it was asked for; else offer it, once there is a whole game in it."""
    if record is not None:
        write_record(record, evening.record)
        say(f"The record is in {record}.", screen)
    elif evening.match.results:
        with suppress(LeftTheTableError):
            _offer(evening, screen)


def _offer(evening: Evening, screen: Console) -> None:
    while answer := ask("Keep the record? A file name, or Enter for no: "):
        try:
            write_record(Path(answer), evening.record)
        except OSError as error:
            say(f"{error.filename}: {error.strerror}", screen)
        else:
            say(f"The record is in {answer}; try `tilewise verify {answer}`.", screen)
            return
