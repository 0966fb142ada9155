"""The course: small tables on which a player does by hand what the booklets explain, judged by the rules themselves."""

from tilewise.learn.course import COURSE
from tilewise.learn.lesson import Chapter, Lesson, Task

__all__ = ["COURSE", "Chapter", "Lesson", "Task"]
