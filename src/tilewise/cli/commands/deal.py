"""`tilewise deal`: deal a game and show its commitment, secret, racks and pool."""

from secrets import token_hex
from typing import Annotated

import typer
from rich.text import Text

from tilewise.cli.input.options import DEFAULT_EDITION, AsJson, EditionName, HouseRules, edition_with
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.render import Sorting, print_rack
from tilewise.cli.show.tile_style import print_flow, row
from tilewise.core.deal import SECRET_BYTES, Deal, deal_from
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.events import GameStarted
from tilewise.core.rules.setup import expect_players, set_up
from tilewise.core.value import Value
from tilewise.core.words import counted, event_in_words

SIXTY_FOUR_DIGITS = "89797533cafcb99070c0f6af3e060f034a5d6d2ef00715b9152d775683c4915e"
EPILOG = examples(
    "tilewise deal --edition xp --players 6",
    "tilewise deal --seed 'a rainy evening' --json",
    f"tilewise deal --contribution moon --contribution seven --secret {SIXTY_FOUR_DIGITS}",
)

USUAL_PLAYERS = 4


class Dealt(Value):
    """A deal, its commitment and the game it starts."""

    commitment: str
    deal: Deal
    started: GameStarted


def deal(  # noqa: PLR0913  # one for each option
    *,
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    players: Annotated[
        int | None,
        typer.Option("--players", "-n", help="Number of players; by default one for each contribution, or 4."),
    ] = None,
    seed: Annotated[str | None, typer.Option(help="Any text; the same text gives the same deal.")] = None,
    secret: Annotated[str | None, typer.Option(help="The secret, 64 hexadecimal digits; by default a new one.")] = None,
    contribution: Annotated[
        list[str] | None, typer.Option(metavar="TEXT", help="What a player adds to the deal, in seat order.")
    ] = None,
    game: Annotated[int, typer.Option(min=1, help="The number of the game in the match.")] = 1,
    as_json: AsJson = False,
) -> None:
    """Deal a game, at random or from a seed, and show all tiles.

    The commitment is the SHA-256 of the secret. In a real match it is published before the players contribute.

    Exit codes: 0 dealt; 2 invalid options.
    """
    chosen, added = edition_with(edition, rules), tuple(contribution or ())
    if players is not None:
        expect_players(chosen, players)
    if seed is not None:
        _expect_nothing_else(secret, added)
        dealt = deal_from(seed, players or USUAL_PLAYERS, game)
    else:
        dealt = Deal(secret or token_hex(SECRET_BYTES), _contributions(added, players), game)
    shown = Dealt(dealt.commitment, dealt, set_up(chosen, dealt))
    if as_json:
        print_json(shown)
    else:
        _print(shown, chosen)


def _expect_nothing_else(secret: str | None, contributions: tuple[str, ...]) -> None:
    if secret is not None or contributions:
        msg = "give --seed, or --secret and --contribution, not both"
        raise InputError(msg)


def _contributions(added: tuple[str, ...], players: int | None) -> tuple[str, ...]:
    """Return the contribution of each seat, empty where none is given."""
    seats = players or len(added) or USUAL_PLAYERS
    if len(added) > seats:
        msg = f"{counted(len(added), 'contribution')} for {counted(seats, 'player')}; give at most one each"
        raise InputError(msg)
    return added + ("",) * (seats - len(added))


def _print(dealt: Dealt, edition: Edition) -> None:
    screen, started = console(), dealt.started
    names = [f"seat {seat}" for seat in range(len(started.racks))]
    say(f"commitment     {dealt.commitment}", screen)
    say(f"secret         {dealt.deal.secret}", screen)
    for name, text in zip(names, dealt.deal.contributions, strict=True):
        say(f"{name} adds    {text!r}", screen)
    say(event_in_words(started, names, edition), screen)
    for name, rack in zip(names, started.racks, strict=True):
        screen.print(Text(name, style="bold"))
        print_rack(rack, Sorting.RUNS, screen)
    screen.print(Text(f"the pool, {counted(len(started.pool), 'tile')}, next first", style="bold"))
    print_flow([row((tile,), screen) for tile in started.pool], screen, indent="   ", gap=" ")
