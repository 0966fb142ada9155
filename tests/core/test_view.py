"""The projections of states and events: a seat or a spectator sees only the facts it may know."""

import pytest
from msgspec.structs import replace

from tests.games import a_game, after, an_edition, play
from tilewise.core import engine, notation
from tilewise.core.actions import Concede, Draw, RunOutOfTime
from tilewise.core.deal import deal_from
from tilewise.core.events import Drew, Event, GameStarted, Passed, TookBack, WhyDrawn
from tilewise.core.rules.setup import set_up
from tilewise.core.state import State
from tilewise.core.view import redact, view_of


def three_players() -> State:
    return a_game("r1 r2 J", table="[b4 b5 b6]", pool="y1 y2 y3", others=("k1 k2", "k3 k4 k5 k6"))


def begun() -> GameStarted:
    return set_up(an_edition("classic-en"), deal_from("a view", 3))


def test_a_seat_sees_its_own_rack_and_counts_the_others() -> None:
    view = view_of(three_players(), 1)

    assert [seat.rack for seat in view.seats] == [None, notation.rack("k1 k2"), None]
    assert [seat.tiles for seat in view.seats] == [3, 2, 4]
    assert view.rack == notation.rack("k1 k2")


def test_a_spectator_sees_no_rack() -> None:
    view = view_of(three_players(), None)

    assert [seat.rack for seat in view.seats] == [None] * 3
    assert (view.rack, view.has_melded, view.is_my_turn) == ((), False, False)


def test_every_viewer_sees_the_table_and_counts_the_pool() -> None:
    state = three_players()

    for seat in (0, 1, 2, None):
        view = view_of(state, seat)
        assert (view.table, view.pool, view.to_move, view.starter, view.turn) == (state.table, 3, 0, 0, 0)


def test_exactly_one_seat_is_to_move() -> None:
    state = three_players()

    assert [view_of(state, seat).is_my_turn for seat in range(3)] == [True, False, False]


def test_every_viewer_sees_initial_melds_and_concessions() -> None:
    """A-28."""
    state = after(a_game("r1 r2", melded=False, others=("k1", "k2")), Concede(1))

    view = view_of(state, 2)

    assert [(seat.has_melded, seat.has_conceded) for seat in view.seats] == [
        (False, False),
        (True, True),
        (True, False),
    ]
    assert view.has_melded


def test_every_viewer_sees_tiles_laid_and_quiet_turns() -> None:
    state = after(a_game("r1 r2 r3 k9", others=("k1", "k2")), play("[r1 r2 r3]"), Draw(1))

    for seat in (0, 1, 2, None):
        assert [(each.laid, each.quiet) for each in view_of(state, seat).seats] == [(3, 0), (0, 1), (0, 0)]


def test_when_the_game_is_over_all_racks_are_shown() -> None:
    """R-SCORE-01."""
    over = after(a_game("r1 r2 r3", others=("k1 k2", "y5")), play("[r1 r2 r3]"))

    for seat in (0, 1, 2, None):
        view = view_of(over, seat)
        assert [each.rack for each in view.seats] == [(), notation.rack("k1 k2"), notation.rack("y5")]
        assert view.result == over.result
        assert not view.is_my_turn


@pytest.mark.parametrize("seat", [0, 1, None])
def test_a_view_does_not_change_when_hidden_tiles_do(seat: int | None) -> None:
    state = three_players()
    others = replace(state.players[2], rack=notation.rack("r9 b9 y9 J"))

    swapped = replace(state, players=(*state.players[:2], others), pool=notation.rack("k9 k9 M"))

    assert view_of(swapped, seat) == view_of(state, seat)


@pytest.mark.parametrize("seat", [-1, 3, 99])
def test_view_of_unknown_seat_is_rejected(seat: int) -> None:
    with pytest.raises(ValueError, match=f"no seat {seat}; there are 0 to 2, and None for a spectator"):
        view_of(three_players(), seat)


def test_deal_event_shows_starting_draw_and_own_rack_only() -> None:
    """R-SETUP-02."""
    event = begun()

    for seat in (0, 1, 2, None):
        heard = redact(event, seat)
        assert isinstance(heard, GameStarted)
        assert (heard.starting_draws, heard.starter, heard.pool) == (event.starting_draws, event.starter, ())
        assert heard.racks == tuple(rack if other == seat else () for other, rack in enumerate(event.racks))


def test_draw_event_shows_others_only_the_count() -> None:
    """R-TURN-03."""
    (event,) = engine.apply(three_players(), Draw(0))

    assert redact(event, 0) == event == Drew(0, 1, notation.rack("y1"), WhyDrawn.TURN)
    assert redact(event, 1) == redact(event, None) == Drew(0, 1, None, WhyDrawn.TURN)


def test_unfinished_move_event_hides_violations_from_others() -> None:
    """R-TIME-03: the violations would reveal tiles of the rack."""
    events = engine.apply(three_players(), RunOutOfTime(0, notation.table("[b4 b5 b6] [r1 r2]")))

    assert [redact(event, 0) for event in events] == list(events)
    assert redact(events[1], 1) == redact(events[1], None) == TookBack(0, ())


def test_table_events_are_the_same_for_every_seat() -> None:
    state = a_game("r1 r2 r3", others=("k1 k2",))
    events: list[Event] = [*engine.apply(state, play("[r1 r2 r3]")), *engine.apply(state, Concede(0)), Passed(0)]

    for seat in (0, 1, None):
        assert [redact(event, seat) for event in events] == events


def test_events_reveal_no_hidden_tile() -> None:
    """All hidden tiles of this deal are jokers, so any visible joker would be a leak."""
    event = replace(
        begun(), starting_draws=(), racks=(notation.rack("r1"), notation.rack("J")), pool=notation.rack("J")
    )

    assert "J" not in str(redact(event, 0)).replace("joker", "").replace("Joker", "")
