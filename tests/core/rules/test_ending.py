"""The end of a game: a rack is empty, no player can go on, or one player is left."""

import pytest

from tests.games import a_game, after, play
from tilewise.core import engine
from tilewise.core.actions import Action, Concede, Draw, Pass, RunOutOfTime
from tilewise.core.editions import EDITIONS
from tilewise.core.events import Ending, GameEnded
from tilewise.core.state import State

ONE_MORE = "one-more-turn-each"
UNTIL_NO_PLAY = "until-no-play"
BUILD = ("[b4 b5 b6 b7]", "[b4 b5 b6 b7 b8]")


def nearly_over(policy: str, *, pool: str = "y1", **house_rules: object) -> State:
    """Return a game of three players with one tile left to draw, at seat 0's turn."""
    return a_game(
        "b7 b8 k1 k5",
        table="[b4 b5 b6]",
        pool=pool,
        others=("b7 k1 k5", "b7 b8 k9 r1"),
        empty_pool=policy,
        **house_rules,  # type: ignore[arg-type]
    )


def passes(*seats: int) -> list[Action]:
    return [Pass(seat) for seat in seats]


def ending(state: State) -> Ending | None:
    return None if state.result is None else state.result.ending


@pytest.mark.parametrize("name", EDITIONS)
def test_the_game_is_over_when_a_rack_is_empty(name: str) -> None:
    """R-END-01, R-GOAL-01, R-WIN-01, R-SETUP-12."""
    state = a_game("b7", table="[b4 b5 b6]", edition=name, others=("r1 r2", "r3"))

    _, ended = engine.apply(state, play("[b4 b5 b6 b7]"))

    assert isinstance(ended, GameEnded)
    assert (ended.result.ending, ended.result.winners, ended.racks[0]) == (Ending.RACK_OUT, (0,), ())


def test_the_game_goes_on_while_there_is_a_pool() -> None:
    """R-END-03."""
    assert ending(after(a_game(pool="y1 y2"), Draw(0))) is None


@pytest.mark.parametrize("name", EDITIONS)
def test_each_edition_ends_by_its_own_rule_without_a_pool(name: str) -> None:
    """R-END-02, R-END-03, A-09."""
    one_more = name in {"classic-he", "classic-he-2014"}

    assert EDITIONS[name].empty_pool == (ONE_MORE if one_more else UNTIL_NO_PLAY)


def test_last_turns_begin_left_of_the_seat_that_took_the_last_tile() -> None:
    """R-END-02, A-09."""
    state = after(nearly_over(ONE_MORE), Draw(0))

    assert (state.last_turns, state.to_move) == ((1, 2, 0), 1)
    assert ending(after(state, *passes(1, 2))) is None
    assert ending(after(state, *passes(1, 2, 0))) is Ending.EMPTY_POOL


def test_last_turns_are_the_same_for_plays() -> None:
    """R-END-02, A-09."""
    state = after(nearly_over(ONE_MORE), Draw(0), play(BUILD[0], 1), play(BUILD[1], 2), Pass(0))

    assert ending(state) is Ending.EMPTY_POOL


def test_a_penalty_can_take_the_last_tile_as_well() -> None:
    """A-06, R-END-02."""
    state = after(nearly_over(ONE_MORE), RunOutOfTime(0))

    assert state.last_turns == (1, 2, 0)


def test_conceding_seat_loses_its_last_turn() -> None:
    """A-28, A-09."""
    state = after(nearly_over(ONE_MORE), Draw(0), Concede(2))

    assert state.last_turns == (1, 0)
    assert ending(after(state, *passes(1, 0))) is Ending.EMPTY_POOL


def test_concession_of_the_last_seat_to_move_ends_the_game() -> None:
    """A-28, A-09."""
    state = after(nearly_over(ONE_MORE), Draw(0), *passes(1, 2), Concede(0))

    assert ending(state) is Ending.EMPTY_POOL


def test_conceded_seat_gets_no_last_turn() -> None:
    """A-28, A-09."""
    assert after(nearly_over(ONE_MORE), Concede(1), Draw(0)).last_turns == (2, 0)


def test_game_ends_when_all_pass_in_a_row() -> None:
    """R-END-03, A-09."""
    state = after(nearly_over(UNTIL_NO_PLAY), Draw(0))

    assert ending(after(state, *passes(1, 2))) is None
    assert ending(after(state, *passes(1, 2, 0))) is Ending.EMPTY_POOL


def test_play_restarts_the_count_of_passes() -> None:
    """R-END-03, A-09."""
    state = after(nearly_over(UNTIL_NO_PLAY), Draw(0), Pass(1), play(BUILD[0], 2))

    assert ending(after(state, *passes(0, 1))) is None
    assert ending(after(state, *passes(0, 1, 2))) is Ending.EMPTY_POOL


def test_timeout_counts_as_a_pass_on_empty_pool() -> None:
    """A-06, R-END-03."""
    state = after(nearly_over(UNTIL_NO_PLAY), Draw(0), Pass(1), RunOutOfTime(2), Pass(0))

    assert ending(state) is Ending.EMPTY_POOL


def test_conceded_seats_need_not_pass() -> None:
    """A-28, R-END-03."""
    state = after(nearly_over(UNTIL_NO_PLAY), Draw(0), Concede(2), *passes(1, 0))

    assert ending(state) is Ending.EMPTY_POOL


def test_concession_of_the_only_seat_that_did_not_pass_ends_the_game() -> None:
    """A-28, R-END-03."""
    state = after(nearly_over(UNTIL_NO_PLAY), Draw(0), *passes(1, 2), Concede(0))

    assert ending(state) is Ending.EMPTY_POOL


@pytest.mark.parametrize("policy", [ONE_MORE, UNTIL_NO_PLAY])
def test_going_out_wins_on_empty_pool(policy: str) -> None:
    """R-END-01, R-WIN-01."""
    state = after(a_game("b7", table="[b4 b5 b6]", pool="-", empty_pool=policy), play(BUILD[0]))

    assert ending(state) is Ending.RACK_OUT


@pytest.mark.parametrize("policy", [ONE_MORE, UNTIL_NO_PLAY])
def test_last_player_left_wins_on_empty_pool(policy: str) -> None:
    """A-28."""
    state = after(nearly_over(policy), Draw(0), Concede(1), Concede(2))

    assert ending(state) is Ending.LAST_PLAYER
