"""`tilewise rules`: list, describe and compare editions, and list the house rules."""

from collections.abc import Mapping, Sequence
from typing import Annotated, Any

import msgspec
import typer
from rich import box
from rich.table import Table as Sheet
from rich.text import Text

from tilewise.cli.input.options import DEFAULT_EDITION, AsJson, HouseRules, complete_editions, edition_with
from tilewise.cli.show import edition_text
from tilewise.cli.show.output import PIPE_WIDTH, console, examples, print_json
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.house_rules import Knob, knobs_of

EPILOG = examples(
    "tilewise rules twist",
    "tilewise rules classic-en --rules 'initial_meld_min=40 strict_confirm=yes'",
    "tilewise rules --compare",
    "tilewise rules --knobs",
)

_NOT_COMPARED = ("name", "source", "revision", "small_box")

Differences = dict[str, dict[str, Any]]
"""The values of each field, by edition, where the editions differ."""


def rules(
    edition: Annotated[
        str | None,
        typer.Argument(
            metavar="EDITION",
            help=f"One of: {', '.join(EDITIONS)}.",
            show_default=False,
            autocompletion=complete_editions,
        ),
    ] = None,
    *,
    rules: HouseRules = "",
    compare: Annotated[bool, typer.Option("--compare", help="Show how the editions differ.")] = False,
    knobs: Annotated[bool, typer.Option("--knobs", help="Show the house rules and their options.")] = False,
    as_json: AsJson = False,
) -> None:
    """List the editions, describe one, compare them, or list the house rules.

    With --compare, EDITION is compared with classic-en only.

    Exit codes: 0 shown; 2 no such edition or house rule.
    """
    chosen = edition_with(edition or DEFAULT_EDITION, rules)
    if knobs:
        _show(knobs_of(Edition), _knob_sheet(knobs_of(Edition)), _knob_list(knobs_of(Edition)), as_json=as_json)
    elif compare:
        beside = {DEFAULT_EDITION: EDITIONS[DEFAULT_EDITION], _title(chosen): chosen} if edition or rules else EDITIONS
        found = differences(beside)
        _show(found, _difference_sheet(found, tuple(beside)), _difference_list(found), as_json=as_json)
    elif edition or rules:
        _show(chosen, _profile_sheet(chosen), as_json=as_json)
    else:
        _show(tuple(EDITIONS.values()), _edition_sheet(), as_json=as_json)


def differences(editions: Mapping[str, Edition]) -> Differences:
    """Return every field in which these editions differ."""
    fields = {name: _flat(edition) for name, edition in editions.items()}
    table = {field: {name: fields[name][field] for name in fields} for field in next(iter(fields.values()))}
    return {field: row for field, row in table.items() if len(set(row.values())) > 1}


def _flat(edition: Edition) -> dict[str, Any]:
    """Return the fields of an edition, those of its box as `box.copies` and so on."""
    fields = msgspec.to_builtins(edition)
    box = {f"box.{name}": count for name, count in fields.pop("box").items()}
    small = {"box for few": edition.small_box.size if edition.small_box is not None else edition.box.size}
    return box | small | {name: fields[name] for name in fields if name not in _NOT_COMPARED}


def _title(edition: Edition) -> str:
    return edition.name if edition in EDITIONS.values() else f"{edition.name} with house rules"


def _show(value: object, sheet: Sheet, narrow: Text | None = None, *, as_json: bool) -> None:
    """Print a value as JSON, as a table, or as the text for a terminal that is too narrow for the table."""
    screen = console()
    if as_json:
        print_json(value)
    elif (
        narrow is not None
        and screen.measure(sheet, options=screen.options.update_width(PIPE_WIDTH)).maximum > screen.width
    ):
        screen.print(narrow, end="")
    else:
        screen.print(sheet)


def _sheet(*headings: str) -> Sheet:
    sheet = Sheet(box=box.SIMPLE_HEAD, pad_edge=False)
    for heading in headings:
        sheet.add_column(heading, overflow="fold")
    return sheet


def _edition_sheet() -> Sheet:
    sheet = _sheet("edition", "players", "tiles", "booklet")
    for edition in EDITIONS.values():
        players = f"{edition.min_players}–{edition.max_players}"
        sheet.add_row(edition.name, players, str(edition.box.size), edition_text.booklet_of(edition))
    sheet.caption = "`tilewise rules EDITION` describes one; `tilewise rules --compare` shows how they differ."
    return sheet


def _profile_sheet(edition: Edition) -> Sheet:
    sheet = _sheet(_title(edition), "")
    for topic, words in edition_text.in_words(edition):
        sheet.add_row(topic, words)
    return sheet


def _difference_sheet(found: Differences, names: Sequence[str]) -> Sheet:
    sheet = _sheet("", *names)
    for field, values in found.items():
        sheet.add_row(field, *(_plain(values[name]) for name in names))
    return sheet


def _difference_list(found: Differences) -> Text:
    text = Text()
    for field, values in found.items():
        text.append(f"{field}\n", style="bold")
        for value in dict.fromkeys(map(_plain, values.values())):
            names = ", ".join(name for name in values if _plain(values[name]) == value)
            text.append(f"  {value}: {names}\n")
    return text


def _knob_sheet(knobs: Sequence[Knob]) -> Sheet:
    sheet = _sheet("house rule", "options", "default", "meaning")
    for knob in knobs:
        sheet.add_row(knob.name, knob.choices, _plain(knob.default), knob.description)
    return sheet


def _knob_list(knobs: Sequence[Knob]) -> Text:
    text = Text()
    for knob in knobs:
        text.append(f"{knob.name}\n", style="bold")
        text.append(f"  {knob.choices}; {_plain(knob.default)} by default\n  {knob.description}\n")
    return text


def _plain(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
