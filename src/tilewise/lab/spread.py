"""Work spread over this process, local processes, or a cluster: any function of one argument, many arguments."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from itertools import islice
from typing import Any, TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Work = Callable[[Task], Answer]
Answers = Iterator[tuple[Task, Answer]]
"""Each task with its answer, as soon as it is done."""

_AHEAD = 4
"""Tasks that wait for each worker: enough to keep it busy, few enough to stop soon."""


def here(work: Work[Task, Answer], tasks: Iterable[Task]) -> Answers[Task, Answer]:
    """Do the work in this process, one task after the other."""
    for task in tasks:
        yield task, work(task)


def in_processes(work: Work[Task, Answer], tasks: Iterable[Task], workers: int) -> Answers[Task, Answer]:
    """Do the work in local processes."""
    with ProcessPoolExecutor(workers) as pool:
        yield from _as_they_end(tasks, lambda task: pool.submit(work, task), workers * _AHEAD)


def _as_they_end(tasks: Iterable[Task], submit: Callable[[Task], Future[Answer]], most: int) -> Answers[Task, Answer]:
    """Keep some tasks under way, and hand back each when it is done."""
    waiting = iter(tasks)
    under_way = {submit(task): task for task in islice(waiting, most)}
    while under_way:
        ended, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in ended:
            task = under_way.pop(future)
            under_way.update({submit(following): following for following in islice(waiting, 1)})
            yield task, future.result()


def on_cluster(
    work: Work[Task, Answer], tasks: Iterable[Task], address: str, key: Callable[[Task], str]
) -> Answers[Task, Answer]:
    """Do the work on a Dask cluster; a task whose worker dies is done again elsewhere. Keys are all different."""
    dask = _dask()
    with dask.Client(address) as client:
        waiting = iter(tasks)
        under_way: dict[str, Task] = {}

        def submit(task: Task) -> Any:  # noqa: ANN401  # a future of the cluster's own kind
            name = f"{work.__name__} {key(task)}"
            under_way[name] = task
            return client.submit(work, task, key=name, retries=3, pure=False)

        workers = max(1, len(client.scheduler_info()["workers"]))
        ended = dask.as_completed([submit(task) for task in islice(waiting, workers * _AHEAD)])
        for future in ended:
            yield under_way.pop(future.key), future.result()
            for following in islice(waiting, 1):
                ended.add(submit(following))


def _dask() -> Any:  # noqa: ANN401  # slow to import, and few need it
    try:
        return import_module("distributed")
    except ImportError:
        msg = "a cluster needs Dask: pip install 'tilewise[cluster]'"
        raise ValueError(msg) from None
