"""Mining: every game once, whatever interrupts it; what is kept is proven."""

from pathlib import Path

from tilewise.core.editions import edition
from tilewise.lab.mining import MinedPuzzles, jobs, mine, read_mined
from tilewise.puzzles.choosing import choose_puzzles
from tilewise.puzzles.proof import is_proven

CLASSIC = edition("classic-en")


def test_what_is_mined_is_proven_and_the_same_each_time() -> None:
    job = next(jobs(CLASSIC, 1, "a test"))

    puzzles = mine(job)

    assert puzzles
    assert all(map(is_proven, puzzles))
    assert mine(job) == puzzles


def test_a_game_that_was_interrupted_counts_as_not_mined(tmp_path: Path) -> None:
    path = tmp_path / "vein.txt"
    job = next(jobs(CLASSIC, 1, "a test"))
    puzzles = mine(job)
    MinedPuzzles(path).add(job, puzzles)
    whole = path.read_text()
    path.write_text(whole + whole.splitlines()[0] + "\n")

    assert MinedPuzzles(path).done == {job.key}
    assert tuple(read_mined(path)) == puzzles


def test_a_choice_has_no_two_alike_and_no_more_than_wanted() -> None:
    puzzles = [puzzle for job in jobs(CLASSIC, 2, "a test") for puzzle in mine(job)]

    kept = choose_puzzles([*puzzles, *puzzles], 1)

    assert len({puzzle.id for puzzle in kept}) == len(kept)
    assert len({(puzzle.kind, puzzle.level) for puzzle in kept}) == len(kept)
