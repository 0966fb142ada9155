"""Options that several commands share."""

from pathlib import Path
from typing import Annotated

import typer

from tilewise.core import house_rules
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.editions import edition as edition_named

DEFAULT_EDITION = "classic-en"

EditionName = Annotated[
    str,
    typer.Option(
        "--edition",
        "-e",
        help=f"The printed edition: {', '.join(EDITIONS)}.",
        autocompletion=lambda: list(EDITIONS),
    ),
]
HouseRules = Annotated[
    str,
    typer.Option("--rules", "-r", metavar="'NAME=VALUE …'", help="House rules; see `tilewise rules --knobs`."),
]
ThinkingBudget = Annotated[
    str,
    typer.Option(
        "--budget",
        metavar="BUDGET",
        help="How long a bot may think about a turn: 20000nodes, 500ms, 3s, or nodes and time.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]
RecordFile = Annotated[Path, typer.Argument(metavar="FILE", help="A record of a match; - reads it from stdin.")]


def edition_with(name: str, rules: str) -> Edition:
    """Return an edition with house rules applied."""
    return house_rules.turn(edition_named(name), house_rules.read(Edition, rules))
