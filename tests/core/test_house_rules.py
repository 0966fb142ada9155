"""House rules: every knob with all its choices, read and written; errors list the choices."""

import re

import pytest

from tests.games import an_edition
from tilewise.core import house_rules
from tilewise.core.edition import Edition
from tilewise.core.editions import EDITIONS

ALL: dict[str, list[object]] = {
    "initial_meld_min": [0, 30, 50],
    "joker_in_initial_meld": [True, False],
    "manipulate_in_initial_turn": [True, False],
    "hand_size": [14, 21],
    "turn_seconds": [0, 30, 60, 300],
    "timeout_no_play_draw": [0, 1, 2, 3],
    "incomplete_penalty_draw": [0, 1, 2, 3],
    "on_timeout_legal": ["commit", "revert-draw-1"],
    "strict_confirm": [True, False],
    "must_play_if_able": [True, False],
    "empty_pool": ["one-more-turn-each", "until-no-play"],
    "forced_play_on_empty_pool": [True, False],
    "empty_pool_tie": ["shared", "fewest-tiles", "no-winner"],
    "never_melded_fine": ["none", "100-or-rack", "100-or-200"],
    "joker_rack_penalty": [25, 30, 50, 100],
    "joker_reuse": ["new-set", "any-set"],
    "joker_retrieval": ["legal-table", "exact-tile"],
    "group3_both_colours": [True, False],
    "min_number_tiles_per_set": [0, 1, 2],
    "games_per_round": [0, 1, 24],
    "rounds": [1, 24],
    "next_starter": ["draw", "winner", "rotate"],
    "mirror_min_side": [1, 2, 3],
    "colour_change_at_start": [True, False],
    "joker_swap_by_joker": [True, False],
}
"""Every knob of the rulings, with its choices."""

WRONG: dict[str, list[object]] = {
    "initial_meld_min": [-1, 51, "many", 30.5, None],
    "joker_in_initial_meld": ["perhaps", 1, 2],
    "hand_size": [13, 15, "14 tiles"],
    "turn_seconds": [-1, 1, 29, 301],
    "timeout_no_play_draw": [-1, 4],
    "incomplete_penalty_draw": [-1, 4],
    "empty_pool": ["never", 1],
    "never_melded_fine": ["some", 100],
    "joker_rack_penalty": [0, 31],
    "min_number_tiles_per_set": [3],
    "games_per_round": [-1, 25],
    "rounds": [0, 25],
    "mirror_min_side": [0, 4],
}

EACH = [(name, setting) for name, settings in ALL.items() for setting in settings]


def test_every_knob_has_a_description() -> None:
    """R-SETUP-11."""
    found = {knob.name: knob for knob in house_rules.knobs_of(Edition)}

    assert set(found) == set(ALL)
    assert all(knob.description and knob.choices for knob in found.values())


def test_the_defaults_are_those_of_the_rulings() -> None:
    """R-SETUP-11."""
    defaults = {knob.name: knob.default for knob in house_rules.knobs_of(Edition)}

    assert defaults == {
        "hand_size": 14,
        "games_per_round": 0,
        "rounds": 1,
        "next_starter": "draw",
        "initial_meld_min": 30,
        "joker_in_initial_meld": True,
        "manipulate_in_initial_turn": False,
        "must_play_if_able": False,
        "strict_confirm": False,
        "turn_seconds": 60,
        "timeout_no_play_draw": 1,
        "incomplete_penalty_draw": 3,
        "on_timeout_legal": "commit",
        "joker_reuse": "new-set",
        "joker_retrieval": "legal-table",
        "group3_both_colours": False,
        "min_number_tiles_per_set": 1,
        "mirror_min_side": 1,
        "colour_change_at_start": True,
        "joker_swap_by_joker": False,
        "empty_pool": "until-no-play",
        "forced_play_on_empty_pool": False,
        "empty_pool_tie": "shared",
        "never_melded_fine": "none",
        "joker_rack_penalty": 30,
    }


@pytest.mark.parametrize(("name", "setting"), EACH)
def test_knob_accepts_all_its_choices(name: str, setting: object) -> None:
    """R-SETUP-11."""
    assert getattr(an_edition("classic-en", **{name: setting}), name) == setting


@pytest.mark.parametrize(("name", "setting"), EACH)
def test_a_house_rule_is_written_and_read(name: str, setting: object) -> None:
    """R-SETUP-11."""
    text = house_rules.written({name: setting})

    assert house_rules.read(Edition, text) == {name: setting}
    assert an_edition("classic-en", **house_rules.read(Edition, text)) == an_edition("classic-en", **{name: setting})


@pytest.mark.parametrize(("name", "setting"), [(name, setting) for name, wrong in WRONG.items() for setting in wrong])
def test_impossible_setting_error_lists_choices(name: str, setting: object) -> None:
    """R-SETUP-11."""
    choices = re.escape(next(knob.choices for knob in house_rules.knobs_of(Edition) if knob.name == name))

    with pytest.raises(ValueError, match=f"^{name} must be {choices}, not {re.escape(repr(setting))}$"):
        an_edition("classic-en", **{name: setting})


@pytest.mark.parametrize("setting", ["--5", "5-", "١٢", "9" * 5000, ""])
def test_malformed_number_is_rejected(setting: str) -> None:
    with pytest.raises(ValueError, match="initial_meld_min must be 0 to 50, not "):
        an_edition("classic-en", initial_meld_min=setting)


@pytest.mark.parametrize(("text", "setting"), [("yes", True), ("ON", True), ("no", False), ("off", False)])
def test_switch_accepts_several_words(text: str, setting: bool) -> None:  # noqa: FBT001  # a row of the table
    assert house_rules.read(Edition, f"strict_confirm={text}") == {"strict_confirm": setting}


def test_house_rules_are_separated_by_blanks_or_commas() -> None:
    assert house_rules.read(Edition, "rounds=2, strict_confirm=true  hand_size=21") == {
        "rounds": 2,
        "strict_confirm": True,
        "hand_size": 21,
    }


def test_unknown_knob_error_lists_names() -> None:
    with pytest.raises(
        ValueError,
        match=r"unknown house rule 'initial_meld' \(did you mean initial_meld_min\?\); choose from: .*rounds",
    ):
        an_edition("classic-en", initial_meld=40)


@pytest.mark.parametrize("name", ["name", "box", "racks", "revision", "max_players"])
def test_printed_facts_of_the_box_are_not_house_rules(name: str) -> None:
    with pytest.raises(ValueError, match=f"unknown house rule {name!r}"):
        an_edition("classic-en", **{name: 2})


def test_a_house_rule_is_a_name_and_a_value() -> None:
    with pytest.raises(
        ValueError, match="a house rule is written name=value, such as initial_meld_min=40, not 'rounds'"
    ):
        house_rules.read(Edition, "rounds")


def test_the_differences_between_editions_are_their_house_rules() -> None:
    classic, twist = EDITIONS["classic-en"], EDITIONS["classic-he"]

    assert house_rules.differences(twist, classic) == {
        "empty_pool": "one-more-turn-each",
        "never_melded_fine": "100-or-rack",
    }
    assert house_rules.differences(classic, classic) == {}
