"""Carrying out jobs: in this process, in local processes, or on a cluster. The same jobs, the same games."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from importlib import import_module
from itertools import islice
from typing import Any

from tilewise.bots import by_name
from tilewise.core.deal import deal_from
from tilewise.lab.game import BotGame, play
from tilewise.lab.jobs import Job
from tilewise.lab.store import Store

Carrier = Callable[[Iterable[Job]], Iterator[tuple[Job, BotGame]]]
"""Somebody who plays jobs and hands back each game as soon as it is over."""

_AHEAD = 4
"""Jobs that wait for each worker: enough to keep it busy, few enough to stop soon."""


def carry_out(job: Job) -> BotGame:
    """Play one job, wherever this runs."""
    bots = [by_name(name) for name in job.lineup]
    return play(job.edition, bots, deal_from(job.deal, len(bots)), budget=job.budget)


def here(jobs: Iterable[Job]) -> Iterator[tuple[Job, BotGame]]:
    """Play the jobs in this process, one after the other."""
    for job in jobs:
        yield job, carry_out(job)


def in_processes(workers: int) -> Carrier:
    """Play the jobs in local processes."""

    def carrier(jobs: Iterable[Job]) -> Iterator[tuple[Job, BotGame]]:
        with ProcessPoolExecutor(workers) as pool:
            yield from _as_they_end(jobs, lambda job: pool.submit(carry_out, job), workers * _AHEAD)

    return carrier


def _as_they_end(
    jobs: Iterable[Job], submit: Callable[[Job], Future[BotGame]], most: int
) -> Iterator[tuple[Job, BotGame]]:
    """Keep some jobs under way, and hand back each when it is done."""
    waiting = iter(jobs)
    under_way = {submit(job): job for job in islice(waiting, most)}
    while under_way:
        ended, _ = wait(under_way, return_when=FIRST_COMPLETED)
        for future in ended:
            job = under_way.pop(future)
            under_way.update({submit(following): following for following in islice(waiting, 1)})
            yield job, future.result()


def on_cluster(address: str) -> Carrier:
    """Play the jobs on a Dask cluster; a job whose worker dies is played again elsewhere."""
    dask = import_module("distributed")  # the extra tilewise[cluster]; slow to import, and few need it

    def carrier(jobs: Iterable[Job]) -> Iterator[tuple[Job, BotGame]]:
        with dask.Client(address) as client:
            waiting = iter(jobs)
            under_way: dict[str, Job] = {}

            def submit(job: Job) -> Any:  # noqa: ANN401  # a future of the cluster's own kind
                under_way[job.key] = job
                return client.submit(carry_out, job, key=job.key, retries=3, pure=False)

            workers = max(1, len(client.scheduler_info()["workers"]))
            ended = dask.as_completed([submit(job) for job in islice(waiting, workers * _AHEAD)])
            for future in ended:
                yield under_way.pop(future.key), future.result()
                for following in islice(waiting, 1):
                    ended.add(submit(following))

    return carrier


def play_all(jobs: Iterable[Job], store: Store, carrier: Carrier) -> Iterator[Job]:
    """Play what is not yet in the store, keep each game, and tell which one it was.

    Whoever stops listening stops the tournament; what was kept stays, and the next call goes on from there.
    """
    done = store.done()
    for job, game in carrier(job for job in jobs if job.key not in done):
        store.keep(job, game)
        yield job
