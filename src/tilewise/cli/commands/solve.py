"""`tilewise solve`: find the best play in a position, and the steps to it."""

from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.progress import track

from tilewise.cli.input.files import parse_named
from tilewise.cli.input.options import DEFAULT_EDITION, AsJson, EditionName, HouseRules, PositionText, edition_with
from tilewise.cli.input.positions import expect_alone, players_of, read_positions, read_view
from tilewise.cli.show import render
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.core import notation
from tilewise.core.drawing import RackLine, Scene, to_svg
from tilewise.core.edition import Edition
from tilewise.core.errors import InputError
from tilewise.core.position import Position, expect_possible
from tilewise.core.tiles import Table, Tile
from tilewise.core.value import Value
from tilewise.core.words import counted, tile_names
from tilewise.solver import Objective, Problem, Solution, best_plays, every_largest_play, solve
from tilewise.solver.steps import in_words, steps

EPILOG = examples(
    "tilewise solve --rack 'k10 b5' --table '[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]' --steps",
    "tilewise solve --rack 'r9 r10 J k2' --not-melded --objective fewest-tiles",
    "tilewise solve --file positions.txt --edition twist --json",
    "tilewise solve --position 'classic-en; >r6 r7 k2 / 12!; [r3 r4 r5]' --steps",
    "tilewise solve --rack 'r6 k2' --table '[r3 r4 r5]' --svg play.svg",
)
NO_PLAY = 1


class Answer(Value):
    """The plays found for a position."""

    rack: tuple[Tile, ...]
    before: Table
    plays: list[Solution]
    """Best first; empty if there is no play."""
    steps: list[str]
    """The steps of the best play, if requested."""


def solve_command(  # noqa: PLR0913  # one for each option
    *,
    position: PositionText = None,
    rack: Annotated[str | None, typer.Option(help="The tiles on the rack.")] = None,
    table: Annotated[str, typer.Option(help="The table; - if empty.")] = notation.NOTHING,
    file: Annotated[Path | None, typer.Option(help="Positions, one RACK | TABLE per line; - reads stdin.")] = None,
    melded: Annotated[bool, typer.Option("--melded/--not-melded", help="Whether the player has melded before.")] = True,
    objective: Annotated[
        Objective, typer.Option(metavar="AIM", help=f"What makes a play the best one: {', '.join(Objective)}.")
    ] = Objective.TILES,
    show_steps: Annotated[bool, typer.Option("--steps", help="Show how to do it, step by step.")] = False,
    every: Annotated[bool, typer.Option("--all", help="List every play that no tile can be added to.")] = False,
    best: Annotated[int, typer.Option(min=1, max=100, help="Number of different plays to show, best first.")] = 1,
    edition: EditionName = DEFAULT_EDITION,
    rules: HouseRules = "",
    players: Annotated[
        int | None, typer.Option("--players", "-n", help="Number of players, if the box depends on it.")
    ] = None,
    seconds: Annotated[float, typer.Option(min=0, help="Time limit per position; 0 for none.")] = 5,
    svg: Annotated[Path | None, typer.Option(help="Draw the table after the best play into this file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Find the best play: the most tiles or points, and among those the one that changes the table least.

    The most tiles do not always win; `tilewise analyse` compares plays by their chance to win.

    Exit codes: 0 there is a play (in every position); 1 there is none; 2 invalid input, or an impossible position.
    """
    chosen = edition_with(edition, rules)
    if position is not None:
        expect_alone(position, rack, file)
        asked = Problem.of(read_view(position))
        chosen, positions = asked.edition, [Position(asked.edition, asked.table, asked.rack, asked.has_melded)]
    else:
        positions = _positions(rack, table, file, chosen, players_of(chosen, players), melded=melded)
    quiet = as_json or len(positions) == 1 or not console(stderr=True).is_terminal
    looked_at = positions if quiet else track(positions, "solving", console=console(stderr=True))
    time = round(seconds * 1_000_000)
    problems = (_problem(each, objective, time) for each in looked_at)
    answers = [_answer(problem, best=best, every=every, with_steps=show_steps) for problem in problems]
    if svg is not None:
        _draw(answers, svg)
    if as_json:
        print_json(answers)
    else:
        for answer in answers:
            _print(answer, chosen, console())
    raise typer.Exit(0 if all(answer.plays for answer in answers) else NO_PLAY)


def _positions(  # noqa: PLR0913  # one for each option
    rack: str | None, table: str, file: Path | None, edition: Edition, players: int, *, melded: bool
) -> list[Position]:
    if (rack is None) == (file is None):
        msg = "give a position (--position), a rack (--rack) or a file of positions (--file)"
        raise InputError(msg)
    if file is not None:
        return read_positions(file, edition, players)
    lying = parse_named("--table", table, notation.table)
    position = Position(edition, lying, parse_named("--rack", rack or "", notation.rack), melded)
    expect_possible(position, players)
    return [position]


def _problem(position: Position, objective: Objective, time_us: int) -> Problem:
    return Problem(
        position.edition, position.rack, position.table, position.has_melded, objective, time_budget_us=time_us
    )


def _answer(problem: Problem, *, best: int, every: bool, with_steps: bool) -> Answer:
    plays = [play for play in _plays(problem, best=best, every=every) if play.is_play]
    found = steps(problem.table, plays[0].table, problem.edition) if with_steps and plays else ()
    return Answer(problem.rack, problem.table, plays, [in_words(step, problem.edition) for step in found])


def _plays(problem: Problem, *, best: int, every: bool) -> list[Solution]:
    if every:
        return every_largest_play(problem)
    return [solve(problem)] if best == 1 else best_plays(problem, best)


def _draw(answers: list[Answer], file: Path) -> None:
    if len(answers) != 1:
        msg = "--svg draws one position, not a file of them"
        raise InputError(msg)
    (answer,) = answers
    before = Scene("", answer.before, (RackLine("", answer.rack),))
    file.write_text(to_svg(answer.plays[0].scene() if answer.plays else before), encoding="utf-8")


def _print(answer: Answer, edition: Edition, screen: Console) -> None:
    screen.print("Before")
    render.print_table(answer.before, edition, screen)
    render.print_rack(answer.rack, render.Sorting.RUNS, screen)
    if not answer.plays:
        screen.print("There's no play.")
    for number, play in enumerate(answer.plays, start=1):
        place = f"{number}. " if len(answer.plays) > 1 else ""
        proof = "" if play.is_proven else " The best play found in time; there may be a better one."
        laid = f"{counted(len(play.laid), 'tile')}: {tile_names(play.laid, edition)}"
        say(f"{place}Play {laid}.{proof}", screen)
        render.print_table(play.table, edition, screen, changed=[m for m in play.table if m not in answer.before])
    for number, step in enumerate(answer.steps, start=1):
        say(f"  {number}. {step}", screen)
