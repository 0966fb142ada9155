"""Records as readable text, both ways; the format is described in docs/notation.md."""

import json
import re
from collections.abc import Container, Iterator
from typing import NamedTuple, assert_never

import msgspec

from tilewise.core import house_rules, notation
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import Deal
from tilewise.core.edition import Edition
from tilewise.core.editions import edition as edition_named
from tilewise.core.errors import InputError, expect
from tilewise.core.events import Drew, Ending, Event, GameStarted, Result, TookBack
from tilewise.core.match import Match
from tilewise.core.notation import NotationError
from tilewise.core.record import (
    A_RECORD,
    BrokenRecordError,
    Finding,
    FindingKind,
    GameRecord,
    Record,
    Step,
    replay,
    verify,
)

FORMAT = "1"

_HEADER = re.compile(r"(?P<key>[a-z-]+): ?(?P<value>.*)")
_TURN = re.compile(r"(?P<number>\d+)\. (?P<rest>.*?)(?: \{(?P<remark>[^{}]*)\})?$")
_ABOVE = ("tilewise-record", "edition", "revision", "rules", "seats", "bots")
_BELOW = ("game", "commitment", "hashes", "contributions", "starts", "result", "secret")


def print_record(record: Record) -> str:
    """Write a record, with the outcome of each turn in braces after it."""
    expect(record, Record, A_RECORD)
    return "\n".join(_lines(record)) + "\n"


def parse_record(text: str) -> Record:
    """Read a record; raise NotationError with line and column if it cannot be read."""
    expect(text, str, "a record in text")
    return _Reader(text).record()


def verify_text(text: str) -> tuple[Finding, ...]:
    """Return everything wrong in a written record, including the remarks in braces."""
    record = parse_record(text)
    return (*verify(record), *_wrong_remarks(text, record))


def _lines(record: Record) -> Iterator[str]:
    base = edition_named(record.edition.name)
    yield f"tilewise-record: {FORMAT}"
    yield f"edition: {record.edition.name}"
    yield f"revision: {record.edition.revision}"
    if rules := house_rules.differences(record.edition, base):
        yield f"rules: {house_rules.written(rules)}"
    yield f"seats: {_json(record.seats)}"
    if record.bots:
        yield f"bots: {_json(record.bots)}"
    remarks = _remarks(record)
    for number, game in enumerate(record.games, start=1):
        yield ""
        yield f"game: {number}"
        yield f"commitment: {game.commitment}"
        if game.deal.hashes:
            yield f"hashes: {_json(game.deal.hashes)}"
        yield f"contributions: {_json(game.deal.contributions)}"
        if started := remarks.get((number, 0)):
            yield f"starts: {started}"
        for turn, action in enumerate(game.actions, start=1):
            remark = remarks.get((number, turn))
            yield f"{turn}. {_action_line(action, record)}" + (f" {{{remark}}}" if remark else "")
        if game.result is not None:
            yield f"result: {_result_line(game.result, record)}"
        yield f"secret: {game.deal.secret}"


def _action_line(action: Action, record: Record) -> str:
    known = 0 <= action.seat < len(record.seats)
    return f"{record.seats[action.seat] if known else action.seat}: {print_action(action)}"


def print_action(action: Action) -> str:
    """Write an action without its seat: `draw`, or `play [r3 r4 r5]`."""
    match action:
        case Play(table=table):
            return f"play {notation.print_table(table)}"
        case Draw():
            return "draw"
        case Pass():
            return "pass"
        case RunOutOfTime(draft=None):
            return "time-up"
        case RunOutOfTime(draft=draft):
            return f"time-up {notation.print_table(draft or ())}"
        case Concede():
            return "concede"
        case _:
            assert_never(action)


def _result_line(result: Result, record: Record) -> str:
    winners = [record.seats[seat] for seat in result.winners]
    scores = dict(zip(record.seats, result.scores, strict=True))
    return f"{result.ending} {_json(winners)} {_json(scores)}"


def _remarks(record: Record) -> dict[tuple[int, int], str]:
    """Return the outcome of each turn that can be replayed."""
    remarks = {}
    try:
        for step in replay(record):
            remarks[step.game, step.turn] = _remark(step, record)
    except BrokenRecordError:
        pass  # a broken turn has no outcome; `verify` reports it
    return remarks


def _remark(step: Step, record: Record) -> str:
    return ", ".join(filter(None, (_outcome(event, record) for event in step.events)))


def _outcome(event: Event, record: Record) -> str:
    if isinstance(event, GameStarted):
        draws = (", ".join(f"{record.seats[seat]} {tile}" for seat, tile in draw) for draw in event.starting_draws)
        return "; ".join((*draws, f"{record.seats[event.starter]} starts"))
    if isinstance(event, TookBack):
        return "taken back"
    if isinstance(event, Drew):
        return notation.print_rack(event.tiles or ())
    return ""


def _json(value: object) -> str:
    return json.dumps(value, ensure_ascii=False)


def _wrong_remarks(text: str, record: Record) -> Iterator[Finding]:
    remarks = _remarks(record)
    for game, turn, remark in _written_remarks(text):
        right = remarks.get((game, turn))
        if right is not None and remark != right:  # turns after a refused one have no outcome to compare
            problem = f"the remark says {{{remark}}}, but the outcome is {{{right}}}"
            yield Finding(FindingKind.REMARK, game, turn, problem)


def _written_remarks(text: str) -> Iterator[tuple[int, int, str]]:
    """Yield the remarks of a written record, with their game and turn."""
    game = 0
    for line in map(str.rstrip, text.split("\n")):
        game += line.startswith("game:")
        if line.startswith("starts:"):
            yield game, 0, line.removeprefix("starts:").strip()
        found = _TURN.fullmatch(line)
        if found and found["remark"] is not None:
            yield game, int(found["number"]), found["remark"]


class _Line(NamedTuple):
    number: int
    text: str

    def error(self, problem: str, column: int = 1) -> NotationError:
        return NotationError(problem, line=self.number, column=column)


class _Reader:
    """Reads a record from top to bottom: headers of the match, then each game with headers and turns."""

    def __init__(self, text: str) -> None:
        lines = text.split("\n")  # not splitlines(): names and contributions may contain other line ends
        self.lines = [
            _Line(number, line.rstrip())
            for number, line in enumerate(lines, start=1)
            if line.strip() and not line.startswith("#")
        ]
        self.end = _Line(len(lines) + (lines[-1] != ""), "")

    def record(self) -> Record:
        headers = self._headers(_ABOVE)
        if headers.get("tilewise-record", (self.end, ""))[1] != FORMAT:
            line = headers.get("tilewise-record", (self.lines[0] if self.lines else self.end, ""))[0]
            raise line.error(f"a record begins with the line 'tilewise-record: {FORMAT}'")
        edition = self._edition(headers)
        seats = self._seats(edition, *self._need(headers, "seats"))
        bots = self._bots(seats, *headers["bots"]) if "bots" in headers else ()
        games: list[GameRecord] = []
        while self.lines:
            games.append(self._game(len(games) + 1, seats))
        return Record(edition, seats, tuple(games), bots)

    def _edition(self, headers: dict[str, tuple[_Line, str]]) -> Edition:
        line, name = self._need(headers, "edition")
        try:
            base = edition_named(name)
            if "rules" in headers:
                line, text = headers["rules"]
                base = house_rules.turn(base, house_rules.read(Edition, text))
            if "revision" in headers:
                line, text = headers["revision"]
                _expect_revision(base, text)
        except ValueError as error:
            raise line.error(str(error)) from error
        return base

    def _seats(self, edition: Edition, line: _Line, text: str) -> tuple[str, ...]:
        seats = self._strings(line, text)
        try:
            return Match(edition, seats).seats
        except ValueError as error:
            raise line.error(str(error), column=8) from error

    def _bots(self, seats: tuple[str, ...], line: _Line, text: str) -> tuple[str, ...]:
        bots = self._strings(line, text)
        if unknown := [name for name in bots if name not in seats]:
            raise line.error(f"unknown player {unknown[0]!r}; choose from: {', '.join(seats)}", column=7)
        return bots

    def _game(self, number: int, seats: tuple[str, ...]) -> GameRecord:
        above = self._headers(_BELOW)
        line, text = self._need(above, "game")
        if text != str(number):
            raise line.error(f"game {number} comes here, not {text!r}", column=7)
        actions: list[Action] = []
        while self.lines and _TURN.fullmatch(self.lines[0].text):
            actions.append(self._turn(self.lines.pop(0), len(actions) + 1, seats))
        if self.lines and not _HEADER.fullmatch(self.lines[0].text):
            raise self.lines[0].error("a turn is written like '1. Ann: draw', and a header like 'secret: …'")
        headers = above | self._headers(_BELOW, above)
        contributions = self._strings(*self._need(headers, "contributions"))
        hashes = self._strings(*headers["hashes"]) if "hashes" in headers else ()
        line, secret = self._need(headers, "secret")
        try:
            deal = Deal(secret, contributions, number, hashes)
        except ValueError as error:
            raise line.error(str(error), column=9) from error
        result = self._result(*headers["result"], seats) if "result" in headers else None
        return GameRecord(self._need(headers, "commitment")[1], deal, tuple(actions), result)

    def _turn(self, line: _Line, number: int, seats: tuple[str, ...]) -> Action:
        found = _TURN.fullmatch(line.text)
        if found is None or found["number"] != str(number):
            raise line.error(f"turn {number} comes here")
        rest, column = found["rest"], found.start("rest") + 1
        name, colon, asked = rest.partition(": ")
        if not colon or name not in seats:
            raise line.error(f"unknown player {name!r}; choose from: {', '.join(seats)}", column)
        verb, _, table = asked.partition(" ")
        try:
            return parse_action(seats.index(name), asked)
        except NotationError as error:
            where = column + len(name) + 2 + (len(verb) + 1 if table else 0)
            raise error.moved(line=line.number, column=where) from error

    def _result(self, line: _Line, text: str, seats: tuple[str, ...]) -> Result:
        ending, _, rest = text.partition(" ")
        try:
            winners, end = json.JSONDecoder().raw_decode(rest)
            scores = msgspec.convert(json.loads(rest[end:]), dict[str, int])
            return Result(
                Ending(ending),
                tuple(seats.index(name) for name in winners),
                tuple(scores[name] for name in seats),
            )
        except (ValueError, KeyError, TypeError, RecursionError, msgspec.ValidationError) as error:
            raise line.error('a result is written like: rack-out ["Ann"] {"Ann": 12, "Bob": -12}') from error

    def _headers(self, keys: tuple[str, ...], above: Container[str] = ()) -> dict[str, tuple[_Line, str]]:
        """Return the next headers up to the first turn, or up to the next `game:` header."""
        headers: dict[str, tuple[_Line, str]] = {}
        while self.lines:
            line = self.lines[0]
            found = _HEADER.fullmatch(line.text)
            if found is None or (found["key"] == "game" and ("game" in headers or "game" not in keys or headers)):
                break
            if found["key"] not in keys:
                raise line.error(f"unknown header {found['key']!r} here; choose from: {', '.join(keys)}")
            if found["key"] in headers or found["key"] in above:
                raise line.error(f"the header {found['key']!r} appears for the second time")
            headers[found["key"]] = (line, found["value"])
            self.lines.pop(0)
        return headers

    def _need(self, headers: dict[str, tuple[_Line, str]], key: str) -> tuple[_Line, str]:
        if key not in headers:
            line = self.lines[0] if self.lines else self.end
            raise line.error(f"the header {key!r} is missing above this line")
        return headers[key]

    def _strings(self, line: _Line, text: str) -> tuple[str, ...]:
        try:
            value = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise line.error('this is a list in JSON, such as ["Ann", "Bob"]') from error
        if not isinstance(value, list) or not all(isinstance(each, str) for each in value):
            raise line.error('this is a list of texts in JSON, such as ["Ann", "Bob"]')
        return tuple(value)


def _expect_revision(edition: Edition, text: str) -> None:
    if text != str(edition.revision):
        msg = f"no revision {text!r} of {edition.name} is known here; there is: {edition.revision}"
        raise InputError(msg)


def parse_action(seat: int, text: str) -> Action:
    """Read an action of a seat; errors in a table name the column in the table."""
    verb, _, table = text.partition(" ")
    if verb == "play":
        return Play(seat, notation.table(table, empty_rows=True))
    if verb == "time-up":
        return RunOutOfTime(seat, notation.table(table, empty_rows=True) if table else None)
    plain: dict[str, Action] = {"draw": Draw(seat), "pass": Pass(seat), "concede": Concede(seat)}
    if verb not in plain or table:
        msg = f"{f'{verb} {table}'.strip()!r} is not a turn; use play TABLE, draw, pass, time-up [TABLE] or concede"
        raise NotationError(msg)
    return plain[verb]
