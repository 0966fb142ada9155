import json
import re

import pytest

from tests.cli.commands import run
from tilewise.cli.commands.rules import differences
from tilewise.cli.show import edition_text
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS, edition
from tilewise.core.house_rules import knobs_of


def test_editions_are_listed() -> None:
    shown = run("rules").stdout

    assert [name for name in EDITIONS if name not in shown] == []


@pytest.mark.parametrize("name", EDITIONS)
def test_edition_is_described_in_words(name: str) -> None:
    result = run("rules", name)

    assert (result.exit_code, "points from your own rack" in result.stdout) == (0, True)


def test_house_rules_are_described_in_words() -> None:
    assert "at least 40 points" in run("rules", "classic-en", "--rules", "initial_meld_min=40").stdout


def test_json_edition_has_every_house_rule() -> None:
    fields = json.loads(run("rules", "xp", "--json").stdout)

    assert {knob.name for knob in knobs_of(Edition)} <= set(fields)


def test_comparison_contains_exactly_the_differences() -> None:
    found = differences(EDITIONS)

    assert (found["hand_size"]["quick-21"], found["empty_pool"]["classic-he"]) == (21, "one-more-turn-each")
    assert "joker_reuse" not in found


def test_single_edition_is_compared_with_classic_en() -> None:
    found = json.loads(run("rules", "classic-uk", "--compare", "--json").stdout)

    assert found["joker_in_initial_meld"] == {"classic-en": True, "classic-uk": False}


def test_house_rules_are_compared_too() -> None:
    found = json.loads(run("rules", "--rules", "hand_size=21", "--compare", "--json").stdout)

    assert found == {"hand_size": {"classic-en": 14, "classic-en with house rules": 21}}


def test_comparison_is_printed_as_a_table() -> None:
    shown = run("rules", "--compare").stdout

    assert "box.copies" in shown


def test_house_rules_are_listed_with_their_ranges() -> None:
    shown = run("rules", "--knobs").stdout

    assert [knob.name for knob in knobs_of(Edition) if knob.name not in shown] == []
    assert "0 or 30 to 300" in shown


def test_house_rules_are_listed_as_json() -> None:
    knobs = json.loads(run("rules", "--knobs", "--json").stdout)

    assert [knob["name"] for knob in knobs] == [knob.name for knob in knobs_of(Edition)]


@pytest.mark.parametrize(
    ("args", "message"),
    [
        (("chess",), "unknown edition 'chess'; choose from: classic-en, "),
        (("xp", "--rules", "hand_size=15"), "hand_size must be 14 or 21, not 15"),
    ],
)
def test_unknown_edition_or_value_lists_the_choices(args: tuple[str, ...], message: str) -> None:
    result = run("rules", *args)

    assert (result.exit_code, result.stderr.startswith(f"tilewise: {message}")) == (2, True)


SETTINGS = [
    (knob.name, setting)
    for knob in knobs_of(Edition)
    if " to " not in knob.choices
    for setting in knob.choices.split(" or ")
]


@pytest.mark.parametrize(("knob", "setting"), SETTINGS)
def test_every_setting_has_a_description(knob: str, setting: str) -> None:
    assert all(words for _, words in edition_text.in_words(edition("twist").with_rules(**{knob: setting})))


def test_edition_without_time_limit_says_so() -> None:
    assert ("Time", "no limit") in edition_text.in_words(edition("twist").with_rules(turn_seconds=0))


@pytest.mark.parametrize("option", ["--compare", "--knobs"])
def test_narrow_terminal_shows_a_list_without_split_names(option: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "60")
    shown = run("rules", option).stdout

    assert ("joker_in_initial_meld" in shown, max(map(len, re.sub(r"\x1b\[\d*m", "", shown).splitlines())) <= 60) == (
        True,
        True,
    )
