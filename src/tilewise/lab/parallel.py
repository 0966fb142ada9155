"""Run a function on many tasks: in this process, in local processes, or on a Dask cluster."""

from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from concurrent.futures.process import BrokenProcessPool
from contextlib import suppress
from functools import partial
from importlib import import_module
from itertools import islice
from queue import SimpleQueue
from typing import Any, TypeVar

from tilewise.core.errors import InputError

Task = TypeVar("Task")
Answer = TypeVar("Answer")
Work = Callable[[Task], Answer]
Answers = Iterator[tuple[Task, Answer]]
"""Each task with its answer, in order of completion."""

_QUEUED_PER_WORKER = 4
"""Queued tasks per worker: enough to keep it busy, few enough to stop quickly."""
_RETRIES = 2
"""How often a task whose process died is retried alone."""


def in_this_process(work: Work[Task, Answer], tasks: Iterable[Task]) -> Answers[Task, Answer]:
    """Run all tasks in this process, one after the other."""
    for task in tasks:
        yield task, work(task)


def in_processes(
    work: Work[Task, Answer], tasks: Iterable[Task], workers: int, on_lost: Callable[[Task], None] = lambda _: None
) -> Answers[Task, Answer]:
    """Run the tasks in local processes. If a process dies, call `on_lost` for its tasks and run each alone."""
    waiting = iter(tasks)
    while lost_tasks := (yield from _run_until_worker_dies(work, waiting, workers)):
        for task in lost_tasks:
            on_lost(task)
            yield task, _run_alone(work, task)


def _run_until_worker_dies(
    work: Work[Task, Answer], waiting: Iterator[Task], workers: int
) -> Generator[tuple[Task, Answer], None, list[Task]]:
    """Run tasks until a process dies; return the tasks that were running then."""
    running: dict[Future[Answer], Task] = {}
    with ProcessPoolExecutor(workers) as pool, suppress(BrokenProcessPool):
        yield from _as_completed(waiting, lambda task: pool.submit(work, task), workers * _QUEUED_PER_WORKER, running)
    return list(running.values())


def _run_alone(work: Work[Task, Answer], task: Task) -> Answer:
    """Run a task in a process of its own. If that dies too, the task itself is probably the cause."""
    for _ in range(_RETRIES):
        with ProcessPoolExecutor(1) as pool, suppress(BrokenProcessPool):
            return pool.submit(work, task).result()
    msg = f"the process died {_RETRIES + 1} times while running {str(task)[:200]}"
    raise ChildProcessError(msg)


def _as_completed(
    waiting: Iterator[Task],
    submit: Callable[[Task], Future[Answer]],
    most: int,
    running: dict[Future[Answer], Task],
) -> Answers[Task, Answer]:
    """Keep up to `most` tasks running and yield each one when it is done."""
    _fill(running, waiting, submit, most)
    while running:
        completed, _ = wait(running, return_when=FIRST_COMPLETED)
        for future in sorted(completed, key=lambda future: future.exception() is not None):
            answer = future.result()
            task = running.pop(future)
            _fill(running, waiting, submit, 1)
            yield task, answer


def _fill(
    running: dict[Future[Answer], Task],
    waiting: Iterator[Task],
    submit: Callable[[Task], Future[Answer]],
    count: int,
) -> None:
    """Submit up to `count` more tasks. A task that a broken pool rejects counts as running, like those it lost."""
    for task in islice(waiting, count):
        try:
            future = submit(task)
        except BrokenProcessPool as broken:
            future = Future()
            future.set_exception(broken)
        running[future] = task


def on_cluster(
    work: Work[Task, Answer],
    tasks: Iterable[Task],
    address: str,
    key: Callable[[Task], str],
    on_lost: Callable[[Task], None] = lambda _: None,
) -> Answers[Task, Answer]:
    """Run the tasks on a Dask cluster. If a worker dies, call `on_lost` for its tasks; Dask runs them again.

    `key` gives each task a unique name.
    """
    dask = _dask()
    with dask.Client(address) as client:
        waiting = iter(tasks)
        running: dict[str, Task] = {}
        lost_tasks: SimpleQueue[str] = SimpleQueue()
        client.subscribe_topic("all", partial(_note_lost_tasks, lost_tasks))

        def submit(task: Task) -> Any:  # noqa: ANN401  # Dask's own future
            name = f"{work.__name__} {key(task)}"
            running[name] = task
            return client.submit(work, task, key=name, retries=3, pure=False)

        workers = max(1, len(client.scheduler_info()["workers"]))
        completed = dask.as_completed([submit(task) for task in islice(waiting, workers * _QUEUED_PER_WORKER)])
        for future in completed:
            answer = future.result()
            while not lost_tasks.empty():
                if (name := lost_tasks.get()) in running:
                    on_lost(running[name])
            yield running.pop(future.key), answer
            for following in islice(waiting, 1):
                completed.add(submit(following))


def _note_lost_tasks(lost_tasks: SimpleQueue[str], event: tuple[float, Any]) -> None:
    """Note the tasks that a lost worker was running or had not delivered. Called in a thread of the Dask client."""
    _, message = event
    if isinstance(message, dict) and message.get("action") == "remove-worker":
        for name in (*message["processing-tasks"], *message["lost-computed-tasks"]):
            lost_tasks.put(name)


def _dask() -> Any:  # noqa: ANN401  # imported late: it is slow, and rarely needed
    try:
        return import_module("distributed")
    except ImportError:
        msg = "a cluster needs Dask: pip install 'tilewise[cluster]'"
        raise InputError(msg) from None
