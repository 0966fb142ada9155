"""The course: every lesson can be solved, and the page knows every legal play."""

import json
import random
from collections import Counter
from functools import cache
from itertools import permutations
from math import hypot
from pathlib import Path

import msgspec
import pytest

from tests.learn import score_cases
from tilewise.analysis import Budget
from tilewise.core import notation
from tilewise.core.actions import Draw, Play
from tilewise.core.position import broken_in, findings_in
from tilewise.core.tiles import Table, in_order, tiles_of
from tilewise.learn import COURSE, Chapter, Lesson, Task
from tilewise.learn.answers import every_play, is_unordered
from tilewise.learn.chances import Chance, chances_of
from tilewise.learn.generate import CHANCES, generated, is_reached, lesson_json

PLAYS = [lesson for lesson in COURSE if lesson.task is Task.PLAY]
WINNING = [lesson for lesson in COURSE if lesson.task is Task.CHOOSE]
TRIES = 120


def named(lesson: Lesson) -> str:
    return lesson.id


@pytest.mark.parametrize("path", generated(), ids=lambda path: path.name)
def test_generated_lessons_are_up_to_date(path: Path) -> None:
    assert path.read_text() == generated()[path], "run: python -m tilewise.learn.generate"


@pytest.mark.parametrize("lesson", COURSE, ids=named)
def test_lesson_position_is_possible(lesson: Lesson) -> None:
    assert findings_in(lesson.position, lesson.edition.max_players) == ()


@pytest.mark.parametrize("lesson", PLAYS, ids=named)
def test_shown_steps_solve_the_lesson(lesson: Lesson) -> None:
    shown = page_data(lesson)["shown"]

    assert is_reached(lesson, shown[-1])
    assert broken_in(lesson.position, shown[-1]) == ()


@pytest.mark.parametrize("lesson", [lesson for lesson in COURSE if lesson.task is Task.DRAW], ids=named)
def test_lesson_that_asks_to_draw_has_no_play(lesson: Lesson) -> None:
    assert every_play(lesson.position) == ()


@pytest.mark.parametrize("lesson", [lesson for lesson in COURSE if lesson.task is Task.COUNT], ids=named)
def test_right_points_are_among_the_choices(lesson: Lesson) -> None:
    assert lesson.points in lesson.choices


@pytest.mark.parametrize("lesson", WINNING, ids=named)
def test_options_of_a_lesson_on_what_wins_are_legal(lesson: Lesson) -> None:
    tables = [action.table for action in lesson.actions if isinstance(action, Play)]

    assert [broken_in(lesson.position, table) for table in tables] == [()] * len(tables)


@pytest.mark.parametrize("lesson", WINNING, ids=named)
def test_other_deals_give_the_stored_chances(lesson: Lesson) -> None:
    """Four standard errors apart at most; the seed is fixed, so the test is as well."""
    stored = msgspec.convert(json.loads(CHANCES.read_text())[lesson.id], tuple[Chance, ...])

    found = chances_of(lesson, Budget(nodes=500_000), seed="other")

    pairs = [(one.win, other.win) for one, other in zip(stored, found, strict=True)]
    assert all(abs(one.mean - other.mean) <= 4 * hypot(one.error, other.error) for one, other in pairs)
    best = max(range(len(found)), key=lambda at: found[at].win.mean)
    assert stored[best].is_best


def test_every_lesson_on_what_wins_lets_the_learner_wait() -> None:
    assert [sum(action == Draw(0) for action in lesson.actions) for lesson in WINNING] == [1] * len(WINNING)


def test_every_lesson_on_what_wins_has_better_and_worse_options() -> None:
    stored = json.loads(CHANCES.read_text())

    assert set(stored) == {lesson.id for lesson in WINNING}
    assert all({option["is_best"] for option in options} == {True, False} for options in stored.values())


page_data = cache(lesson_json)
plays_of = cache(every_play)


def page_says(lesson: Lesson, table: Table) -> bool:
    """Whether the page accepts a table: it looks the rows up, as web/src/lib/learn/judge.ts does."""
    told = page_data(lesson)
    rows = [(" ".join(row), " ".join(in_order(row))) for row in table]
    key = " | ".join(sorted(alike if alike in told["unordered"] else row for row, alike in rows))
    return key in (*told["reached"], *told["legal"])


@pytest.mark.parametrize("lesson", PLAYS, ids=named)
def test_page_judges_like_the_rules(lesson: Lesson) -> None:
    """Try random tables, most of them illegal: melds cut, joined and shuffled, rack tiles anywhere."""
    dice = random.Random(lesson.id)  # noqa: S311  # the same tables every time
    wrong = [
        notation.print_table(table)
        for table in (a_random_table(lesson, dice) for _ in range(TRIES))
        if page_says(lesson, table) != (broken_in(lesson.position, table) == ())
    ]

    assert wrong == []


def a_random_table(lesson: Lesson, dice: random.Random) -> Table:
    """Return a play with its tiles in another order, or a few tiles moved."""
    plays = plays_of(lesson.position)
    rows = [list(row) for row in dice.choice([*plays, lesson.position.table])]
    spare = list((Counter(lesson.position.rack) - (tiles_of(tuple(map(tuple, rows))))).elements())
    for _ in range(dice.randrange(3)):
        source = dice.choice([spare, *rows]) if rows else spare
        if source:
            tile = source.pop(dice.randrange(len(source)))
            target = dice.choice([*rows, []])
            target.insert(dice.randrange(len(target) + 1), tile)
            if not any(target is row for row in rows):
                rows.append(target)
    if rows and dice.random() < 0.5:
        dice.shuffle(dice.choice(rows))
    return tuple(tuple(row) for row in rows if row)


def test_every_order_of_a_group_is_legal() -> None:
    lesson = next(lesson for lesson in COURSE if lesson.id == "e2")
    (play,) = (play for play in every_play(lesson.position) if is_reached(lesson, play))
    group = next(row for row in play if is_unordered(row, lesson.edition))
    rest = tuple(row for row in play if row != group)

    assert all(broken_in(lesson.position, (*rest, order)) == () for order in permutations(group))


def test_course_teaches_every_worked_example() -> None:
    examples = {"e1", "e2", "e3", "e4", "e5", "e6", "j1", "j2", "j3", "j4"}

    assert examples <= {lesson.id for lesson in COURSE}
    assert {lesson.chapter for lesson in COURSE} == {*Chapter}
    assert len({lesson.id for lesson in COURSE}) == len(COURSE)


def test_generated_score_cases_are_up_to_date() -> None:
    assert score_cases.FILE.read_text() == score_cases.text(), "run: python -m tests.learn.score_cases"
