"""Progress on a terminal; nothing at all in a pipe."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tilewise.cli.show.output import console

Item = TypeVar("Item")


def bar_over(items: Iterable[Item], what: str, total: int, *, done: int = 0) -> Iterator[Item]:
    """The items as they come, with a bar that shows how many did; some may have been done before."""
    with growing_bar(what, total, done=done) as step:
        for item in items:
            yield item
            step()


@contextmanager
def growing_bar(what: str, total: int, *, done: int = 0) -> Iterator[Callable[[], None]]:
    """A bar for work that is no loop over things: each call is a step."""
    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda: bar.advance(task)
