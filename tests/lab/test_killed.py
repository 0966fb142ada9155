"""Killed arenas resume from their store, and killed workers lose no game."""

import multiprocessing
import os
import signal
import subprocess
import sys
from collections import Counter
from itertools import islice
from pathlib import Path

import pytest
from distributed import LocalCluster

from tests.cli.commands import run
from tilewise.core.editions import edition
from tilewise.core.record.text import verify_text
from tilewise.lab.jobs import Job, duel
from tilewise.lab.run import in_processes, in_this_process, on_cluster, play_all
from tilewise.lab.store import Store

CLASSIC = edition("classic-en")
JOBS = list(duel(CLASSIC, ("novice", "novice"), deals=6, seed="killed"))

ARENA = """
import sys
from pathlib import Path
from tests.lab.test_killed import JOBS
from tilewise.lab.run import in_processes, play_all
from tilewise.lab.store import Store
with Store(Path(sys.argv[1])) as store:
    for _ in play_all(JOBS, store, in_processes(1)):
        print("kept", flush=True)
"""

CLUMSY = """
import os
from pathlib import Path
from tilewise.bots.novice import Novice

class Clumsy(Novice):
    name = "clumsy"

    def choose(self, view, budget):
        mark = Path({mark!r})
        if not mark.exists():
            try:
                mark.touch()
            finally:
                os.kill(os.getpid(), 9)
        return super().choose(view, budget)
"""
"""A bot that kills its process: the first time only, or always if it cannot leave a mark."""


PATIENT = """
import time
from pathlib import Path
from tilewise.bots.novice import Novice

class Patient(Novice):
    name = "patient"

    def choose(self, view, budget):
        while not Path({go!r}).exists():
            time.sleep(0.01)
        return super().choose(view, budget)
"""
"""A bot that is still in its first turn when its process is killed."""


def all_games_once(store: Store, jobs: list[Job] = JOBS) -> bool:
    """Every game of the tournament is stored, equals the game of a single process, and verifies."""
    found = dict(store.records())
    with Store() as alone:
        list(play_all(jobs, alone, in_this_process))
        return found == dict(alone.records()) and not any(verify_text(text) for text in found.values())


def test_killed_arena_resumes_where_it_stopped(tmp_path: Path) -> None:
    path = tmp_path / "games.db"
    arena = subprocess.Popen(
        [sys.executable, "-c", ARENA, str(path)],
        stdout=subprocess.PIPE,
        start_new_session=True,
        env={**os.environ, "PYTHONPATH": "."},
    )
    assert arena.stdout is not None
    for _ in range(3):
        assert arena.stdout.readline() == b"kept\n"
    os.killpg(arena.pid, signal.SIGKILL)
    arena.wait()
    arena.stdout.close()

    with Store(path) as store:
        kept = store.done()
        again = {job.key for job in play_all(JOBS, store, in_this_process)}

        assert len(kept) >= 3
        assert not kept & again
        assert all_games_once(store)


def test_killed_local_process_loses_no_game() -> None:
    others = multiprocessing.active_children()
    with Store() as store:
        played = play_all(JOBS, store, in_processes(1))
        first = list(islice(played, 1))
        (worker,) = (child for child in multiprocessing.active_children() if child not in others)
        os.kill(worker.pid or 0, signal.SIGKILL)
        rest = list(played)

        assert Counter(job.key for job in (*first, *rest)) == Counter(job.key for job in JOBS)
        assert set(store.losses()) <= {job.key for job in rest}
        assert store.losses()
        assert all_games_once(store)


def test_report_counts_games_played_again(tmp_path: Path) -> None:
    bot, report = tmp_path / "clumsy.py", tmp_path / "report.html"
    bot.write_text(CLUMSY.format(mark=str(tmp_path / "fallen")))

    shown = run("arena", f"{bot}:Clumsy", "novice", "--deals", "1", "--processes", "1", "--report", str(report))

    assert shown.exit_code == 0
    assert "replayed because the process died" in shown.stdout
    assert "replayed because the process died" in report.read_text()


def test_bot_that_always_kills_its_process_is_named_without_traceback(tmp_path: Path) -> None:
    bot = tmp_path / "clumsy.py"
    bot.write_text(CLUMSY.format(mark=str(tmp_path / "missing" / "folder")))

    shown = run("arena", f"{bot}:Clumsy", "novice", "--deals", "1", "--processes", "1")

    assert shown.exit_code == 2
    assert "the process died 3 times while running classic-en/" in shown.stderr
    assert "clumsy.py:Clumsy" in shown.stderr


@pytest.mark.filterwarnings("ignore")  # a cluster that loses a worker logs many warnings
def test_cluster_that_loses_a_worker_loses_no_game(tmp_path: Path) -> None:
    bot, go = tmp_path / "patient.py", tmp_path / "go"
    bot.write_text(PATIENT.format(go=str(go)))
    quick = list(duel(CLASSIC, ("novice", "novice"), deals=3, seed="killed"))
    jobs = quick + list(duel(CLASSIC, (f"{bot}:Patient", "novice"), deals=3, seed="killed"))
    with (
        LocalCluster(  # type: ignore[no-untyped-call]  # Dask ships few types
            n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None
        ) as cluster,
        Store() as store,
    ):
        played = play_all(jobs, store, on_cluster(cluster.scheduler_address))
        half = list(islice(played, len(quick)))
        os.kill(next(iter(cluster.workers.values())).process.process.pid, signal.SIGKILL)
        go.touch()
        rest = list(played)

        assert len(half) + len(rest) == len(jobs)
        assert {job.key for job in (*half, *rest)} == {job.key for job in jobs}
        assert store.losses()
        assert set(store.losses()) <= {job.key for job in rest}
        assert all_games_once(store, jobs)
