"""Progress bars on a terminal, nothing in a pipe."""

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from typing import TypeVar

from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from tilewise.cli.show.output import console

Item = TypeVar("Item")


def with_progress(items: Iterable[Item], what: str, total: int, *, done: int = 0) -> Iterator[Item]:
    """Yield the items and advance a progress bar; `done` of the total are already complete."""
    with progress_bar(what, total, done=done) as step:
        for item in items:
            yield item
            step()


@contextmanager
def progress_bar(what: str, total: int, *, done: int = 0) -> Iterator[Callable[[], None]]:
    """Show a progress bar and return a function that advances it by one."""
    screen = console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=screen, disable=not screen.is_terminal) as bar:
        task = bar.add_task(what, total=total, completed=done)
        yield lambda: bar.advance(task)
