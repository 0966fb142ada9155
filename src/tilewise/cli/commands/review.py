"""`tilewise review`: judge every decision of a record by win chance."""

from collections.abc import Iterator
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console
from rich.text import Text

from tilewise.analysis import Candidate, CandidateKind, read_budget
from tilewise.analysis.review import (
    Decision,
    DecisionReview,
    Explanation,
    ExplanationKind,
    GameDecisions,
    Grade,
    PlayerSummary,
    decision_review,
    judge,
    tasks_of,
)
from tilewise.analysis.review.judge import REVIEW_BUDGET
from tilewise.cli.input.files import expect_new, parse_file, read_text, write_new
from tilewise.cli.input.options import AnalysisBudget, AsJson, RecordFile
from tilewise.cli.show.curve import sparkline, svg
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.cli.show.progress import with_progress
from tilewise.core.edition import Edition
from tilewise.core.record import Record
from tilewise.core.words import counted, tile_names

EPILOG = examples(
    "tilewise review evening.game",
    "tilewise review evening.game --grade-by choice",
    "tilewise review evening.game --plot evening.svg",
    "tilewise review evening.game --budget 1000000nodes --json",
)
_STYLES = {Grade.BEST: "green", Grade.INACCURACY: "blue", Grade.MISTAKE: "yellow", Grade.BLUNDER: "red"}


class Part(StrEnum):
    """Which part of an error grades a turn."""

    ERROR = "error"
    TIMING = "timing"
    CHOICE = "choice"


def review(
    file: RecordFile,
    *,
    part: Annotated[
        Part,
        typer.Option(
            "--grade-by",
            "--first",
            help="What to grade: lay or wait (timing), which play (choice), or both (error).",
        ),
    ] = Part.ERROR,
    budget: AnalysisBudget = str(REVIEW_BUDGET),
    plot: Annotated[Path | None, typer.Option(help="Draw the win chances of the first game in an SVG file.")] = None,
    as_json: AsJson = False,
) -> None:
    """Review every decision of a record: the chance to win before it, of the best action, and of what was done.

    Exit codes: 0 reviewed; 2 the file cannot be read, or a turn breaks the rules.
    """
    record = parse_file(file, read_text(file))
    if plot is not None:
        expect_new(plot)
    report = _report(record, budget)
    if plot is not None and report.games:
        write_new(plot, svg(report.games[0].curve, record.seats, "Win chances"))
    if as_json:
        print_json(report)
    else:
        _print(report, record, part, console())


def _report(record: Record, budget: str) -> DecisionReview:
    tasks, thinking = list(tasks_of(record)), read_budget(budget)
    decisions = (judge(task, thinking) for task in tasks)
    return decision_review(record, tasks, with_progress(decisions, "reviewing", len(tasks)))


def _print(report: DecisionReview, record: Record, part: Part, screen: Console) -> None:
    for game in report.games:
        say(Text(f"Game {game.game}", style="bold"), screen)
        for decision in game.decisions:
            if decision.has_choice:
                say(_line(decision, record, part), screen)
            if getattr(decision, part).grade is not Grade.BEST:
                for words in _remarks(decision, part, record):
                    say(f"        {words}", screen)
        for line in _curve(game, record.seats):
            say(line, screen)
    for player in report.players:
        say(_summary(player, record.seats), screen)


def _line(decision: Decision, record: Record, part: Part) -> Text:
    best = decision.best.mean if decision.best else 0.0
    done = decision.done.mean if decision.done else 0.0
    lapse = getattr(decision, part)
    what = f"laid {counted(decision.laid, 'tile')}" if decision.laid else "waited"
    line = Text(f"{decision.turn:>4}  {record.seats[decision.seat]} {what}: best {best:.0%}, done {done:.0%}  ")
    line.append(str(lapse.grade), style=_STYLES[lapse.grade])
    return line.append(f" (−{lapse.win:.0%} ± {lapse.error:.0%})" if lapse.win else "")


def _remarks(decision: Decision, part: Part, record: Record) -> Iterator[str]:
    plays = [each for each in decision.candidates if not each.is_wait]
    is_choice = part is Part.CHOICE
    better = plays[0] if is_choice else decision.candidates[0]
    made = next((each for each in decision.candidates if CandidateKind.MADE in each.kinds), better)
    otherwise = ", arranged differently" if better is not made and better.laid == made.laid else ""
    yield f"better: {_action(better, record.edition)}{otherwise}"
    for each in (decision.choice_reasons if is_choice else decision.reasons)[:1]:
        yield _reason(each, record.seats)


def _action(candidate: Candidate, edition: Edition) -> str:
    return "wait" if candidate.is_wait else f"play {tile_names(candidate.laid, edition)}"


def _reason(reason: Explanation, names: tuple[str, ...]) -> str:
    who = names[reason.seat] if reason.seat is not None else ""
    left = f"with {counted(reason.tiles, 'tile')} left"
    after = f"{reason.best:.0%} of the games after it, {reason.made:.0%} after what was done"
    match reason.kind:
        case ExplanationKind.COULD_GO_OUT:
            return "it lays the whole rack and wins"
        case ExplanationKind.NEXT_GOES_OUT:
            return f"{who}, {left}, goes out at once in {after}"
        case ExplanationKind.OPPONENT_GOES_OUT:
            return f"{who}, {left}, goes out in {after}"
        case ExplanationKind.GOES_OUT:
            return f"{who} goes out in {after}"
        case ExplanationKind.JOKER_KEPT:
            return f"keeping the joker wins {reason.best:.0%}, laying it {reason.made:.0%}"
        case ExplanationKind.POOL_RUNS_DRY:
            return f"the pool runs dry and {who} has to lay first in {after}"


def _curve(game: GameDecisions, names: tuple[str, ...]) -> Iterator[str]:
    longest = max(map(len, names))
    for seat, name in enumerate(names):
        yield f"      {name:<{longest}}  {sparkline(game.curve, seat)}"


def _summary(player: PlayerSummary, names: tuple[str, ...]) -> str:
    found = f"{names[player.seat]}: {counted(player.decisions, 'decision')}, {player.good:.0%} good"
    errors = f"average error {player.average_error:.1%} (timing {player.timing:.2f}, choice {player.choice:.2f} games)"
    luck = f"luck {player.luck:+.2f}, result {player.result:g}, without luck {player.adjusted:.2f}"
    return f"{found}; {errors}; attention {player.attention:.0%}; {luck}"
