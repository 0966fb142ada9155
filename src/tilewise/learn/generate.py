"""Write the course for the page, with every answer the rules give, so that the page can judge it without a server.

Run `python -m tilewise.learn.generate` after a change to the course or to a rule; a test fails if it was forgotten.
The chances to win are another file. A test compares them with rougher ones, so that an engine that is a little
different keeps them valid.
"""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec

from tilewise.core import notation
from tilewise.core.actions import Action, Play, RunOutOfTime
from tilewise.core.engine import apply
from tilewise.core.events import Drew, Event
from tilewise.core.tiles import Table, Tile, in_order, tiles_of
from tilewise.learn.answers import every_play, is_unordered
from tilewise.learn.chances import chances_of, view_of_lesson
from tilewise.learn.course import COURSE
from tilewise.learn.lesson import Lesson, Task
from tilewise.solver import Problem, best_plays
from tilewise.solver.steps import do_steps, steps

FOLDER = Path(__file__).parents[3] / "web" / "src" / "lib" / "learn"
LESSONS = FOLDER / "lessons.json"
CHANCES = FOLDER / "chances.json"


def lesson_json(lesson: Lesson) -> dict[str, Any]:
    """Return a lesson with all its legal answers."""
    position = lesson.position
    plays = () if lesson.task is Task.CHOOSE else every_play(position)
    rows = {row for table in plays for row in table}
    return {
        "id": lesson.id,
        "chapter": lesson.chapter,
        "task": lesson.task,
        "edition": lesson.edition_name,
        "has_melded": lesson.has_melded,
        "table": position.table,
        "rack": position.rack,
        "reached": [_key(table) for table in plays if is_reached(lesson, table)],
        "legal": [_key(table) for table in plays if not is_reached(lesson, table)],
        "unordered": sorted(_row(in_order(row)) for row in rows if is_unordered(row, lesson.edition)),
        "shown": shown(lesson, plays),
        "drawn": drawn(lesson),
        "racks": [notation.rack(rack) for rack in lesson.racks],
        "asked": lesson.asked,
        "choices": lesson.choices,
        "points": lesson.points if lesson.task is Task.COUNT else 0,
        "others": lesson.others,
        "pool": view_of_lesson(lesson).pool if lesson.others else 0,
        "options": [_option(lesson, action) for action in lesson.actions],
    }


def _option(lesson: Lesson, action: Action) -> dict[str, Any]:
    """Return the table after an action, null to wait, and the tiles that it lays."""
    if not isinstance(action, Play):
        return {"table": None, "laid": ()}
    laid = tiles_of(action.table) - tiles_of(lesson.position.table)
    return {"table": action.table, "laid": in_order(laid.elements())}


def is_reached(lesson: Lesson, table: Table) -> bool:
    """Whether a play does what the lesson asks."""
    laid = tiles_of(table) - tiles_of(lesson.position.table)
    wanted, kept = Counter(notation.rack(lesson.lay)), Counter(notation.rack(lesson.keep))
    return not wanted - laid and not kept & laid


def shown(lesson: Lesson, plays: tuple[Table, ...]) -> list[Table]:
    """Return the table after each step of the answer with the fewest steps.

    Tiles in the hand form a row of their own.
    """
    before, edition = lesson.position.table, lesson.edition
    goals = [table for table in _readable(lesson, plays) if is_reached(lesson, table)]
    if not goals or lesson.task is not Task.PLAY:
        return []
    ways = [(steps(before, after, edition), tiles_of(after) - tiles_of(before)) for after in goals]
    way, laid = min(ways, key=lambda each: len(each[0]))
    return [(*table, hand) if hand else table for table, hand in do_steps(before, laid.elements(), way)]


def drawn(lesson: Lesson) -> dict[Task, tuple[Tile, ...]]:
    """Return the tiles that each task draws: a plain draw, a timeout, and a timeout in the middle of a move."""
    state = lesson.state
    if not state.pool:
        return {}
    loose = (*state.table, state.player.rack[:1])
    events = {
        Task.OVERRUN: apply(state, RunOutOfTime(0, None)),
        Task.UNFINISHED: apply(state, RunOutOfTime(0, loose)),
    }
    tiles = {task: _drawn_in(told) for task, told in events.items()}
    return {Task.DRAW: state.pool[:1]} | tiles


def _drawn_in(events: tuple[Event, ...]) -> tuple[Tile, ...]:
    return next(event.tiles or () for event in events if isinstance(event, Drew))


def _readable(lesson: Lesson, plays: tuple[Table, ...]) -> list[Table]:
    """Return the plays as a person would lay them: the solver leaves melds as they lie where it can."""
    position = lesson.position
    problem = Problem(position.edition, position.rack, position.table, position.has_melded)
    return [play.table for play in best_plays(problem, 20)] or list(plays)


def _key(table: Table) -> str:
    return " | ".join(sorted(_row(row) for row in table))


def _row(row: tuple[Tile, ...]) -> str:
    return " ".join(row)


def generated() -> dict[Path, str]:
    """Return the generated file and its contents."""
    lessons = [json.dumps(msgspec.to_builtins(lesson_json(lesson))) for lesson in COURSE]
    return {LESSONS: "[\n" + ",\n".join(lessons) + "\n]\n"}  # a lesson per line keeps the diff readable


def chances() -> str:
    """Return the chances to win in the lessons on what wins, one lesson per line. This takes half a minute."""
    found = {lesson.id: msgspec.to_builtins(chances_of(lesson)) for lesson in COURSE if lesson.options}
    return "{\n" + ",\n".join(f"{json.dumps(name)}: {json.dumps(each)}" for name, each in found.items()) + "\n}\n"


def main() -> None:
    """Write the generated files."""
    for path, text in {**generated(), CHANCES: chances()}.items():
        path.parent.mkdir(exist_ok=True)
        path.write_text(text, "utf-8")


if __name__ == "__main__":
    main()
