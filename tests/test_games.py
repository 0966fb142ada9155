"""The recorded games of spec/games: they replay under today's rules as they were played, tile by tile.

The records contain every draw, so they also pin the shuffle: the same secret must always deal the same game.
"""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from itertools import pairwise
from pathlib import Path

import pytest

from tests.record_games import FOLDER, PLANS
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Drew, Event, GameEnded, Played, TookBack
from tilewise.core.record import Record, Step, replay
from tilewise.core.record.text import parse_record, print_record, verify_text
from tilewise.core.rules.scoring import rack_total
from tilewise.core.rules.table import Change
from tilewise.core.search.any_play import could_have_melded
from tilewise.core.state import State
from tilewise.core.tiles import JOKERS, Meld, Tile, number_tiles, tiles_of

GAMES = tuple(sorted(path.stem for path in FOLDER.glob("*.game")))


def text_of(name: str) -> str:
    return Path(FOLDER, f"{name}.game").read_bytes().decode()


@cache
def record_of(name: str) -> Record:
    return parse_record(text_of(name))


@cache
def steps_of(name: str) -> tuple[Step, ...]:
    return tuple(replay(record_of(name)))


def test_every_plan_is_recorded_and_nothing_else() -> None:
    assert set(GAMES) == set(PLANS)


def test_every_edition_has_a_game() -> None:
    assert {record_of(name).edition.name for name in GAMES} == set(EDITIONS)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_game_is_proven(name: str) -> None:
    assert verify_text(text_of(name)) == ()


@pytest.mark.parametrize("name", GAMES)
def test_recorded_game_prints_byte_for_byte(name: str) -> None:
    assert print_record(record_of(name)) == text_of(name)


@pytest.mark.parametrize("name", GAMES)
def test_a_recorded_match_is_played_to_its_end(name: str) -> None:
    record = record_of(name)

    assert len(record.games) == record.edition.games_in_a_match(len(record.seats))
    assert all(game.result is not None for game in record.games)


# Everything that can happen in a match happens in one of the games.


def happenings(name: str) -> set[str]:
    found: set[str] = {f"{len(record_of(name).seats)} players"}
    steps = steps_of(name)
    for before, step in pairwise(steps):
        if step.action is not None:
            found.update(_happenings(before.state, step.action, step.events, step.state))
    return found


def _happenings(before: State, action: Action, events: tuple[Event, ...], after: State) -> Iterator[str]:
    yield _kind(action, events)
    yield from (f"{tile} on the table" for tile in tiles_of(after.table) if tile.is_joker)
    for event in events:
        match event:
            case Played():
                yield from _techniques(Change(before.table, event.table, before.edition))
            case GameEnded(result=result):
                never_melded = any(not player.has_melded for player in after.players)
                yield f"{result.ending} under {after.edition.empty_pool}" if not after.pool else str(result.ending)
                yield from ["a shared win"] * (len(result.winners) > 1) + ["a player who never melded"] * never_melded
            case _:
                pass


def _kind(action: Action, events: tuple[Event, ...]) -> str:
    taken_back = next((event for event in events if isinstance(event, TookBack)), None)
    match action:
        case Play():
            return "a play" if taken_back is None else "a slip that costs the penalty"
        case Draw():
            return "a draw"
        case Pass():
            return "a pass"
        case Concede():
            return "a concession"
        case RunOutOfTime() if taken_back is not None:
            return "a time-out in an unfinished move" if taken_back.violations else "a time-out in a finished move"
        case RunOutOfTime():
            return "a time-out with nothing laid" if isinstance(events[1], Drew) else "a time-out that counts as a play"


def _techniques(change: Change) -> Iterator[str]:
    for meld in change.gone:
        if not any(Counter(meld) <= Counter(new) for new in change.arrived):
            yield "a manipulation"
        yield from (f"{joker} retrieved" for joker in JOKERS if joker in meld and _retrieved(joker, meld, change))


def _retrieved(joker: Tile, meld: Meld, change: Change) -> bool:
    """Whether a meld stays without its joker."""
    stays = Counter(number_tiles(meld))
    return any(stays <= Counter(new) and new.count(joker) < meld.count(joker) for new in change.arrived)


EVERYWHERE = {"a play", "a draw", "a manipulation", "J on the table", "J retrieved"}
ALL_JOKERS = {"D on the table", "C on the table", "M on the table"}
SHOWN = {
    "classic-en": {"rack-out", "empty-pool under until-no-play", "a pass", "a time-out that counts as a play"},
    "classic-en-four-players": {"4 players", "empty-pool under until-no-play", "a time-out in an unfinished move"},
    "classic-he": {"empty-pool under one-more-turn-each", "a player who never melded", "a concession"},
    "classic-he-2014": {"empty-pool under one-more-turn-each", "a time-out in an unfinished move"},
    "classic-uk": {"a shared win", "a time-out with nothing laid"},
    "house-rules": {"a slip that costs the penalty", "a time-out in a finished move", "a shared win"},
    "quick-21": {"last-player", "a concession"} | ALL_JOKERS,
    "twist": {"D retrieved", "C retrieved", "M retrieved"} | ALL_JOKERS,
    "xp-five-players": {"5 players", "rack-out"},
    "xp-three-players": {"3 players", "empty-pool under until-no-play"},
}


@pytest.mark.parametrize("name", GAMES)
def test_recorded_game_shows_its_feature(name: str) -> None:
    assert (EVERYWHERE | SHOWN[name]) - happenings(name) == set()


def test_the_larger_box_is_used_by_five_players_and_not_by_three() -> None:
    sizes = {name: _box_size(steps_of(name)[0].state) for name in ("xp-five-players", "xp-three-players")}

    assert sizes == {"xp-five-players": 160, "xp-three-players": 106}


def _box_size(state: State) -> int:
    return len(state.pool) + sum(len(player.rack) for player in state.players)


def test_player_who_never_melded_pays_in_full() -> None:
    """R-SCORE-06: Cat plays nothing in the first game of classic-he, with an initial meld on the rack."""
    last = [step.state for step in steps_of("classic-he") if step.game == 1][-1]

    assert last.result is not None
    assert could_have_melded(last.players[2].rack, last.edition)
    assert last.result.scores[2] == -rack_total(last.players[2].rack, last.edition)
