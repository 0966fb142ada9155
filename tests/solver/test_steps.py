"""The steps of a turn: the worked examples of the rulebooks, and properties of all plans."""

from collections import Counter
from random import Random

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.random_tables import legal_table, rearranged, with_a_joker_retrieved
from tests.solver.chance import a_position, an_edition
from tests.solver.fewest_steps import FewestSteps
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.notation import meld, table
from tilewise.core.rules.reading import Slot
from tilewise.core.rules.table import Change
from tilewise.core.tiles import Colour, Table, Tile, number_tiles
from tilewise.solver.steps import (
    Join,
    Lay,
    Put,
    ReplaceJoker,
    Reverse,
    Split,
    SplitAtJoker,
    Step,
    Take,
    TakeJoker,
    replay_steps,
    steps,
)

CLASSIC_EN = EDITIONS["classic-en"]
CLASSIC_HE = EDITIONS["classic-he"]
TWIST = EDITIONS["twist"]
XP = EDITIONS["xp"]

NINE = (Slot(9, frozenset({Colour.RED, Colour.BLUE})),)
"""The tile that a joker becomes in the group of nines that is laid with it."""


def nines(makes: int) -> Lay:
    return Lay(makes, meld("k9 y9 J"), rack=meld("k9 y9"))


EXAMPLES: dict[str, tuple[str, str, tuple[Step, ...]]] = {
    "E1, tiles are added": (
        "[b4 b5 b6] [r8 y8 k8]",
        "[b3 b4 b5 b6] [r8 y8 k8 b8]",
        (
            Put(0, meld("b4 b5 b6"), meld("b3"), places=(0,), rack=meld("b3")),
            Put(1, meld("r8 y8 k8"), meld("b8"), places=(3,), rack=meld("b8")),
        ),
    ),
    "E2, the fourth tile of a group is taken": (
        "[r4 b4 y4 k4]",
        "[r4 y4 k4] [b3 b4 b5 b6]",
        (
            Take(0, meld("r4 b4 y4 k4"), places=(1,)),
            Lay(1, meld("b3 b4 b5 b6"), rack=meld("b3 b5 b6")),
        ),
    ),
    "E3, a fourth tile is added and one taken away": (
        "[b8 b9 b10]",
        "[b9 b10 b11] [b8 k8 y8]",
        (
            Put(0, meld("b8 b9 b10"), meld("b11"), places=(3,), rack=meld("b11")),
            Take(0, meld("b8 b9 b10 b11"), places=(0,)),
            Lay(1, meld("b8 k8 y8"), rack=meld("k8 y8")),
        ),
    ),
    "E4, a run is split": (
        "[r4 r5 r6 r7 r8]",
        "[r4 r5 r6] [r6 r7 r8]",
        (
            Split(0, meld("r4 r5 r6 r7 r8"), places=(3, 4), makes=1),
            Put(1, meld("r7 r8"), meld("r6"), places=(0,), rack=meld("r6")),
        ),
    ),
    "E5, a combined split": (
        "[y1 y2 y3 y4] [r1 b1 y1 k1]",
        "[y2 y3 y4] [b1 y1 k1] [b1 y1 r1]",
        (
            Take(0, meld("y1 y2 y3 y4"), places=(0,)),
            Take(1, meld("r1 b1 y1 k1"), places=(0,)),
            Lay(2, meld("b1 y1 r1"), rack=meld("b1")),
        ),
    ),
    "E6, a multiple split": (
        "[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]",
        "[r5 y5 k5 b5] [r6 y6 k6] [r7 y7 k7] [k8 k9 k10]",
        (
            Put(2, meld("k5 k6 k7 k8 k9"), meld("k10"), places=(5,), rack=meld("k10")),
            Take(0, meld("r5 r6 r7"), places=(0, 1, 2)),
            Take(1, meld("y5 y6 y7"), places=(0, 1, 2)),
            Take(2, meld("k5 k6 k7 k8 k9 k10"), places=(0, 1, 2)),
            Lay(3, meld("r5 y5 k5 b5"), rack=meld("b5")),
            Lay(4, meld("r6 y6 k6"), rack=()),
            Lay(5, meld("r7 y7 k7"), rack=()),
        ),
    ),
    "E-J1, a joker is replaced in a group": (
        "[r3 b3 J]",
        "[r3 b3 y3] [k9 y9 J]",
        (ReplaceJoker(0, meld("r3 b3 J"), 2, meld("y3"), rack=meld("y3"), becomes=NINE), nines(1)),
    ),
    "E-J1, a joker is replaced by both missing tiles": (
        "[r3 b3 J]",
        "[r3 b3 y3 k3] [k9 y9 J]",
        (ReplaceJoker(0, meld("r3 b3 J"), 2, meld("y3 k3"), rack=meld("y3 k3"), becomes=NINE), nines(1)),
    ),
    "E-J2, a run is split at a joker": (
        "[b3 b4 b5 J b7 b8 b9]",
        "[b3 b4 b5] [b7 b8 b9] [k9 y9 J]",
        (SplitAtJoker(0, meld("b3 b4 b5 J b7 b8 b9"), 3, makes=1, becomes=NINE), nines(2)),
    ),
    "E-J3, a joker is replaced in a run": (
        "[b4 J b6]",
        "[b4 b5 b6] [k9 y9 J]",
        (ReplaceJoker(0, meld("b4 J b6"), 1, meld("b5"), rack=meld("b5"), becomes=NINE), nines(1)),
    ),
    "E-J3, a run grows at the other end": (
        "[b6 b7 J]",
        "[b5 b6 b7] [k9 y9 J]",
        (
            Put(0, meld("b6 b7 J"), meld("b5"), places=(0,), rack=meld("b5")),
            TakeJoker(0, meld("b5 b6 b7 J"), 3, becomes=NINE),
            nines(1),
        ),
    ),
    "E-J4, the other tiles are moved away": (
        "[k1 k2 J] [r1 b1 y1] [r2 b2 y2]",
        "[r1 b1 y1 k1] [r2 b2 y2 k2] [k9 y9 J]",
        (
            Take(0, meld("k1 k2 J"), places=(0, 1)),
            Put(1, meld("r1 b1 y1"), meld("k1"), places=(3,), rack=()),
            Put(2, meld("r2 b2 y2"), meld("k2"), places=(3,), rack=()),
            TakeJoker(0, meld("J"), 0, becomes=NINE),
            nines(3),
        ),
    ),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worked_examples_come_out_as_a_person_does_them(name: str) -> None:
    before, after, expected = EXAMPLES[name]

    assert steps(table(before), table(after), CLASSIC_HE) == expected


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_worked_examples_lead_to_the_printed_tables(name: str) -> None:
    before, after, expected = EXAMPLES[name]
    change = Change(table(before), table(after), CLASSIC_HE)

    assert Counter(replay_steps(change.before, change.laid.elements(), expected)) == Counter(change.after)


def test_a_mirror_meld_grows_on_both_sides_at_once() -> None:
    found = steps(table("[b3 M b3]"), table("[b2 b3 M b3 b2]"), TWIST)

    assert found == (Put(0, meld("b3 M b3"), meld("b2 b2"), places=(0, 4), rack=meld("b2 b2")),)


def test_half_of_a_mirror_meld_is_turned_round_to_be_a_run() -> None:
    before, after = table("[b3 b4 b5 M b5 b4 b3]"), table("[b3 b4 b5] [b3 b4 b5] [k9 M k9]")

    assert steps(before, after, TWIST) == (
        SplitAtJoker(0, meld("b3 b4 b5 M b5 b4 b3"), 3, makes=1, becomes=()),
        Reverse(1, meld("b5 b4 b3")),
        Lay(2, meld("k9 M k9"), rack=meld("k9 k9")),
    )


def test_a_double_joker_is_replaced_by_both_its_tiles() -> None:
    found = steps(table("[y2 D y5]"), table("[y2 y3 y4 y5] [r5 D r8]"), TWIST)

    becomes = tuple(Slot(number, frozenset({Colour.RED})) for number in (6, 7))
    assert found == (
        ReplaceJoker(0, meld("y2 D y5"), 1, meld("y3 y4"), rack=meld("y3 y4"), becomes=becomes),
        Lay(1, meld("r5 D r8"), rack=meld("r5 r8")),
    )


def test_two_runs_are_joined_when_the_gap_is_closed() -> None:
    found = steps(table("[b3 b4 b5] [b7 b8 b9]"), table("[b3 b4 b5 b6 b7 b8 b9]"), CLASSIC_EN)

    assert found == (
        Put(0, meld("b3 b4 b5"), meld("b6"), places=(3,), rack=meld("b6")),
        Join(0, meld("b3 b4 b5 b6"), other=1, other_row=meld("b7 b8 b9")),
    )


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("[b3 b4 b5] [b7 b8 b9]", "[b3 b4 b5 b6 b7 b8 b9]"),
        ("[b3 b4 b5] [b7 b8 b9]", "[b2 b3 b4 b5 b6 b7 b8 b9 b10]"),
        ("[b3 b4 b5 M b5 b4 b3]", "[b3 b4 b5] [b3 b4 b5] [k9 M k9]"),
        ("[b3 b4 b5] [b3 b4 b5]", "[b3 b4 b5 M b5 b4 b3]"),
        ("[y2 y3 C r5 r6]", "[y2 y3 y4] [r4 r5 r6] [k9 C y11]"),
        ("[b4 J M D]", "[b4 b5 b6] [k3 J M D]"),
    ],
)
def test_joined_and_reversed_rows_lie_in_the_right_order(before: str, after: str) -> None:
    change = Change(table(before), table(after), TWIST)

    replayed = replay_steps(change.before, change.laid.elements(), steps(change.before, change.after, TWIST))

    assert Counter(replayed) == Counter(change.after)


def test_two_runs_are_joined_first_when_tiles_go_to_all_sides() -> None:
    found = steps(table("[b3 b4 b5] [b7 b8 b9]"), table("[b2 b3 b4 b5 b6 b7 b8 b9 b10]"), CLASSIC_EN)

    assert found == (
        Join(0, meld("b3 b4 b5"), other=1, other_row=meld("b7 b8 b9")),
        Put(0, meld("b3 b4 b5 b7 b8 b9"), meld("b2 b6 b10"), places=(0, 4, 8), rack=meld("b2 b6 b10")),
    )


def test_a_tile_that_two_new_melds_could_keep_goes_where_it_saves_a_step() -> None:
    found = steps(table("[r3 r4 r5 r6 r7 r8]"), table("[r2 r3 r4 r5 r6] [r6 r7 r8]"), CLASSIC_EN)

    assert found == (
        Split(0, meld("r3 r4 r5 r6 r7 r8"), places=(3, 4, 5), makes=1),
        Put(0, meld("r3 r4 r5"), meld("r2 r6"), places=(0, 4), rack=meld("r2 r6")),
    )


def test_a_free_joker_goes_to_the_new_meld_and_the_one_from_the_rack_elsewhere() -> None:
    found = steps(table("[r5 J r7] [b1 b2 b3]"), table("[r5 r6 r7] [b1 b2 b3 J] [k9 y9 J]"), CLASSIC_EN)

    assert [step.rack for step in found if isinstance(step, Put | Lay)] == [meld("J"), meld("k9 y9")]


def test_a_group_in_another_order_is_left_alone() -> None:
    found = steps(table("[r3 b3 k3]"), table("[k3 r3 b3] [k4 k5 k6]"), CLASSIC_EN)

    assert found == (Lay(1, meld("k4 k5 k6"), rack=meld("k4 k5 k6")),)


def test_a_table_that_stays_as_it_is_takes_no_steps() -> None:
    assert steps(table("[r3 b3 k3]"), table("[r3 b3 k3]"), CLASSIC_EN) == ()


def test_a_tile_that_has_left_the_table_is_named() -> None:
    with pytest.raises(ValueError, match="these have left it: r6"):
        steps(table("[r3 r4 r5 r6]"), table("[r3 r4 r5]"), CLASSIC_EN)


@pytest.mark.parametrize(
    ("step", "problem"),
    [
        (Take(0, meld("r3 r4"), places=(0,)), "meld 0 is [r3 r4 r5], not [r3 r4]"),
        (Lay(2, meld("k1 k2 k3"), rack=meld("k1 k2 k3")), "the next new meld is number 1, not 2"),
        (Lay(1, meld("k1 k2 k4"), rack=meld("k1 k2 k4")), "not where the step takes them from: k4"),
        (Lay(1, meld("k1 k2 k3"), rack=meld("k1 k2")), "not where the step takes them from: k3"),
        (Reverse(0, meld("r3 r4 r5")), "these tiles are not on the table: k1 k2 k3"),
    ],
)
def test_a_step_that_does_not_fit_cannot_be_replayed(step: Step, problem: str) -> None:
    with pytest.raises(ValueError) as error:  # noqa: PT011  # the message is checked below, brackets and all
        replay_steps(table("[r3 r4 r5]"), meld("k1 k2 k3"), [step])

    assert problem in str(error.value)


@pytest.mark.parametrize("name", EXAMPLES)
def test_steps_survive_json(name: str) -> None:
    expected = EXAMPLES[name][2]

    assert msgspec.json.decode(msgspec.json.encode(expected), type=tuple[Step, ...]) == expected


def a_turn(rng: Random, *, melds: int, rack: int = 14) -> tuple[Table, Table, Edition] | None:
    """A random table before and after: a legal play, or one in which jokers may also break the rules."""
    position = a_position(
        rng, an_edition(rng, house_rules=True), melds=melds, rack=rack, jokers=rng.choice((0, 0.3, 0.9))
    )
    way = rng.choice((legal_table, rearranged, rearranged, with_a_joker_retrieved))
    after = way(position.state, rng)
    return None if after is None else (position.table, after, position.edition)


@given(st.integers(0, 2**32))
def test_the_steps_lead_from_before_to_after(seed: int) -> None:
    rng = Random(seed)  # noqa: S311  # play, not secrets
    turn = a_turn(rng, melds=rng.randint(1, 8))
    if turn is None:
        return
    before, after, edition = turn
    change = Change(before, after, edition)

    found = steps(before, after, edition)

    left = Change(replay_steps(before, change.laid.elements(), found), after, edition)
    assert (left.gone, left.arrived) == ((), ())
    assert laid_in(found) == change.laid
    assert Counter(before[number] for number in touched_in(found) if number < len(before)) == Counter(change.gone)
    jokers = sum(tile.is_joker for row in change.gone for tile in row)
    assert len(found) <= len(change.gone) + len(change.arrived) + jokers


def test_a_full_table_from_groups_to_runs_is_taken_up_meld_by_meld() -> None:
    groups = tuple(tuple(Tile(f"{colour}{number}") for colour in Colour) for number in range(1, 14)) * 2
    runs = tuple(tuple(Tile(f"{colour}{number}") for number in range(1, 14)) for colour in Colour) * 2

    found = steps(groups, runs, CLASSIC_EN)

    assert Counter(map(type, found)) == {Take: len(groups), Lay: len(runs)}


def laid_in(found: tuple[Step, ...]) -> Counter[Tile]:
    return Counter(tile for step in found if isinstance(step, Put | Lay | ReplaceJoker) for tile in step.rack)


def touched_in(found: tuple[Step, ...]) -> set[int]:
    joined = {step.other for step in found if isinstance(step, Join)}
    return joined | {step.meld for step in found if not isinstance(step, Lay)}


@pytest.mark.parametrize("edition", [CLASSIC_EN, XP], ids=lambda edition: edition.name)
@pytest.mark.parametrize("jokers", [0, 0.7])
def test_no_plan_is_shorter(edition: Edition, jokers: float) -> None:
    rng = Random(f"{edition.name} {jokers}")  # noqa: S311  # play, not secrets
    checked = 0
    while checked < 25:
        position = a_position(rng, edition, melds=rng.randint(1, 3), rack=8, jokers=jokers)
        after = rearranged(position.state, rng)
        if after is None or not is_tiny(change := Change(position.table, after, edition)):
            continue
        found = steps(position.table, after, edition)
        if not 1 < len(found) < 5:
            continue
        checked += 1
        assert not FewestSteps(position.table, after, edition).is_enough(len(found) - 1), change.arrived


def is_tiny(change: Change) -> bool:
    """Few tiles; and no joker beside a single number tile, where it can be anything and its place means little."""
    tiles = sum(map(len, change.gone)) + change.laid.total()
    return 3 < tiles < 11 and all(len(number_tiles(row)) > 1 for row in change.gone)
