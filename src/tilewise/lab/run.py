"""Carrying out jobs: in this process, in local processes, or on a cluster. The same jobs, the same games."""

from collections.abc import Callable, Iterable, Iterator

from tilewise.core.deal import deal_from
from tilewise.lab import parallel
from tilewise.lab.entrants import entrant
from tilewise.lab.game import BotGame, play
from tilewise.lab.jobs import Job
from tilewise.lab.store import Store

Lost = Callable[[Job], None]
Carrier = Callable[[Iterable[Job], Lost], Iterator[tuple[Job, BotGame]]]
"""Somebody who plays jobs and hands back each game as soon as it is over; who tells which had to be played again."""


def carry_out(job: Job) -> BotGame:
    """Play one job, wherever this runs."""
    bots = [entrant(name) for name in job.lineup]
    return play(job.edition, bots, deal_from(job.deal, len(bots)), budget=job.budget)


def here(jobs: Iterable[Job], _lost: Lost) -> Iterator[tuple[Job, BotGame]]:
    """Play the jobs in this process, one after the other."""
    return parallel.here(carry_out, jobs)


def in_processes(workers: int) -> Carrier:
    """Play the jobs in local processes; a job whose process dies is played again."""
    return lambda jobs, lost: parallel.in_processes(carry_out, jobs, workers, lost)


def on_cluster(address: str) -> Carrier:
    """Play the jobs on a Dask cluster; a job whose worker dies is played again elsewhere."""
    return lambda jobs, lost: parallel.on_cluster(carry_out, jobs, address, lambda job: job.key, lost)


def play_all(jobs: Iterable[Job], store: Store, carrier: Carrier) -> Iterator[Job]:
    """Play what is not yet in the store, keep each game, and tell which one it was.

    Whoever stops listening stops the tournament; what was kept stays, and the next call goes on from there.
    """
    done = store.done()
    for job, game in carrier((job for job in jobs if job.key not in done), store.note_loss):
        store.keep(job, game)
        yield job
