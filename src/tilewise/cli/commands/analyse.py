"""`tilewise analyse`: the chance to win of every sensible action in a position."""

from typing import Annotated

import typer
from rich.console import Console
from rich.table import Table as Grid

from tilewise.analysis import USUAL, Analysis, Candidate, analyse, read_budget
from tilewise.analysis.board import Board, OtherSeat, view_of_board
from tilewise.cli.input.files import parse_named
from tilewise.cli.input.options import (
    DEFAULT_EDITION,
    AnalysisBudget,
    AsJson,
    EditionName,
    HouseRules,
    PositionText,
    edition_with,
)
from tilewise.cli.input.positions import expect_alone, read_view
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.core import notation
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.words import tile_names

EPILOG = examples(
    "tilewise analyse --rack 'r4 k1 b9 y7 J' --table '[r1 r2 r3] [b8 y8 k8]' --others '3'",
    "tilewise analyse --rack 'r10 b10 k10 y4 J' --not-melded --others '14 14! 12' --json",
    "tilewise analyse --position 'classic-en; >r4 k1 b9 J / 3; [r1 r2 r3] [b8 y8 k8]'",
)


def analyse_command(  # noqa: PLR0913  # one for each option
    *,
    position: PositionText = None,
    rack: Annotated[str | None, typer.Option(help="The tiles on the rack.")] = None,
    others: Annotated[
        str | None,
        typer.Option(
            help="The number of tiles on each other rack, in the order of play; ! after a player who has not melded."
        ),
    ] = None,
    table: Annotated[str, typer.Option(help="The table; - if empty.")] = notation.NOTHING,
    melded: Annotated[bool, typer.Option("--melded/--not-melded", help="Whether the player has melded before.")] = True,
    budget: AnalysisBudget = str(USUAL),
    seed: Annotated[str, typer.Option(help="Determines the deals of the hidden tiles.")] = "",
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    as_json: AsJson = False,
) -> None:
    """Show the chance to win of each action: wait, or lay in one way or another.

    Exit codes: 0 analysed; 2 invalid input, or an impossible position.
    """
    if position is not None:
        expect_alone(position, rack, others)
        view = read_view(position)
    elif rack is None or others is None:
        msg = "give either --position, or --rack and --others"
        raise InputError(msg)
    else:
        board = Board(
            edition_with(edition, rules),
            parse_named("--rack", rack, notation.rack),
            tuple(_other(word) for word in others.split()),
            parse_named("--table", table, notation.table),
            melded,
        )
        view = view_of_board(board)
    found = analyse(view, read_budget(budget), seed=seed)
    if as_json:
        print_json(found)
    else:
        _print(found, view.edition, console())


def _other(word: str) -> OtherSeat:
    number = word.removesuffix("!")
    if not number.isdecimal():
        msg = f"--others takes numbers of tiles, such as '7 12!', not {word!r}"
        raise InputError(msg)
    return OtherSeat(int(number), has_melded=number == word)


def _print(found: Analysis, edition: Edition, screen: Console) -> None:
    grid = Grid("action", "win", "", "points", "next player out", "pool dry", box=None, pad_edge=False)
    grid.columns[0].overflow, grid.columns[1].no_wrap = "fold", True
    for each in found.candidates:
        grid.add_row(
            _action(each, edition),
            f"{each.win.mean:.1%} ± {each.win.error:.1%}",
            "█" * round(each.win.mean * min(20, (screen.width - 60) // 4)),
            f"{each.points.mean:+.1f}",
            f"{each.outlook.next_out:.0%}",
            f"{each.outlook.dry:.0%}",
        )
    screen.print(grid)
    say(f"{found.deals} deals; ± is one standard error", screen)


def _action(candidate: Candidate, edition: Edition) -> str:
    kinds = ", ".join(str(kind) for kind in candidate.kinds)
    return kinds if candidate.is_wait else f"{tile_names(candidate.laid, edition)} ({kinds})"
