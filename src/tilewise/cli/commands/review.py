"""`tilewise review`: compare every turn of a record with the best play."""

from collections.abc import Iterator

from rich.console import Console
from rich.progress import track
from rich.text import Text

from tilewise.analysis.review import (
    GameReview,
    Quality,
    Review,
    SeatReview,
    TurningPoint,
    TurnReview,
    positions_of,
    report_of,
    reviewed,
)
from tilewise.cli.input.files import parse_file, read_text
from tilewise.cli.input.options import AsJson, RecordFile
from tilewise.cli.show.output import console, examples, print_json, say
from tilewise.core.edition import Edition
from tilewise.core.record import Record
from tilewise.core.words import counted, tile_names

EPILOG = examples("tilewise review evening.game", "tilewise review evening.game --json")

_MARKS = {
    Quality.BEST: ("best", "green"),
    Quality.CLOSE: ("close", "blue"),
    Quality.MISSED: ("missed", "yellow"),
    Quality.BIG_MISS: ("big miss", "red"),
    Quality.UNKNOWN: ("?", "dim"),
}
_TURNED = {
    TurningPoint.COULD_GO_OUT: "could have gone out",
    TurningPoint.TOOK_THE_LEAD: "took the lead for good",
    TurningPoint.BIGGEST_MISS: "biggest missed play",
}


def review(file: RecordFile, *, as_json: AsJson = False) -> None:
    """Review every turn of a record with the solver: what was played, and what could have been.

    Exit codes: 0 reviewed; 2 the file cannot be read, or a turn breaks the rules.
    """
    record = parse_file(file, read_text(file))
    report = _report(record, quiet=as_json)
    if as_json:
        print_json(report)
    else:
        _print(report, record, console())


def _report(record: Record, *, quiet: bool) -> Review:
    positions = list(positions_of(record))
    errors = console(stderr=True)
    watched = positions if quiet or not errors.is_terminal else track(positions, "reviewing", console=errors)
    return report_of([reviewed(position) for position in watched])


def _print(report: Review, record: Record, screen: Console) -> None:
    for game in report.games:
        say(Text(f"Game {game.game}", style="bold"), screen)
        for turn in game.turns:
            say(_line(turn, record), screen)
            for words in _remarks(turn, record.edition):
                say(f"        {words}", screen)
        for line in _summary(game, record.seats):
            say(line, screen)


def _line(turn: TurnReview, record: Record) -> Text:
    word, style = _MARKS[turn.quality]
    line = Text(f"{turn.turn:>4}  {record.seats[turn.seat]}: {turn.laid} of {counted(turn.possible, 'tile')}  ")
    return line.append(word, style=style)


def _remarks(turn: TurnReview, edition: Edition) -> Iterator[str]:
    if turn.turning_point is not None:
        yield f"→ {_TURNED[turn.turning_point]}"
    if turn.best is not None:
        yield f"could have played {tile_names(turn.best.laid, edition)}"


def _summary(game: GameReview, names: tuple[str, ...]) -> Iterator[str]:
    for seat in game.seats:
        yield f"      {names[seat.seat]} played {seat.accuracy:.0%} of the tiles they could: {_counts(seat)}"


def _counts(seat: SeatReview) -> str:
    found = f"{seat.laid} of {counted(seat.possible, 'tile')} in {counted(seat.turns, 'turn')}"
    return f"{found}; {seat.best} best, {seat.close} close, {seat.missed} missed, {seat.big_misses} big misses"
