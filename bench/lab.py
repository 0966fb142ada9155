"""Measure self-play of greedy bots, and our environments beside PettingZoo's classic games.

    python bench/lab.py                print a table
    python bench/lab.py --json         print JSON
    python bench/lab.py --seconds 5    take longer samples

Everything runs on one core in processor time. Samples alternate, so a busy machine affects all of them alike.
PettingZoo's games need the bench group (`make bench` installs it); missing games are named and skipped.
"""

import argparse
import json
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from hashlib import sha256
from importlib import import_module
from itertools import count
from random import Random
from statistics import median, quantiles
from time import process_time
from typing import Any

import numpy as np
from rich.console import Console
from rich.table import Table

from tilewise import _kernel
from tilewise.bots import USUAL, by_name
from tilewise.core import engine
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.rules.setup import set_up
from tilewise.core.view import view_of
from tilewise.lab.envs import BatchEnv, CandidatesEnv, StepsEnv
from tilewise.solver import Problem, kernel

ROUNDS = 21
"""Samples of each contender; the median counts."""
CLASSIC = edition("classic-en")
PLAYERS = 4
BATCH = 1024
"""Games of the batched environment."""
OTHERS = ("tictactoe_v3", "connect_four_v3")


@dataclass(frozen=True)
class Measured:
    """A rate per second of one core's time."""

    what: str
    unit: str
    samples: int
    median: float
    slowest_5: float
    slowest_1: float
    ratio: float = 1.0
    """Relative to the first contender with the same unit."""


def games_in_python() -> Iterator[int]:
    """Play games between greedy bots in Python, with all rules checked."""
    bot = by_name("greedy")
    for number in count():
        state = engine.start(set_up(CLASSIC, deal_from(f"bench {number}", PLAYERS)))
        while not state.is_over:
            state = engine.act(state, bot.choose(view_of(state, state.to_move), USUAL))
        yield 1


def games_in_kernel() -> Iterator[int]:
    """Play with the same policy inside the kernel, five games at a time."""
    box = CLASSIC.box_for(PLAYERS).tiles
    options = kernel.options_of(Problem(CLASSIC, (), least_disruption=False))
    for number in count():
        luck = Random(sha256(f"kernel {number}".encode()).digest())  # noqa: S311  # not a real deal
        orders = [kernel.packed_rack(tuple(luck.sample(box, len(box)))) for _ in range(5)]
        yield len(_kernel.self_play(orders, options, PLAYERS, CLASSIC.hand_size, 1))


def steps_of(env: Any) -> Iterator[int]:  # noqa: ANN401  # any PettingZoo environment
    """Step through games with random choices within the mask, observing every step."""
    luck = np.random.default_rng(1)
    for seed in count():
        env.reset(seed=seed)
        for _ in env.agent_iter():
            observation, _, is_over, is_cut, _ = env.last()
            env.step(None if is_over or is_cut else int(luck.choice(np.flatnonzero(observation["action_mask"]))))
            yield 1


def steps_of_batch() -> Iterator[int]:
    """Step through many games at once, with random choices within the masks."""
    games = BatchEnv(BATCH, CLASSIC, PLAYERS, copy=False)
    games.reset(seed=1)
    while True:
        games.step(games.random_choices())
        yield BATCH


def contenders() -> Iterator[tuple[str, str, Iterator[int]]]:
    """Yield name, unit and work of each contender."""
    yield "exact greedy, 4 players, Python loop", "games/s", games_in_python()
    yield "exact greedy, 4 players, in the kernel", "games/s", games_in_kernel()
    yield "tilewise StepsEnv, 4 players", "steps/s", steps_of(StepsEnv(CLASSIC, PLAYERS))
    yield f"tilewise BatchEnv, 4 players, {BATCH} games", "steps/s", steps_of_batch()
    yield "tilewise CandidatesEnv, 4 players", "steps/s", steps_of(CandidatesEnv(CLASSIC, PLAYERS))
    for name in OTHERS:
        try:
            env = getattr(import_module("pettingzoo.classic"), name).env()
        except (ImportError, AttributeError) as error:
            Console(stderr=True).print(f"skipped {name}: {error}")
            continue
        yield f"PettingZoo {name}", "steps/s", steps_of(env)


def sample(work: Iterator[int], seconds: float) -> float:
    """Return the rate per second of processor time."""
    began, done = process_time(), 0
    while (spent := process_time() - began) < seconds:
        done += next(work)
    return done / spent


def measured(seconds: float, rounds: int) -> list[Measured]:
    """Measure all contenders in alternating samples."""
    runs = [(what, unit, work, list[float]()) for what, unit, work in contenders()]
    for _ in range(rounds):
        for _, _, work, samples in runs:
            samples.append(sample(work, seconds))
    first: dict[str, float] = {}
    found = []
    for what, unit, _, samples in runs:
        middle, cuts = median(samples), quantiles(samples, n=100, method="inclusive")
        ratio = middle / first.setdefault(unit, middle)
        found.append(Measured(what, unit, len(samples), middle, cuts[4], cuts[0], ratio))
    return found


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=0.5, help="processor time of a sample")
    parser.add_argument("--rounds", type=int, default=ROUNDS, help="samples of each contender, at least 2")
    parser.add_argument("--json", action="store_true")
    options = parser.parse_args()
    found = measured(options.seconds, options.rounds)
    if options.json:
        print(json.dumps([asdict(each) for each in found], indent=2))
        return
    grid = Table("what", "unit", "samples", "median", "p95 (slow)", "p99 (slow)", "ratio", box=None)
    for each in found:
        figures = (each.median, each.slowest_5, each.slowest_1)
        grid.add_row(each.what, each.unit, str(each.samples), *(f"{x:,.1f}" for x in figures), f"{each.ratio:.2f}")
    Console().print(grid)


if __name__ == "__main__":
    main()
