"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from tilewise.bots import BOTS
from tilewise.core import house_rules
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.editions import edition as edition_named

DEFAULT_EDITION = "classic-en"


def complete_editions() -> list[str]:
    """Return the words that the shell may complete an edition to."""
    return list(EDITIONS)


def complete_bots() -> list[str]:
    """Return the words that the shell may complete a bot to."""
    return list(BOTS)


EditionName = Annotated[
    str,
    typer.Option(
        "--edition",
        "-e",
        help=f"The printed edition: {', '.join(EDITIONS)}.",
        autocompletion=complete_editions,
    ),
]
HouseRules = Annotated[
    str,
    typer.Option("--rules", "-r", metavar="'NAME=VALUE …'", help="House rules; see `tilewise rules --knobs`."),
]
_BUDGETS = "20000nodes, 500ms, 3s, or nodes and time"
ThinkingBudget = Annotated[
    str, typer.Option("--budget", metavar="BUDGET", help=f"How long a bot may think about a turn: {_BUDGETS}.")
]
AnalysisBudget = Annotated[
    str, typer.Option("--budget", metavar="BUDGET", help=f"How long to analyse each position: {_BUDGETS}.")
]
PositionText = Annotated[
    str | None,
    typer.Option(
        "--position",
        metavar="'EDITION; RACKS; TABLE …'",
        help="A position in one line, or a link of the analysis board, instead of the options for its parts: "
        "'classic-en; >r7 J / 12; [r3 r4 r5]'.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a match; - reads it from stdin.")]


def edition_with(name: str, rules: str) -> Edition:
    """Return an edition with house rules applied."""
    return house_rules.turn(edition_named(name), house_rules.read(Edition, rules))
