import pytest

from tests.games import a_game, check
from tilewise.core import notation, words
from tilewise.core.editions import edition
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
from tilewise.core.rules.melds import MeldFault, fault_of
from tilewise.core.tiles import MIRROR, Colour, Tile
from tilewise.core.violations import Rule, Violation

CLASSIC_EN = edition("classic-en")
TWIST = edition("twist")
SEATS = ("Ann", "Bob")


def row_in_words(text: str, edition_name: str = "twist", **house_rules: object) -> str:
    rules = edition(edition_name).with_rules(**house_rules)
    row = notation.meld(text)
    return words.in_words(Violation(Rule.NOT_A_MELD, tiles=row, why=fault_of(row, rules)), rules)


def told(event: Event) -> str:
    return words.event_in_words(event, SEATS, CLASSIC_EN)


@pytest.mark.parametrize("rule", Rule)
def test_every_rule_has_a_wording_without_blame(rule: Rule) -> None:
    violation = Violation(
        rule, tiles=notation.rack("r3 b3"), meld=notation.meld("b4 b5 b6"), have=1, need=2, why=MeldFault.TOO_FEW_TILES
    )

    said = words.in_words(violation, CLASSIC_EN)

    assert said.endswith(".")
    assert not {"{", "}", "None", "invalid", "illegal", "wrong"} & {*said, *said.lower().split()}


@pytest.mark.parametrize("fault", MeldFault)
def test_every_fault_of_a_row_has_a_wording(fault: MeldFault) -> None:
    violation = Violation(Rule.NOT_A_MELD, tiles=(*notation.rack("r3 r3 b3"), MIRROR), why=fault)

    assert words.in_words(violation, TWIST).startswith("Red 3, red 3, blue 3, mirror joker: ")


def test_no_wording_is_left_over() -> None:
    assert (set(words._RULES), set(words._FAULTS)) == (set(Rule), set(MeldFault))


@pytest.mark.parametrize("ending", Ending)
def test_every_ending_has_a_wording(ending: Ending) -> None:
    assert words.result_in_words(Result(ending, (0,), (5, -5)), SEATS).startswith("Ann won: ")


@pytest.mark.parametrize("why", WhyDrawn)
def test_every_reason_to_draw_has_a_wording(why: WhyDrawn) -> None:
    assert told(Drew(1, count=2, tiles=None, why=why)).startswith("Bob drew 2 ")


@pytest.mark.parametrize(
    ("row", "said"),
    [
        ("r7 r8", "Red 7, red 8: 2 tiles; a meld needs at least 3."),
        ("J M J", "Classic joker, mirror joker, classic joker: 0 number tiles; a meld needs at least 1."),
        ("r7 b7 r7", "Red 7, blue 7, red 7: red appears twice; a group can have each colour only once."),
        ("r7 b7 k7 D", "Red 7, blue 7, black 7, double joker: a group of 5; a group can have at most 4."),
        ("r7 b8 k9", "Red 7, blue 8, black 9: mixed colours; a run has one colour."),
        ("r7 r8 k9", "Red 7, red 8, black 9: black 9 doesn't belong in a red run; a run has one colour."),
        (
            "r9 b9 k9 k3",
            "Red 9, blue 9, black 9, black 3: black 3 doesn't belong in a group of nines; a group has one number.",
        ),
        (
            "r9 b9 y9 k3 k4",
            (
                "Red 9, blue 9, yellow 9, black 3, black 4: black 3 and black 4 don't belong in a group of nines; "
                "a group has one number."
            ),
        ),
        ("r5 r5 r6", "Red 5, red 5, red 6: red 5 appears twice; a run can have each number only once."),
        (
            "r7 b2 k11",
            "Red 7, blue 2, black 11: these tiles don't go together; a run has one colour, a group has one number.",
        ),
        (
            "r7 r9 r11",
            "Red 7, red 9, red 11: the numbers in a run must be consecutive.",
        ),
        ("y12 y13 y1", "Yellow 12, yellow 13, yellow 1: a run goes from 1 up to 13; it can't wrap around."),
        ("r5 r4 r6", "Red 5, red 4, red 6: out of order; make it red 4, red 5, red 6."),
        (
            "r5 C b5",
            "Red 5, colour-change joker, blue 5: a colour-change joker belongs in a run, not in a group.",
        ),
        (
            "b5 M b6",
            "Blue 5, mirror joker, blue 6: the two sides of the mirror don't match.",
        ),
        ("b5 M M b5", "Blue 5, mirror joker, mirror joker, blue 5: a meld can have only one mirror joker."),
    ],
)
def test_wording_of_an_invalid_row_says_what_it_needs(row: str, said: str) -> None:
    assert row_in_words(row) == said


def test_the_short_side_of_a_mirror_is_counted() -> None:
    said = row_in_words("b5 M b5", mirror_min_side=2)

    assert said == "Blue 5, mirror joker, blue 5: only 1 on one side of the mirror; each side needs at least 2."


def test_wording_of_a_small_initial_meld_gives_both_numbers() -> None:
    (violation,) = check(a_game(rack="r2 r3 r4 r5 b5 k5 y5 k1", melded=False), "[r2 r3 r4] [r5 b5 k5 y5]")

    assert words.in_words(violation, CLASSIC_EN) == "Your opening melds are worth 29; you need 30."


def test_wording_of_a_moved_joker_asks_for_a_new_meld() -> None:
    (violation,) = check(a_game(rack="b6 k1", table="[b4 b5 J]"), "[b4 b5 b6 J]")

    said = words.in_words(violation, CLASSIC_EN)
    assert said == "The joker you freed is in the run blue 4–7, which isn't new; it needs a new meld."


@pytest.mark.parametrize(
    ("meld", "name"),
    [
        ("b4 J b6", "the run blue 4–6"),
        ("r8 b8 k8", "the group of eights"),
        ("y2 D y5", "the run yellow 2, double joker, yellow 5"),
        ("r2 r3 b9", "the row red 2, red 3, blue 9"),
    ],
)
def test_melds_have_names(meld: str, name: str) -> None:
    assert words.meld_name(notation.meld(meld), TWIST) == name


def test_fourth_colour_has_the_name_of_the_edition() -> None:
    names = [words.tile_name(Tile("y4"), rules) for rules in (CLASSIC_EN, TWIST)]

    assert names == ["orange 4", "yellow 4"]


def test_a_joker_is_called_classic_only_where_there_are_others() -> None:
    names = [words.tile_name(Tile("J"), rules) for rules in (CLASSIC_EN, TWIST)]

    assert names == ["joker", "classic joker"]


def test_every_colour_has_a_name() -> None:
    assert [words.colour_name(colour, CLASSIC_EN) for colour in Colour] == ["red", "blue", "orange", "black"]


@pytest.mark.parametrize(
    ("event", "said"),
    [
        (Played(0, (), notation.rack("r3 r4 J")), "Ann played 3 tiles: red 3, red 4, joker."),
        (Drew(1, count=1, tiles=None), "Bob drew 1 tile."),
        (Drew(1, count=1, tiles=notation.rack("y4")), "Bob drew 1 tile: orange 4."),
        (Drew(1, count=0, tiles=(), why=WhyDrawn.OVERRUN), "Bob drew no penalty tiles."),
        (Passed(0), "Ann passed."),
        (TimedOut(0), "Time ran out for Ann."),
        (TookBack(0, ()), "Ann took the tiles back."),
        (
            TookBack(0, (Violation(Rule.NO_RACK_TILE, have=0, need=1),)),
            "Ann took the tiles back. You haven't played a tile from your rack; play at least 1.",
        ),
        (Conceded(1), "Bob resigned."),
        (GameEnded(Result(Ending.EMPTY_POOL, (), (0, 0)), ((), ())), "Nobody won: the lowest racks are tied."),
        (
            GameEnded(Result(Ending.EMPTY_POOL, (0, 1), (0, 0)), ((), ())),
            "Ann and Bob share the win: the lowest rack when the pool ran out.",
        ),
    ],
)
def test_event_wordings(event: Event, said: str) -> None:
    assert told(event) == said


def test_wording_of_a_start_lists_every_draw() -> None:
    draws = (((0, Tile("r9")), (1, Tile("k9"))), ((0, Tile("r2")), (1, Tile("y8"))))

    said = told(GameStarted(CLASSIC_EN, draws, 1, ((), ()), ()))

    assert (
        said == "Drawn for the first turn: Ann red 9, Bob black 9; again: Ann red 2, Bob orange 8. First to play: Bob."
    )
