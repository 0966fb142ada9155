"""The puzzles that come with the project: many, all different, all correct, on five levels.

`tilewise puzzles check` examines all of them in a few minutes; this file examines every fiftieth.
"""

from collections import Counter
from datetime import date, timedelta

import pytest

from tilewise.lab.puzzle_check import check_puzzle
from tilewise.puzzles.library import SETS, WEEK, library
from tilewise.puzzles.puzzle import LEVELS, Kind, Puzzle
from tilewise.puzzles.solvers import is_solved_by

SAMPLE = 50


def some(edition: str, kind: Kind, level: int) -> list[Puzzle]:
    """Return up to three puzzles."""
    return [library().puzzle(entry.id) for entry in library().find(edition=edition, kind=kind, level=level)[:3]]


def test_library_has_two_thousand_puzzles_with_different_ids() -> None:
    names = {entry.id for entry in library().entries}

    assert len(names) == len(list(library().lines())) >= 2000


@pytest.mark.parametrize("edition", SETS)
def test_every_edition_has_every_kind_on_every_level(edition: str) -> None:
    counts = Counter((entry.kind, entry.level) for entry in library().find(edition=edition))
    wanted = {(kind, level) for kind in Kind for level in LEVELS if (kind, level) != (Kind.FREE_JOKER, 1)}

    assert wanted - counts.keys() == set()


def test_sample_of_puzzles_is_proven_and_measured_correctly() -> None:
    checked = [check_puzzle(line) for line in list(library().lines())[::SAMPLE]]

    assert [each for each in checked if each.flaws] == []


@pytest.mark.parametrize("kind", Kind)
def test_novice_solves_level_one_and_fails_level_four(kind: Kind) -> None:
    easy = [puzzle for edition in SETS for puzzle in some(edition, kind, 1)]
    hard = [puzzle for edition in SETS for puzzle in some(edition, kind, 4)]

    assert [each.id for each in easy if not is_solved_by("novice", each)] == []
    assert [each.id for each in hard if is_solved_by("novice", each)] == []
    assert len(hard) == 3 * len(SETS)


def test_daily_puzzle_follows_the_week_and_does_not_repeat_within_a_year() -> None:
    days = [date(2026, 1, 5) + timedelta(days=day) for day in range(364)]
    entries = [library().daily(day) for day in days]

    assert tuple(entry.level for entry in entries[:7]) == WEEK
    assert len({entry.id for entry in entries}) == len(days)


def test_unknown_puzzle_edition_or_kind_error_lists_choices() -> None:
    with pytest.raises(ValueError, match="no puzzle 'nothing'"):
        library().puzzle("nothing")
    with pytest.raises(ValueError, match="unknown edition with puzzles 'chess'; choose from: classic-en, xp, twist"):
        library().find(edition="chess")
    with pytest.raises(ValueError, match="unknown kind of puzzle 'mate'; choose from: lay-all"):
        library().find(kind="mate")
