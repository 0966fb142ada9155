"""Mining covers every game once, and keeps only proven puzzles."""

from pathlib import Path

from tilewise.core.editions import edition
from tilewise.lab.mining import MinedPuzzles, jobs, mine, read_mined
from tilewise.puzzles.choosing import choose_puzzles
from tilewise.puzzles.proof import is_proven

CLASSIC = edition("classic-en")


def test_mined_puzzles_are_proven_and_reproducible() -> None:
    job = next(jobs(CLASSIC, 1, "a test"))

    puzzles = mine(job)

    assert puzzles
    assert all(map(is_proven, puzzles))
    assert mine(job) == puzzles


def test_interrupted_game_is_mined_again(tmp_path: Path) -> None:
    path = tmp_path / "mined.txt"
    job = next(jobs(CLASSIC, 1, "a test"))
    puzzles = mine(job)
    MinedPuzzles(path).add(job, puzzles)
    whole = path.read_text()
    path.write_text(whole + whole.splitlines()[0] + "\n")

    assert MinedPuzzles(path).done == {job.key}
    assert tuple(read_mined(path)) == puzzles


def test_chosen_puzzles_are_distinct_and_limited_in_number() -> None:
    puzzles = [puzzle for job in jobs(CLASSIC, 2, "a test") for puzzle in mine(job)]

    kept = choose_puzzles([*puzzles, *puzzles], 1)

    assert len({puzzle.id for puzzle in kept}) == len(kept)
    assert len({(puzzle.kind, puzzle.level) for puzzle in kept}) == len(kept)
