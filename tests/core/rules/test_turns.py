"""The turn: when a seat may act, what a play may do, and the violations of an illegal play."""

import pytest

from tests.games import a_game, after, broken, check, play
from tilewise.core import engine, notation
from tilewise.core.actions import Action, Concede, Draw, Pass, Play, RunOutOfTime
from tilewise.core.events import Drew, Ending, Played, TookBack, WhyDrawn
from tilewise.core.rules.melds import MeldFault
from tilewise.core.violations import RefusedError, Rule, Violation

EVERY_ACTION = [Play, Draw, Pass, RunOutOfTime, Concede]


def an_action(kind: type[Action], seat: int) -> Action:
    return Play(seat, ()) if kind is Play else kind(seat)  # type: ignore[call-arg]


def test_the_turn_goes_to_the_left_and_round() -> None:
    """R-TURN-01."""
    state = a_game(others=("r1", "r2"))

    turns = [state.to_move]
    for _ in range(3):
        state = after(state, Draw(state.to_move))
        turns.append(state.to_move)

    assert turns == [0, 1, 2, 0]


@pytest.mark.parametrize("kind", [Play, Draw, Pass, RunOutOfTime])
def test_no_player_acts_out_of_turn(kind: type[Action]) -> None:
    """R-TURN-01."""
    violations = engine.check(a_game(), an_action(kind, seat=1))

    assert violations == (Violation(Rule.NOT_YOUR_TURN, have=1, need=0),)


@pytest.mark.parametrize("kind", EVERY_ACTION)
@pytest.mark.parametrize("seat", [-1, 2, 99])
def test_unknown_seat_is_refused(kind: type[Action], seat: int) -> None:
    """R-TURN-01."""
    assert engine.check(a_game(), an_action(kind, seat)) == (Violation(Rule.UNKNOWN_SEAT, have=seat, need=2),)


@pytest.mark.parametrize("kind", EVERY_ACTION)
@pytest.mark.parametrize("seat", [0, 1])
def test_nothing_happens_after_the_end(kind: type[Action], seat: int) -> None:
    """R-END-01."""
    over = after(a_game("r1 r2 r3"), play("[r1 r2 r3]"))

    assert over.is_over
    assert engine.check(over, an_action(kind, seat)) == (Violation(Rule.GAME_IS_OVER),)


@pytest.mark.parametrize("kind", EVERY_ACTION)
def test_conceded_seat_cannot_act(kind: type[Action]) -> None:
    """A-28."""
    state = after(a_game(others=("r1", "r2")), Concede(0))

    assert engine.check(state, an_action(kind, seat=0)) == (Violation(Rule.ALREADY_CONCEDED),)


def test_conceded_seat_is_skipped() -> None:
    """A-28, R-TURN-01."""
    state = after(a_game(others=("r1", "r2")), Concede(0))

    assert (state.to_move, after(state, Draw(1), Draw(2)).to_move) == (1, 1)


def test_conceding_needs_no_turn() -> None:
    """A-28."""
    state = after(a_game(others=("r1", "r2")), Concede(1))

    assert (state.to_move, after(state, Draw(0)).to_move) == (0, 2)


def test_last_seat_left_wins() -> None:
    """A-28."""
    state = after(a_game("r1 J", others=("r13", "r12")), Concede(1), Concede(0))

    assert state.result is not None
    assert (state.result.ending, state.result.winners) == (Ending.LAST_PLAYER, (2,))


def test_a_play_lays_a_tile_from_the_rack() -> None:
    """R-TURN-02, R-JOK-09."""
    state = a_game("k9", table="[b4 b5 b6 b7 b8 b9]")

    assert check(state, "[b4 b5 b6] [b7 b8 b9]") == (Violation(Rule.NO_RACK_TILE, have=0, need=1),)


def test_unchanged_table_is_not_a_play() -> None:
    """R-TURN-02."""
    assert broken(a_game("k9", table="[b4 b5 b6]"), "[b4 b5 b6]") == {Rule.NO_RACK_TILE}


def test_turn_is_a_play_or_a_draw_but_not_both() -> None:
    """R-TURN-03."""
    state = after(a_game("b7 k1", table="[b4 b5 b6]"), play("[b4 b5 b6 b7]"))

    assert broken(state, Draw(0)) == {Rule.NOT_YOUR_TURN}


def test_a_tile_just_drawn_waits_for_the_next_turn() -> None:
    """R-TURN-06."""
    state = a_game("k1", table="[b4 b5 b6]", pool="b7 r1 r1")
    drawn = after(state, Draw(0))

    assert broken(state, "[b4 b5 b6 b7]") == {Rule.TILE_NOT_ON_RACK}
    assert broken(drawn, play("[b4 b5 b6 b7]")) == {Rule.NOT_YOUR_TURN}
    assert check(after(drawn, Draw(1)), "[b4 b5 b6 b7]") == ()


def test_tiles_never_go_back_to_the_rack() -> None:
    """R-TURN-05."""
    state = a_game("k9 k10 k11", table="[b4 b5 b6 b7]")

    assert check(state, "[b4 b5 b6] [k9 k10 k11]") == (Violation(Rule.TABLE_TO_RACK, tiles=notation.rack("b7")),)


def test_one_turn_may_lay_new_melds_add_to_old_ones_and_rearrange() -> None:
    """R-TURN-07, R-MAN-01, R-MAN-04."""
    state = a_game("r9 k9 b9 b7 y8", table="[b4 b5 b6] [r8 k8 b8] [y9 y10 y11]")

    assert check(state, "[b4 b5 b6] [b7 b8 b9] [r8 k8 y8] [r9 k9 y9] [y9 y10 y11]") != ()
    assert check(state, "[b4 b5 b6] [b7 b8 b9] [r8 k8 y8] [r9 k9 y9] [y10 y11]") != ()
    assert check(state, "[b4 b5 b6 b7] [r8 k8 b8 y8] [y9 y10 y11] [r9 k9 b9]") == ()


def test_every_broken_rule_is_reported_at_once() -> None:
    """R-MAN-03, R-MELD-01, R-MELD-06, R-TURN-05."""
    state = a_game("r1 r2", table="[b4 b5 b6 b7]", melded=False)

    assert check(state, "[b4 b5 b6] [r1 r2]") == (
        Violation(Rule.TABLE_TO_RACK, tiles=notation.rack("b7")),
        Violation(Rule.NOT_A_MELD, tiles=notation.meld("r1 r2"), why=MeldFault.TOO_FEW_TILES),
        Violation(
            Rule.INITIAL_MELD_TOUCHES_TABLE, tiles=notation.meld("b4 b5 b6 b7"), meld=notation.meld("b4 b5 b6 b7")
        ),
        Violation(Rule.INITIAL_MELD_POINTS, have=0, need=30),
    )


def test_refusal_carries_the_violations_of_check() -> None:
    state = a_game("k9", table="[b4 b5 b6]")

    with pytest.raises(RefusedError, match=r"tile-not-on-rack \(R-MELD-03\)") as refusal:
        engine.apply(state, play("[b4 b5 b6 b7]"))

    assert refusal.value.violations == check(state, "[b4 b5 b6 b7]")


def test_refusal_names_a_rule_once_that_is_broken_twice() -> None:
    with pytest.raises(RefusedError) as refusal:
        engine.apply(a_game("k9", table="[b4 b5 b6]"), play("[b4 b5 b6] [k9] [k9]"))

    assert str(refusal.value).count("not-a-meld") == 1


def test_a_broken_table_is_refused_and_costs_nothing() -> None:
    """A-20."""
    state = a_game("k9 r1", table="[b4 b5 b6]")

    assert broken(state, "[b4 b5 b6] [k9 r1]") == {Rule.NOT_A_MELD}


def test_strict_house_treats_illegal_play_as_unfinished_move() -> None:
    """A-20, R-TIME-03."""
    state = a_game("k9 r1", table="[b4 b5 b6]", strict_confirm=True)

    taken_back, drew = engine.apply(state, play("[b4 b5 b6] [k9 r1]"))

    assert isinstance(taken_back, TookBack)
    assert [violation.rule for violation in taken_back.violations] == [Rule.NOT_A_MELD]
    assert drew == Drew(0, 3, state.pool[:3], WhyDrawn.UNFINISHED)


def test_strict_house_accepts_legal_play() -> None:
    """A-20."""
    state = a_game("b7 k1", table="[b4 b5 b6]", strict_confirm=True)

    assert engine.apply(state, play("[b4 b5 b6 b7]")) == (
        Played(0, notation.table("[b4 b5 b6 b7]"), notation.rack("b7")),
    )


@pytest.mark.parametrize("table", ["[b4 b5 b6 b7]", "[b4 b5]"])
def test_tiles_cannot_appear_or_vanish_in_a_strict_house(table: str) -> None:
    """A-20, R-TURN-05."""
    state = a_game("k9", table="[b4 b5 b6]", strict_confirm=True)

    assert broken(state, table) <= {Rule.TILE_NOT_ON_RACK, Rule.TABLE_TO_RACK} != set()
