"""Time: the consequences of a timeout, and the house rules about it."""

import pytest

from tests.games import a_game, after, an_edition
from tilewise.core import engine, notation
from tilewise.core.actions import RunOutOfTime
from tilewise.core.edition import UnrestorableTiles
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Drew, Event, Played, TimedOut, TookBack, WhyDrawn
from tilewise.core.rules.time import pool_with_lost_tiles
from tilewise.core.state import State

POOL = "y1 y2 y3 y4"
UNTOUCHED = None
REARRANGED = "[b4 b5] [b6 b7]"
UNFINISHED = "[b4 b5 b6 b7] [r1 k9]"
FINISHED = "[b4 b5 b6 b7 b8]"


def a_turn(**house_rules: object) -> State:
    return a_game("b8 r1 k9", table="[b4 b5 b6 b7]", pool=POOL, **house_rules)  # type: ignore[arg-type]


def time_is_up(state: State, draft: str | None) -> tuple[Event, ...]:
    return engine.apply(state, RunOutOfTime(0, None if draft is None else notation.table(draft)))


def drew(tiles: str, why: WhyDrawn) -> Drew:
    return Drew(0, len(notation.rack(tiles)), notation.rack(tiles), why)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_turn_lasts_a_minute(name: str) -> None:
    """R-TIME-01, A-24."""
    assert EDITIONS[name].turn_seconds == 60


@pytest.mark.parametrize("seconds", [0, 30, 120, 300])
def test_the_time_may_be_changed_everywhere_or_turned_off(seconds: int) -> None:
    """A-24, R-TIME-01."""
    assert an_edition("classic-en", turn_seconds=seconds).turn_seconds == seconds


@pytest.mark.parametrize("seconds", [-1, 1, 29, 301])
def test_a_turn_is_neither_too_short_nor_too_long(seconds: int) -> None:
    """A-24."""
    with pytest.raises(ValueError, match=f"turn_seconds must be 0 or 30 to 300, not {seconds}"):
        an_edition("classic-en", turn_seconds=seconds)


@pytest.mark.parametrize("name", EDITIONS)
def test_nothing_laid_costs_one_tile(name: str) -> None:
    """R-TIME-02, A-05."""
    assert time_is_up(a_turn(edition=name), UNTOUCHED) == (TimedOut(0), drew("y1", WhyDrawn.OVERRUN))


def test_moving_tiles_of_the_table_is_not_laying() -> None:
    """A-30."""
    state = a_turn()

    assert time_is_up(state, REARRANGED) == (TimedOut(0), drew("y1", WhyDrawn.OVERRUN))
    assert after(state, RunOutOfTime(0, notation.table(REARRANGED))).table == state.table


@pytest.mark.parametrize("name", EDITIONS)
def test_an_unfinished_move_is_taken_back_and_costs_three(name: str) -> None:
    """R-TIME-03, A-05."""
    state = a_turn(edition=name)

    timed_out, taken_back, drawn = time_is_up(state, UNFINISHED)

    assert (timed_out, drawn) == (TimedOut(0), drew("y1 y2 y3", WhyDrawn.UNFINISHED))
    assert isinstance(taken_back, TookBack)
    later = engine.evolve_all(state, (timed_out, taken_back, drawn))
    assert (later.table, len(later.players[0].rack), later.to_move) == (state.table, 6, 1)


def test_an_initial_meld_that_is_too_small_is_an_unfinished_move() -> None:
    """A-05, R-TIME-03."""
    state = a_game("r1 r2 r3 k9", melded=False, pool=POOL)

    assert time_is_up(state, "[r1 r2 r3]")[-1] == drew("y1 y2 y3", WhyDrawn.UNFINISHED)


def test_a_draft_of_missing_tiles_is_an_unfinished_move() -> None:
    """R-TIME-03."""
    assert time_is_up(a_turn(), "[b4 b5 b6 b7] [r9 b9 k9]")[-1] == drew("y1 y2 y3", WhyDrawn.UNFINISHED)


@pytest.mark.parametrize("name", EDITIONS)
def test_a_finished_play_counts(name: str) -> None:
    """A-05."""
    assert time_is_up(a_turn(edition=name), FINISHED) == (
        TimedOut(0),
        Played(0, notation.table(FINISHED), notation.rack("b8")),
    )


def test_house_may_count_only_confirmed_plays() -> None:
    """A-05."""
    state = a_turn(on_timeout_legal="revert-draw-1")

    assert time_is_up(state, FINISHED) == (TimedOut(0), TookBack(0, ()), drew("y1", WhyDrawn.OVERRUN))


@pytest.mark.parametrize(("tiles", "drawn"), [(0, "-"), (1, "y1"), (2, "y1 y2"), (3, "y1 y2 y3")])
def test_timeout_penalty_is_a_house_rule(tiles: int, drawn: str) -> None:
    """R-TIME-02, A-05, R-SETUP-11."""
    assert time_is_up(a_turn(timeout_no_play_draw=tiles), UNTOUCHED)[-1] == drew(drawn, WhyDrawn.OVERRUN)


@pytest.mark.parametrize(("tiles", "drawn"), [(0, "-"), (1, "y1"), (2, "y1 y2"), (3, "y1 y2 y3")])
def test_unfinished_move_penalty_is_a_house_rule(tiles: int, drawn: str) -> None:
    """R-TIME-03, A-05, R-SETUP-11."""
    assert time_is_up(a_turn(incomplete_penalty_draw=tiles), UNFINISHED)[-1] == drew(drawn, WhyDrawn.UNFINISHED)


def test_turn_ends_even_without_a_penalty_tile() -> None:
    """A-05: it is no pass, for there is a pool."""
    state = after(a_turn(timeout_no_play_draw=0), RunOutOfTime(0))

    assert (state.to_move, state.turn, state.passed) == (1, 1, ())


def test_penalty_takes_at_most_the_pool() -> None:
    """R-TIME-05, A-06."""
    state = a_game("b8 r1 k9", table="[b4 b5 b6 b7]", pool="y1 y2")

    assert time_is_up(state, UNFINISHED)[-1] == drew("y1 y2", WhyDrawn.UNFINISHED)
    assert after(state, RunOutOfTime(0, notation.table(UNFINISHED))).last_turns == (1, 0)


@pytest.mark.parametrize("draft", [UNTOUCHED, UNFINISHED])
def test_with_an_empty_pool_the_turn_is_a_pass(draft: str | None) -> None:
    """A-06."""
    state = a_game("b8 r1 k9", table="[b4 b5 b6 b7]", pool="-", others=("r1", "r2"))

    later = engine.evolve_all(state, time_is_up(state, draft))

    assert (later.passed, later.to_move, later.players[0].rack) == ((0,), 1, state.players[0].rack)


def test_going_out_when_time_is_up_wins_the_game() -> None:
    """A-05, R-END-01."""
    state = after(a_game("b8", table="[b4 b5 b6 b7]"), RunOutOfTime(0, notation.table(FINISHED)))

    assert state.result is not None
    assert state.result.winners == (0,)


def test_unrestorable_tiles_go_into_the_pool_at_a_real_table() -> None:
    """R-TIME-04, A-19."""
    pool, lost = notation.rack("y1 k9"), notation.table("[r5 b2] [k1]")

    assert pool_with_lost_tiles(pool, lost, UnrestorableTiles.TO_POOL) == notation.rack("r5 b2 y1 k1 k9")
    assert pool_with_lost_tiles(pool, lost, UnrestorableTiles.UNSPECIFIED) == pool


def test_three_booklets_send_unrestorable_tiles_to_the_pool() -> None:
    """R-TIME-04, A-19."""
    named = {name for name, edition in EDITIONS.items() if edition.unrestorable_tiles is UnrestorableTiles.TO_POOL}

    assert named == {"classic-he", "classic-he-2014", "classic-uk"}
