"""The engine: check, apply and evolve. Nothing is ever changed in place."""

from collections import Counter

import msgspec
import pytest

from tests.games import a_game, a_record, after, an_edition, play
from tilewise.core import engine, notation
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.deal import deal_from
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Conceded, Drew, Event, GameEnded, Passed, Played, Result, TimedOut, WhyDrawn
from tilewise.core.rules.setup import set_up
from tilewise.core.state import State
from tilewise.core.violations import RefusedError

WRONG: list[Action] = [
    Play(0, ()),
    Play(0, notation.table("[r1 r2]")),
    Play(1, notation.table("[r1 r2 r3]")),
    Play(0, notation.table("[D C M]")),
    Pass(0),
    Draw(1),
    Draw(-1),
    Draw(2),
    RunOutOfTime(1),
    RunOutOfTime(7, notation.table("[r1]")),
    Concede(5),
]


def tiles_of(state: State) -> Counter[str]:
    racks = (tile for player in state.players for tile in player.rack)
    return Counter([*racks, *state.pool, *(tile for meld in state.table for tile in meld)])


@pytest.mark.parametrize("action", WRONG)
def test_refused_action_changes_nothing(action: Action) -> None:
    state = a_game("r1 r2 k9", table="[b4 b5 b6]")
    before = msgspec.json.encode(state)

    violations = engine.check(state, action)

    assert violations
    with pytest.raises(RefusedError) as refusal:
        engine.apply(state, action)
    assert refusal.value.violations == violations
    assert msgspec.json.encode(state) == before


def test_action_does_not_modify_its_state() -> None:
    state = a_game("r1 r2 r3 k9", table="[b4 b5 b6]")
    before = msgspec.json.encode(state)

    later = engine.act(state, play("[b4 b5 b6] [r1 r2 r3]"))

    assert later != state
    assert msgspec.json.encode(state) == before


def test_a_game_starts_with_full_racks_and_an_empty_table() -> None:
    """R-SETUP-05, R-SETUP-07."""
    begun = set_up(an_edition("classic-en"), deal_from("start", 3))

    state = engine.start(begun)

    assert (state.table, state.turn, state.to_move, state.result) == ((), 0, begun.starter, None)
    assert not any(player.has_melded or player.has_conceded for player in state.players)
    assert engine.evolve(a_game(), begun) == state


@pytest.mark.parametrize(
    ("action", "kinds"),
    [
        (Draw(0), [Drew]),
        (play("[b4 b5 b6 b7]"), [Played]),
        (play("[b4 b5 b6 b7] [r1 r2 r3]"), [Played, GameEnded]),
        (RunOutOfTime(0), [TimedOut, Drew]),
        (Concede(0), [Conceded, GameEnded]),
    ],
)
def test_events_of_an_action(action: Action, kinds: list[type[Event]]) -> None:
    state = a_game("b7 r1 r2 r3", table="[b4 b5 b6]")

    assert [type(event) for event in engine.apply(state, action)] == kinds


def test_pass_produces_a_passed_event() -> None:
    """A-09."""
    assert engine.apply(a_game(pool="-", others=("r1", "r2")), Pass(0)) == (Passed(0),)


def test_play_event_lists_tiles_laid() -> None:
    """R-TURN-02."""
    state = a_game("b7 b3 k9", table="[b4 b5 b6]")

    assert engine.apply(state, play("[b3 b4 b5 b6 b7]")) == (
        Played(0, notation.table("[b3 b4 b5 b6 b7]"), notation.rack("b3 b7")),
    )


def test_play_marks_the_player_as_melded() -> None:
    """R-MELD-01."""
    state = after(a_game("r10 b10 k10 k1", melded=False), play("[r10 b10 k10]"))

    assert state.players[0].has_melded


def test_only_one_of_two_equal_tiles_is_laid() -> None:
    state = after(a_game("b7 b7 k9", table="[b4 b5 b6]"), play("[b4 b5 b6 b7]"))

    assert state.players[0].rack == notation.rack("b7 k9")


def test_redacted_draw_can_be_evolved() -> None:
    """A full state with a redacted draw takes the tiles from the top of the pool."""
    state = a_game("k9", pool="y1 y2 y3")

    told, heard = (engine.evolve(state, Drew(0, 2, tiles, WhyDrawn.TURN)) for tiles in (notation.rack("y1 y2"), None))

    assert told == heard


def test_the_end_shows_all_racks_and_the_result() -> None:
    """R-SCORE-01."""
    *_, ended = engine.apply(a_game("r1 r2 r3", others=("k9 J", "b2")), play("[r1 r2 r3]"))

    assert isinstance(ended, GameEnded)
    assert ended.racks == ((), notation.rack("k9 J"), notation.rack("b2"))
    assert ended.result.scores == (41, -39, -2)


def test_a_game_that_is_over_keeps_its_result() -> None:
    state = after(a_game("r1 r2 r3"), play("[r1 r2 r3]"))

    assert isinstance(state.result, Result)
    assert state.is_over


@pytest.mark.parametrize("name", EDITIONS)
def test_a_whole_game_loses_no_tile_and_ends(name: str) -> None:
    """R-SCORE-03, R-CONT-01."""
    record = a_record("Ann", "Bob", "Cyd", edition=name)
    (game,) = record.games
    begun = set_up(record.edition, game.deal)

    states = list(engine.replay(begun, game.actions))

    assert len(states) == len(game.actions) + 1
    assert {frozenset(tiles_of(state).items()) for state in states} == {frozenset(tiles_of(states[0]).items())}
    assert [state.is_over for state in states] == [False] * len(game.actions) + [True]
    assert states[-1].result == game.result
    assert sum(states[-1].result.scores if states[-1].result else ()) == 0


@pytest.mark.parametrize("name", ["classic-he", "twist"])
def test_every_state_and_event_survives_json(name: str) -> None:
    record = a_record(edition=name)
    (game,) = record.games
    state = engine.start(set_up(record.edition, game.deal))

    for action in game.actions:
        assert msgspec.json.decode(msgspec.json.encode(action), type=Action) == action
        for event in engine.apply(state, action):
            assert msgspec.json.decode(msgspec.json.encode(event), type=Event) == event
            state = engine.evolve(state, event)
    assert msgspec.json.decode(msgspec.json.encode(state), type=State) == state


def test_turns_are_counted() -> None:
    """A-17: a turn is one player's."""
    state = after(a_game("b7 k9", table="[b4 b5 b6]"), play("[b4 b5 b6 b7]"), Draw(1), RunOutOfTime(0))

    assert state.turn == 3


def test_tiles_laid_and_quiet_turns_are_counted_for_each_seat() -> None:
    state = after(
        a_game("b7 b8 r1 r2 r3 k9", table="[b4 b5 b6]"),
        play("[b4 b5 b6 b7 b8]"),
        Draw(1),
        RunOutOfTime(0),
        Draw(1),
        play("[b4 b5 b6 b7 b8] [r1 r2 r3]"),
    )

    assert [(player.laid, player.quiet) for player in state.players] == [(5, 0), (0, 2)]
