"""Count how the bots look from the outside: the tables of `tilewise.analysis.styles`.

    python bench/styles.py --games 400

Bots drawn at random play each other. At every turn, the public part of every other seat is counted for the bot behind
it. Every game counts the same, however long it is.
"""

import argparse
from bisect import bisect
from collections import defaultdict
from collections.abc import Iterator
from itertools import pairwise
from random import Random

from tilewise.analysis.styles import QUIET_TURNS, RACKS, RACKS_BEFORE_MELDING
from tilewise.bots import Budget, by_name
from tilewise.core.deal import deal_from
from tilewise.core.editions import edition
from tilewise.core.record import replay
from tilewise.core.state import Player
from tilewise.lab import parallel
from tilewise.lab.game import play

BOTS = ("novice", "casual", "steady", "greedy", "keeper", "holdout", "late")
"""The bots in the order of `tilewise.analysis.styles.KINDS`."""
TABLES = (("classic-en", 2), ("classic-en", 3), ("classic-en", 4), ("xp", 2), ("xp", 4))
BUDGET = Budget(nodes=20_000)
UNKNOWN_PAST = len(QUIET_TURNS) + 1
"""The row that adds up those above."""

Cell = tuple[int, ...]
"""A row and a column: only a column before the initial meld."""
Game = tuple[str, int, str]
"""The edition, the players, and the deal."""


def cell_of(player: Player) -> Cell:
    """Return the place of a seat in the tables."""
    if not player.has_melded:
        return (bisect(RACKS_BEFORE_MELDING, len(player.rack)),)
    return bisect(QUIET_TURNS, player.quiet), bisect(RACKS, len(player.rack))


def cells_in(game: Game) -> list[tuple[Cell, str]]:
    """Play a game between random bots; return every cell in which a seat is seen, with its bot."""
    name, players, deal = game
    lineup = Random(deal).choices(BOTS, k=players)  # noqa: S311  # a sample, not a secret
    bots = [by_name(bot, seed=deal) for bot in lineup]
    steps = replay(play(edition(name), bots, deal_from(deal, players), budget=BUDGET).record)
    return [
        (cell_of(player), lineup[seat])
        for before, _ in pairwise(steps)
        for seat, player in enumerate(before.state.players)
        if seat != before.state.to_move
    ]


def rows(weights: dict[Cell, dict[str, float]]) -> Iterator[str]:
    """Yield the cells and their weights in percent."""
    for cell in sorted(weights, key=lambda each: (len(each), each)):
        total = sum(weights[cell].values())
        yield f"{cell}: {tuple(round(100 * weights[cell][bot] / total) for bot in BOTS)}"


def main() -> None:
    """Play, count and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=400, help="games of a table")
    parser.add_argument("--seed", default="fit", help="determines bots and deals")
    parser.add_argument("--processes", type=int, default=1)
    options = parser.parse_args()
    games = [
        (name, players, f"{options.seed} {name} {players} {number}")
        for name, players in TABLES
        for number in range(options.games)
    ]
    weights: dict[Cell, dict[str, float]] = defaultdict(lambda: dict.fromkeys(BOTS, 0.0))
    for _, seen in parallel.in_processes(cells_in, games, options.processes):
        for cell, bot in seen:
            weights[cell][bot] += 1 / len(seen)
    for line, column in [each for each in weights if len(each) > 1]:
        for bot in BOTS:
            weights[UNKNOWN_PAST, column][bot] += weights[line, column][bot]
    print(*rows(weights), sep="\n")


if __name__ == "__main__":
    main()
