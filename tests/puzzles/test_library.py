"""The puzzles that come with the project: enough of them, no two alike, all correct, on a ladder of five levels.

`tilewise puzzles check` examines all of them in some minutes; here, each fiftieth.
"""

from collections import Counter
from datetime import date, timedelta

import pytest

from tilewise.lab.puzzle_check import examine
from tilewise.puzzles.library import SETS, WEEK, shelf
from tilewise.puzzles.puzzle import LEVELS, Kind, Puzzle
from tilewise.puzzles.solvers import is_solved_by

SAMPLE = 50


def some(edition: str, kind: Kind, level: int) -> list[Puzzle]:
    """Three puzzles, or as many as there are."""
    return [shelf().puzzle(head.id) for head in shelf().like(edition=edition, kind=kind, level=level)[:3]]


def test_there_are_two_thousand_puzzles_of_different_names() -> None:
    names = {head.id for head in shelf().heads}

    assert len(names) == len(list(shelf().lines())) >= 2000


@pytest.mark.parametrize("edition", SETS)
def test_every_edition_has_every_kind_on_every_level_that_the_novice_leaves(edition: str) -> None:
    counts = Counter((head.kind, head.level) for head in shelf().like(edition=edition))
    wanted = {(kind, level) for kind in Kind for level in LEVELS if (kind, level) != (Kind.FREE_JOKER, 1)}

    assert wanted - counts.keys() == set()


def test_a_sample_is_proven_and_measures_what_it_says() -> None:
    examined = [examine(line) for line in list(shelf().lines())[::SAMPLE]]

    assert [each for each in examined if each.flaws] == []


@pytest.mark.parametrize("kind", Kind)
def test_the_novice_solves_level_one_and_fails_on_level_four_of_every_kind(kind: Kind) -> None:
    easy = [puzzle for edition in SETS for puzzle in some(edition, kind, 1)]
    hard = [puzzle for edition in SETS for puzzle in some(edition, kind, 4)]

    assert [each.id for each in easy if not is_solved_by("novice", each)] == []
    assert [each.id for each in hard if is_solved_by("novice", each)] == []
    assert len(hard) == 3 * len(SETS)


def test_the_puzzle_of_the_day_follows_the_week_and_does_not_return_within_a_year() -> None:
    days = [date(2026, 1, 5) + timedelta(days=day) for day in range(364)]
    heads = [shelf().of_day(day) for day in days]

    assert tuple(head.level for head in heads[:7]) == WEEK
    assert len({head.id for head in heads}) == len(days)


def test_an_unknown_puzzle_edition_or_kind_is_told() -> None:
    with pytest.raises(ValueError, match="no puzzle 'nothing'"):
        shelf().puzzle("nothing")
    with pytest.raises(ValueError, match="unknown edition with puzzles 'chess'; choose from: classic-en, xp, twist"):
        shelf().like(edition="chess")
    with pytest.raises(ValueError, match="unknown kind of puzzle 'mate'; choose from: lay-all"):
        shelf().like(kind="mate")
