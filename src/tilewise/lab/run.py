"""Carrying out jobs: in this process, in local processes, or on a cluster. The same jobs, the same games."""

from collections.abc import Callable, Iterable, Iterator

from tilewise.core.deal import deal_from
from tilewise.lab import spread
from tilewise.lab.entrants import entrant
from tilewise.lab.game import BotGame, play
from tilewise.lab.jobs import Job
from tilewise.lab.store import Store

Carrier = Callable[[Iterable[Job]], Iterator[tuple[Job, BotGame]]]
"""Somebody who plays jobs and hands back each game as soon as it is over."""


def carry_out(job: Job) -> BotGame:
    """Play one job, wherever this runs."""
    bots = [entrant(name) for name in job.lineup]
    return play(job.edition, bots, deal_from(job.deal, len(bots)), budget=job.budget)


def here(jobs: Iterable[Job]) -> Iterator[tuple[Job, BotGame]]:
    """Play the jobs in this process, one after the other."""
    return spread.here(carry_out, jobs)


def in_processes(workers: int) -> Carrier:
    """Play the jobs in local processes."""
    return lambda jobs: spread.in_processes(carry_out, jobs, workers)


def on_cluster(address: str) -> Carrier:
    """Play the jobs on a Dask cluster; a job whose worker dies is played again elsewhere."""
    return lambda jobs: spread.on_cluster(carry_out, jobs, address, lambda job: job.key)


def play_all(jobs: Iterable[Job], store: Store, carrier: Carrier) -> Iterator[Job]:
    """Play what is not yet in the store, keep each game, and tell which one it was.

    Whoever stops listening stops the tournament; what was kept stays, and the next call goes on from there.
    """
    done = store.done()
    for job, game in carrier(job for job in jobs if job.key not in done):
        store.keep(job, game)
        yield job
