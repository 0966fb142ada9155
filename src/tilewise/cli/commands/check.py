"""`tilewise check`: check a play and list every rule it breaks."""

from collections import Counter
from typing import Annotated

import typer

from tilewise.cli.input.files import parse_named
from tilewise.cli.input.options import DEFAULT_EDITION, AsJson, EditionName, HouseRules, edition_with
from tilewise.cli.input.positions import players_of
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.violations import ViolationText, describe_violations, print_violations
from tilewise.core import notation
from tilewise.core.edition import Edition
from tilewise.core.position import Position, broken_in, expect_possible, expect_tiles
from tilewise.core.rules.initial_meld import points_laid
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Table, Tile, in_order
from tilewise.core.value import Value
from tilewise.core.words import counted, tile_names

EPILOG = examples(
    "tilewise check --before '[b4 b5 b6]' --rack 'b7 r1' --after '[b4 b5 b6 b7]'",
    "tilewise check --not-melded --rack 'r9 r10 r11 k2' --after '[r9 r10 r11]' --json",
)

NOT_LEGAL = 1


class Verdict(Value):
    """The result of checking a play."""

    legal: bool
    laid: tuple[Tile, ...]
    points: int
    """The value of the melds that come entirely from the rack."""
    violations: list[ViolationText]


def check(  # noqa: PLR0913  # one for each option
    *,
    rack: Annotated[str, typer.Option(help="The rack at the start of the turn.")],
    after: Annotated[str, typer.Option(help="The whole table at the end of the turn.")],
    before: Annotated[str, typer.Option(help="The table at the start of the turn; - if empty.")] = notation.NOTHING,
    melded: Annotated[bool, typer.Option("--melded/--not-melded", help="Whether the player has melded before.")] = True,
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    players: Annotated[
        int | None, typer.Option("--players", "-n", help="Number of players, if the box depends on it.")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Check whether a play is legal, and list every rule it breaks.

    Write tables like [r3 r4 r5] [k9 y9 J]: r red, b blue, y yellow or orange, k black; J, D, C, M are jokers.

    Exit codes: 0 legal; 1 not legal; 2 invalid input, or an impossible position.
    """
    chosen = edition_with(edition, rules)
    position = Position(
        chosen, parse_named("--before", before, notation.table), parse_named("--rack", rack, notation.rack), melded
    )
    verdict = _verdict(position, parse_named("--after", after, notation.table), players_of(chosen, players))
    if as_json:
        print_json(verdict)
    else:
        _print(verdict, chosen)
    raise typer.Exit(0 if verdict.legal else NOT_LEGAL)


def _verdict(position: Position, after: Table, players: int) -> Verdict:
    expect_possible(position, players)
    expect_tiles(after, position.edition, players)
    violations = broken_in(position, after)
    change = Change(position.table, after, position.edition)
    return Verdict(
        legal=not violations,
        laid=in_order(change.laid.elements()),
        points=points_laid(change) if change.laid <= Counter(position.rack) else 0,
        violations=describe_violations(violations, position.edition),
    )


def _print(verdict: Verdict, edition: Edition) -> None:
    screen = console()
    if verdict.legal:
        laid = f"{counted(len(verdict.laid), 'tile')}: {tile_names(verdict.laid, edition)}"
        worth = f" The new melds are worth {counted(verdict.points, 'point')}." if verdict.points else ""
        say(f"Legal. Plays {laid}.{worth}", screen)
        return
    screen.print(f"Not legal: {counted(len(verdict.violations), 'broken rule')}.")
    print_violations(verdict.violations, screen)
