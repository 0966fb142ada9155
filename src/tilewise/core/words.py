"""The English wording of tiles, melds, violations, events and endings."""

from collections import Counter
from collections.abc import Iterable, Sequence
from typing import assert_never

from tilewise.core.edition import AN_EDITION, Edition
from tilewise.core.errors import expect
from tilewise.core.events import (
    Conceded,
    Drew,
    Ending,
    Event,
    GameEnded,
    GameStarted,
    Passed,
    Played,
    Result,
    TimedOut,
    TookBack,
    WhyDrawn,
)
from tilewise.core.rules.melds import MeldFault, arranged, nearest_meld, readings
from tilewise.core.rules.reading import Kind, Reading, places
from tilewise.core.rules.special_jokers import mirror_side
from tilewise.core.tiles import CLASSIC, COLOUR_CHANGE, DOUBLE, MIRROR, Colour, Meld, Tile, number_tiles
from tilewise.core.violations import Rule, Violation

_COLOURS = {Colour.RED: "red", Colour.BLUE: "blue", Colour.BLACK: "black"}

_JOKERS = {
    CLASSIC: "classic joker",
    DOUBLE: "double joker",
    COLOUR_CHANGE: "colour-change joker",
    MIRROR: "mirror joker",
}

_NUMBERS = (
    *("ones", "twos", "threes", "fours", "fives", "sixes", "sevens"),
    *("eights", "nines", "tens", "elevens", "twelves", "thirteens"),
)

_RULES = {
    Rule.UNKNOWN_SEAT: "There is no seat {it.have}; this game has seats 0 to {it.last_seat}.",
    Rule.GAME_IS_OVER: "The game is over.",
    Rule.NOT_YOUR_TURN: "It's {it.whose}'s turn, not {it.who}'s.",
    Rule.ALREADY_CONCEDED: "This player has resigned and is out until the next game.",
    Rule.TILE_NOT_ON_RACK: "Not on your rack: {it.tiles}.",
    Rule.TABLE_TO_RACK: "Missing from the table: {it.tiles}. Tiles on the table must stay there.",
    Rule.NO_RACK_TILE: "You haven't played a tile from your rack; play at least {it.need}.",
    Rule.NOT_A_MELD: "{it.fault}",
    Rule.INITIAL_MELD_POINTS: "Your opening melds are worth {it.have}; you need {it.need}.",
    Rule.INITIAL_MELD_TOUCHES_TABLE: "You changed {it.meld}, but you can't use the table until you've opened.",
    Rule.JOKER_IN_INITIAL_MELD: "Your opening melds contain {it.jokers}; this edition doesn't allow that.",
    Rule.JOKER_NOT_IN_NEW_MELD: "The {it.tiles} you freed is in {it.meld}, which isn't new; it needs a new meld.",
    Rule.JOKER_PLACE_NOT_FILLED: "The {it.tiles} has left {it.meld}; the tile it stood for must take its place.",
    Rule.JOKER_NEEDS_BOTH_COLOURS: "To free the joker from {it.meld}, play both missing colours: {it.tiles}.",
    Rule.JOKER_SWAPPED: "In {it.meld}, one kind of joker replaces another; only a number tile can do that.",
    Rule.POOL_IS_EMPTY: "The pool is empty. If you don't play, pass.",
    Rule.POOL_IS_NOT_EMPTY: "The pool still has {it.pool}. If you don't play, draw.",
    Rule.MUST_PLAY: "You have a play, and under these rules you must make it.",
}

_FAULTS = {
    MeldFault.TOO_FEW_TILES: "{it.row}: {it.count}; a meld needs at least 3.",
    MeldFault.TOO_FEW_NUMBERS: "{it.row}: {it.numbers}; a meld needs at least {it.edition.min_number_tiles_per_set}.",
    MeldFault.REPEATED_COLOUR: "{it.row}: {it.repeated} appears twice; a group can have each colour only once.",
    MeldFault.TOO_MANY_IN_GROUP: "{it.row}: a group of {it.places}; a group can have at most 4.",
    MeldFault.STRAY_IN_GROUP: "{it.row}: {it.strays}; a group has one number.",
    MeldFault.MIXED_COLOURS: "{it.row}: {it.strays}; a run has one colour.",
    MeldFault.REPEATED_NUMBER: "{it.row}: {it.repeated_tile} appears twice; a run can have each number only once.",
    MeldFault.NOTHING_IN_COMMON: (
        "{it.row}: these tiles don't go together; a run has one colour, a group has one number."
    ),
    MeldFault.NOT_CONSECUTIVE: "{it.row}: the numbers in a run must be consecutive.",
    MeldFault.BEYOND_THE_ENDS: "{it.row}: a run goes from 1 up to 13; it can't wrap around.",
    MeldFault.OUT_OF_ORDER: "{it.row}: out of order; make it {it.order}.",
    MeldFault.COLOUR_CHANGE_IN_GROUP: "{it.row}: a colour-change joker belongs in a run, not in a group.",
    MeldFault.COLOUR_CHANGE_AT_START: "{it.row}: here a run can't start with a colour-change joker.",
    MeldFault.COLOUR_DOES_NOT_CHANGE: (
        "{it.row}: a run must change colour at a colour-change joker, and nowhere else."
    ),
    MeldFault.TWO_MIRRORS: "{it.row}: a meld can have only one mirror joker.",
    MeldFault.MIRROR_SIDE_TOO_SHORT: (
        "{it.row}: only {it.mirror_side} on one side of the mirror; each side needs at least "
        "{it.edition.mirror_min_side}."
    ),
    MeldFault.MIRROR_SIDES_DIFFER: "{it.row}: the two sides of the mirror don't match.",
}

_ENDINGS = {
    Ending.RACK_OUT: "no tiles left",
    Ending.EMPTY_POOL: "the lowest rack when the pool ran out",
    Ending.LAST_PLAYER: "everyone else resigned",
}

_DRAWN = {WhyDrawn.TURN: "tile", WhyDrawn.OVERRUN: "penalty tile", WhyDrawn.UNFINISHED: "penalty tile"}


def in_words(violation: Violation, edition: Edition, seats: Sequence[str] = ()) -> str:
    """Return a violation as a sentence to the player; without names, seats are numbers."""
    expect(violation, Violation, "a Violation, such as `check` returns,")
    expect(edition, Edition, AN_EDITION)
    expect(seats, (tuple, list), "the names of the seats")
    return _RULES[violation.rule].format(it=_Words(violation, edition, seats))


def colour_name(colour: Colour, edition: Edition) -> str:
    """R-CONT-04: return the name of a colour; the edition names the fourth."""
    return _COLOURS.get(colour, edition.fourth_colour)


def tile_name(tile: Tile, edition: Edition) -> str:
    """Return `red 7`; `joker`, or `classic joker` where there are other kinds."""
    if tile.colour is not None:
        return f"{colour_name(tile.colour, edition)} {tile.number}"
    only_classic = edition.box.jokers[CLASSIC] == sum(edition.box.jokers.values())
    return "joker" if tile is CLASSIC and only_classic else _JOKERS[tile]


def tile_names(tiles: Iterable[Tile], edition: Edition) -> str:
    """Return `red 7, blue 7, joker`."""
    return ", ".join(tile_name(tile, edition) for tile in tiles)


def meld_name(meld: Meld, edition: Edition) -> str:
    """Return `the run blue 4–6` or `the group of eights`; with special jokers, the list of tiles."""
    found = readings(meld, edition)
    if not found:
        return f"the row {tile_names(meld, edition)}"
    if not {*meld} <= {CLASSIC, *number_tiles(meld)}:
        return f"the {found[0].kind} {tile_names(meld, edition)}"
    return _short_name(found[0], edition)


def event_in_words(event: Event, seats: Sequence[str], edition: Edition) -> str:
    """Return an event as a sentence with names: "Ann played 3 tiles: red 3, red 4, red 5"."""
    match event:
        case GameStarted():
            return _start_in_words(event, seats)
        case GameEnded():
            return result_in_words(event.result, seats)
        case Played():
            return f"{seats[event.seat]} played {_tiles(event.laid, len(event.laid), edition)}."
        case Drew():
            drawn = _tiles(event.tiles or (), event.count, edition, _DRAWN[event.why])
            return f"{seats[event.seat]} drew {drawn}."
        case Passed():
            return f"{seats[event.seat]} passed."
        case TimedOut():
            return f"Time ran out for {seats[event.seat]}."
        case TookBack():
            reasons = (in_words(violation, edition, seats) for violation in event.violations)
            return " ".join((f"{seats[event.seat]} took the tiles back.", *reasons))
        case Conceded():
            return f"{seats[event.seat]} resigned."
        case _:
            assert_never(event)


def result_in_words(result: Result, seats: Sequence[str]) -> str:
    """Return the winners of a game, and why they won, as a sentence."""
    if not result.winners:
        return "Nobody won: the lowest racks are tied."
    won = "won" if len(result.winners) == 1 else "share the win"
    return f"{_and([seats[seat] for seat in result.winners])} {won}: {_ENDINGS[result.ending]}."


def counted(count: int, thing: str) -> str:
    """Return `1 tile` or `2 tiles`."""
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _tiles(tiles: Sequence[Tile], count: int, edition: Edition, thing: str = "tile") -> str:
    number = counted(count, thing) if count else f"no {thing}s"
    return f"{number}: {tile_names(tiles, edition)}" if tiles else number


def _start_in_words(event: GameStarted, seats: Sequence[str]) -> str:
    rounds = [
        ", ".join(f"{seats[seat]} {tile_name(tile, event.edition)}" for seat, tile in draw)
        for draw in event.starting_draws
    ]
    drawn = f"Drawn for the first turn: {'; again: '.join(rounds)}. " if rounds else ""
    return f"{drawn}First to play: {seats[event.starter]}."


def _and(names: Sequence[str]) -> str:
    return " and ".join(filter(None, (", ".join(names[:-1]), *names[-1:])))


def _group_name(number: int) -> str:
    return f"group of {_NUMBERS[number - 1]}"


def _short_name(reading: Reading, edition: Edition) -> str:
    slots = [slot for role in reading.roles for slot in role]
    if reading.kind is Kind.GROUP:
        return f"the {_group_name(slots[0].number)}"
    colour = colour_name(min(slots[0].colours), edition)
    return f"the run {colour} {slots[0].number}–{slots[-1].number}"


class _Words:
    """The parts that the wording of a violation can use, each computed on demand."""

    def __init__(self, violation: Violation, edition: Edition, seats: Sequence[str]) -> None:
        self.violation = violation
        self.edition = edition
        self.seats = seats
        self.have = violation.have
        self.need = violation.need

    @property
    def fault(self) -> str:
        if self.violation.why is None:
            return f"{self.row}: not a meld; a meld is a group or a run."
        return _FAULTS[self.violation.why].format(it=self)

    @property
    def tiles(self) -> str:
        return tile_names(self.violation.tiles, self.edition)

    @property
    def row(self) -> str:
        words = self.tiles or "an empty row"
        return words[:1].upper() + words[1:]

    @property
    def order(self) -> str:
        return tile_names(arranged(self.violation.tiles, self.edition) or (), self.edition)

    @property
    def meld(self) -> str:
        return meld_name(self.violation.meld, self.edition)

    @property
    def count(self) -> str:
        return counted(len(self.violation.tiles), "tile")

    @property
    def jokers(self) -> str:
        return counted(len(self.violation.tiles), "joker")

    @property
    def numbers(self) -> str:
        return counted(len(number_tiles(self.violation.tiles)), "number tile")

    @property
    def places(self) -> int:
        return sum(map(places, self.violation.tiles))

    @property
    def mirror_side(self) -> int:
        return mirror_side(self.violation.tiles)

    @property
    def repeated(self) -> str:
        colours = Counter(tile.colour for tile in self.violation.tiles if tile.colour is not None)
        return colour_name(colours.most_common(1)[0][0], self.edition)

    @property
    def repeated_tile(self) -> str:
        tiles = Counter(number_tiles(self.violation.tiles))
        return tile_names([tile for tile, _ in tiles.most_common(1)], self.edition)

    @property
    def strays(self) -> str:
        """Return `black 3 doesn't belong in a group of nines`."""
        near = nearest_meld(self.violation.tiles)
        if near is None or near.of.colour is None:
            return "mixed colours"
        verb = "doesn't belong" if len(near.strays) == 1 else "don't belong"
        is_group = near.kind is Kind.GROUP
        place = _group_name(near.of.number) if is_group else f"{colour_name(near.of.colour, self.edition)} run"
        names = [tile_name(tile, self.edition) for tile in near.strays]
        return f"{_and(names)} {verb} in {'an' if place[0] in 'aeiou' else 'a'} {place}"

    @property
    def pool(self) -> str:
        return counted(self.have or 0, "tile")

    @property
    def who(self) -> str:
        return self._seat(self.have or 0)

    @property
    def whose(self) -> str:
        return self._seat(self.need or 0)

    def _seat(self, seat: int) -> str:
        return self.seats[seat] if self.seats else f"seat {seat}"

    @property
    def last_seat(self) -> int:
        return (self.need or 1) - 1
