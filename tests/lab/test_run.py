"""A tournament plays every game once, in any number of processes and after any interruption."""

from itertools import islice
from pathlib import Path

from tilewise.core.editions import edition
from tilewise.core.events import Ending, Result
from tilewise.core.record.text import verify_text
from tilewise.lab.jobs import duel, mirrored, round_robin
from tilewise.lab.ratings import ladder
from tilewise.lab.run import in_processes, in_this_process, play_all
from tilewise.lab.stats import PlayedGame
from tilewise.lab.store import Store

QUICK = edition("quick-21")


def test_every_bot_sits_on_every_seat_of_the_same_deal() -> None:
    lineups = [job.lineup for job in mirrored(QUICK, ("a", "b", "c"), "deal")]

    assert lineups == [("a", "b", "c"), ("b", "c", "a"), ("c", "a", "b")]


def test_round_robin_pairs_all_bots() -> None:
    tables = {frozenset(job.lineup) for job in round_robin(QUICK, ("a", "b", "c"), players=2, deals=1, seed="s")}

    assert tables == {frozenset("ab"), frozenset("ac"), frozenset("bc")}


def test_interrupted_tournament_resumes(tmp_path: Path) -> None:
    jobs = list(duel(QUICK, ("novice", "novice"), deals=2, seed="interrupted"))
    with Store(tmp_path / "arena.db") as store:
        first = list(islice(play_all(jobs, store, in_this_process), 1))
    with Store(tmp_path / "arena.db") as store:
        rest = list(play_all(jobs, store, in_this_process))
        keys = {key for key, _ in store.records()}

    assert [*first, *rest] == jobs
    assert keys == {job.key for job in jobs}


def test_local_processes_play_the_same_games_as_one_process(tmp_path: Path) -> None:
    jobs = list(duel(QUICK, ("novice", "novice"), deals=1, seed="processes"))
    with Store() as one, Store(tmp_path / "two.db") as two:
        list(play_all(jobs, one, in_this_process))
        list(play_all(jobs, two, in_processes(2)))
        texts = dict(one.records())

        assert dict(two.records()) == texts
    assert not any(verify_text(text) for text in texts.values())


def test_bot_that_wins_more_is_rated_higher() -> None:
    won = Result(Ending.RACK_OUT, (0,), (10, -10))
    games = [PlayedGame(("strong", "weak"), str(deal), won, turns=1) for deal in range(20)]

    assert [row.bot for row in ladder(games)] == ["strong", "weak"]
