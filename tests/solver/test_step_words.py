"""Steps in plain English: the worked examples, explained as one player would to another."""

import pytest

from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS
from tilewise.core.notation import table
from tilewise.solver.steps import in_words, steps

CLASSIC_EN = EDITIONS["classic-en"]
CLASSIC_HE = EDITIONS["classic-he"]
TWIST = EDITIONS["twist"]

NINES = "Play the group of nines, using black 9 and yellow 9 from your rack."

TOLD = {
    "E1": (
        "[b4 b5 b6] [r8 y8 k8]",
        "[b3 b4 b5 b6] [r8 y8 k8 b8]",
        ["Add blue 3 to the run blue 4–6.", "Add blue 8 to the group of eights."],
    ),
    "E2": (
        "[r4 b4 y4 k4]",
        "[r4 y4 k4] [b3 b4 b5 b6]",
        ["Take blue 4 from the group of fours.", "Play the run blue 3–6, using blue 3, 5 and 6 from your rack."],
    ),
    "E3": (
        "[b8 b9 b10]",
        "[b9 b10 b11] [b8 k8 y8]",
        [
            "Add blue 11 to the run blue 8–10.",
            "Take blue 8 from the run blue 8–11.",
            "Play the group of eights, using black 8 and yellow 8 from your rack.",
        ],
    ),
    "E4": (
        "[r4 r5 r6 r7 r8]",
        "[r4 r5 r6] [r6 r7 r8]",
        ["Split the run red 4–8 after the 6.", "Add red 6 to red 7 and 8."],
    ),
    "E5": (
        "[y1 y2 y3 y4] [r1 b1 y1 k1]",
        "[y2 y3 y4] [b1 y1 k1] [b1 y1 r1]",
        [
            "Take yellow 1 from the run yellow 1–4.",
            "Take red 1 from the group of ones.",
            "Play the group of ones, using blue 1 from your rack.",
        ],
    ),
    "E6": (
        "[r5 r6 r7] [y5 y6 y7] [k5 k6 k7 k8 k9]",
        "[r5 y5 k5 b5] [r6 y6 k6] [r7 y7 k7] [k8 k9 k10]",
        [
            "Add black 10 to the run black 5–9.",
            "Pick up the run red 5–7.",
            "Pick up the run yellow 5–7.",
            "Take black 5, 6 and 7 from the run black 5–10.",
            "Play the group of fives, using blue 5 from your rack.",
            "Play the group of sixes.",
            "Play the group of sevens.",
        ],
    ),
    "E-J1": (
        "[r3 b3 J]",
        "[r3 b3 y3] [k9 y9 J]",
        [
            "Replace the joker in the group of threes with yellow 3; the joker becomes red or blue 9.",
            NINES,
        ],
    ),
    "E-J2": (
        "[b3 b4 b5 J b7 b8 b9]",
        "[b3 b4 b5] [b7 b8 b9] [k9 y9 J]",
        ["Split the run blue 3–9 at the joker to free it; the joker becomes red or blue 9.", NINES],
    ),
    "E-J3": (
        "[b4 J b6]",
        "[b4 b5 b6] [k9 y9 J]",
        [
            "Replace the joker in the run blue 4–6 with blue 5; the joker becomes red or blue 9.",
            NINES,
        ],
    ),
    "E-J3, at the other end": (
        "[b6 b7 J]",
        "[b5 b6 b7] [k9 y9 J]",
        [
            "Add blue 5 to the run blue 6–8.",
            "Take the joker from the run blue 5–8; the joker becomes red or blue 9.",
            NINES,
        ],
    ),
    "E-J4": (
        "[k1 k2 J] [r1 b1 y1] [r2 b2 y2]",
        "[r1 b1 y1 k1] [r2 b2 y2 k2] [k9 y9 J]",
        [
            "Take black 1 and 2 from the run black 1–3.",
            "Add black 1 to the group of ones.",
            "Add black 2 to the group of twos.",
            "The joker is left over and becomes red or blue 9.",
            NINES,
        ],
    ),
}


@pytest.mark.parametrize("name", TOLD)
def test_the_worked_examples_are_explained_in_natural_steps(name: str) -> None:
    before, after, expected = TOLD[name]

    assert told(before, after, CLASSIC_HE) == expected


def told(before: str, after: str, edition: Edition) -> list[str]:
    return [in_words(step, edition) for step in steps(table(before), table(after), edition)]


def test_the_fourth_colour_has_the_name_the_edition_gives_it() -> None:
    assert told("[y3 y4 y5]", "[y3 y4 y5 y6]", CLASSIC_EN) == ["Add orange 6 to the run orange 3–5."]


def test_a_meld_from_the_rack_alone() -> None:
    assert told("-", "[k3 k4 k5]", CLASSIC_EN) == ["Play the run black 3–5 from your rack."]


def test_a_colour_change_joker_has_no_colour_of_its_own() -> None:
    first = told("[b4 b5 C k7 k8]", "[b4 b5 b6] [k7 k8 k9] [k9 C y11]", TWIST)[0]

    assert first.endswith("the colour-change joker becomes a 10.")


def test_both_sides_of_a_mirror() -> None:
    assert told("[b3 M b3]", "[b2 b3 M b3 b2]", TWIST) == [
        "Add blue 2 twice to the group blue 3, mirror joker, blue 3."
    ]


def test_half_of_a_mirror_meld_is_turned_round() -> None:
    assert told("[b3 b4 b5 M b5 b4 b3]", "[b3 b4 b5] [b3 b4 b5] [k9 M k9]", TWIST) == [
        ("Split the run blue 3, blue 4, blue 5, mirror joker, blue 5, blue 4, blue 3 at the mirror joker to free it."),
        "Reverse blue 5, 4 and 3.",
        "Play the group black 9, mirror joker, black 9, using black 9 twice from your rack.",
    ]


@pytest.mark.parametrize(
    ("after", "becomes"),
    [("[r5 D r8]", "red 6 and red 7"), ("[k9 y9 D]", "red and blue 9"), ("[k13 D J]", "two 13s")],
)
def test_a_freed_double_joker_is_described_by_its_new_tiles(after: str, becomes: str) -> None:
    first = told("[y2 D y5]", f"[y2 y3 y4 y5] {after}", TWIST)[0]

    assert first.endswith(f"the double joker becomes {becomes}.")


def test_a_group_has_no_place_to_split_after() -> None:
    assert (
        told("[r5 b5 y5 k5]", "[r5 b5 J] [y5 k5 J]", CLASSIC_EN)[0]
        == "Split orange 5 and black 5 off the group of fives."
    )


def test_two_runs_are_joined() -> None:
    assert told("[b3 b4 b5] [b6 b7 b8]", "[b3 b4 b5 b6 b7 b8]", CLASSIC_EN) == [
        "Join the run blue 6–8 to the run blue 3–5."
    ]
