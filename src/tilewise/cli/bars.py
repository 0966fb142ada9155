"""Progress on a terminal; nothing at all in a pipe."""

from collections.abc import Iterable, Iterator
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tilewise.cli.output import console

Item = TypeVar("Item")


def bar_over(items: Iterable[Item], what: str, total: int, *, done: int = 0) -> Iterator[Item]:
    """The items as they come, with a bar that shows how many did; some may have been done before."""
    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bar:
        task = bar.add_task(what, total=total, completed=done)
        for item in items:
            yield item
            bar.advance(task)
