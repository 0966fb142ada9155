"""A position of a game in one line of text; see docs/notation.md.

    classic-en; >r7 b8 J / 12!; [r3 r4 r5] [k9 y9 k9]; pool 77

The fields are the edition with its house rules, the racks, the table, and then named fields in any order.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from typing import NamedTuple, TypeVar

from tilewise.core import house_rules, notation
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition
from tilewise.core.errors import InputError, expect
from tilewise.core.notation import NOTHING, NotationError
from tilewise.core.position import Position, expect_possible
from tilewise.core.rules.setup import expect_players
from tilewise.core.state import Player, State
from tilewise.core.tiles import Table, Tile, in_order, tiles_of
from tilewise.core.view import SeatView, View

EXAMPLE = "classic-en; >r7 b8 J / 12; [r3 r4 r5]"
TO_MOVE, NOT_OPENED, CONCEDED = ">", "!", "~"
_NUMBER = re.compile(r"[0-9]{1,6}")
_COUNTS = ("laid", "quiet", "drew")
_SEATS = ("passed", "last-turns")
_NAMED = ("pool", "turn", "starter", *_COUNTS, *_SEATS)

Read = TypeVar("Read")


def print_position(game: State | View) -> str:
    """Write a game in progress in one line: a `State` with all its tiles, a `View` with what its seat knows.

    The results of earlier games of the match are not part of a position.
    """
    expect(game, (State, View), "a State or a View")
    if game.result is not None:
        msg = "the game is over, so it has no position; print its record instead"
        raise InputError(msg)
    seats: tuple[Player | SeatView, ...] = game.players if isinstance(game, State) else game.seats
    racks = " / ".join(_print_seat(seat, is_to_move=at == game.to_move) for at, seat in enumerate(seats))
    pool = " ".join(game.pool) or NOTHING if isinstance(game, State) else str(game.pool)
    fields = [_print_edition(game.edition), racks, notation.print_table(game.table), f"pool {pool}"]
    fields += [f"turn {game.turn}"] if game.turn else []
    fields += [f"starter {game.starter + 1}"] if game.starter else []
    for name in _COUNTS:
        counts = [getattr(seat, name) for seat in seats]
        fields += [f"{name} {' '.join(map(str, counts))}"] if any(counts) else []
    fields += [f"passed {_print_seats(game.passed)}"] if game.passed else []
    fields += [f"last-turns {_print_seats(game.last_turns)}"] if game.last_turns is not None else []
    return "; ".join(fields)


def parse_position(text: str) -> State | View:
    """Read a position: a `State` if it names every tile, otherwise the `View` of the seat whose rack it names.

    Raise NotationError if the text cannot be read, and InputError if the edition does not allow the position.
    """
    expect(text, str, f"a position in text, such as {EXAMPLE!r},")
    first, racks, table, *others = _fields(text)
    rules = _edition(first)
    seats = tuple(_seats(racks))
    expect_players(rules, len(seats))
    to_move = [at for at, seat in enumerate(seats) if seat.is_to_move]
    if len(to_move) != 1:
        raise racks.error(f"mark one rack, that of the player to move, with {TO_MOVE}")
    game = _Game(rules, seats, table.read(notation.table), to_move[0], _named(others))
    return game.view() if any(seat.rack is None for seat in seats) else game.state()


class _Field(NamedTuple):
    """A part of the text, and its place."""

    text: str
    column: int

    def error(self, problem: str) -> NotationError:
        return NotationError(problem, column=self.column)

    def read(self, reader: Callable[[str], Read]) -> Read:
        """Read the field; errors name the column in the whole text."""
        try:
            return reader(self.text)
        except NotationError as error:
            raise error.moved(line=1, column=self.column) from error

    def parts(self, separator: str) -> "Iterator[_Field]":
        """Split the field, without the spaces around each part."""
        column = self.column
        for part in self.text.split(separator):
            yield _Field(part.strip(), column + len(part) - len(part.lstrip()))
            column += len(part) + len(separator)


class _Seat(NamedTuple):
    rack: tuple[Tile, ...] | None
    """None if only the number of its tiles is known."""
    tiles: int
    is_to_move: bool
    has_melded: bool
    has_conceded: bool


class _Game(NamedTuple):
    """A position that has been read, before it becomes a state or a view."""

    edition: Edition
    seats: tuple[_Seat, ...]
    table: Table
    to_move: int
    named: dict[str, _Field]

    def state(self) -> State:
        pool = self.named.get("pool")
        if pool is None or _NUMBER.fullmatch(pool.text):
            problem = "with every rack in tiles, write the pool in tiles too: pool r7 b8 J, or pool - if it is empty"
            raise NotationError(problem, column=1 if pool is None else pool.column)
        drawn_next = pool.read(notation.rack)
        everything = (*drawn_next, *(tile for seat in self.seats for tile in seat.rack or ()))
        self._expect_possible(everything)
        laid, quiet, drew = map(self._counts, _COUNTS)
        players = tuple(
            Player(seat.rack or (), seat.has_melded, seat.has_conceded, laid[at], quiet[at], drew[at])
            for at, seat in enumerate(self.seats)
        )
        turn, starter, passed, last_turns = self._progress()
        return State(self.edition, players, self.table, drawn_next, self.to_move, starter, turn, passed, last_turns)

    def view(self) -> View:
        own = [at for at, seat in enumerate(self.seats) if seat.rack is not None]
        if len(own) > 1:
            problem = "write one rack in tiles and the others as numbers, or every rack and the pool in tiles"
            raise NotationError(problem)
        known = tuple(tile for at in own for tile in self.seats[at].rack or ())
        self._expect_possible(known)
        box = self.edition.box_for(len(self.seats)).size
        hidden = box - len(known) - tiles_of(self.table).total()
        held = sum(seat.tiles for seat in self.seats if seat.rack is None)
        field = self.named.get("pool")
        if field is not None and not _NUMBER.fullmatch(field.text):
            raise field.error("with a hidden rack, the pool is a number of tiles: pool 77")
        pool = hidden - held if field is None else int(field.text)
        if held + max(pool, 0) > hidden:
            msg = f"{hidden} tiles are hidden, fewer than the {held + max(pool, 0)} of the pool and the other racks"
            raise InputError(msg)
        laid, quiet, drew = map(self._counts, _COUNTS)
        seats = tuple(
            SeatView(seat.tiles, seat.has_melded, seat.has_conceded, laid[at], quiet[at], drew[at], seat.rack)
            for at, seat in enumerate(self.seats)
        )
        turn, starter, passed, last_turns = self._progress()
        seat = own[0] if own else None
        return View(
            self.edition, seat, seats, self.table, pool, self.to_move, starter, turn, passed, last_turns, result=None
        )

    def _expect_possible(self, tiles: tuple[Tile, ...]) -> None:
        expect_possible(Position(self.edition, self.table, tiles, has_melded=True), len(self.seats))

    def _progress(self) -> tuple[int, int, tuple[int, ...], tuple[int, ...] | None]:
        """Return the turn, the starter, the seats that passed, and those with one more turn."""
        turn = self._numbers("turn", most=999_999) or (0,)
        starter = self._numbers("starter", most=len(self.seats), least=1) or (1,)
        for name, numbers in (("turn", turn), ("starter", starter)):
            if len(numbers) != 1:
                raise self.named[name].error(f"write one number: {name} 1")
        passed, last_turns = (self._numbers(name, most=len(self.seats), least=1) for name in _SEATS)
        return (
            turn[0],
            starter[0] - 1,
            tuple(seat - 1 for seat in passed or ()),
            None if last_turns is None else tuple(seat - 1 for seat in last_turns),
        )

    def _counts(self, name: str) -> tuple[int, ...]:
        numbers = self._numbers(name, most=999_999)
        if numbers is None:
            return (0,) * len(self.seats)
        if len(numbers) != len(self.seats):
            raise self.named[name].error(f"{name} has a number for each of the {len(self.seats)} seats")
        return numbers

    def _numbers(self, name: str, *, most: int, least: int = 0) -> tuple[int, ...] | None:
        """Read numbers in this range; None if the field is missing."""
        field = self.named.get(name)
        if field is None:
            return None
        words = () if field.text == NOTHING else tuple(field.text.split())
        for word in words:
            if not _NUMBER.fullmatch(word) or not least <= int(word) <= most:
                raise field.error(f"{name} takes numbers from {least} to {most}, not {word!r}")
        return tuple(map(int, words))


def _fields(text: str) -> list[_Field]:
    if len(text.splitlines()) > 1:
        msg = "a position is a single line"
        raise NotationError(msg, line=2)
    fields = list(_Field(text, 1).parts(";"))
    if len(fields) < len(("edition", "racks", "table")):
        msg = f"a position is written EDITION; RACKS; TABLE, such as {EXAMPLE!r}"
        raise NotationError(msg)
    return fields


def _named(fields: Iterable[_Field]) -> dict[str, _Field]:
    found: dict[str, _Field] = {}
    for field in fields:
        name, _, text = field.text.partition(" ")
        if name not in _NAMED:
            raise field.error(f"no field {name!r}; after the table come: {', '.join(_NAMED)}")
        if name in found:
            raise field.error(f"the field {name!r} appears for the second time")
        found[name] = _Field(text.strip(), field.column + len(name) + 1)
    return found


def _edition(field: _Field) -> Edition:
    name, _, rules = field.text.partition(" ")
    return house_rules.turn(edition(name), house_rules.read(Edition, rules))


def _seats(field: _Field) -> Iterator[_Seat]:
    for part in field.parts("/"):
        text = part.text.removeprefix(TO_MOVE)
        rack = text.rstrip(f"{NOT_OPENED}{CONCEDED} ")
        marks = text[len(rack) :]
        tiles = (
            None
            if _NUMBER.fullmatch(rack.strip())
            else in_order(_Field(rack, part.column + len(part.text) - len(text)).read(notation.rack))
        )
        yield _Seat(
            rack=tiles,
            tiles=int(rack) if tiles is None else len(tiles),
            is_to_move=text != part.text,
            has_melded=NOT_OPENED not in marks,
            has_conceded=CONCEDED in marks,
        )


def _print_edition(edition: Edition) -> str:
    base = EDITIONS.get(edition.name)
    rules = {} if base is None else house_rules.differences(edition, base)
    if base is None or house_rules.turn(base, rules) != edition:
        msg = f"only printed editions and their house rules can be written, not {edition.name!r}"
        raise InputError(msg)
    return f"{edition.name} {house_rules.written(rules)}".strip()


def _print_seat(seat: Player | SeatView, *, is_to_move: bool) -> str:
    tiles = (
        str(seat.tiles) if isinstance(seat, SeatView) and seat.rack is None else notation.print_rack(seat.rack or ())
    )
    marks = f"{'' if seat.has_melded else NOT_OPENED}{CONCEDED if seat.has_conceded else ''}"
    return f"{TO_MOVE if is_to_move else ''}{tiles}{marks}"


def _print_seats(seats: tuple[int, ...]) -> str:
    return " ".join(str(seat + 1) for seat in seats) or NOTHING
