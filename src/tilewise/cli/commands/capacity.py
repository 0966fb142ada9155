"""`tilewise admin capacity`: estimate what a number of players needs."""

from typing import TYPE_CHECKING, Annotated

import typer
from msgspec.structs import replace

from tilewise.cli.show.output import examples, print_json
from tilewise.core.errors import InputError, UnknownNameError

if TYPE_CHECKING:
    from tilewise.server.ops.capacity import Capacity

EPILOG = examples(
    "tilewise admin capacity 10000",
    "tilewise admin capacity 10000 --set seats=4 --set turn_seconds=8 --json",
    "tilewise admin capacity 500 --set action_ms=3.5 --set bot_ms=200",
)

Figures = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="NAME=NUMBER", help="Replace a figure by your own. May be repeated."),
]


def capacity(
    players: Annotated[
        int, typer.Argument(metavar="PLAYERS", min=1, help="The number of people who play at the same time.")
    ] = 1000,
    *,
    figures: Figures = None,
    shown: Annotated[bool, typer.Option("--figures", help="List all figures instead, including your own.")] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print JSON.")] = False,
) -> None:
    """Estimate the nodes, database, Redis, workers and traffic for a number of players.

    The figures behind it were measured; docs/scaling.md explains them and how to measure your own.

    Exit codes: 0 estimated; 2 an unknown figure.
    """
    from tilewise.server.ops import capacity as model  # noqa: PLC0415  # other commands start faster without a server

    own = dict(map(_figure, figures or ()))
    usage, costs = model.Usage(players), model.Costs()
    names = {*usage.__struct_fields__[1:], *costs.__struct_fields__}
    for name in own:
        if name not in names:
            raise UnknownNameError("figure", name, sorted(names))
    usage = replace(usage, **{name: value for name, value in own.items() if name in usage.__struct_fields__})
    costs = replace(costs, **{name: value for name, value in own.items() if name in costs.__struct_fields__})
    found = model.capacity(usage, costs)
    if as_json:
        print_json({"play": usage, "costs": costs} if shown else found)
    elif shown:
        for name in (*usage.__struct_fields__[1:], *costs.__struct_fields__):
            typer.echo(f"{name:<18}{getattr(usage if hasattr(usage, name) else costs, name):>8g}")
    else:
        _show(players, found)


def _figure(text: str) -> tuple[str, float]:
    name, _, number = text.partition("=")
    try:
        value = float(number)
    except ValueError:
        value = 0.0
    if value <= 0:
        msg = f"{text!r} is not a figure; write NAME=NUMBER, such as action_ms=3.5"
        raise InputError(msg)
    return name, value


def _show(players: int, found: "Capacity") -> None:
    nodes = str(found.nodes) if found.nodes is not None else f"{found.nodes_if_sharded}, with a Redis channel per room"
    is_alone = found.nodes == 1
    lines = {
        "players": f"{players:,}",
        "matches": f"{found.matches:,}",
        "turns per second": f"{found.turns_per_second:,.1f}",
        "nodes (one core each)": nodes,
        "memory of the nodes": f"{found.memory_gb:,.2f} GB",
        "database": "SQLite" if is_alone else f"PostgreSQL, {found.database_cores:,.1f} cores",
        "writes per second": f"{found.writes_per_second:,.0f}",
        "Redis": "none" if is_alone else f"{found.redis_cores:,.2f} cores",
        "cores for bots": f"{found.bot_cores:,}",
        "cores for reviews": f"{found.review_cores:,}",
        "network": f"{found.megabits_per_second:,.1f} Mbit/s",
        "traffic a month": f"{found.traffic_tb_a_month:,.2f} TB",
        "growth a month": f"{found.storage_gb_a_month:,.1f} GB, {found.rows_millions_a_month:,.1f} million rows",
    }
    for name, value in lines.items():
        typer.echo(f"{name:<24}{value}")
    for limit in found.limits:
        typer.echo(f"! {limit}")
