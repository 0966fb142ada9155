"""The printed editions, value by value."""

import msgspec
import pytest
from msgspec.structs import replace

from tilewise.core import notation
from tilewise.core.edition import Box, Edition
from tilewise.core.editions import EDITIONS, edition

COMMON = Edition(name="any", source="any")
"""The values that all booklets share, unless a line below differs."""

PRINTED = {
    "classic-en": {"fourth_colour": "orange"},
    "classic-he": {
        "turn_seconds_adjustable": True,
        "unrestorable_tiles": "to-pool",
        "empty_pool": "one-more-turn-each",
        "never_melded_fine": "100-or-rack",
    },
    "classic-he-2014": {"unrestorable_tiles": "to-pool", "empty_pool": "one-more-turn-each"},
    "classic-uk": {"fourth_colour": "orange", "joker_in_initial_meld": False, "unrestorable_tiles": "to-pool"},
    "xp": {
        "box": {"copies": 3, "classic": 4, "double": 0, "colour_change": 0, "mirror": 0},
        "small_box": {"copies": 2, "classic": 2, "double": 0, "colour_change": 0, "mirror": 0},
        "max_players": 6,
        "racks": 6,
        "fourth_colour": "orange",
    },
    "twist": {"box": {"copies": 2, "classic": 2, "double": 2, "colour_change": 2, "mirror": 2}},
    "quick-21": {"box": {"copies": 2, "classic": 2, "double": 2, "colour_change": 2, "mirror": 2}, "hand_size": 21},
}


@pytest.mark.parametrize("name", PRINTED)
def test_printed_edition_has_the_values_of_its_booklet(name: str) -> None:
    """R-CONT-02, R-CONT-03, R-CONT-04, R-CONT-06, R-CONT-07, R-MELD-05, R-END-02, R-END-03, R-TIME-04, A-24."""
    mine, common = msgspec.to_builtins(EDITIONS[name]), msgspec.to_builtins(COMMON)

    differences = {key: value for key, value in mine.items() if value != common[key] and key not in {"name", "source"}}

    assert differences == PRINTED[name]


def test_seven_editions_are_found_by_name() -> None:
    assert list(EDITIONS) == list(PRINTED)
    assert all(edition(name).name == name for name in EDITIONS)


def test_unknown_edition_error_lists_choices() -> None:
    with pytest.raises(ValueError, match=r"unknown edition 'clasic'; choose from: classic-en, classic-he, .*quick-21"):
        edition("clasic")


def test_house_rules_change_nothing_else_in_an_edition() -> None:
    """R-SETUP-11."""
    house = EDITIONS["classic-en"].with_rules(initial_meld_min=40)

    assert replace(house, initial_meld_min=30) == EDITIONS["classic-en"]


@pytest.mark.parametrize("name", EDITIONS)
def test_an_edition_survives_json(name: str) -> None:
    text = msgspec.json.encode(EDITIONS[name])

    assert msgspec.json.decode(text, type=Edition) == EDITIONS[name]


@pytest.mark.parametrize(
    "text",
    [
        b'{"name": "ours", "initial_meld_min": 99}',
        b'{"name": "ours", "turn_seconds": 5}',
        b'{"name": "ours", "colour": "green"}',
        b'{"name": "ours", "min_players": 4, "max_players": 3}',
        b'{"name": "ours", "box": {"copies": 9}}',
    ],
)
def test_impossible_edition_is_rejected_in_json(text: bytes) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(text, type=Edition)


def test_max_players_below_min_players_is_rejected() -> None:
    """R-CONT-07."""
    with pytest.raises(ValueError, match="min_players is 4, more than max_players, 3"):
        Edition(name="ours", min_players=4, max_players=3)


@pytest.mark.parametrize(("tile", "count"), [("r7", 3), ("J", 4), ("D", 0), ("M", 0)])
def test_box_counts_each_tile(tile: str, count: int) -> None:
    """R-CONT-03, R-JOK-01."""
    assert EDITIONS["xp"].box.count(notation.tile(tile)) == count


def test_a_box_is_sorted() -> None:
    """R-CONT-01."""
    tiles = Box().tiles

    assert (len(tiles), tiles[:3], tiles[-3:]) == (106, ("r1", "r1", "r2"), ("k13", "J", "J"))
    assert Box().size == len(tiles)
