"""Work spread over this process, local processes, or a cluster: any function of one argument, many arguments."""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice
from queue import SimpleQueue
from typing import Any, TypeVar

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Work = Callable[[Task], Answer]
Answers = Iterator[tuple[Task, Answer]]
"""Each task with its answer, as soon as it is done."""

_AHEAD = 4
"""Tasks that wait for each worker: enough to keep it busy, few enough to stop soon."""
_TRIES = 2
"""How often a task is done again by itself whose process has died."""


def here(work: Work[Task, Answer], tasks: Iterable[Task]) -> Answers[Task, Answer]:
    """Do the work in this process, one task after the other."""
    for task in tasks:
        yield task, work(task)


def in_processes(
    work: Work[Task, Answer], tasks: Iterable[Task], workers: int, lost: Callable[[Task], None] = lambda _: None
) -> Answers[Task, Answer]:
    """Do the work in local processes. A task whose process dies is told to `lost` and done again, by itself."""
    waiting = iter(tasks)
    while orphans := (yield from _until_one_dies(work, waiting, workers)):
        for task in orphans:
            lost(task)
            yield task, _by_itself(work, task)


def _until_one_dies(
    work: Work[Task, Answer], waiting: Iterator[Task], workers: int
) -> Generator[tuple[Task, Answer], None, list[Task]]:
    """Do the work as long as all processes live; the tasks that were under way when one died."""
    under_way: dict[Future[Answer], Task] = {}
    with ProcessPoolExecutor(workers) as pool, suppress(BrokenProcessPool):
        yield from _as_they_end(waiting, lambda task: pool.submit(work, task), workers * _AHEAD, under_way)
    return list(under_way.values())


def _by_itself(work: Work[Task, Answer], task: Task) -> Answer:
    """In a process of its own: when that dies too it is the task's own doing, or somebody is set on ending it."""
    for _ in range(_TRIES):
        with ProcessPoolExecutor(1) as pool, suppress(BrokenProcessPool):
            return pool.submit(work, task).result()
    msg = f"the process died {_TRIES + 1} times over {str(task)[:200]}"
    raise ChildProcessError(msg)


def _as_they_end(
    waiting: Iterator[Task],
    submit: Callable[[Task], Future[Answer]],
    most: int,
    under_way: dict[Future[Answer], Task],
) -> Answers[Task, Answer]:
    """Keep some tasks under way, and hand back each when it is done."""
    _fill(under_way, waiting, submit, most)
    while under_way:
        ended, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in sorted(ended, key=lambda future: future.exception() is not None):
            answer = future.result()
            task = under_way.pop(future)
            _fill(under_way, waiting, submit, 1)
            yield task, answer


def _fill(
    under_way: dict[Future[Answer], Task],
    waiting: Iterator[Task],
    submit: Callable[[Task], Future[Answer]],
    count: int,
) -> None:
    """So many tasks more; one that a broken pool does not take is under way like those that it lost."""
    for task in islice(waiting, count):
        try:
            future = submit(task)
        except BrokenProcessPool as broken:
            future = Future()
            future.set_exception(broken)
        under_way[future] = task


def on_cluster(
    work: Work[Task, Answer],
    tasks: Iterable[Task],
    address: str,
    key: Callable[[Task], str],
    lost: Callable[[Task], None] = lambda _: None,
) -> Answers[Task, Answer]:
    """Do the work on a Dask cluster. A task whose worker dies is told to `lost` and done again elsewhere.

    Keys are all different.
    """
    dask = _dask()
    with dask.Client(address) as client:
        waiting = iter(tasks)
        under_way: dict[str, Task] = {}
        orphans: SimpleQueue[str] = SimpleQueue()
        client.subscribe_topic("all", partial(_note_orphans, orphans))

        def submit(task: Task) -> Any:  # noqa: ANN401  # a future of the cluster's own kind
            name = f"{work.__name__} {key(task)}"
            under_way[name] = task
            return client.submit(work, task, key=name, retries=3, pure=False)

        workers = max(1, len(client.scheduler_info()["workers"]))
        ended = dask.as_completed([submit(task) for task in islice(waiting, workers * _AHEAD)])
        for future in ended:
            answer = future.result()
            while not orphans.empty():
                if (name := orphans.get()) in under_way:
                    lost(under_way[name])
            yield under_way.pop(future.key), answer
            for following in islice(waiting, 1):
                ended.add(submit(following))


def _note_orphans(orphans: SimpleQueue[str], event: tuple[float, Any]) -> None:
    """What a worker that is gone was at, or had done and not handed over; told in a thread of the cluster's client."""
    _, said = event
    if isinstance(said, dict) and said.get("action") == "remove-worker":
        for name in (*said["processing-tasks"], *said["lost-computed-tasks"]):
            orphans.put(name)


def _dask() -> Any:  # noqa: ANN401  # slow to import, and few need it
    try:
        return import_module("distributed")
    except ImportError:
        msg = "a cluster needs Dask: pip install 'tilewise[cluster]'"
        raise ValueError(msg) from None
