"""Play the games of a tournament in this process, in local processes, or on a cluster, with the same results."""

from collections.abc import Callable, Iterable, Iterator

from tilewise.core.deal import deal_from
from tilewise.lab import parallel
from tilewise.lab.entrants import find_entrant
from tilewise.lab.game import BotGame, play
from tilewise.lab.jobs import Job
from tilewise.lab.store import Store

OnLost = Callable[[Job], None]
Runner = Callable[[Iterable[Job], OnLost], Iterator[tuple[Job, BotGame]]]
"""Plays jobs and yields each game when it is over. Reports jobs that a dead process has to repeat."""


def play_job(job: Job) -> BotGame:
    """Play one job."""
    bots = [find_entrant(name) for name in job.lineup]
    return play(job.edition, bots, deal_from(job.deal, len(bots)), budget=job.budget)


def in_this_process(jobs: Iterable[Job], _on_lost: OnLost) -> Iterator[tuple[Job, BotGame]]:
    """Play the jobs in this process, one after the other."""
    return parallel.in_this_process(play_job, jobs)


def in_processes(workers: int) -> Runner:
    """Play the jobs in local processes. A job whose process dies is played again."""
    return lambda jobs, on_lost: parallel.in_processes(play_job, jobs, workers, on_lost)


def on_cluster(address: str) -> Runner:
    """Play the jobs on a Dask cluster. A job whose worker dies is played again."""
    return lambda jobs, on_lost: parallel.on_cluster(play_job, jobs, address, lambda job: job.key, on_lost)


def play_all(jobs: Iterable[Job], store: Store, runner: Runner) -> Iterator[Job]:
    """Play the jobs that are not in the store yet, add each game to it and yield its job.

    A caller may stop at any time. The next call continues from the store.
    """
    done = store.done()
    for job, game in runner((job for job in jobs if job.key not in done), store.add_loss):
        store.add(job, game)
        yield job
