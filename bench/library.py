"""Measure the library as its users meet it: import time, size on disk, pictures, and listing plays.

    python bench/library.py                print a table
    python bench/library.py --json         print JSON
    python bench/library.py --rounds 51    take more samples

Times are processor times of one core. The import runs in fresh processes, which alternate with empty ones.
"""

import argparse
import json
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import files
from itertools import islice
from pathlib import Path
from resource import RUSAGE_CHILDREN, getrusage
from statistics import median
from time import process_time

from rich.console import Console
from rich.table import Table

import tilewise
from tilewise import State
from tilewise.bots import USUAL

ROUNDS = 21
TABLE = 24
"""Melds on the table that is drawn."""


def seconds_of(code: str) -> float:
    """Return the processor time of a fresh Python that runs this code."""
    before = getrusage(RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-c", code], check=True)  # noqa: S603  # only our own code
    after = getrusage(RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime


def import_seconds(module: str, rounds: int) -> float:
    """Return the time that an import adds to an empty program."""
    return median(seconds_of(f"import {module}") - seconds_of("pass") for _ in range(rounds))


def megabytes(folder: Path, *, without: str = "") -> float:
    """Return the size of a folder as a wheel installs it: no caches."""
    sizes = (
        path.stat().st_size
        for path in folder.rglob("*")
        if path.is_file() and "__pycache__" not in path.parts and (not without or without not in path.parts)
    )
    return sum(sizes) / 1e6


def full_table() -> State:
    """Return a late position of a game between bots that lay all they can."""
    bot = tilewise.by_name("greedy")
    for seed in range(1000):
        game = tilewise.new_game(players=4, seed=f"picture {seed}")
        while not game.is_over:
            if len(game.table) >= TABLE:
                return game
            action = bot.choose(tilewise.view_of(game, game.to_move), USUAL)
            game = tilewise.act(game, action)
    message = f"no game had {TABLE} melds"
    raise LookupError(message)


def milliseconds(work: Callable[[], object], rounds: int) -> float:
    """Return the median time of some work."""
    times = []
    for _ in range(rounds):
        began = process_time()
        work()
        times.append(process_time() - began)
    return median(times) * 1000


def measured(rounds: int) -> list[tuple[str, float, str]]:
    """Measure everything: what, the number, its unit."""
    package = Path(tilewise.__file__).parent
    msgspec = sum(file.locate().stat().st_size for file in files("msgspec") or () if file.locate().exists()) / 1e6
    game = full_table()
    picture = tilewise.to_svg(game)
    return [
        ("import tilewise", import_seconds("tilewise", rounds) * 1000, "ms"),
        ("import tilewise.bots", import_seconds("tilewise.bots", rounds) * 1000, "ms"),
        ("tilewise without the page", megabytes(package, without="webclient"), "MB"),
        ("the page in the wheel", megabytes(package / "webclient"), "MB"),
        ("msgspec, the only dependency", msgspec, "MB"),
        (f"SVG of a table of {len(game.table)} melds", milliseconds(lambda: tilewise.to_svg(game), rounds), "ms"),
        ("size of that picture", len(picture) / 1000, "kB"),
        ("text drawing of that table", milliseconds(lambda: tilewise.draw(game), rounds), "ms"),
        ("write that position and read it", milliseconds(lambda: reread(game), rounds), "ms"),
        ("ten legal plays of that position", milliseconds(lambda: ten_plays(game), 3), "ms"),
    ]


def reread(game: State) -> object:
    """Write a position and read it again."""
    return tilewise.parse_position(tilewise.print_position(game))


def ten_plays(game: State) -> list[tilewise.Play]:
    """Return the first ten legal plays."""
    return list(islice(tilewise.legal_plays(game), 10))


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="samples of each measurement")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options.rounds)
    if options.json:
        print(json.dumps([{"what": what, "value": value, "unit": unit} for what, value, unit in found], indent=2))
        return
    grid = Table("what", "median", "unit", box=None)
    for what, value, unit in found:
        grid.add_row(what, f"{value:,.2f}", unit)
    Console().print(grid)


if __name__ == "__main__":
    main()
