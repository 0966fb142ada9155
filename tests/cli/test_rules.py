import json

import pytest

from tests.cli.commands import run
from tilewise.cli.commands.rules import differences
from tilewise.cli.show import edition_text
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition
from tilewise.core.house_rules import knobs_of


def test_the_editions_are_listed() -> None:
    shown = run("rules").stdout

    assert [name for name in EDITIONS if name not in shown] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_is_told_in_words(name: str) -> None:
    result = run("rules", name)

    assert (result.exit_code, "points from your own rack" in result.stdout) == (0, True)


def test_house_rules_are_told_in_words() -> None:
    assert "at least 40 points" in run("rules", "classic-en", "--rules", "initial_meld_min=40").stdout


def test_an_edition_as_json_has_every_knob() -> None:
    fields = json.loads(run("rules", "xp", "--json").stdout)

    assert {knob.name for knob in knobs_of(Edition)} <= set(fields)


def test_the_table_of_differences_holds_what_differs_and_nothing_else() -> None:
    found = differences(EDITIONS)

    assert (found["hand_size"]["quick-21"], found["empty_pool"]["classic-he"]) == (21, "one-more-turn-each")
    assert "joker_reuse" not in found


def test_one_edition_is_compared_with_the_english_classic() -> None:
    found = json.loads(run("rules", "classic-uk", "--compare", "--json").stdout)

    assert found["joker_in_initial_meld"] == {"classic-en": True, "classic-uk": False}


def test_house_rules_are_compared_as_well() -> None:
    found = json.loads(run("rules", "--rules", "hand_size=21", "--compare", "--json").stdout)

    assert found == {"hand_size": {"classic-en": 14, "classic-en with house rules": 21}}


def test_the_differences_are_a_table_for_people() -> None:
    shown = run("rules", "--compare").stdout

    assert "box.copies" in shown


def test_the_knobs_are_listed_with_their_ranges() -> None:
    shown = run("rules", "--knobs").stdout

    assert [knob.name for knob in knobs_of(Edition) if knob.name not in shown] == []
    assert "0 or 30 to 300" in shown


def test_the_knobs_as_json() -> None:
    knobs = json.loads(run("rules", "--knobs", "--json").stdout)

    assert [knob["name"] for knob in knobs] == [knob.name for knob in knobs_of(Edition)]


@pytest.mark.parametrize(
    ("args", "told"),
    [
        (("chess",), "unknown edition 'chess'; choose from: classic-en, "),
        (("xp", "--rules", "hand_size=15"), "hand_size must be 14 or 21, not 15"),
    ],
)
def test_an_unknown_edition_or_value_names_the_choices(args: tuple[str, ...], told: str) -> None:
    result = run("rules", *args)

    assert (result.exit_code, result.stderr.startswith(f"tilewise: {told}")) == (2, True)


SETTINGS = [
    (knob.name, setting)
    for knob in knobs_of(Edition)
    if " to " not in knob.choices
    for setting in knob.choices.split(" or ")
]


@pytest.mark.parametrize(("knob", "setting"), SETTINGS)
def test_every_setting_has_words(knob: str, setting: str) -> None:
    assert all(words for _, words in edition_text.in_words(edition("twist").with_rules(**{knob: setting})))


def test_no_limit_of_time_is_told_as_such() -> None:
    assert ("Time", "no limit") in edition_text.in_words(edition("twist").with_rules(turn_seconds=0))
