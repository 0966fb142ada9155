"""The course: small exercises from the booklets, judged by the rules."""

from tilewise.learn.course import COURSE
from tilewise.learn.lesson import Chapter, Lesson, Task

__all__ = ["COURSE", "Chapter", "Lesson", "Task"]
