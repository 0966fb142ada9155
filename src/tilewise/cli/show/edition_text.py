"""Describe an edition in words."""

from collections.abc import Iterator

from tilewise.core.edition import (
    Box,
    Edition,
    EmptyPool,
    EmptyPoolTie,
    JokerRetrieval,
    JokerReuse,
    NeverMeldedFine,
    NextStarter,
    OnTimeoutLegal,
)
from tilewise.core.tiles import JOKERS
from tilewise.core.words import counted, tile_name

_BOOKLETS = {
    "classic-en": "English, classic and XP",
    "classic-he": "Hebrew, recent",
    "classic-he-2014": "Hebrew, 2014",
    "classic-uk": "Ukrainian, classic and XP",
    "xp": "English and Ukrainian, classic and XP",
    "twist": "Hebrew, Twist",
    "quick-21": "Hebrew, Twist (its advice)",
}
_STARTER = {
    NextStarter.DRAW: "everyone draws for the first turn of every game",
    NextStarter.WINNER: "the last winner starts the next game",
    NextStarter.ROTATE: "the player to the left starts the next game",
}
_EMPTY_POOL = {
    EmptyPool.ONE_MORE_TURN_EACH: "everyone gets one more turn",
    EmptyPool.UNTIL_NO_PLAY: "play goes on until everyone passes in a row",
}
_TIE = {
    EmptyPoolTie.SHARED: "equally low racks share the win",
    EmptyPoolTie.FEWEST_TILES: "of equally low racks, the one with fewer tiles wins",
    EmptyPoolTie.NO_WINNER: "equally low racks have no winner",
}
_FINE = {
    NeverMeldedFine.NONE: "no penalty for never opening",
    NeverMeldedFine.HUNDRED_OR_RACK: "never opened: 100, or the rack if it could have opened",
    NeverMeldedFine.HUNDRED_OR_TWO_HUNDRED: "never opened: 100, or 200 if the rack could have opened",
}
_REUSE = {JokerReuse.NEW_SET: "goes into a new meld", JokerReuse.ANY_SET: "goes into any meld"}
_RETRIEVAL = {
    JokerRetrieval.LEGAL_TABLE: "can be freed by any play that leaves only melds",
    JokerRetrieval.EXACT_TILE: "can be freed only with the tile it stands for",
}
_LATE = {
    OnTimeoutLegal.COMMIT: "a finished play counts",
    OnTimeoutLegal.REVERT_DRAW_1: "a finished play is undone, and you draw 1 tile",
}


def booklet_of(edition: Edition) -> str:
    """Return the booklet that an edition follows."""
    return _BOOKLETS.get(edition.name, edition.source)


def in_words(edition: Edition) -> Iterator[tuple[str, str]]:
    """Yield topics and their descriptions, in the order of a rule booklet."""
    yield "Booklet", booklet_of(edition)
    yield "Players", f"{edition.min_players} to {edition.max_players}"
    yield "Box", _box(edition)
    yield "Setup", f"{edition.hand_size} tiles each; {_match(edition)}; {_STARTER[edition.next_starter]}"
    yield "Opening", _initial_meld(edition)
    yield "Turn", _turn(edition)
    yield "Time", _time(edition)
    yield "Jokers", _jokers(edition)
    yield "Empty pool", f"{_EMPTY_POOL[edition.empty_pool]}; {_passing(edition)}; {_TIE[edition.empty_pool_tie]}"
    yield "Scoring", f"a joker on a rack counts {edition.joker_rack_penalty}; {_FINE[edition.never_melded_fine]}"


def _box(edition: Edition) -> str:
    whole = _contents(edition.box, edition)
    if edition.small_box is None:
        return whole
    return f"{whole}; up to 4 players use {len(edition.small_box.tiles)} of them"


def _contents(box: Box, edition: Edition) -> str:
    jokers = (counted(box.count(joker), tile_name(joker, edition)) for joker in JOKERS if box.count(joker))
    colours = f"red, blue, {edition.fourth_colour} and black"
    return f"{len(box.tiles)} tiles: 1 to 13 in {colours}, {box.copies} of each; {', '.join(jokers)}"


def _match(edition: Edition) -> str:
    games = counted(edition.games_per_round, "game") if edition.games_per_round else "as many games as players"
    return f"{counted(edition.rounds, 'round')} of {games}"


def _initial_meld(edition: Edition) -> str:
    jokers = "jokers count as the tile they stand for" if edition.joker_in_initial_meld else "without jokers"
    then = (
        "you may then use the table in the same turn"
        if edition.manipulate_in_initial_turn
        else "you can't use the table in that turn"
    )
    return f"at least {edition.initial_meld_min} points from your own rack; {jokers}; {then}"


def _turn(edition: Edition) -> str:
    free = "once you have opened, you must play if you can" if edition.must_play_if_able else "you may always draw"
    slip = f"costs {counted(edition.incomplete_penalty_draw, 'tile')}" if edition.strict_confirm else "can be corrected"
    return f"play, or draw 1 tile; {free}; an invalid table {slip}"


def _time(edition: Edition) -> str:
    if not edition.turn_seconds:
        return "no limit"
    agreed = ", or as agreed" if edition.turn_seconds_adjustable else ""
    late = counted(edition.timeout_no_play_draw, "tile")
    unfinished = counted(edition.incomplete_penalty_draw, "tile")
    return (
        f"{edition.turn_seconds} seconds per turn{agreed}; out of time with nothing played: draw {late}; "
        f"with an unfinished move: undo it and draw {unfinished}; {_LATE[edition.on_timeout_legal]}"
    )


def _jokers(edition: Edition) -> str:
    both = ", from a group of three only with both missing colours" if edition.group3_both_colours else ""
    numbers = counted(edition.min_number_tiles_per_set, "number tile")
    return (
        f"on the table a joker {_RETRIEVAL[edition.joker_retrieval]}{both}, and {_REUSE[edition.joker_reuse]}; "
        f"every meld needs at least {numbers}"
    )


def _passing(edition: Edition) -> str:
    return "you must play if you can" if edition.forced_play_on_empty_pool else "you may always pass"
